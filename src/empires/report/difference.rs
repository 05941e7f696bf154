//! What differs between a pentade as it was played and as it was played again after a correction (34).
//!
//! Compares two worlds and two chronicles; reckons nothing anew.

use std::collections::{BTreeMap, BTreeSet};

use super::sentence::item;
use super::words::{Names, listed, plain, points, signed, text};
use super::{Told, seen};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Area, World};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document, Item};

/// The differences in what a reader may see: empires, areas, orders that became void or possible, dice.
pub fn difference(former: Told<'_>, amended: Told<'_>, reader: &Reader) -> Document {
    let names = Names { rulebook: amended.rulebook, world: amended.after };
    let pentade = former.before.pentade;
    let mut document =
        Document::new(format!("What differs in {}\u{2013}{}", pentade.first_year(), pentade.last_year()));
    empires(former.after, amended.after, reader, &mut document);
    areas(names, former.after, amended.after, &mut document);
    let (old, new) = (seen(former.chronicle, reader), seen(amended.chronicle, reader));
    entries(Names { world: former.after, ..names }, "No longer happens", &old, &new, reader, &mut document);
    entries(names, "Happens now", &new, &old, reader, &mut document);
    dice(&old, &new, &mut document);
    if document.blocks.is_empty() {
        document.paragraph("Nothing.");
    }
    document
}

/// One row for each empire whose areas, wealth, gold or points differ. What a treasury holds is its owner's and the GM's.
fn empires(old: &World, new: &World, reader: &Reader, document: &mut Document) {
    let ids: BTreeSet<&EmpireId> = old.empires.keys().chain(new.empires.keys()).collect();
    let figures = |world: &World, id: &EmpireId| -> [i32; 4] {
        let own = || world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
        let own_eyes = *reader == Reader::Gm || *reader == Reader::Side(SideId::new(id.as_str()));
        let gold = world.empires.get(id).filter(|_| own_eyes).map_or(0, |empire| empire.treasury);
        let count = i32::try_from(own().count()).unwrap_or(i32::MAX);
        [count, own().map(Area::wealth).sum(), gold, world.quarters_of(id)]
    };
    let rows: Vec<Vec<String>> = ids
        .into_iter()
        .filter_map(|id| {
            let (was, is) = (figures(old, id), figures(new, id));
            let name = old.empires.get(id).or_else(|| new.empires.get(id)).map(|one| one.name.clone())?;
            (was != is).then(|| {
                let cell = |at: usize| change(plain(was[at]), plain(is[at]));
                let gold = if was[2] == is[2] { String::new() } else { cell(2) };
                vec![name, cell(0), cell(1), gold, change(points(was[3]), points(is[3]))]
            })
        })
        .collect();
    let head = ["Empire", "Areas", "Wealth", "Gold", "Victory points"].map(str::to_owned).to_vec();
    table("Empires", head, rows, document);
}

fn change(was: String, is: String) -> String {
    if was == is { is } else { format!("{was} \u{2192} {is}") }
}

fn table(caption: &str, head: Vec<String>, rows: Vec<Vec<String>>, document: &mut Document) {
    if !rows.is_empty() {
        document.heading(2, caption);
        document.blocks.push(Block::Table { caption: caption.to_owned(), head, rows });
    }
}

fn areas(names: Names<'_>, old: &World, new: &World, document: &mut Document) {
    let mut rows = Vec::new();
    for (id, is) in &new.areas {
        let Some(was) = old.areas.get(id).filter(|was| *was != is) else { continue };
        rows.push(vec![names.area(id).to_owned(), listed(area_changes(names, was, is))]);
    }
    table("Areas", ["Area", "What differs"].map(str::to_owned).to_vec(), rows, document);
}

fn area_changes(names: Names<'_>, was: &Area, is: &Area) -> Vec<String> {
    let mut changes = Vec::new();
    let mut say = |what: &str, was: String, is: String| {
        if was != is {
            changes.push(format!("{what} {was} \u{2192} {is}"));
        }
    };
    say("owner", names.owner(was.owner.as_ref()).to_owned(), names.owner(is.owner.as_ref()).to_owned());
    say("social state", signed(was.social_state), signed(is.social_state));
    say("base social state", signed(was.base_social_state), signed(is.base_social_state));
    say("population", plain(was.population), plain(is.population));
    say("fortification", plain(was.fortification), plain(is.fortification));
    say("unrest", yes(was.in_unrest), yes(is.in_unrest));
    say("language", names.language(was).to_owned(), names.language(is).to_owned());
    let religion = |area: &Area| names.rulebook.religions.name(&area.religion).to_owned();
    say("religion", religion(was), religion(is));
    say("groups", none(names.groups(was)), none(names.groups(is)));
    say("claims", none(names.empires(&was.claims)), none(names.empires(&is.claims)));
    say("ties", none(names.empires(was.ties.keys())), none(names.empires(is.ties.keys())));
    if changes.is_empty() {
        changes.push("results of conquest or diplomacy, or when it was taxed or won".to_owned());
    }
    changes
}

fn yes(holds: bool) -> String {
    if holds { "yes" } else { "no" }.to_owned()
}

fn none(words: String) -> String {
    if words.is_empty() { "none".to_owned() } else { words }
}

/// What stands in one chronicle and not in the other; orders that became void show as refusals that happen now.
fn entries(
    names: Names<'_>,
    heading: &str,
    these: &[&Entry],
    others: &[&Entry],
    reader: &Reader,
    document: &mut Document,
) {
    let here =
        |entry: &&&Entry| !others.contains(*entry) && !matches!(entry.kind, Happening::CardsDealt { .. });
    let items: Vec<Item> =
        these.iter().filter(here).map(|entry| dated(item(names, entry, reader), entry)).collect();
    if !items.is_empty() {
        document.heading(2, heading);
        document.blocks.push(Block::List(items));
    }
}

fn dated(item: Item, entry: &Entry) -> Item {
    let Some(year) = entry.year else { return item };
    let mut spans = vec![text(format!("{year}: "))];
    spans.extend(item.spans);
    Item { spans, ..item }
}

/// Dice thrown in only one of the two, and dice that show another number: of these there should be none (contract 3).
fn dice(old: &[&Entry], new: &[&Entry], document: &mut Document) {
    let thrown = |entries: &[&Entry]| -> BTreeMap<String, Vec<u32>> {
        let draws = entries.iter().flat_map(|entry| &entry.chance);
        draws.map(|draw| (draw.key.clone(), draw.values.clone())).collect()
    };
    let (old, new) = (thrown(old), thrown(new));
    let only = |these: &BTreeMap<String, Vec<u32>>, others: &BTreeMap<String, Vec<u32>>| {
        these.keys().filter(|key| !others.contains_key(*key)).cloned().collect::<Vec<_>>()
    };
    let moved: Vec<String> = old
        .iter()
        .filter(|(key, values)| new.get(*key).is_some_and(|other| other != *values))
        .map(|(key, _)| key.clone())
        .collect();
    let lists = [
        ("No longer thrown", only(&old, &new)),
        ("Thrown now", only(&new, &old)),
        ("Showing another number, which should not be", moved),
    ];
    if lists.iter().all(|(_, keys)| keys.is_empty()) {
        return;
    }
    document.heading(2, "Dice and cards");
    for (words, keys) in lists.into_iter().filter(|(_, keys)| !keys.is_empty()) {
        document.paragraph(format!("{words}: {}.", keys.join(", ")));
    }
}
