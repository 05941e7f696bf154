//! The endeavours of one year put together: alternatives, and what replaces what (6.5, 9.3).

use super::endeavours::Clause;
use super::reader::{Chain, Draft, Frame, Reader, Span};
use super::waiting::{Waiter, too_late};
use crate::empires::terms::{Act, Branch, Condition, EndeavourOrder, Order, When};
use crate::postal::reading::Weight;

impl Reader<'_> {
    /// A year named inside a condition is the order's own; one of another pentade leaves the order without a year.
    pub fn waits_in(&mut self, year: i32) {
        self.year_in_condition = Some(year).filter(|year| self.context.pentade.years().contains(year));
    }

    fn whens_of(&mut self, clause: &Clause, frame: &Frame) -> Vec<When> {
        let year = self.year_in_condition.take().map(When::Year);
        let whens = match &clause.whens {
            Some(own) => own.clone(),
            None if !frame.whens.is_empty() => frame.whens.clone(),
            None => year.into_iter().collect(),
        };
        if whens.is_empty() || whens.contains(&When::Standing) || whens.contains(&When::Opening) {
            let (first, last) = (self.context.pentade.first_year(), self.context.pentade.last_year());
            let message = "an endeavour needs its year; set aside".to_owned();
            let suggestion = Some(format!("begin with a year from {first} to {last}"));
            self.suggest(clause.span, Weight::SetAside, Some("9.3"), message, suggestion); // rule:9.3
            return Vec::new();
        }
        whens
    }

    fn draft_of(&self, when: When, extra_card: bool) -> Option<usize> {
        self.drafts.iter().rposition(|draft| {
            draft.order.when == when
                && match &draft.order.act {
                    Act::Endeavour(order) => {
                        order.extra_card == extra_card
                            && (!extra_card || (self.after_else && order.otherwise.is_none()))
                    }
                    Act::NoEndeavour => !extra_card,
                    _ => false,
                }
        })
    }

    /// Puts an unconditional endeavour into its years.
    pub fn place_plain(&mut self, clause: Clause, frame: &Frame) {
        let dated = clause.whens.is_some() || !frame.whens.is_empty() || self.year_in_condition.is_some();
        if clause.endeavour.is_none() && !clause.extra_card && !dated {
            self.idle = true; // rule:9.3
            let message =
                "read as nothing to be done in each year without an order; what is ordered stands".to_owned();
            return self.note(clause.span, message);
        }
        for when in self.whens_of(&clause, frame) {
            self.place_at(when, &clause);
        }
        self.chain = None;
    }

    fn place_at(&mut self, when: When, clause: &Clause) {
        let Some(at) = self.draft_of(when, clause.extra_card) else {
            return self.push_endeavour(when, clause, Vec::new(), true);
        };
        if let Act::Endeavour(order) = &mut self.drafts[at].order.act
            && order.otherwise.is_none()
            && !order.branches.is_empty()
            && clause.endeavour.is_some()
        {
            order.otherwise.clone_from(&clause.endeavour);
            return self.both_read(clause.span);
        }
        self.replaced(at, clause.span);
        self.drafts.remove(at);
        self.push_endeavour(when, clause, Vec::new(), true);
    }

    /// Puts an endeavour that is ordered once more into a year, in the place of one that stands there.
    pub fn place_again(&mut self, when: When, act: &Act, span: Span) {
        if let Some(words) = waits_too_long(act, when) {
            return self.outside(span, &words, true);
        }
        let extra_card = matches!(act, Act::Endeavour(order) if order.extra_card);
        if let Some(at) = self.draft_of(when, extra_card) {
            self.replaced(at, span);
            self.drafts.remove(at);
        }
        self.drafts.push(Draft { order: Order { when, condition: None, act: act.clone() }, span });
    }

    /// Puts a conditional endeavour into its years, before the unconditional one if that stands there.
    pub fn place_branch(&mut self, clause: Clause, frame: &Frame, condition: Condition) {
        let negation = matches!((&self.chain, &condition), (Some(Chain::Open(last)), Condition::Not(not)) if **not == *last);
        let Some((condition, clause)) = self.lawful(clause, condition) else { return };
        for when in self.whens_of(&clause, frame) {
            if let Some(words) = too_late(&condition, when, Waiter::Endeavour) {
                self.outside(clause.span, &words, true);
                self.chain = Some(Chain::Refused);
                return;
            }
            let branch = Branch { condition: condition.clone(), endeavour: clause.endeavour.clone() };
            let Some(at) = self.draft_of(when, clause.extra_card) else {
                self.push_endeavour(when, &clause, vec![branch], false);
                continue;
            };
            let span = clause.span;
            match &mut self.drafts[at].order.act {
                Act::Endeavour(order) if order.otherwise.is_none() && negation => {
                    order.otherwise = branch.endeavour;
                }
                Act::Endeavour(order) if order.otherwise.is_none() => order.branches.push(branch),
                Act::Endeavour(order) if order.branches.is_empty() => {
                    order.branches.push(branch);
                    self.both_read(span);
                }
                _ => {
                    self.replaced(at, span);
                    self.drafts.remove(at);
                    self.push_endeavour(when, &clause, vec![branch], false);
                }
            }
        }
        self.chain = Some(Chain::Open(condition));
    }

    /// Puts the `else` of the last `if` into its years.
    pub fn place_otherwise(&mut self, clause: Clause, frame: &Frame) {
        for when in self.whens_of(&clause, frame) {
            let at = self.drafts.iter().rposition(|draft| {
                draft.order.when == when
                    && matches!(&draft.order.act, Act::Endeavour(order) if order.otherwise.is_none())
            });
            let order = at.map(|at| &mut self.drafts[at].order.act);
            match order {
                Some(Act::Endeavour(order)) if clause.endeavour.is_some() => {
                    order.otherwise.clone_from(&clause.endeavour);
                }
                Some(_) => {}
                None => self.place_at(when, &clause),
            }
        }
        self.chain = None;
    }

    fn push_endeavour(&mut self, when: When, clause: &Clause, branches: Vec<Branch>, plain: bool) {
        let otherwise = clause.endeavour.clone().filter(|_| plain);
        let act = if branches.is_empty() && otherwise.is_none() {
            Act::NoEndeavour
        } else {
            Act::Endeavour(EndeavourOrder { branches, otherwise, extra_card: clause.extra_card })
        };
        self.drafts.push(Draft { order: Order { when, condition: None, act }, span: clause.span });
    }

    fn both_read(&mut self, span: Span) {
        let message = "this year has an order with a condition and one without: read as \u{201c}if the condition \
                       holds, that one; else the other\u{201d}";
        self.note(span, message.to_owned());
    }

    fn replaced(&mut self, at: usize, by: Span) {
        let former = self.drafts[at].span;
        let line = self.letter.tokens.get(by.from).map_or(0, |token| token.line);
        let message = format!("a second endeavour for this year stands in line {line} and replaces this one");
        self.complain(former, Weight::SetAside, Some("9.3"), message); // rule:9.3
    }
}

/// What an endeavour waits on that is not known in time in this year.
pub(super) fn waits_too_long(act: &Act, when: When) -> Option<String> {
    let Act::Endeavour(order) = act else { return None };
    order.branches.iter().find_map(|branch| too_late(&branch.condition, when, Waiter::Endeavour))
}
