//! The turn letter of one side: its own results first, then its realm, its gold, the standings and everyone's chronicle.

use std::collections::BTreeSet;

use super::chronicle_page::by_year;
use super::ledger::ledger;
use super::situation::blocks;
use super::standings::standings;
use super::words::{Names, counted, plain, years};
use super::{Told, seen};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::World;
use crate::postal::chronicle::Reader;
use crate::postal::document::Document;

/// The letter to the player of `side`, who reads as `reader`.
pub(super) fn letter(told: Told<'_>, side: &EmpireId, reader: &Reader) -> Document {
    let names = Names { rulebook: told.rulebook, world: told.after };
    let seen_by_side = seen(told.chronicle, reader);
    let mine: BTreeSet<&AreaId> = owned(told.before, side).chain(owned(told.after, side)).collect();
    let part = |wanted: Part| -> Vec<&Entry> {
        seen_by_side.iter().copied().filter(|entry| part_of(entry, side, &mine) == wanted).collect()
    };
    let mut document = Document::new(format!("{}, {}", names.empire(side), years(told.before.pentade)));
    document.paragraph(headline(told, names, side));

    document.heading(2, "Your endeavours");
    document.blocks.extend(by_year(names, &part(Part::Endeavours), reader, 3));
    document.heading(2, "Your realm");
    document.blocks.extend(by_year(names, &part(Part::Realm), reader, 3));

    document.heading(2, "Your gold");
    let gold = |world: &World| world.empires.get(side).map_or(0, |empire| empire.treasury);
    document.blocks.push(ledger(names, side, &seen_by_side, gold(told.before), gold(told.after)));

    document.heading(2, "Standings");
    document.blocks.extend(standings(told.rulebook, told.after));

    if let Some(empire) = told.after.empires.get(side) {
        document.heading(2, format!("What you hold before {}", years(told.after.pentade)));
        document.blocks.extend(blocks(names, side, empire));
    }

    document.heading(2, format!("Chronicle of {}", years(told.before.pentade)));
    document.blocks.extend(by_year(names, &seen(told.chronicle, &Reader::Public), reader, 3));
    document
}

fn owned<'w>(world: &'w World, side: &'w EmpireId) -> impl Iterator<Item = &'w AreaId> {
    world.areas.iter().filter(move |(_, area)| area.owner.as_ref() == Some(side)).map(|(id, _)| id)
}

/// What was gained and lost, in two sentences.
fn headline(told: Told<'_>, names: Names<'_>, side: &EmpireId) -> String {
    let before: BTreeSet<&AreaId> = owned(told.before, side).collect();
    let after: BTreeSet<&AreaId> = owned(told.after, side).collect();
    let wealth: i32 = after.iter().map(|id| told.after.areas[*id].wealth()).sum();
    let mut words = format!(
        "You hold {} with a wealth of {}; before it was {}.",
        counted(after.len(), "area", "areas"),
        plain(wealth),
        before.len()
    );
    let changes = [("Gained", after.difference(&before)), ("Lost", before.difference(&after))];
    for (verb, areas) in changes {
        let areas: Vec<&AreaId> = areas.copied().collect();
        if !areas.is_empty() {
            words.push_str(&format!(" {verb}: {}.", names.areas(areas)));
        }
    }
    words
}

/// The part of a letter that an entry belongs in.
#[derive(PartialEq, Eq)]
enum Part {
    Endeavours,
    Realm,
    Neither,
}

fn part_of(entry: &Entry, side: &EmpireId, mine: &BTreeSet<&AreaId>) -> Part {
    let own = entry.who.as_ref().is_some_and(|who| who.as_str() == side.as_str());
    let at_home = entry.place.as_ref().is_some_and(|place| mine.contains(&AreaId::new(place)));
    let named = match &entry.kind {
        Happening::GoldGiven { to, .. } | Happening::AreaCeded { to } => to == side,
        Happening::Treaty { with, .. } => with == side,
        Happening::ConquestContested { rivals } | Happening::Defended { attackers: rivals, .. } => {
            rivals.contains(side)
        }
        _ => false,
    };
    match &entry.kind {
        Happening::EndeavourTried { .. }
        | Happening::GoldCut { .. }
        | Happening::OrderRefused { .. }
        | Happening::AreaTaken { .. }
        | Happening::PillageGold { .. }
        | Happening::TieGained
        | Happening::ParleyDue { .. }
            if own =>
        {
            Part::Endeavours
        }
        Happening::Defended { .. } | Happening::ConquestContested { .. } if own || named => Part::Endeavours,
        _ if own || at_home || named => Part::Realm,
        _ => Part::Neither,
    }
}
