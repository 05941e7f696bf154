//! A forecast in words, for acknowledgements and pages.

use super::{Expected, Forecast, ForecastCheck, ForecastYear, Movement, Outlook, Refused, Standing};
use crate::empires::atlas::Atlas;
use crate::empires::explain::breakdown;
use crate::empires::orders::{Vocabulary, condition_words, endeavour_words, order_words};
use crate::empires::rules::endeavours::CardResult;
use crate::empires::terms::{Act, AreaId, EndeavourSort, Order, RuleId, When};
use crate::postal::document::{Block, Item, Span};
use crate::postal::reading;

/// The forecast as refusals and blocks.
pub fn document(atlas: &Atlas, vocabulary: &Vocabulary, forecast: &Forecast) -> reading::Forecast {
    let words = Words { atlas, vocabulary };
    let (awaiting, refused): (Vec<_>, Vec<_>) = forecast.refused.iter().partition(|one| one.awaits.is_some());
    let refusals = refused.into_iter().map(|one| words.refused(one)).collect();
    let mut blocks = vec![Block::Paragraph(vec![text(BASIS)])];
    blocks.push(gold(forecast));
    let levies: Vec<Item> = forecast.years.iter().flat_map(|year| words.levies(year)).collect();
    blocks.extend((!levies.is_empty()).then_some(Block::List(levies)));
    let endeavours = forecast.years.iter().flat_map(|year| words.endeavours(year, forecast.deck));
    let endeavours: Vec<Item> = endeavours.collect();
    if !endeavours.is_empty() {
        blocks.push(heading("Endeavours"));
        blocks.push(Block::List(endeavours));
    }
    if !awaiting.is_empty() {
        blocks.push(heading("Hanging on what you win before"));
        blocks.push(Block::List(awaiting.into_iter().map(|one| words.awaiting(one)).collect()));
    }
    reading::Forecast { refusals, blocks }
}

/// What a forecast rests on.
const BASIS: &str = "A forecast, no promise. It takes the world as it now stands and your orders alone: not what \
                     others do, no event card, no raider, no rebellion, and no result of your own endeavours. No \
                     target is thought to be defended. Each card of the year deck is as likely as any other.";

struct Words<'a> {
    atlas: &'a Atlas,
    vocabulary: &'a Vocabulary,
}

