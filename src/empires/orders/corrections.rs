//! What stands before its verb, and what a letter takes back: `Bohemia: conquer from Bavaria`, `sorry, I meant Moravia`.

use super::cursor::{Cursor, MOST_SMALL};
use super::reader::{Draft, Frame, Reader, Span};
use super::words::{Verb, Word};
use super::years::waits_too_long;
use crate::empires::terms::{Act, AreaId, Endeavour, EndeavourKind, When};
use crate::postal::reading::Weight;

impl<'a> Reader<'a> {
    /// Takes a base or a target that stands before its verb.
    pub fn named_first(&mut self, c: &mut Cursor<'a>, frame: &Frame) {
        (self.base_before, self.target_before, self.gold_before) = (None, None, None);
        self.gold_first(c);
        let mut ahead = *c;
        let based = ahead.word(Word::From);
        if !based && !frame.marked {
            return;
        }
        let subject = self.subject.clone();
        let Some(area) = self.known_area(&mut ahead) else { return };
        let parted = ahead.peek_any_mark(&[':', '-', ',']);
        ahead.skip_marks(&[':', '-', ',']);
        ahead.skip_few_small();
        let verb = self.verb(&ahead).filter(|(verb, ..)| verb.is_endeavour());
        let Some((verb, _, tokens)) = verb.filter(|_| based || parted) else {
            self.subject = subject;
            return;
        };
        let mut object = ahead.within(ahead.at + tokens, ahead.end);
        object.skip_filler();
        let has_target = self.known_area(&mut object).is_some();
        let foreign = matches!(verb, Verb::Conquest | Verb::Pillage | Verb::Diplomacy);
        if based && foreign && has_target {
            (*c, self.base_before) = (ahead, Some(area));
        } else if !based && !has_target {
            (*c, self.target_before) = (ahead, Some(area));
        } else {
            self.subject = subject;
        }
    }

    /// `spend 2 gold on fortifying Lombardy`, `2 gold: fortify Lombardy`.
    fn gold_first(&mut self, c: &mut Cursor<'a>) {
        let mut ahead = *c;
        let Some(gold) = self.gold(&mut ahead) else { return };
        ahead.skip_marks(&[':', '-', ',']);
        let _ = ahead.word(Word::On) || ahead.word(Word::To) || ahead.word(Word::In);
        if self.verb(&ahead).is_none() {
            ahead.skip_few_small();
        }
        if self.verb(&ahead).is_some_and(|(verb, ..)| verb.is_endeavour()) {
            (*c, self.gold_before) = (ahead, Some(gold));
        }
    }

    /// `977 ditto`, `978: as in 977, with 3 gold`: the endeavour of that year or the one before, once more.
    pub fn same_again(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let from = c.at;
        let mut ahead = *c;
        let beside = |when: &When| matches!(when, When::Standing | When::Opening);
        if frame.whens.is_empty() || frame.whens.iter().any(beside) || !ahead.word(Word::Ditto) {
            return false;
        }
        let _ = ahead.word(Word::As) || ahead.word(Word::In);
        let named = self.years(&mut ahead).first().copied();
        let of = |draft: &&Draft| {
            let endeavour = matches!(draft.order.act, Act::Endeavour(_) | Act::NoEndeavour);
            endeavour && named.is_none_or(|year| draft.order.when == When::Year(year))
        };
        let Some(mut act) = self.drafts.iter().rev().find(of).map(|draft| draft.order.act.clone()) else {
            return false;
        };
        ahead.skip_marks(&[',']);
        ahead.word(Word::ButNot);
        if let (Some(gold), Act::Endeavour(order)) = (self.gold(&mut ahead), &mut act) {
            let branches = order.branches.iter_mut().filter_map(|branch| branch.endeavour.as_mut());
            if let Some(last) = order.otherwise.as_mut().or_else(|| branches.last()) {
                last.gold = gold;
            }
        }
        let span = Span { from, to: ahead.at };
        self.note(span, "read as the same endeavour once more".to_owned());
        for when in frame.whens.clone() {
            self.place_again(when, &act, span);
        }
        *c = ahead;
        true
    }

    /// Whether a line begins with words that change what stands before it.
    pub fn takes_back(&self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        for _ in 0..MOST_SMALL {
            if ahead.peek(Word::Meant).is_some() {
                return true;
            }
            if !ahead.word(Word::Retract)
                && !ahead.word(Word::We)
                && !ahead.word(Word::Filler)
                && !ahead.mark(',')
            {
                return false;
            }
        }
        false
    }

    /// `sorry, I meant Moravia, not Bohemia`, `make that 977`, `rule Saxony, no, Bavaria`: the endeavour before these words
    /// is changed; whether they were such words.
    pub fn meant(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let from = c.at;
        let mut ahead = *c;
        let mut retracted = false;
        for _ in 0..MOST_SMALL {
            if ahead.peek(Word::Meant).is_some() {
                break;
            }
            if ahead.word(Word::Retract) || ahead.word(Word::Sorry) {
                retracted = true;
            } else if !ahead.peek_any_mark(&[',', '-', ':'])
                && !ahead.word(Word::We)
                && !ahead.word(Word::Filler)
            {
                break;
            } else {
                ahead.skip_marks(&[',', '-', ':']);
            }
        }
        let said = ahead.word(Word::Meant);
        if !said && !retracted {
            return false;
        }
        ahead.skip_marks(&[',', '-', ':']);
        ahead.skip_filler();
        let changed = match (said, self.known_area(&mut ahead.clone())) {
            (_, Some(_)) => self.meant_area(&mut ahead, said),
            (true, None) => self.meant_year(&mut ahead) || self.meant_gold(&mut ahead),
            (false, None) => self.meant_base(&mut ahead),
        };
        if changed {
            let span = Span { from, to: ahead.at };
            self.note(span, "the order before these words was changed by them".to_owned());
            *c = ahead;
        } else if said && frame.marked {
            self.skip_sentence(&mut ahead);
            let message =
                "what these words change was not understood; set aside: write the order anew".to_owned();
            self.complain(Span { from, to: ahead.at }, Weight::SetAside, None, message);
            *c = ahead;
        }
        changed || (said && frame.marked)
    }

