//! Year cards and areas given away (9.3, 23, 28.1).

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::politics::{Found, is_pope};
use super::reader::{Frame, Reader, Span};
use super::vocabulary::Meaning;
use super::words::{Subject, Word};
use crate::empires::terms::{Act, Cause, When};
use crate::postal::reading::Weight;

/// Words of a condition about a card that comes back.
const LONGEST: usize = 16;

impl<'a> Reader<'a> {
    /// `2 year cards to the crusade, without an endeavour in 979 and 980`, `our year cards of 1004 and 1005 to the
    /// Pope` (9.3).
    ///
    /// `donating` is the frame of `donate`: a year there is the year that is left without an endeavour.
    pub fn year_cards(&mut self, c: &mut Cursor<'a>, donating: Option<&Frame>) -> Option<Found> {
        let mut ahead = *c;
        let first = self.receiver(&mut ahead);
        let (cards, mut without) = self.cards_given(&mut ahead)?;
        let to = match first {
            Some(to) => to,
            None => self.receiver(&mut ahead)?,
        };
        let named = ahead.attempt(|c| {
            c.mark(',');
            c.word(Word::WithoutEndeavour).then_some(())?;
            c.word(Word::In);
            Some(self.years(c)).filter(|years| !years.is_empty())
        });
        without.extend(named.into_iter().flatten());
        let mut whens = None;
        if let Some(frame) = donating {
            let year = |when: &When| if let When::Year(year) = when { Some(*year) } else { None };
            if without.is_empty() {
                without.extend(frame.whens.iter().filter_map(year));
            }
            whens = Some(vec![When::Opening]);
        }
        let fewest = if cards.is_none() { i32::try_from(without.len()).unwrap_or(1) } else { 1 };
        let cards = cards.unwrap_or(1).max(fewest);
        *c = ahead;
        Some(Found { acts: vec![Act::GiveYearCards { cards, to, without }], whens, ..Found::default() })
    }

    /// How many year cards, if that is said, and of which years.
    fn cards_given(&mut self, c: &mut Cursor<'a>) -> Option<(Option<i32>, Vec<i32>)> {
        c.skip_filler();
        let cards = c.number().or_else(|| c.word(Word::Two).then_some(2));
        c.skip_filler();
        c.word(Word::YearCards).then_some(())?;
        Some((cards, self.in_years(c)))
    }

    /// `to the crusade`, `to the Pope for the crusade`, or a Crusader State by name.
    fn receiver(&mut self, c: &mut Cursor<'a>) -> Option<Cause> {
        c.attempt(|c| {
            let _ = c.word(Word::To) || c.word(Word::In);
            if is_pope(c) {
                c.attempt(|c| c.word(Word::In).then(|| holy_war(c)).flatten());
                return Some(Cause::Pope);
            }
            holy_war(c).or_else(|| self.empire(c).map(Cause::CrusaderState))
        })
    }

    /// Notes the endeavours of years whose card the same letter gives away (9.3).
    pub fn card_given_away(&mut self) {
        let given = self.drafts.iter().flat_map(|draft| match &draft.order.act {
            Act::GiveYearCards { without, .. } => without.as_slice(),
            _ => &[],
        });
        let given: BTreeSet<i32> = given.copied().collect();
        let struck = self.drafts.iter().filter_map(|draft| match (&draft.order.act, draft.order.when) {
            (Act::Endeavour(order), When::Year(year)) if !order.extra_card && given.contains(&year) => {
                Some((draft.span, year))
            }
            _ => None,
        });
        for (span, year) in struck.collect::<Vec<_>>() {
            let message =
                format!("the year card of {year} is given away: carried out only if the gift is not");
            self.complain(span, Weight::Note, Some("9.3"), message); // rule:9.3
        }
    }

    /// `if the Pope gives a card back: rule Thuringia`, `if the parley fails I keep it and then 1100 is: fortify
    /// Constantinople`, the `if` taken: an endeavour of a year whose card is given away waits on nothing else.
    pub fn if_card_comes_back(&mut self, start: Cursor<'a>, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let mut ahead = *c;
        let mut found = false;
        for _ in 0..LONGEST {
            found = ahead.word(Word::GivesBack);
            let ordered = self.verb(&ahead).is_some_and(|(verb, ..)| verb.makes_endeavour());
            if found || ahead.at_end() || ordered {
                break;
            }
            ahead.at += 1;
        }
        ahead.skip_marks(&[',', ':', '-']);
        ahead.skip_small();
        let whens = self.label_of_clause(&mut ahead);
        let frame = Frame { whens: whens.unwrap_or_else(|| frame.whens.clone()), ..frame.clone() };
        ahead.skip_small();
        let verb = self.verb(&ahead).filter(|(verb, ..)| found && verb.is_endeavour());
        let Some((verb, _, tokens)) = verb else { return false };
        let from = ahead.at;
        ahead.at += tokens;
        if let Some(clause) = self.endeavour(verb, from, &mut ahead, &frame) {
            self.drafts.retain(|draft| {
                draft.order.act != Act::NoEndeavour || !frame.whens.contains(&draft.order.when)
            });
            let message = "read as the order of its year, for when there is a card for it".to_owned();
            self.complain(Span { from: start.at, to: from }, Weight::Note, Some("9.3"), message); // rule:9.3
            self.place_plain(clause, &frame);
        }
        *c = ahead;
        true
    }

    /// `Prussia to the Pope` (28.1).
    pub fn area_to_pope(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        c.attempt(|c| {
            let area = self.place(c)?;
            (c.word(Word::To) && is_pope(c)).then(|| Act::GiveAreaToPope(area).into())
        })
    }
}

/// `the crusade`, `the jihad`.
fn holy_war(c: &mut Cursor<'_>) -> Option<Cause> {
    c.attempt(|c| {
        c.skip_filler();
        let (cause, tokens) = c.find(|meaning| match meaning {
            Meaning::Subject(Subject::Crusade) => Some(Cause::Crusade),
            Meaning::Subject(Subject::Jihad) => Some(Cause::Jihad),
            _ => None,
        })?;
        c.at += tokens;
        Some(cause)
    })
}