impl Words<'_> {
    /// `976: conquer Bavaria from Swabia: Swabia is not an own area (9.4)`.
    fn refused(&self, refused: &Refused) -> Item {
        let order = self.order(&refused.order);
        let place = match &refused.area {
            Some(area) if self.is_one_of_several(&refused.order, area) => {
                format!(" ({})", self.atlas.name(area))
            }
            _ => String::new(),
        };
        let years = match refused.order.when {
            When::Year(_) => String::new(),
            _ => in_years(&refused.years),
        };
        let words = format!("{order}{place}: {}{years} ", refused.reason);
        Item { spans: vec![text(words), rule(&refused.rule)], details: Vec::new() }
    }

    fn awaiting(&self, refused: &Refused) -> Item {
        let area = refused.awaits.as_ref().map_or("an area", |area| self.atlas.name(area));
        let words = format!(
            "{}: only if {area} is yours by then; what it would come to cannot be told yet",
            self.order(&refused.order)
        );
        Item { spans: vec![text(words)], details: Vec::new() }
    }

    fn is_one_of_several(&self, order: &Order, area: &AreaId) -> bool {
        match &order.act {
            Act::Tax(tax) => tax.areas.len() != 1 && (tax.areas.is_empty() || tax.areas.contains(area)),
            Act::Plunder(plunder) => plunder.areas.len() != 1,
            _ => false,
        }
    }

    /// `976: conquer Bavaria from Swabia`.
    fn order(&self, order: &Order) -> String {
        let when = match order.when {
            When::Opening => "At the opening: ".to_owned(),
            When::Year(year) => format!("{year}: "),
            When::EveryYear => "Every year: ".to_owned(),
            When::From(year) => format!("From {year} on: "),
            When::Standing => String::new(),
        };
        let lines = order_words(self.vocabulary, order);
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        format!("{when}{}", lines.join("; "))
    }

    /// What each tax and plunder of a year yields and risks.
    fn levies(&self, year: &ForecastYear) -> Vec<Item> {
        let levied = year.levied.iter().map(|(area, why, gold)| {
            let what = if *why == Movement::Plunder { "plunder" } else { "taxes" };
            let mut spans =
                vec![text(format!("{}: {what} of {}: {gold} gold", year.year, self.atlas.name(area)))];
            // An area plundered in unrest is tested too; its check follows that of its taxes.
            let mut checks = year.checks.iter().filter(|check| check.area == *area);
            let check = if *why == Movement::Plunder { checks.next_back() } else { checks.next() };
            if let Some(check) = check.filter(|check| check.unrest + check.rebellion > 0) {
                spans.push(text(format!("; its check brings {} of {} throws ", risk(check), check.throws)));
                spans.push(rule(&RuleId::new("17.3")));
            }
            Item { spans, details: Vec::new() }
        });
        levied.collect()
    }

    /// What each endeavour of a year would come to.
    fn endeavours(&self, year: &ForecastYear, deck: u32) -> Vec<Item> {
        let told = year.endeavours.iter().filter_map(|one| {
            one.outlook.as_ref().map(|outlook| self.endeavour(year.year, one, outlook, deck))
        });
        told.collect()
    }

    fn endeavour(&self, year: i32, one: &Expected, outlook: &Outlook, deck: u32) -> Item {
        let sort = one.endeavour.kind.sort();
        let conditions: Vec<String> =
            one.conditions.iter().map(|condition| condition_words(self.vocabulary, condition)).collect();
        let when = match (conditions.is_empty(), one.is_alternative) {
            (true, false) => String::new(),
            (true, true) => ", else".to_owned(),
            (false, _) => format!(", if {}", conditions.join(" and ")),
        };
        let words = endeavour_words(self.vocabulary, Some(&one.endeavour));
        let head = format!("{year}{when}: {words}: ");
        let mut spans = vec![text(head), Span::Strong(chance(sort, outlook, deck))];
        if one.standing == Standing::Unmet {
            spans.push(text(", but as things stand it would not be tried"));
        }
        let mut details = vec![vec![text(sentence(&breakdown(&outlook.rating)))]];
        details.push(vec![text(cards(sort, outlook))]);
        if let Some((need, scored)) = outlook.needs {
            let so_far = if scored == 0 { "none".to_owned() } else { scored.to_string() };
            let noun = if need == 1 { "C result" } else { "C results" };
            details.push(vec![text(format!(
                "{} needs {need} {noun}; you have {so_far} so far",
                self.atlas.name(one.endeavour.kind.target())
            ))]);
        }
        let cost = outlook.price + outlook.gold;
        if outlook.price > 0 {
            details
                .push(vec![text(format!("Costs {cost} gold, {} of them for ships or walls", outlook.price))]);
        }
        Item { spans, details }
    }
}

/// `conquest succeeds on 27 of 56 cards, at rating 5`.
fn chance(sort: EndeavourSort, outlook: &Outlook, deck: u32) -> String {
    let rating = outlook.rating.total;
    match outlook.succeeds {
        _ if outlook.by_coup => "the diplomatic coup brings the tie whatever the card".to_owned(),
        None => format!("takes {} off the rating of every attacker", plain(rating)),
        Some(succeeds) => {
            format!("{} succeeds on {succeeds} of {deck} cards, at rating {}", noun(sort), plain(rating))
        }
    }
}

