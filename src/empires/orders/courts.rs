//! Names, the ruler's religion, ties, and corrections of the sheet.

use super::cursor::{Cursor, MOST_SMALL};
use super::reader::{Frame, Reader, Span};
use super::vocabulary::{Meaning, Sort};
use super::words::{Verb, Word};
use crate::empires::terms::{Act, Condition, When};
use crate::postal::reading::Weight;

/// A name is no longer than this many characters.
const LONGEST_NAME: usize = 60;

impl<'a> Reader<'a> {
    /// `name the leader Yaropolk the Mild`, `name his heir Otto III` (8.3), `name Dobrava as regent` (30.2).
    pub fn name(&mut self, verb: Verb, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        let start = c.at;
        if verb == Verb::NameRegent {
            c.skip_filler();
        }
        let start = start.max(c.at);
        let ends = |c: &Cursor<'a>| c.ends_sentence() || c.peek_any_mark(&[',', '(', ')', ':']);
        while !ends(c) && (verb != Verb::NameRegent || c.peek(Word::AsRegent).is_none()) {
            c.at += 1;
        }
        // A `then` goes with what follows: at the end of a line it would join the next one to it.
        let mut end = c.at;
        while end > start && c.within(end - 1, end).peek(Word::Then).is_some() {
            end -= 1;
        }
        let name: String = self.words(Span { from: start, to: end }).chars().take(LONGEST_NAME).collect();
        let name = name.trim_end_matches(super::reader::ENDS).to_owned();
        c.word(Word::AsRegent);
        let span = Span { from, to: c.at };
        if name.is_empty() {
            let message = "a name is missing; set aside".to_owned();
            return self.complain(span, Weight::SetAside, Some("8.3"), message); // rule:8.3
        }
        let act = if verb == Verb::NameHeir { Act::NameHeir(name) } else { Act::NameLeader(name) };
        self.emit(span, frame, Some(vec![When::Standing]), None, None, act);
    }

    /// `our court takes the Eastern Orthodox faith in 979` (2.5).
    pub fn adopt(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, condition: Option<Condition>) {
        c.word(Word::To);
        let Some(religion) = self.religion(c) else {
            self.skip_sentence(c);
            let message = "a religion of the tables is missing here; set aside".to_owned();
            return self.complain(Span { from, to: c.at }, Weight::SetAside, Some("2.5"), message); // rule:2.5
        };
        c.skip_filler();
        c.word(Word::Faith);
        let whens = self.clause_years(c);
        let condition = match self.trailing_condition(c, frame, false) {
            Some(Err(())) => return,
            Some(Ok(trailing)) => Some(trailing),
            None => condition,
        };
        let span = Span { from, to: c.at };
        let rest = c.at;
        if c.peek(Word::And).is_some() {
            self.skip_sentence(c);
            let words = self.words(Span { from: rest, to: c.at });
            let message = format!("\u{201c}{words}\u{201d}: who converts with the ruler, the rules say");
            self.complain(Span { from: rest, to: c.at }, Weight::Note, Some("22.5"), message); // rule:22.5
        }
        self.emit(span, frame, whens, None, condition, Act::AdoptReligion(religion));
    }

    /// `waive our tie to Bohemia`, `waive our tie to anything Germany asks for` (12.3).
    pub fn waive(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        let mut area = None;
        let mut to_owner = None;
        let mut whens = None;
        let mut anything = false;
        while !c.ends_sentence() && !c.peek_any_mark(&['(', ')']) {
            if let Some(years) = self.clause_years(c) {
                whens = Some(years);
            } else if c.word(Word::Anything) {
                anything = true;
            } else if area.is_none()
                && !anything
                && to_owner.is_none()
                && c.means(|m| matches!(m, Meaning::Area(_)))
            {
                area = self.known_area(c);
            } else if let Some(empire) = self.empire(c) {
                to_owner = Some(empire);
            } else {
                c.at += 1;
            }
        }
        let span = Span { from, to: c.at };
        match (&area, &to_owner) {
            (None, None) => {
                let message = "the area of the tie is missing; set aside".to_owned();
                return self.complain(span, Weight::SetAside, Some("12.3"), message); // rule:12.3
            }
            (None, Some(owner)) => {
                let owner = self.vocabulary.empire_name(owner);
                self.note(span, format!("read as every tie of ours to areas of {owner}"));
            }
            _ => {}
        }
        self.emit(span, frame, whens, Some(When::Standing), None, Act::WaiveTie { area, to_owner });
    }

