//! The entries of one year as a list, with an empire's taxes drawn together: most are many and uneventful.

use super::sentence::{item, rules};
use super::words::{Names, listed, text};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::explain::explain;
use crate::empires::rulebook::{CheckResult, Word};
use crate::empires::terms::{AreaId, EmpireId};
use crate::postal::chronicle::Reader;
use crate::postal::document::{Item, Span};

/// The items of one year. Where an empire taxed several areas they make one item, with the checks that came to nothing
/// beneath it; all else keeps its place.
pub(super) fn items(names: Names<'_>, year: &[&Entry], reader: &Reader) -> Vec<Item> {
    let mut items = Vec::new();
    for (place, entry) in year.iter().enumerate() {
        let taxed = taxed_with(year, entry);
        if taxed.len() < 2 {
            items.push(item(names, entry, reader));
        } else if gold(entry).is_some() {
            let is_first =
                !year[..place].iter().any(|before| taxed.iter().any(|one| std::ptr::eq(*one, *before)));
            items.extend(is_first.then(|| together(names, year, &taxed)));
        } else if !is_quiet(entry, &taxed) {
            items.push(item(names, entry, reader));
        }
    }
    items
}

/// The gold that an entry of taxation tells of.
fn gold(entry: &Entry) -> Option<i32> {
    match entry.kind {
        Happening::Taxed { gold } => Some(gold),
        _ => None,
    }
}

/// The taxes of the year of the empire that an entry of taxation is about; none for any other entry.
fn taxed_with<'e>(year: &[&'e Entry], entry: &Entry) -> Vec<&'e Entry> {
    let about_taxes = gold(entry).is_some() || matches!(entry.kind, Happening::RebellionChecked { .. });
    let of_same =
        |one: &&&Entry| about_taxes && gold(one).is_some() && one.who == entry.who && one.step == entry.step;
    year.iter().filter(of_same).copied().collect()
}

/// Whether an entry is the check of one of these taxes and came to nothing.
fn is_quiet(entry: &Entry, taxed: &[&Entry]) -> bool {
    match &entry.kind {
        Happening::RebellionChecked { result, .. } => {
            CheckResult::of(result) == Some(CheckResult::Nothing)
                && taxed.iter().any(|one| one.place == entry.place)
        }
        _ => false,
    }
}

/// `German Empire taxes Lombardy 5, Rome 3 and Saxony 2: 10 gold.`
fn together(names: Names<'_>, year: &[&Entry], taxed: &[&Entry]) -> Item {
    let who = taxed.first().and_then(|entry| entry.who.as_ref()).map(|side| EmpireId::new(side.as_str()));
    let who = who.as_ref().map_or("nobody", |who| names.empire(who));
    let yields = taxed.iter().map(|entry| format!("{} {}", place(names, entry), gold(entry).unwrap_or(0)));
    let total: i32 = taxed.iter().filter_map(|entry| gold(entry)).sum();
    let mut spans = vec![text(format!("{who} taxes {}: {total} gold.", listed(yields.collect())))];
    spans.extend(taxed.first().map(|entry| rules(names, entry)).unwrap_or_default());
    let quiet = year.iter().filter(|entry| is_quiet(entry, taxed));
    let details: Vec<Vec<Span>> = quiet
        .flat_map(|entry| {
            let area = place(names, entry);
            explain(entry).into_iter().map(move |line| vec![text(format!("{area}: {line}"))])
        })
        .collect();
    Item { spans, details }
}

fn place(names: Names<'_>, entry: &Entry) -> String {
    let area = entry.place.as_ref().map(|place| AreaId::new(place));
    area.as_ref().map_or("", |area| names.area(area)).to_owned()
}