    /// The last draft, if it is an endeavour.
    fn last_endeavour_draft(&mut self) -> Option<&mut Draft> {
        self.drafts.last_mut().filter(|draft| matches!(draft.order.act, Act::Endeavour(_)))
    }

    /// `Moravia, not Bohemia`: the area meant takes the place of the other one, or of the target.
    fn meant_area(&mut self, c: &mut Cursor<'a>, said: bool) -> bool {
        let mut ahead = *c;
        let Some(area) = self.known_area(&mut ahead) else { return false };
        let other = ahead.attempt(|c| {
            c.skip_marks(&[',', '(', '-']);
            (c.word(Word::InsteadOf) || c.word(Word::ButNot)).then_some(())?;
            self.known_area(c)
        });
        ahead.skip_filler();
        let ended = ahead.ends_sentence() || (said && ahead.peek_any_mark(&[',', ')']));
        if !ended {
            return false;
        }
        let Some(Act::Endeavour(order)) = self.last_endeavour_draft().map(|draft| &mut draft.order.act)
        else {
            return false;
        };
        let branches = order.branches.iter_mut().filter_map(|branch| branch.endeavour.as_mut());
        let Some(last) = order.otherwise.as_mut().or_else(|| branches.last()) else { return false };
        if !put_in_place(last, &area, other.as_ref()) {
            return false;
        }
        *c = ahead;
        true
    }

    /// `sorry, from Bavaria`.
    fn meant_base(&mut self, c: &mut Cursor<'a>) -> bool {
        let mut ahead = *c;
        let Some(area) = ahead.word(Word::From).then(|| self.known_area(&mut ahead)).flatten() else {
            return false;
        };
        let Some(Act::Endeavour(order)) = self.last_endeavour_draft().map(|draft| &mut draft.order.act)
        else {
            return false;
        };
        let branches = order.branches.iter_mut().filter_map(|branch| branch.endeavour.as_mut());
        let changed = match order.otherwise.as_mut().or_else(|| branches.last()).map(|last| &mut last.kind) {
            Some(EndeavourKind::Conquest { target, base } | EndeavourKind::Pillage { target, base })
                if *target != area =>
            {
                *base = area;
                true
            }
            Some(EndeavourKind::Diplomacy { target, base }) if *target != area => {
                *base = Some(area);
                true
            }
            _ => false,
        };
        if changed {
            *c = ahead;
            self.skip_sentence(c);
        }
        changed
    }

    fn meant_year(&mut self, c: &mut Cursor<'a>) -> bool {
        let Some(year) = self.year(c) else { return false };
        let ours = self.context.pentade.years().contains(&year);
        let free = !self.drafts.iter().any(|draft| {
            draft.order.when == When::Year(year)
                && matches!(draft.order.act, Act::Endeavour(_) | Act::NoEndeavour)
        });
        let in_time = |draft: &&mut Draft| waits_too_long(&draft.order.act, When::Year(year)).is_none();
        let draft = self.last_endeavour_draft().filter(|_| ours && free).filter(in_time);
        draft.map(|draft| draft.order.when = When::Year(year)).is_some()
    }

    fn meant_gold(&mut self, c: &mut Cursor<'a>) -> bool {
        let Some(gold) = self.gold(c) else { return false };
        let Some(Act::Endeavour(order)) = self.last_endeavour_draft().map(|draft| &mut draft.order.act)
        else {
            return false;
        };
        let branches = order.branches.iter_mut().filter_map(|branch| branch.endeavour.as_mut());
        order.otherwise.as_mut().or_else(|| branches.last()).map(|last| last.gold = gold).is_some()
    }
}

/// Puts an area in the place of another one, or of the target; false if the other is not there, or both would be one.
fn put_in_place(endeavour: &mut Endeavour, area: &AreaId, other: Option<&AreaId>) -> bool {
    let (target, base) = match &mut endeavour.kind {
        EndeavourKind::Conquest { target, base } | EndeavourKind::Pillage { target, base } => {
            (target, Some(base))
        }
        EndeavourKind::Diplomacy { target, base } => (target, base.as_mut()),
        EndeavourKind::Defence { area }
        | EndeavourKind::Fortification { area }
        | EndeavourKind::Conversion { area }
        | EndeavourKind::Ruling { area, .. } => (area, None),
    };
    match (other, base) {
        (Some(other), Some(base)) if base == other && target != area => base.clone_from(area),
        (Some(other), base) if target == other && base.as_deref() != Some(area) => target.clone_from(area),
        (None, base) if base.as_deref() != Some(area) => target.clone_from(area),
        _ => return false,
    }
    true
}
