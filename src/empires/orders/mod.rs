//! The order language: words, grammar, conditions, complaints, and printing orders back.
//!
//! Reading never fails: any text yields a sheet and complaints. The words are those of `config/words.toml`; what
//! may be ordered when is not judged here, for that depends on the world.
//!
//! A letter goes from lines (labels, headings, lists, press) to statements, and a statement clause by clause: a
//! verb chooses the reader of what follows.

use std::collections::{BTreeMap, BTreeSet};

use crate::empires::terms::{Act, AreaId, EmpireId, Order, OrderSheet, Pentade, When};
use crate::postal::reading::{Complaint, Press};

mod alternatives;
mod amend;
mod cards;
mod clauses;
mod conditions;
mod corrections;
mod courts;
mod cursor;
mod donations;
mod endeavours;
mod gold;
mod headings;
mod labels;
mod lines;
mod misspelt;
mod motions;
mod named;
mod names;
mod parley_events;
mod parties;
mod politics;
mod press;
mod print;
mod reader;
mod regencies;
mod remarks;
mod shortened;
mod suggest;
mod talk;
mod tokens;
mod treaties;
mod vocabulary;
mod votes;
mod waiting;
mod wishes;
mod words;
mod words_file;
mod years;

pub use amend::amend;
pub use named::{Named, named};
pub use print::{condition_words, endeavour_words, order_words, print};
pub use vocabulary::{EmpireNames, Names, Vocabulary};
pub use words_file::WordsFault;

/// Bytes of a text that are read; the rest is complained about.
const MOST_BYTES: usize = 128 * 1024;

/// For whom and for when a letter is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The empire that orders: who *we* are.
    pub empire: EmpireId,
    /// The pentade that is open.
    pub pentade: Pentade,
    /// What lies near: it is preferred where a name is misspelt or cut short.
    pub nearby: Nearby,
}

impl Context {
    /// A context that prefers no area to another.
    pub fn of(empire: EmpireId, pentade: Pentade) -> Self {
        Self { empire, pentade, nearby: Nearby::default() }
    }
}

/// The areas that an empire is likely to name, as the world stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nearby {
    /// Its own.
    pub own: BTreeSet<AreaId>,
    /// Those within reach of one of its own, by land or sea (9.4, 9.8).
    pub within_reach: BTreeSet<AreaId>,
}

/// What a letter replaces in the sheet it meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replacement {
    /// Everything: it says `replace all` or `withdraw`.
    All,
    /// The orders of these years, and standing orders of the kinds it gives.
    Years(BTreeSet<i32>),
}

/// What one text says, by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// Its orders: by when they are for, and within that in the order written.
    pub sheet: OrderSheet,
    /// What they replace.
    pub replaced: Replacement,
    /// The years in which nothing is to be done where nothing else is ordered: `no orders this time` (9.3).
    pub idle: BTreeSet<i32>,
    /// What could not be taken as it stands, in line order.
    pub complaints: Vec<Complaint>,
    /// Messages to other players.
    pub press: Vec<Press>,
}

/// Reads one letter or form.
///
/// Errors: none; whatever is not understood becomes a complaint, and the rest stands.
pub fn read(vocabulary: &Vocabulary, context: &Context, text: &str) -> Read {
    read_and_part(vocabulary, context, context.pentade, &BTreeSet::new(), text).0
}

/// Rule 30.4: reads the letter of a ruler who is also regent of these empires: his own orders, and under a heading
/// `orders for FRANCE` those of France, by empire.
///
/// Each empire's orders are read as if its own ruler had written them: *we* is that empire, and lines and columns are
/// those of the letter. A heading of any other empire is complained about in the writer's own part. An empire of which
/// the letter says nothing is not there, but for the writer's own.
pub fn read_for_regencies(
    vocabulary: &Vocabulary,
    context: &Context,
    regent_of: &BTreeSet<EmpireId>,
    text: &str,
) -> BTreeMap<EmpireId, Read> {
    read_counted(vocabulary, context, context.pentade, regent_of, text)
}

/// The same where `year 1` is the first of another pentade than the one that is read for.
pub fn read_counted(
    vocabulary: &Vocabulary,
    context: &Context,
    counted: Pentade,
    regent_of: &BTreeSet<EmpireId>,
    text: &str,
) -> BTreeMap<EmpireId, Read> {
    let (own, parts) = read_and_part(vocabulary, context, counted, regent_of, text);
    let of_part = |(empire, text): (EmpireId, String)| {
        let context = Context::of(empire.clone(), context.pentade);
        let read = read_and_part(vocabulary, &context, counted, &BTreeSet::new(), &text).0;
        (empire, read)
    };
    let mut all: BTreeMap<EmpireId, Read> = parts.into_iter().map(of_part).collect(); // rule:30.4
    all.insert(context.empire.clone(), own);
    all
}

/// Reads a letter but for the parts under headings of these empires, which are given back.
fn read_and_part(
    vocabulary: &Vocabulary,
    context: &Context,
    counted: Pentade,
    regent_of: &BTreeSet<EmpireId>,
    text: &str,
) -> (Read, BTreeMap<EmpireId, String>) {
    let end = text.floor_char_boundary(MOST_BYTES);
    let letter = tokens::lex(vocabulary, &text[..end]);
    let mut reader = reader::Reader::new(vocabulary, context, &letter);
    reader.year_one = counted.first_year();
    let parts = reader.letter(regent_of);
    if end < text.len() {
        reader.cut_off(letter.tokens.len().saturating_sub(1), &format!("{MOST_BYTES} bytes"));
    }
    (reader.finish(), parts)
}

/// Reads anew an order that an older server kept word by word, because no chapter carried it out yet.
pub fn read_kept(vocabulary: &Vocabulary, context: &Context, when: When, words: &str) -> Vec<Order> {
    read(vocabulary, context, &format!("{}\n  {words}\n", print::heading(when))).sheet.orders
}

/// The years of the pentade for which a sheet orders no endeavour, one line each: `978: no endeavour`. A year whose card
/// is given away needs none.
pub fn missing(sheet: &OrderSheet, pentade: Pentade) -> Vec<String> {
    let given: BTreeSet<i32> =
        sheet.orders.iter().flat_map(|order| given_away(&order.act, pentade)).collect();
    pentade
        .years()
        .filter(|year| !covers(sheet, *year) && !given.contains(year))
        .map(|year| format!("{year}: no endeavour"))
        .collect()
}

/// Whether a sheet says what to do in a year, be it nothing.
fn covers(sheet: &OrderSheet, year: i32) -> bool {
    sheet.orders.iter().any(|order| {
        let endeavour = matches!(order.act, Act::Endeavour(_) | Act::NoEndeavour);
        endeavour
            && match order.when {
                When::Year(of) => of == year,
                When::From(first) => first <= year,
                When::EveryYear => true,
                When::Opening | When::Standing => false,
            }
    })
}

/// The years that a gift of year cards leaves without an endeavour: those it names, or the last ones (9.3).
fn given_away(act: &Act, pentade: Pentade) -> Vec<i32> {
    match act {
        Act::GiveYearCards { without, .. } if !without.is_empty() => without.clone(),
        Act::GiveYearCards { cards, .. } => {
            let cards = usize::try_from(*cards).unwrap_or(0);
            pentade.years().rev().take(cards).collect()
        }
        _ => Vec::new(),
    }
}
