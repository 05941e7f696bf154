//! One statement, clause by clause.

use super::cursor::{Cursor, SENTENCE_ENDS};
use super::reader::{Draft, Frame, MOST_ORDERS, Reader, Span};
use super::vocabulary::Meaning;
use super::waiting::{Waiter, too_late};
use super::words::{SectionKind, Verb, Word};
use crate::empires::terms::{Act, Condition, Order, RuleId, When};
use crate::postal::reading::{Complaint, Weight};

/// Marks between clauses.
const BETWEEN: [char; 16] =
    ['.', '!', '?', ';', '\u{2026}', '/', ',', ':', '-', '*', ')', '+', '&', '=', '>', '\u{2265}'];

/// Where a clause begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// At the head of a sentence, or behind a mark.
    pub sentence: bool,
    /// So, but for `then`, `we` and other small words before it.
    pub head: bool,
}

impl<'a> Reader<'a> {
    /// Reads all clauses of a statement.
    pub fn statement(&mut self, mut c: Cursor<'a>, mut frame: Frame) {
        let mut first = true;
        let mut head = true;
        self.restated = None;
        self.framed = !frame.whens.is_empty();
        loop {
            let before = c.at;
            c.skip_marks(&BETWEEN);
            if !c.at_end() && self.drafts.len() >= MOST_ORDERS {
                return self.cut_off(c.at, &format!("{MOST_ORDERS} orders"));
            }
            if c.at_end() {
                return;
            }
            let sentence = first || c.at > before;
            head |= sentence;
            first = false;
            if self.second_thought(&mut c, before, &mut frame) || self.strange_label(&mut c, head, &mut frame)
            {
                continue;
            }
            self.before_clause = self.drafts.len();
            let from = c;
            self.clause(&mut c, &frame, Start { sentence, head });
            head = from.within(from.at, c.at).is_small();
            if c.at == before {
                c.at += 1;
            }
        }
    }

    /// `… no, I see`: the clause before is withdrawn, and the rest of the sentence is thinking aloud.
    fn second_thought(&mut self, c: &mut Cursor<'a>, before: usize, frame: &mut Frame) -> bool {
        let marks = Cursor::new(self.letter, before, c.at);
        let broken_off = marks.peek_any_mark(&['\u{2026}', '-']);
        let Some(tokens) = c.peek(Word::Retract) else { return false };
        if before == c.at || (!broken_off && tokens < 2) {
            return false;
        }
        let from = c.at;
        let withdrawn = self.drafts.split_off(self.before_clause.min(self.drafts.len()));
        let spans: Vec<Span> = withdrawn.iter().map(|draft| draft.span).collect();
        let mut complaints = std::mem::take(&mut self.complaints);
        complaints.retain(|complaint| {
            complaint.weight == Weight::SetAside || !spans.iter().any(|span| self.stands_in(*span, complaint))
        });
        self.complaints = complaints;
        if let Some(first) = withdrawn.first() {
            frame.whens = withdrawn.iter().map(|draft| draft.order.when).collect();
            self.restated = waits_on(&first.order);
        }
        self.chain = None;
        while !c.ends_sentence() && (c.at == from || !self.orders_here(c)) {
            c.at += 1;
        }
        if !withdrawn.is_empty() {
            let message = "the order before these words was read as withdrawn by them".to_owned();
            self.note(Span { from, to: c.at }, message);
        }
        true
    }

    pub fn skip_sentence(&self, c: &mut Cursor<'a>) {
        while !c.at_end() && !c.peek_any_mark(&SENTENCE_ENDS) {
            c.at += 1;
        }
    }

    /// A year in the middle of a statement, at the head of a clause: `/ 977 rule Switzerland`.
    fn strange_label(&mut self, c: &mut Cursor<'a>, head: bool, frame: &mut Frame) -> bool {
        if !head && !self.next_label(c) {
            return false;
        }
        let mut ahead = *c;
        ahead.word(Word::And);
        let complaints = self.complaints.len();
        let Some(whens) = self.label(&mut ahead) else { return false };
        let orders_follow = ahead.peek_any_mark(&[':', '-', ',', '.'])
            || self.verb(&ahead).is_some()
            || ahead.peek(Word::If).is_some()
            || ahead.peek(Word::We).is_some()
            || self.verb_meant(&ahead);
        if !orders_follow {
            self.complaints.truncate(complaints);
            return false;
        }
        *c = ahead;
        if whens.is_empty() {
            self.skip_sentence(c);
        } else {
            frame.whens = whens;
            frame.marked = true;
            self.framed = true;
        }
        true
    }