    /// `as before`, `scratch …`, `withdraw 977`, `replace all`: what becomes of the former sheet.
    /// None of it waits on anything.
    pub fn correction(
        &mut self,
        (verb, waits): (Verb, bool),
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) {
        if waits || waits_below(*c) {
            return self.cannot_wait(from, c);
        }
        let years = self.clause_years(c).or_else(|| self.label(c));
        let own = years.is_some();
        let whens = years.unwrap_or_else(|| frame.whens.clone());
        let named = whens.iter().filter_map(super::conditions::year_of);
        let verb = if verb == Verb::Strike && own && c.ends_sentence() { Verb::Withdraw } else { verb };
        if verb == Verb::Withdraw && !own && !withdraws(*c) {
            return self.skip_sentence(c);
        }
        match verb {
            Verb::ReplaceAll => self.everything = true,
            Verb::AsBefore => self.kept.extend(named),
            Verb::Withdraw => self.withdraw(own, &whens),
            _ => self.struck(from, c, frame),
        }
        if verb != Verb::Strike {
            self.skip_sentence(c);
        }
    }

    /// `My orders for 977 are withdrawn`, `all our orders are cancelled`.
    pub fn withdrawn_in_words(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let Some((ahead, years)) = self.withdrawal(*c) else { return false };
        if waits_below(ahead) {
            self.cannot_wait(c.at, c);
            return true;
        }
        *c = ahead;
        let own = years.is_some();
        self.withdraw(own, &years.unwrap_or_else(|| frame.whens.clone()));
        true
    }

    /// Such words with the years they name, if a sentence begins with them; the cursor stands behind them.
    fn withdrawal(&mut self, mut c: Cursor<'a>) -> Option<(Cursor<'a>, Option<Vec<When>>)> {
        skip_to_orders(&mut c);
        let complaints = self.complaints.len();
        let before = self.clause_years_here(&mut c);
        let named = c.word(Word::OrdersNoun);
        let years = before.or_else(|| self.clause_years_here(&mut c)).filter(|_| named);
        c.skip_filler();
        let _ = c.word(Word::Be) || c.word(Word::Was);
        c.skip_filler();
        let withdrawn = named && c.word(Word::Withdrawn);
        if withdrawn && (c.ends_sentence() || c.peek_mark(',') || waits_below(c)) {
            return Some((c, years));
        }
        self.complaints.truncate(complaints);
        None
    }

    /// Withdraws the orders of these years, or everything if none is named; `own` are named by the clause itself.
    fn withdraw(&mut self, own: bool, whens: &[When]) {
        if whens.is_empty() {
            self.everything |= !own;
            return;
        }
        self.withdrawn.extend(whens.iter().filter_map(super::conditions::year_of));
        self.drafts.retain(|draft| !own || !whens.contains(&draft.order.when));
    }

    /// `if attacked, withdraw 977`: what a letter takes back it takes back at once or not at all.
    fn cannot_wait(&mut self, from: usize, c: &mut Cursor<'a>) {
        self.skip_sentence(c);
        let message = "what becomes of former orders cannot wait on a condition; nothing was withdrawn: write it without \
                       one, or order in that year what is to be done if it holds"
            .to_owned();
        self.complain(Span { from, to: c.at }, Weight::SetAside, Some("6.5"), message); // rule:6.5
    }

    /// `scratch the plunder of Cyprus`: nothing to do in a year that is named anew, and said so.
    fn struck(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        self.skip_sentence(c);
        let message = if frame.whens.is_empty() {
            "nothing was struck: name the year anew, and its former orders go; or write \u{201c}withdraw\u{201d} and \
             the year"
        } else {
            "struck already: the orders of a year that is named anew replace the former ones"
        };
        self.note(Span { from, to: c.at }, message.to_owned());
    }

    /// An empire's name that may be misspelt.
    pub fn any_empire(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::EmpireId> {
        if let Some(empire) = self.empire(c) {
            return Some(empire);
        }
        let row = self.misspelt(c, Sort::Empire)?;
        Some(self.vocabulary.empire(row).clone())
    }
}

/// Whether a condition follows in the same sentence.
fn waits_below(mut c: Cursor<'_>) -> bool {
    while c.at < c.end && !c.ends_sentence() {
        if c.peek(Word::If).is_some() || c.peek(Word::Unless).is_some() {
            return true;
        }
        c.at += 1;
    }
    false
}

/// Passes over the small words before `orders`: `all our orders`.
fn skip_to_orders(c: &mut Cursor<'_>) {
    for _ in 0..MOST_SMALL {
        let small = c.word(Word::Filler) || c.word(Word::All) || c.word(Word::Our);
        if !small || c.peek(Word::OrdersNoun).is_some() {
            break;
        }
    }
}

/// Whether a sentence begins with its writer's orders: `my orders for 977 stand`.
pub(super) fn speaks_of_orders(mut c: Cursor<'_>) -> bool {
    skip_to_orders(&mut c);
    c.peek(Word::OrdersNoun).is_some()
}

/// Whether what stands behind `withdraw` is no thing of its own: `I withdraw my objections` withdraws no order.
fn withdraws(mut c: Cursor<'_>) -> bool {
    c.skip_filler();
    let orders = c.means(|meaning| matches!(meaning, Meaning::Section(_)));
    orders
        || c.ends_sentence()
        || c.peek_any_mark(&[',', ':', '-', '(', ')'])
        || c.peek(Word::In).is_some()
        || c.peek(Word::All).is_some()
}
