//! What differs between a pentade as it was played and as it was played again after a correction (34).
//!
//! Compares two worlds and two chronicles; reckons nothing anew.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use super::sentence::item;
use super::words::{Names, listed, plain, points, signed, text};
use super::{Told, seen};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::EmpireId;
use crate::empires::world::{Area, World};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document, Item};

/// The differences in what a reader may see: empires, areas, orders that became void or count now, what came out otherwise,
/// dice.
pub fn difference(former: Told<'_>, amended: Told<'_>, reader: &Reader) -> Document {
    let (rulebook, old_rulebook) =
        (&*amended.rulebook.of_world(amended.after), &*former.rulebook.of_world(former.after));
    let names = Names { rulebook, world: amended.after };
    let old_names = Names { rulebook: old_rulebook, world: former.after };
    let pentade = former.before.pentade;
    let mut document =
        Document::new(format!("What differs in {}\u{2013}{}", pentade.first_year(), pentade.last_year()));
    empires(names, former.after, reader, &mut document);
    areas(names, former.after, amended.after, &mut document);
    let (old, new) = (seen(former.chronicle, reader), seen(amended.chronicle, reader));
    let (gone, come) = (Side { names: old_names, reader }, Side { names, reader });
    events(gone, come, &old, &new, &mut document);
    dice(&old, &new, &mut document);
    if document.blocks.is_empty() {
        document.paragraph("Nothing.");
    }
    document
}

/// One row for each empire whose areas, wealth, gold, cards or points differ. What a treasury and a hand hold is their
/// owner's and the GM's.
fn empires(names: Names<'_>, old: &World, reader: &Reader, document: &mut Document) {
    let new = names.world;
    let ids: BTreeSet<&EmpireId> = old.empires.keys().chain(new.empires.keys()).collect();
    let rows: Vec<Vec<String>> = ids
        .into_iter()
        .filter_map(|id| {
            let (was, is) = (Figures::of(names, old, id, reader), Figures::of(names, new, id, reader));
            let name = old.empires.get(id).or_else(|| new.empires.get(id)).map(|one| one.name.clone())?;
            (was != is).then(|| [vec![name], was.changed_to(is)].concat())
        })
        .collect();
    let head =
        ["Empire", "Areas", "Wealth", "Gold", "Hold cards", "Victory points"].map(str::to_owned).to_vec();
    table("Empires", head, rows, document);
}

/// What an empire has, as far as a reader may see it.
#[derive(PartialEq, Eq)]
struct Figures {
    areas: i32,
    wealth: i32,
    gold: Option<i32>,
    hand: Option<Vec<String>>,
    quarters: i32,
}

impl Figures {
    fn of(names: Names<'_>, world: &World, id: &EmpireId, reader: &Reader) -> Self {
        let own = || world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
        let own_eyes = *reader == Reader::Gm || *reader == Reader::Side(SideId::new(id.as_str()));
        let card =
            |kind| names.rulebook.event_card(kind).map_or("a card", |card| card.name.as_str()).to_owned();
        let hand = || world.cards.hand(id).map(|(_, kind)| card(kind)).collect();
        Self {
            areas: i32::try_from(own().count()).unwrap_or(i32::MAX),
            wealth: own().map(Area::wealth).sum(),
            gold: world.empires.get(id).filter(|_| own_eyes).map(|empire| empire.treasury),
            hand: own_eyes.then(hand),
            quarters: world.quarters_of(id),
        }
    }

    /// The cells of a row: what differs with both its values; of what only some may see nothing where it is the same.
    fn changed_to(self, is: Self) -> Vec<String> {
        let hidden = |was: Option<String>, is: Option<String>| match (was == is, is) {
            (false, Some(is)) => change(was.unwrap_or_default(), is),
            _ => String::new(),
        };
        let cards = |hand: Option<Vec<String>>| hand.map(|hand| none(hand.join(", ")));
        vec![
            change(plain(self.areas), plain(is.areas)),
            change(plain(self.wealth), plain(is.wealth)),
            hidden(self.gold.map(plain), is.gold.map(plain)),
            hidden(cards(self.hand), cards(is.hand)),
            change(points(self.quarters), points(is.quarters)),
        ]
    }
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

/// One of the two histories, as a reader sees it.
#[derive(Clone, Copy)]
struct Side<'a> {
    names: Names<'a>,
    reader: &'a Reader,
}

impl Side<'_> {
    fn item(self, entry: &Entry) -> Item {
        dated(item(self.names, entry, self.reader), entry)
    }

    fn list(self, heading: &str, entries: &[&Entry], document: &mut Document) {
        let items: Vec<Item> = entries.iter().map(|entry| self.item(entry)).collect();
        listing(heading, items, document);
    }
}

fn listing(heading: &str, items: Vec<Item>, document: &mut Document) {
    if !items.is_empty() {
        document.heading(2, heading);
        document.blocks.push(Block::List(items));
    }
}