    fn clause(&mut self, c: &mut Cursor<'a>, frame: &Frame, at: Start) {
        if self.votes_in_parenthesis(c, frame) || self.remark(c) || self.listed_vote(c, frame) {
            return;
        }
        if c.peek(Word::Signed).is_some() {
            return self.skip_sentence(c);
        }
        if at.sentence && !frame.marked && self.question(c) {
            return;
        }
        if self.meant(c, frame) || (at.head && self.withdrawn_in_words(c, frame)) {
            return;
        }
        self.named_first(c, frame);
        let start = *c;
        if let Some((verb, rule, tokens)) = self.verb(c).filter(|found| self.is_verb_here(*found, c)) {
            return self.ordered(verb, rule, tokens, c, frame);
        }
        let otherwise = c.word(Word::Else);
        let negated = c.peek(Word::Unless).is_some();
        if otherwise && c.peek(Word::If).is_none() {
            return self.alternative(start, c, frame);
        }
        if c.word(Word::If) || c.word(Word::Unless) {
            self.after_else = otherwise;
            return self.conditional(start, c, frame, negated);
        }
        if self.sub_heading(c) || self.listed(c, frame) || self.listed_card(c, frame, at.head) {
            return;
        }
        if self.promise_alone(c) {
            return;
        }
        if c.word(Word::Filler) || c.word(Word::Then) || c.word(Word::And) {
            return;
        }
        if self.same_again(c, frame) {
            return;
        }
        let misspelt = if at.head || frame.marked { self.misspelt_verb(c) } else { None };
        if let Some((verb, rule)) = misspelt {
            return self.ordered(verb, rule, 0, c, frame);
        }
        self.talk(start, c, frame, at);
    }

    /// Whether a verb is one here: `name` names a regent only where the sentence says so.
    fn is_verb_here(&self, (verb, _, tokens): (Verb, &RuleId, usize), c: &Cursor<'a>) -> bool {
        const LONGEST: usize = 12;
        let mut ahead = c.within(c.at + tokens, c.end.min(c.at + tokens + LONGEST));
        if verb == Verb::Play && c.token(0).is_some_and(|token| token.word == "use") && tokens == 1 {
            return self.card(&mut ahead).is_some();
        }
        while verb == Verb::NameRegent && tokens == 1 && ahead.peek(Word::AsRegent).is_none() {
            if ahead.ends_sentence() {
                return false;
            }
            ahead.at += 1;
        }
        true
    }

    /// `gifts.. 1 gold to Burgundy`, `endeavour: rule Mazovia`: a heading inside a statement.
    fn sub_heading(&mut self, c: &mut Cursor<'a>) -> bool {
        let found = c.find(|meaning| match meaning {
            Meaning::Section(row) => Some(row),
            _ => None,
        });
        let Some((_, tokens)) = found else { return false };
        let mut behind = *c;
        behind.at += tokens;
        let heading = behind.peek_any_mark(&[':', '\u{2026}', '-']);
        if heading {
            *c = behind;
        }
        heading
    }

    /// Orders without a verb where the section or the words say it: areas under taxes, gold to somebody.
    fn listed(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let from = c.at;
        let mut ahead = *c;
        if ahead.count().is_some() {
            let gift = ahead.word(Word::Gold) && ahead.word(Word::To);
            if gift {
                self.gift(from, c, frame, None);
            }
            return gift;
        }
        if frame.section == SectionKind::Gifts && self.empire(&mut ahead).is_some() {
            self.gift(from, c, frame, None);
            return true;
        }
        let area = c.means(|meaning| matches!(meaning, Meaning::Area(_)));
        let all = c.peek(Word::All).is_some();
        let tax = frame.section == SectionKind::Taxes && (area || all);
        if tax {
            self.tax(from, c, frame, None);
        }
        tax
    }

    /// A parenthesis that holds no condition is a remark.
    fn remark(&mut self, c: &mut Cursor<'a>) -> bool {
        if !c.peek_mark('(') {
            return false;
        }
        let mut inside = *c;
        inside.at += 1;
        inside.skip_filler();
        if inside.peek(Word::If).is_some() || inside.peek(Word::Unless).is_some() {
            c.at = inside.at;
        } else {
            c.at = c.behind_parenthesis();
        }
        true
    }

