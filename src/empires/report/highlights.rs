//! What is unusual in a pentade, for its GM: who lost a court or all, who died, large swings, refused orders.
//!
//! Reads worlds and entries; reckons no rule anew. The thresholds are the desk's own, not the rulebook's.

use super::Told;
use super::sentence::item;
use super::words::{Names, counted, plain, points, sentence_case, signed, text};
use crate::empires::chronicle::{Entry, GmHappening, Happening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Empire, EmpireKind, QUARTERS, World};
use crate::postal::chronicle::Reader;
use crate::postal::document::{Item, Span};

/// Areas won or lost in one pentade that are worth a look.
const MANY_AREAS: i32 = 3;

/// Victory points won or lost in one pentade that are worth a look.
const MANY_POINTS: i32 = 5;

/// Gold won or lost in one pentade that is worth a look.
const MUCH_GOLD: i32 = 15;

/// What a GM should look at before he publishes, the gravest first.
pub fn highlights(told: Told<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    items.extend(of_empires(told, dying));
    items.extend(of_empires(told, court));
    items.extend(of_empires(told, arisen));
    items.extend(of_empires(told, ruler));
    items.extend(of_empires(told, swing));
    items.extend(refused(told));
    items.extend(unheard(told));
    items
}

/// What is to be said of each empire, if anything.
fn of_empires(told: Told<'_>, say: fn(Told<'_>, &EmpireId, &Empire) -> Option<String>) -> Vec<Item> {
    let empires = told.after.empires.iter();
    let said = empires.filter_map(|(id, empire)| say(told, id, empire).map(|words| (id, words)));
    said.map(|(id, words)| Item {
        spans: vec![Span::Strong(sentence_case(&words))],
        details: entries_of(told, id),
    })
    .collect()
}

/// The entries about an empire's court, ruler and areas, as the detail behind what is said of it.
fn entries_of(told: Told<'_>, id: &EmpireId) -> Vec<Vec<Span>> {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let about = |entry: &&Entry| {
        let own = entry.who.as_ref().is_some_and(|who| who.as_str() == id.as_str());
        let from = matches!(&entry.kind, Happening::AreaTaken { from: Some(from), .. } if from == id);
        let is_grave = matches!(
            entry.kind,
            Happening::CourtMoved { .. }
                | Happening::AreaTaken { .. }
                | Happening::Rebelled
                | Happening::Succeeded { .. }
                | Happening::RealmDivided { .. }
        );
        is_grave && (own || from)
    };
    let lines = told.chronicle.iter().filter(about).map(|entry| {
        let year = entry.year.map_or_else(String::new, |year| format!("{year}: "));
        [vec![text(year)], item(names, entry, &Reader::Gm).spans].concat()
    });
    lines.collect()
}

fn areas_of(world: &World, id: &EmpireId) -> i32 {
    let own = world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
    i32::try_from(own.count()).unwrap_or(i32::MAX)
}

fn dying(told: Told<'_>, id: &EmpireId, empire: &Empire) -> Option<String> {
    let (was, is) = (areas_of(told.before, id), areas_of(told.after, id));
    let is_player = empire.kind == EmpireKind::Player;
    match (was, is) {
        (1.., 0) => Some(format!("{} has lost its last area.", empire.name)),
        (2.., 1) if is_player => Some(format!("{} is left with one area.", empire.name)),
        _ => None,
    }
}

fn court(told: Told<'_>, id: &EmpireId, empire: &Empire) -> Option<String> {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let former = told.before.empires.get(id)?.court.as_ref()?;
    let lost = empire.court.as_ref() != Some(former);
    lost.then(|| match &empire.court {
        Some(court) => {
            let (former, court) = (names.area(former), names.area(court));
            format!("{} has lost its court in {former}; it now sits in {court}.", empire.name)
        }
        None => format!("{} has lost its court in {} and is in exile.", empire.name, names.area(former)),
    })
}

fn arisen(told: Told<'_>, id: &EmpireId, empire: &Empire) -> Option<String> {
    let is_new = !told.before.empires.contains_key(id) && areas_of(told.after, id) > 0;
    is_new.then(|| format!("{} has arisen.", empire.name))
}

fn ruler(told: Told<'_>, id: &EmpireId, empire: &Empire) -> Option<String> {
    let former = told.before.empires.get(id)?;
    let (was, is) = (&former.leader, &empire.leader);
    let has_changed = empire.kind == EmpireKind::Player && was.accession != is.accession;
    has_changed.then(|| format!("{}: {} has died, {} rules.", empire.name, was.name, is.name))
}

fn swing(told: Told<'_>, id: &EmpireId, empire: &Empire) -> Option<String> {
    let former = told.before.empires.get(id)?;
    let areas = areas_of(told.after, id) - areas_of(told.before, id);
    let quarters = told.after.quarters_of(id) - told.before.quarters_of(id);
    let gold = empire.treasury - former.treasury;
    let mut parts = Vec::new();
    if areas.abs() >= MANY_AREAS {
        parts.push(format!("{} areas, now {}", signed(areas), areas_of(told.after, id)));
    }
    if quarters.abs() >= MANY_POINTS * QUARTERS {
        let sign = if quarters > 0 { "+" } else { "" };
        let now = points(told.after.quarters_of(id));
        parts.push(format!("{sign}{} victory points, now {now}", points(quarters)));
    }
    if gold.abs() >= MUCH_GOLD {
        parts.push(format!("{} gold, now {}", signed(gold), plain(empire.treasury)));
    }
    (!parts.is_empty()).then(|| format!("{}: {}.", empire.name, parts.join("; ")))
}

/// The refused orders, together by empire.
fn refused(told: Told<'_>) -> Vec<Item> {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let of = |id: &EmpireId| -> Vec<&Entry> {
        let own = told.chronicle.iter().filter(|entry| matches!(entry.kind, Happening::OrderRefused { .. }));
        own.filter(|entry| entry.who.as_ref().is_some_and(|who| who.as_str() == id.as_str())).collect()
    };
    let items = told.after.empires.iter().filter_map(|(id, empire)| {
        let entries = of(id);
        let count = counted(entries.len(), "order was refused", "orders were refused");
        let lines = entries.iter().map(|entry| {
            let year = entry.year.map_or_else(String::new, |year| format!("{year}: "));
            [vec![text(year)], item(names, entry, &Reader::Gm).spans].concat()
        });
        (!entries.is_empty()).then(|| Item {
            spans: vec![text(format!("{}: {count}.", empire.name))],
            details: lines.collect(),
        })
    });
    items.collect()
}

/// What the GM or the voters said and nothing came of it.
fn unheard(told: Told<'_>) -> Vec<Item> {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let is_unheard = |entry: &&Entry| {
        matches!(
            entry.kind,
            Happening::Gm(GmHappening::RulingRefused { .. } | GmHappening::AnswerUnused { .. })
        )
    };
    told.chronicle.iter().filter(is_unheard).map(|entry| item(names, entry, &Reader::Gm)).collect()
}