/// `C on 20 cards, C and target −1 on 7, nothing on 29`.
fn cards(sort: EndeavourSort, outlook: &Outlook) -> String {
    let parts = outlook.results.iter().map(|(results, cards)| {
        let words: Vec<&str> = results.iter().map(|result: &CardResult| result.words(sort)).collect();
        let words = if words.is_empty() { "nothing".to_owned() } else { words.join(" and ") };
        format!("{words} on {cards}")
    });
    let parts: Vec<String> = parts.collect();
    let attacked = if sort == EndeavourSort::Defence { ", if attacked" } else { "" };
    format!("Cards: {}{attacked}", parts.join("; "))
}

/// The gold of the pentade, a row a year.
fn gold(forecast: &Forecast) -> Block {
    let sum = |year: &ForecastYear, of: &[Movement]| -> i32 {
        year.movements.iter().filter(|(why, _)| of.contains(why)).map(|(_, gold)| gold).sum()
    };
    let columns: [(&str, &[Movement]); 4] = [
        ("Taxes", &[Movement::Taxes]),
        ("Plunder", &[Movement::Plunder]),
        ("Gifts, treaties", &[Movement::Gifts]),
        ("Other", &[Movement::Demesnes, Movement::Other]),
    ];
    let used = columns.into_iter().filter(|(_, of)| {
        of.contains(&Movement::Taxes) || forecast.years.iter().any(|year| sum(year, of) != 0)
    });
    let used: Vec<_> = used.collect();
    let mut head = vec!["Year".to_owned(), "Treasury".to_owned()];
    head.extend(used.iter().map(|(name, _)| (*name).to_owned()));
    head.extend(["Endeavours".to_owned(), "Left".to_owned()]);
    let row = |year: &ForecastYear| {
        let mut row = vec![year.year.to_string(), year.treasury.to_string()];
        row.extend(used.iter().map(|(_, of)| signed(sum(year, of))));
        row.extend([signed(-year.spent), year.left.to_string()]);
        row
    };
    let mut rows: Vec<Vec<String>> = forecast.years.iter().map(row).collect();
    if forecast.close_gold != 0 {
        let mut close = vec![String::new(); head.len()];
        let left = forecast.years.last().map_or(0, |year| year.left);
        close[0] = "close".to_owned();
        close[1] = left.to_string();
        let last = close.len() - 1;
        close[last] = (left + forecast.close_gold).to_string();
        rows.push(close);
    }
    Block::Table { caption: "Gold".to_owned(), head, rows }
}

fn in_years(years: &[i32]) -> String {
    match years {
        [] => String::new(),
        [only] => format!(", in {only}"),
        [some @ .., last] => {
            let some: Vec<String> = some.iter().map(i32::to_string).collect();
            format!(", in {} and {last}", some.join(", "))
        }
    }
}

fn heading(words: &str) -> Block {
    Block::Heading { level: 3, text: words.to_owned() }
}

fn text(words: impl Into<String>) -> Span {
    Span::Text(words.into())
}

fn rule(id: &RuleId) -> Span {
    Span::Rule(id.clone())
}

/// `unrest on 3, rebellion on 1`.
pub(super) fn risk(check: &ForecastCheck) -> String {
    let parts = [("unrest", check.unrest), ("rebellion", check.rebellion)];
    let parts = parts.into_iter().filter(|(_, throws)| *throws > 0);
    parts.map(|(what, throws)| format!("{what} on {throws}")).collect::<Vec<_>>().join(", ")
}

/// `+2`, `0`, `−1`, with a true minus sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

/// `3`, `−1`, with a true minus sign.
pub(super) fn plain(number: i32) -> String {
    if number < 0 { signed(number) } else { number.to_string() }
}

pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn noun(sort: EndeavourSort) -> &'static str {
    match sort {
        EndeavourSort::Conquest => "conquest",
        EndeavourSort::Pillage => "pillage",
        EndeavourSort::Diplomacy => "diplomacy",
        EndeavourSort::Defence => "defence",
        EndeavourSort::Fortification => "fortification",
        EndeavourSort::Ruling => "ruling",
        EndeavourSort::Conversion => "conversion",
    }
}