    /// One order by its verb, which is `tokens` long.
    pub fn ordered(
        &mut self,
        verb: Verb,
        rule: &'a RuleId,
        tokens: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) {
        let from = c.at;
        if self.politically((verb, tokens), from, c, frame, None) {
            return;
        }
        if verb.is_political() {
            return self.not_understood((verb, rule, tokens), c, frame);
        }
        if verb == Verb::NoEndeavour && !self.stands_alone(c, tokens) {
            c.at += tokens;
            return self.skip_sentence(c);
        }
        c.at += tokens;
        if tokens > 1 && verb.is_endeavour() && c.within(c.at - 1, c.at).peek(Word::From).is_some() {
            c.at -= 1;
        }
        c.skip_marks(&[':', '-']);
        if verb.is_endeavour() {
            c.skip_marks(&[',']);
        }
        self.carry(verb, from, c, frame, None);
    }

    /// Carries a verb to its own reader; `condition` is what the order waits on, if anything.
    pub fn carry(
        &mut self,
        verb: Verb,
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Option<Condition>,
    ) {
        match verb {
            Verb::Tax => self.tax(from, c, frame, condition),
            Verb::DoNotTax => self.do_not_tax(from, c, frame),
            Verb::Plunder => self.plunder(from, c, frame, condition),
            Verb::Gift => self.gift(from, c, frame, condition),
            Verb::Treaty => self.open_treaty(from, c, frame),
            Verb::Sign => self.sign(from, c, frame),
            Verb::Denounce => self.denounce(from, c, frame),
            Verb::Waive => self.waive(from, c, frame),
            Verb::NameLeader | Verb::NameHeir | Verb::NameRegent => self.name(verb, from, c, frame),
            Verb::Adopt => self.adopt(from, c, frame, condition),
            Verb::NoEndeavour | Verb::YearCard => self.endeavour_clause(verb, from, c, frame),
            Verb::AsBefore | Verb::Strike | Verb::Withdraw | Verb::ReplaceAll => {
                self.correction((verb, condition.is_some()), from, c, frame);
            }
            Verb::Idle => self.skip_clause(c),
            _ => self.endeavour_clause(verb, from, c, frame),
        }
    }

    /// Whether nothing more than a remark follows: `hold`, but not `hold Leader cards`.
    fn stands_alone(&self, c: &Cursor<'a>, tokens: usize) -> bool {
        let mut behind = *c;
        behind.at += tokens;
        behind.skip_filler();
        behind.ends_sentence()
            || behind.peek_any_mark(&[',', '(', ')', '-'])
            || behind.peek(Word::In).is_some()
            || behind.peek(Word::If).is_some()
            || behind.peek(Word::Else).is_some()
    }

    /// Adds an order for every year it is for.
    ///
    /// `own` is what the clause itself says of its years; `default` is when it is for if nothing says so, and
    /// without one an order without a year is set aside.
    pub fn emit(
        &mut self,
        span: Span,
        frame: &Frame,
        own: Option<Vec<When>>,
        default: Option<When>,
        condition: Option<Condition>,
        act: Act,
    ) {
        let year = self.year_in_condition.take().map(When::Year);
        let whens = match own {
            Some(own) => own,
            None if !frame.whens.is_empty() => frame.whens.clone(),
            None => year.or(default).into_iter().collect::<Vec<_>>(),
        };
        if whens.is_empty() && self.complaints.last().is_none_or(|last| !self.inside(span, last)) {
            let (first, last) = (self.context.pentade.first_year(), self.context.pentade.last_year());
            let message = "no year says when this is to be done; set aside".to_owned();
            self.suggest(
                span,
                Weight::SetAside,
                None,
                message,
                Some(format!("begin with a year from {first} to {last}")),
            );
        }
        for when in whens {
            let waits = condition.as_ref();
            if let Some(words) = waits.and_then(|one| too_late(one, when, Waiter::Other(&act))) {
                self.outside(span, &words, false);
                continue;
            }
            self.drafts
                .push(Draft { order: Order { when, condition: condition.clone(), act: act.clone() }, span });
        }
    }

    /// Whether a complaint that sets aside was made inside a span.
    pub fn inside(&self, span: Span, complaint: &Complaint) -> bool {
        complaint.weight == Weight::SetAside && self.stands_in(span, complaint)
    }

    fn stands_in(&self, span: Span, complaint: &Complaint) -> bool {
        let end = span.to.max(span.from + 1).min(self.letter.tokens.len());
        let tokens = &self.letter.tokens[span.from.min(end)..end];
        tokens.iter().any(|token| token.line == complaint.line && token.column == complaint.column)
    }
}

/// What an order waits on, as a whole or in the first of its alternatives.
fn waits_on(order: &Order) -> Option<Condition> {
    match &order.act {
        Act::Endeavour(endeavour) => endeavour.branches.first().map(|branch| branch.condition.clone()),
        _ => order.condition.clone(),
    }
}
