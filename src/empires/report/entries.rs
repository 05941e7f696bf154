//! The chronicle entry by entry, with what each can be found by.

use std::collections::BTreeMap;

use super::Told;
use super::sentence::item;
use super::subjects::subject;
use super::words::Names;
use crate::empires::chronicle::{
    ChurchHappening, CrusadeHappening, Entry, Happening, HeresyHappening, OutsiderHappening, PeopleHappening,
};
use crate::empires::terms::{AreaId, EmpireId};
use crate::postal::chronicle::{Reader, SideId, TurnEntry};

/// Every entry that a reader may see, in order.
pub fn entries(told: Told<'_>, reader: &Reader) -> Vec<TurnEntry> {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let mut dated = false;
    let mut all = Vec::new();
    for (nth, entry) in told.chronicle.iter().enumerate() {
        let part = match entry.year {
            Some(year) => {
                dated = true;
                year.to_string()
            }
            None if dated => "Close of the pentade".to_owned(),
            None => "Opening of the pentade".to_owned(),
        };
        if !entry.visibility.allows(reader) {
            continue;
        }
        let places = places(entry).into_iter().map(|(id, area)| (id, names.area(&area).to_owned()));
        all.push(TurnEntry {
            nth,
            year: entry.year,
            part,
            sides: sides(entry),
            places: places.collect(),
            rules: entry.rules.clone(),
            is_headline: is_headline(&entry.kind),
            subject: subject(&entry.kind),
            item: item(names, entry, reader),
        });
    }
    all
}

/// What changes the map, a throne, or the peace of the church.
fn is_headline(kind: &Happening) -> bool {
    use Happening as H;
    match kind {
        H::AreaTaken { .. } | H::AreaCeded { .. } | H::Rebelled | H::CourtMoved { .. } => true,
        H::Succeeded { .. } | H::RealmDivided { .. } | H::ReligionAdopted { .. } => true,
        H::Crusade(happening) => matches!(
            happening,
            CrusadeHappening::Called { .. }
                | CrusadeHappening::Began { .. }
                | CrusadeHappening::Ended { .. }
                | CrusadeHappening::StateArose { .. }
                | CrusadeHappening::OrderArose { .. }
        ),
        H::Church(happening) => matches!(
            happening,
            ChurchHappening::Excommunicated { .. }
                | ChurchHappening::SchismBegan { .. }
                | ChurchHappening::SchismEnded { .. }
                | ChurchHappening::ChurchesUnited
                | ChurchHappening::PatriarchateFounded
        ),
        H::Outsider(happening) => matches!(
            happening,
            OutsiderHappening::RaidersCome { .. }
                | OutsiderHappening::MagnateRose { .. }
                | OutsiderHappening::BecamePlayer { .. }
                | OutsiderHappening::Exiled { .. }
                | OutsiderHappening::Returned { .. }
        ),
        H::People(happening) => matches!(happening, PeopleHappening::AreaConverted { .. }),
        H::Heresy(happening) => matches!(happening, HeresyHappening::BrokeOut { .. }),
        _ => false,
    }
}

fn sides(entry: &Entry) -> Vec<SideId> {
    let others: Vec<&EmpireId> = match &entry.kind {
        Happening::AreaTaken { from: Some(from), .. } | Happening::PillageGold { from: Some(from), .. } => {
            vec![from]
        }
        Happening::GoldGiven { to, .. } | Happening::AreaCeded { to } => vec![to],
        Happening::Treaty { with, .. } => vec![with],
        Happening::ConquestContested { rivals } | Happening::Defended { attackers: rivals, .. } => {
            rivals.iter().collect()
        }
        _ => Vec::new(),
    };
    let mut sides: Vec<SideId> = entry.who.iter().cloned().collect();
    sides.extend(others.into_iter().map(|id| SideId::new(id.as_str())));
    sides
}

fn places(entry: &Entry) -> BTreeMap<String, AreaId> {
    let base = match &entry.kind {
        Happening::EndeavourTried { base, .. } => base.clone(),
        _ => None,
    };
    let place = entry.place.as_ref().map(|place| AreaId::new(place));
    place.into_iter().chain(base).map(|area| (area.as_str().to_owned(), area)).collect()
}