/// What stands in one chronicle and not in the other. Orders come first: those that can no longer be carried out and those
/// that now can; then what both tell of, but otherwise.
fn events(gone: Side<'_>, come: Side<'_>, old: &[&Entry], new: &[&Entry], document: &mut Document) {
    let is_told = |entry: &Entry| !matches!(entry.kind, Happening::CardsDealt { .. });
    let only = |these: &[&'_ Entry], others: &[&Entry]| -> Vec<usize> {
        let here = |at: &usize| !others.contains(&these[*at]) && is_told(these[*at]);
        (0..these.len()).filter(here).collect()
    };
    let pick = |of: &[usize], from: &[&'_ Entry], wanted: bool| -> Vec<usize> {
        of.iter().copied().filter(|at| is_refusal(from[*at]) == wanted).collect()
    };
    let (only_old, only_new) = (only(old, new), only(new, old));
    let shown = |of: &[usize], from: &[&Entry], side: Side<'_>, heading: &str, document: &mut Document| {
        let entries: Vec<&Entry> = of.iter().map(|at| from[*at]).collect();
        side.list(heading, &entries, document);
    };
    shown(&pick(&only_new, new, true), new, come, "Orders that are no longer carried out", document);
    shown(&pick(&only_old, old, true), old, gone, "Orders that are no longer refused", document);
    let (was, mut is) = (pick(&only_old, old, false), pick(&only_new, new, false));
    let (mut otherwise, mut lost) = (Vec::new(), Vec::new());
    for at in was {
        match is.iter().position(|other| is_same_matter(old[at], new[*other])) {
            Some(found) => otherwise.push(both(gone.item(old[at]), come.item(new[is.remove(found)]))),
            None => lost.push(at),
        }
    }
    listing("Comes out otherwise", otherwise, document);
    shown(&lost, old, gone, "No longer happens", document);
    shown(&is, new, come, "Happens now", document);
}

fn is_refusal(entry: &Entry) -> bool {
    matches!(entry.kind, Happening::OrderRefused { .. })
}

/// What was, and what is instead, with the new arithmetic beneath.
fn both(was: Item, is: Item) -> Item {
    let spans = [was.spans, vec![text(" Now: ")], is.spans].concat();
    Item { spans, details: is.details }
}

/// Whether two entries tell of the same matter: the same act of the same empire at the same place in the same year.
fn is_same_matter(a: &Entry, b: &Entry) -> bool {
    let same_act = match (&a.kind, &b.kind) {
        (
            Happening::EndeavourTried { sort, base, .. },
            Happening::EndeavourTried { sort: other_sort, base: other_base, .. },
        ) => sort == other_sort && base == other_base,
        (
            Happening::RebellionChecked { cause, .. },
            Happening::RebellionChecked { cause: other_cause, .. },
        ) => cause == other_cause,
        (Happening::Card(a), Happening::Card(b)) => discriminant(a) == discriminant(b),
        (Happening::Parley(a), Happening::Parley(b)) => discriminant(a) == discriminant(b),
        (Happening::Church(a), Happening::Church(b)) => discriminant(a) == discriminant(b),
        (Happening::Crusade(a), Happening::Crusade(b)) => discriminant(a) == discriminant(b),
        (Happening::Outsider(a), Happening::Outsider(b)) => discriminant(a) == discriminant(b),
        (Happening::People(a), Happening::People(b)) => discriminant(a) == discriminant(b),
        (Happening::Heresy(a), Happening::Heresy(b)) => discriminant(a) == discriminant(b),
        (Happening::Regency(a), Happening::Regency(b)) => discriminant(a) == discriminant(b),
        (Happening::Score(a), Happening::Score(b)) => discriminant(a) == discriminant(b),
        (Happening::Gm(a), Happening::Gm(b)) => discriminant(a) == discriminant(b),
        (a, b) => discriminant(a) == discriminant(b),
    };
    same_act && a.year == b.year && a.step == b.step && a.who == b.who && a.place == b.place
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
        let keys: Vec<String> = keys.iter().map(|key| purpose(key)).collect();
        document.paragraph(format!("{words}: {}.", keys.join(", ")));
    }
}

/// A draw's key in words: `986 rebellion lombardy`, with its number where there are several for the same thing.
fn purpose(key: &str) -> String {
    let parts: Vec<&str> = key.split('/').collect();
    let [pentade, year, purpose, subject @ .., nth] = parts.as_slice() else { return key.to_owned() };
    let year = if *year == "-" { format!("{pentade} opening or close") } else { (*year).to_owned() };
    let nth = nth.parse::<u32>().ok().filter(|nth| *nth > 0);
    let nth = nth.map_or_else(String::new, |nth| format!(" {}", nth + 1));
    format!("{year} {purpose} {}{nth}", subject.join("/"))
}
