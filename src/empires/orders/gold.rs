//! Taxes, plunder and gifts (chapter 16).

use super::alternatives::negate;
use super::cursor::Cursor;
use super::reader::{Frame, Reader, Role, Span};
use super::suggest::Reach;
use super::vocabulary::{Meaning, Sort};
use super::words::Word;
use crate::empires::terms::{Act, AreaId, Condition, PlunderOrder, TaxOrder, When};
use crate::postal::reading::Weight;

impl<'a> Reader<'a> {
    /// Areas parted by commas, `and`, plus signs or nothing, up to the first word that is none.
    pub fn areas(&mut self, c: &mut Cursor<'a>) -> Vec<AreaId> {
        let mut areas: Vec<AreaId> = Vec::new();
        loop {
            let mut ahead = *c;
            let comma = ahead.peek_any_mark(&[',', '+', '&', '-']);
            ahead.skip_marks(&[',', '+', '&', '-']);
            let parted = ahead.word(Word::And) || comma;
            ahead.skip_filler();
            let found = match self.known_area(&mut ahead) {
                Some(area) => Some(area),
                None if !self.may_be_area(&ahead, parted || areas.is_empty()) => return areas,
                None => self.area(&mut ahead),
            };
            *c = ahead;
            areas.extend(found.filter(|area| !areas.contains(area)));
        }
    }

    /// Whether the next word stands where an area's name must stand and is nothing else.
    fn may_be_area(&self, c: &Cursor<'a>, due: bool) -> bool {
        let Some(token) = c.token(0) else { return false };
        if token.word.is_empty() || c.is_known() {
            return false;
        }
        let mut behind = *c;
        behind.at += 1;
        let listed =
            behind.at_end() || behind.peek_any_mark(&[',', '.', ';', '/', '+', '&', '!', '?', ')', '(']);
        let near = self.near(Sort::Area, &token.word).is_some();
        let verb = self.near(Sort::Verb, &token.word).is_some() && !near;
        near || (due
            && (listed || behind.peek(Word::And).is_some() || behind.peek(Word::In).is_some())
            && !verb)
    }

    /// `tax Lorraine, Swabia`, `tax everything but not Bithynia` (16.1).
    pub fn tax(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, condition: Option<Condition>) {
        let complaints = self.complaints.len();
        c.skip_marks(&[':', '\u{2026}']);
        c.skip_filler();
        let all = c.word(Word::All) || self.limit_follows(c);
        if !all && c.word(Word::None) {
            return;
        }
        let areas = if all { Vec::new() } else { self.own_areas(c) };
        let mut order =
            TaxOrder { areas, but_not: Vec::new(), unless_in_unrest: false, until_treasury: None };
        let mut condition = condition;
        let mut whens = None;
        loop {
            if self.next_label(c) {
                break;
            } else if let Some(but_not) = self.but_not(c) {
                order.but_not.extend(but_not);
            } else if let Some(limit) = self.until_treasury(c) {
                order.until_treasury = Some(limit);
            } else if let Some(years) = self.clause_years(c) {
                whens = Some(years);
            } else if passes_unrest(c) {
                order.unless_in_unrest = true;
            } else if self.condition_follows(c) {
                match self.trailing_condition(c, frame, false) {
                    Some(Ok(found)) => condition = Some(found),
                    Some(Err(())) => return,
                    None => break,
                }
            } else if !c.word(Word::Filler) {
                break;
            }
        }
        if order.areas.is_empty() && !all {
            if self.complaints.len() == complaints {
                let message = "which areas are to be taxed? set aside".to_owned();
                let span = Span { from, to: c.at };
                self.complain(span, Weight::SetAside, Some("16.1"), message); // rule:16.1
            }
            return;
        }
        order.unless_in_unrest |= tests_unrest(&mut condition, &order.areas);
        self.emit(Span { from, to: c.at }, frame, whens, None, condition, Act::Tax(order));
    }

    fn but_not(&mut self, c: &mut Cursor<'a>) -> Option<Vec<AreaId>> {
        c.attempt(|c| {
            c.mark(',');
            c.word(Word::ButNot).then_some(())?;
            c.skip_filler();
            c.means(|meaning| matches!(meaning, Meaning::Area(_))).then_some(())?;
            Some(self.areas(c))
        })
    }

    /// Areas that only their owner may name so.
    fn own_areas(&mut self, c: &mut Cursor<'a>) -> Vec<AreaId> {
        self.role = Role::Own;
        let areas = self.areas(c);
        self.role = Role::Any;
        areas
    }

    /// Whether a list says where to stop before it names an area: `tax until we have 15 gold`.
    fn limit_follows(&mut self, c: &Cursor<'a>) -> bool {
        self.until_treasury(&mut c.clone()).is_some()
    }

    /// `until the treasury holds 20 gold`, `until we have 20`, `up to 20 gold`, `stop at 20`: gold in the treasury at which a
    /// list ends.
    fn until_treasury(&mut self, c: &mut Cursor<'a>) -> Option<i32> {
        c.attempt(|c| {
            c.skip_marks(&[',', '(', '-']);
            c.word(Word::And);
            let stops = c.word(Word::StopAt);
            (stops || c.word(Word::Until)).then_some(())?;
            let mut named = stops;
            while c.word(Word::Filler) || c.word(Word::We) {}
            named |= c.word(Word::Treasury);
            if c.word(Word::Hold) {
                named = true;
            } else {
                c.word(Word::Be);
            }
            c.word(Word::AtLeast);
            let gold = c.count()?;
            named |= c.word(Word::Gold);
            c.mark(')');
            named.then_some(gold)
        })
    }

