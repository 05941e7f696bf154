//! The chronicle entry by entry, with what each can be found by.

use std::collections::BTreeMap;

use super::Told;
use super::sentence::item;
use super::words::Names;
use crate::empires::chronicle::{Entry, Happening};
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
            item: item(names, entry, reader),
        });
    }
    all
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