    /// `do not tax Aquitaine`: in every year, if none is named.
    pub fn do_not_tax(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        let areas = self.areas(c);
        let whens = self.clause_years(c);
        if !areas.is_empty() {
            let span = Span { from, to: c.at };
            self.emit(span, frame, whens, Some(When::EveryYear), None, Act::DoNotTax(areas));
        }
    }

    /// `plunder Norway`, `plunder Norway and Zealand until the treasury holds 20 gold` (16.3).
    pub fn plunder(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, condition: Option<Condition>) {
        c.skip_marks(&[':']);
        c.skip_filler();
        if c.peek(Word::All).is_none() && c.word(Word::None) {
            return;
        }
        let complaints = self.complaints.len();
        c.word(Word::In);
        let all = c.word(Word::All) || self.limit_follows(c);
        let areas = if all { Vec::new() } else { self.own_areas(c) };
        let mut order = PlunderOrder { areas, ..PlunderOrder::default() };
        let (mut condition, mut whens) = (condition, None);
        loop {
            if self.next_label(c) {
                break;
            } else if let Some(but_not) = self.but_not(c) {
                order.but_not.extend(but_not);
            } else if let Some(limit) = self.until_treasury(c) {
                order.until_treasury = Some(limit);
            } else if passes_unrest(c) {
                order.unless_in_unrest = true;
            } else if let Some(years) = self.clause_years(c) {
                whens = Some(years);
            } else {
                match self.trailing_condition(c, frame, false) {
                    Some(Err(())) => return,
                    Some(Ok(trailing)) => condition = Some(trailing),
                    None => break,
                }
            }
        }
        let span = Span { from, to: c.at };
        if all || !order.areas.is_empty() {
            order.unless_in_unrest |= tests_unrest(&mut condition, &order.areas);
            self.emit(span, frame, whens, None, condition, Act::Plunder(order));
        } else if self.complaints.len() == complaints {
            let message = "which area is to be plundered? set aside".to_owned();
            self.complain(span, Weight::SetAside, Some("16.3"), message); // rule:16.3
        }
    }

    /// `give 3 gold to Kiev in 977`, `give Kiev 3 gold` (16.4).
    pub fn gift(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, condition: Option<Condition>) {
        c.skip_marks(&[':', '\u{2026}', '-']);
        c.skip_filler();
        if c.word(Word::None) {
            return;
        }
        let parts = c.attempt(|c| {
            let first = self.empire(c);
            c.skip_marks(&[':', '-', ',']);
            c.word(Word::Be);
            c.skip_filler();
            let gold = c.count()?;
            c.word(Word::Gold);
            let years = self.clause_years(c);
            let to = match first {
                Some(to) => to,
                None => {
                    c.skip_marks(&[',', '-', '>', '=']);
                    if !c.word(Word::To) {
                        c.word(Word::In);
                    }
                    self.empire(c)?
                }
            };
            Some((gold, to, years))
        });
        let Some((gold, to, years)) = parts else { return self.no_gift(from, c) };
        let whens = years.or_else(|| self.clause_years(c));
        let condition = match self.trailing_condition(c, frame, false) {
            Some(Err(())) => return,
            Some(Ok(trailing)) => Some(trailing),
            None => condition,
        };
        let whens = whens.or_else(|| self.clause_years(c));
        self.emit(Span { from, to: c.at }, frame, whens, None, condition, Act::Gift { to, gold });
    }

    fn no_gift(&mut self, from: usize, c: &mut Cursor<'a>) {
        let (mut gold, mut to) = (false, None);
        let start = *c;
        while !c.ends_sentence() {
            gold |= c.peek_number(0).is_some();
            if c.word(Word::To) {
                c.skip_filler();
                to = Some(*c);
            }
            c.at += 1;
        }
        c.at = c.at.min(c.end);
        let span = Span { from, to: c.at };
        if !gold && !start.ends_sentence() {
            let message =
                "only gold is given; areas, claims and ties change hands by treaty; set aside".to_owned();
            return self.complain(span, Weight::SetAside, Some("16.4"), message); // rule:16.4
        }
        let Some(to) = to.filter(|to| to.token(0).is_some()) else {
            let message = "a gift needs a sum of gold and an empire; set aside".to_owned();
            return self.complain(span, Weight::SetAside, Some("16.4"), message); // rule:16.4
        };
        let word = to.token(0).map_or("", |token| &token.word);
        let near = self.near_two(Sort::Empire, word, Reach::Far);
        let suggestion = near.first().map(|row| self.spelling(Sort::Empire, *row));
        let named = Span { from: to.at, to: to.at + 1 };
        let message = format!("{} is no empire of this game; set aside", self.words(named));
        self.suggest(named, Weight::SetAside, Some("16.4"), message, suggestion); // rule:16.4
    }
}

/// `if not in unrest`, `unless they are in unrest`: of each area of a list.
fn passes_unrest(c: &mut Cursor<'_>) -> bool {
    let found = c.attempt(|c| {
        c.skip_marks(&[',', '(']);
        c.skip_filler();
        let unless = c.word(Word::Unless);
        (unless || c.word(Word::If)).then_some(())?;
        let they = c.token(0).is_some_and(|token| token.word == "they");
        c.at += usize::from(they);
        c.word(Word::Be);
        (unless || c.word(Word::Not)).then_some(())?;
        c.word(Word::InUnrest).then_some(())
    });
    found.is_some()
}

/// Takes `if it is not in unrest` out of a tax order's condition: the list says it for each of its areas.
fn tests_unrest(condition: &mut Option<Condition>, areas: &[AreaId]) -> bool {
    let tests = match condition.clone().map(negate) {
        Some(Condition::InUnrest(area)) => areas.last() == Some(&area) && areas.len() == 1,
        _ => false,
    };
    if tests {
        *condition = None;
    }
    tests
}
