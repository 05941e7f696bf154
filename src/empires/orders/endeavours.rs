//! Endeavours (chapters 9 to 15 and 22): clauses, and the alternatives of one year.

use super::cursor::Cursor;
use super::reader::{Frame, Reader, Role, Span};
use super::words::{Verb, Word};
use crate::empires::terms::{Act, AreaId, Endeavour, EndeavourKind, GoldAmount, Place, When};
use crate::postal::reading::Weight;

/// What stands behind an endeavour's target.
#[derive(Debug, Clone, Default)]
struct Tail {
    base: Option<AreaId>,
    gold: Option<GoldAmount>,
    by_sea: bool,
    removing: Option<Place>,
    whens: Option<Vec<When>>,
    /// Cards played beside it.
    plays: Vec<Act>,
    broken: bool,
}

/// One endeavour clause as read.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// None for nothing on purpose.
    pub endeavour: Option<Endeavour>,
    pub whens: Option<Vec<When>>,
    pub extra_card: bool,
    pub span: Span,
}

impl<'a> Reader<'a> {
    /// An endeavour that stands by itself or has its condition behind it.
    pub fn endeavour_clause(&mut self, verb: Verb, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        let Some(clause) = self.endeavour(verb, from, c, frame) else {
            self.trailing_condition(c, frame, true);
            return;
        };
        match self.trailing_condition(c, frame, true) {
            Some(Ok(condition)) => self.place_branch(clause, frame, condition),
            Some(Err(())) => {}
            None => self.place_plain(clause, frame),
        }
    }

    /// The words of an endeavour, the verb taken. None after a complaint.
    pub fn endeavour(
        &mut self,
        verb: Verb,
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) -> Option<Clause> {
        if verb == Verb::YearCard {
            return self.extra_card(from, c, frame);
        }
        if verb == Verb::NoEndeavour {
            let whens = self.clause_years(c);
            if c.peek_mark(',') && !self.condition_follows(c) {
                self.skip_sentence(c);
            }
            return Some(Clause { endeavour: None, whens, extra_card: false, span: Span { from, to: c.at } });
        }
        c.skip_filler();
        c.word(Word::In);
        let foreign = matches!(verb, Verb::Conquest | Verb::Pillage | Verb::Diplomacy);
        if foreign && self.base_before.is_none() {
            self.base_before = self.base_before_target(c);
        }
        self.role = if foreign { Role::Target } else { Role::Own };
        let target = self.target_before.take().or_else(|| self.defended(verb, c)).or_else(|| self.area(c));
        self.role = Role::Any;
        let tail = self.tail(verb, c);
        if target.is_some() {
            self.subject.clone_from(&target);
        }
        let span = Span { from, to: c.at };
        self.plays_beside(span, frame, &tail);
        let target = target.filter(|_| !tail.broken)?;
        let kind = self.kind(verb, target, &tail, span)?;
        let gold = tail.gold.unwrap_or(GoldAmount::Exactly(0));
        let endeavour = Some(Endeavour { kind, gold, by_sea: tail.by_sea });
        Some(Clause { endeavour, whens: tail.whens, extra_card: false, span })
    }

    /// `march from Bavaria into Bohemia`, `attack from Bavaria against Bohemia`: the base, with an area behind it.
    fn base_before_target(&mut self, c: &mut Cursor<'a>) -> Option<AreaId> {
        let mut ahead = *c;
        ahead.word(Word::From).then_some(())?;
        ahead.skip_filler();
        let subject = self.subject.clone();
        let base = self.known_area(&mut ahead)?;
        ahead.mark(',');
        if !ahead.word(Word::Into) || ahead.ends_sentence() {
            self.subject = subject;
            return None;
        }
        *c = ahead;
        Some(base)
    }

    /// `if anyone attacks Lombardy defend with 3 gold`: the area spoken of, where a defence names none.
    fn defended(&self, verb: Verb, c: &Cursor<'a>) -> Option<AreaId> {
        let unnamed =
            c.at_end() || c.peek(Word::With).is_some() || c.ends_sentence() || c.peek(Word::Else).is_some();
        self.subject.clone().filter(|_| verb == Verb::Defence && unnamed)
    }

    /// The cards played beside an endeavour, in its years.
    fn plays_beside(&mut self, span: Span, frame: &Frame, tail: &Tail) {
        let year = self.year_in_condition.map(|year| vec![When::Year(year)]);
        let framed = Some(frame.whens.clone()).filter(|whens| !whens.is_empty());
        let whens = tail.whens.clone().or(framed).or(year);
        for act in &tail.plays {
            self.emit(span, frame, Some(whens.clone().unwrap_or_default()), None, None, act.clone());
        }
    }

    /// `Extra card from Poland (use it in 1002): conquer …`.
    fn extra_card(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) -> Option<Clause> {
        let mut whens = None;
        let begun = self.verb(c).is_some_and(|(verb, ..)| verb.is_endeavour());
        while !begun && !c.ends_sentence() && !c.peek_mark(':') {
            match self.clause_years_here(c) {
                Some(found) => whens = Some(found),
                None => c.at += 1,
            }
        }
        c.skip_marks(&[':', '-', '.']);
        c.skip_filler();
        if let Some(label) = self.label(c) {
            whens = Some(label);
            c.skip_marks(&[':', '-']);
        }
        let Some((verb, _, tokens)) = self.verb(c).filter(|(verb, ..)| verb.is_endeavour()) else {
            let message = "an extra card needs an endeavour behind it; set aside".to_owned();
            self.complain(Span { from, to: c.at }, Weight::SetAside, Some("9.3"), message); // rule:9.3
            return None;
        };
        c.at += tokens;
        let clause = self.endeavour(verb, from, c, frame)?;
        Some(Clause { whens: clause.whens.or(whens), extra_card: true, ..clause })
    }

    fn kind(&mut self, verb: Verb, target: AreaId, tail: &Tail, span: Span) -> Option<EndeavourKind> {
        let base = tail.base.clone();
        if base.as_ref() == Some(&target) {
            let name = self.vocabulary.area_name(&target);
            let message = format!("{name} cannot be base and target at once; set aside");
            self.complain(span, Weight::SetAside, Some("9.4"), message); // rule:9.4
            return None;
        }
        match verb {
            Verb::Conquest | Verb::Pillage => {
                let Some(base) = base else {
                    let name = self.vocabulary.area_name(&target);
                    let message = format!("from which area is {name} attacked? a base is missing; set aside");
                    let rule = Some("9.4"); // rule:9.4
                    self.suggest(
                        span,
                        Weight::SetAside,
                        rule,
                        message,
                        Some("\u{2026} from AREA".to_owned()),
                    );
                    return None;
                };
                Some(if verb == Verb::Conquest {
                    EndeavourKind::Conquest { target, base }
                } else {
                    EndeavourKind::Pillage { target, base }
                })
            }
            Verb::Diplomacy => {
                if base.is_none() {
                    let message = "no base is named: lawful only in exile".to_owned();
                    self.complain(span, Weight::Note, Some("21.1"), message); // rule:21.1
                }
                Some(EndeavourKind::Diplomacy { target, base })
            }
            Verb::Defence => Some(EndeavourKind::Defence { area: target }),
            Verb::Fortification => Some(EndeavourKind::Fortification { area: target }),
            Verb::Conversion => Some(EndeavourKind::Conversion { area: target }),
            _ => Some(EndeavourKind::Ruling { area: target, removing: tail.removing.clone() }),
        }
    }

    fn tail(&mut self, verb: Verb, c: &mut Cursor<'a>) -> Tail {
        let mut tail =
            Tail { base: self.base_before.take(), gold: self.gold_before.take(), ..Tail::default() };
        loop {
            if self.labelled_part(c, &mut tail) {
                continue;
            }
            let ended = c.ends_sentence()
                || c.peek(Word::Else).is_some()
                || c.peek(Word::Meant).is_some()
                || self.next_label(c);
            if ended || self.condition_follows(c) {
                return tail;
            }
            if self.tail_part(verb, c, &mut tail) || c.word(Word::Filler) {
                continue;
            }
            if c.peek_any_mark(&[',', ':', '-', ')', '&']) {
                return tail;
            }
            if self.verb(c).is_some_and(|(verb, ..)| verb != Verb::Idle) || c.peek(Word::Then).is_some() {
                return tail;
            }
            self.stray(c, &mut tail);
        }
    }

    /// `Base: Bavaria. Gold: 3.` behind the endeavour: a sentence of its own for each part.
    fn labelled_part(&mut self, c: &mut Cursor<'a>, tail: &mut Tail) -> bool {
        let mut behind = *c;
        behind.skip_marks(&['.', ';', ',', '-', '/']);
        if !is_part_of_form(&behind) {
            return false;
        }
        if tail.base.is_none() && behind.word(Word::From) {
            *c = behind;
            self.base(c, tail);
            return true;
        }
        if !behind.word(Word::Gold) || tail.gold.is_some() {
            return false;
        }
        behind.skip_marks(&[':']);
        let gold = self.gold(&mut behind).or_else(|| behind.count().map(GoldAmount::Exactly));
        let Some(gold) = gold else { return false };
        *c = behind;
        tail.gold = Some(gold);
        true
    }

    /// Takes one part of a tail; whether there was one.
    fn tail_part(&mut self, verb: Verb, c: &mut Cursor<'a>, tail: &mut Tail) -> bool {
        let mut behind = *c;
        behind.skip_marks(&[',', '-']);
        if let Some(gold) = self.gold(&mut behind) {
            *c = behind;
            tail.gold = Some(gold);
            return true;
        }
        if let Some(gold) = self.cell_of_gold(&behind) {
            behind.at += 1;
            *c = behind;
            tail.gold = Some(gold);
            return true;
        }
        if self.card_played(&mut behind, &mut tail.plays) {
            *c = behind;
            return true;
        }
        if behind.word(Word::BySea) {
            *c = behind;
            tail.by_sea = true;
            return true;
        }
        if behind.word(Word::Removing) {
            *c = behind;
            tail.removing = Some(self.removed(c));
            return verb == Verb::Ruling || self.removes_nothing(c);
        }
        if let Some(whens) = self.clause_years(c) {
            tail.broken |= whens.is_empty();
            tail.whens = Some(whens);
            return true;
        }
        if behind.word(Word::From) {
            *c = behind;
            self.base(c, tail);
            return true;
        }
        self.parenthesis(verb, c, tail)
    }

    /// The number in the last cell of a row: `977 | rule | Saxony | 2`.
    fn cell_of_gold(&self, c: &Cursor<'a>) -> Option<GoldAmount> {
        const MOST: i32 = 100;
        let bar = c.at.checked_sub(1).and_then(|at| self.letter.tokens.get(at))?;
        let cell = self.letter.text[bar.start..bar.end].starts_with('|');
        let number = c.peek_number(0).filter(|number| cell && *number < MOST)?;
        let behind = c.within(c.at + 1, c.end);
        (behind.at_end() || behind.peek_mark(',')).then_some(GoldAmount::Exactly(number))
    }

    /// `taking off one conquest result on the border with Silesia` (10.7).
    fn removed(&mut self, c: &mut Cursor<'a>) -> Place {
        c.skip_filler();
        c.number();
        c.skip_filler();
        c.word(Word::Result);
        let border = c.attempt(|c| {
            if !c.word(Word::Border) {
                c.word(Word::From).then_some(())?;
            }
            self.place(c)
        });
        border.map_or(Place::Largest, Place::Border)
    }

    fn removes_nothing(&mut self, c: &Cursor<'a>) -> bool {
        let span = Span { from: c.at - 1, to: c.at };
        let message = "only a ruling takes off a conquest result; these words were passed over".to_owned();
        self.complain(span, Weight::Note, Some("10.7"), message); // rule:10.7
        true
    }

    fn base(&mut self, c: &mut Cursor<'a>, tail: &mut Tail) {
        c.skip_marks(&[',', ':']);
        self.role = Role::Own;
        tail.base = self.area(c);
        self.role = Role::Any;
        tail.broken |= tail.base.is_none();
    }

    /// A remark behind an endeavour. It may say `by sea`, the gold or the conquest result taken off: `(2 gold, by sea)`; the
    /// rest is passed over.
    fn parenthesis(&mut self, verb: Verb, c: &mut Cursor<'a>, tail: &mut Tail) -> bool {
        if !c.peek_mark('(') {
            return false;
        }
        let end = c.behind_parenthesis();
        let mut inside = c.within(c.at + 1, end);
        let mut head = true;
        while !inside.at_end() {
            let before = inside.at;
            let gold = if head { self.gold(&mut inside) } else { None };
            let parted = inside.at_end()
                || inside.peek_any_mark(&[',', ')', '+', '&'])
                || inside.peek(Word::And).is_some();
            if gold.is_some() && parted {
                tail.gold = gold;
            } else if head && verb == Verb::Ruling && inside.word(Word::Removing) {
                tail.removing = Some(self.removed(&mut inside));
            } else {
                tail.by_sea |= inside.word(Word::BySea);
            }
            head = inside.peek_any_mark(&[',', '+', '&']) || inside.peek(Word::And).is_some();
            inside.at += usize::from(inside.at == before || head);
        }
        c.at = end;
        true
    }

    /// Words inside an endeavour that say nothing the grammar knows: a misspelt small word, or passed over.
    fn stray(&mut self, c: &mut Cursor<'a>, tail: &mut Tail) {
        let from = c.at;
        let misspelt_from =
            c.token(0).is_some_and(|token| super::suggest::distance(&token.word, "from", 1) == Some(1));
        if misspelt_from && tail.base.is_none() {
            let span = Span { from, to: from + 1 };
            let message = format!("read \u{201c}{}\u{201d} as \u{201c}from\u{201d}", self.words(span));
            self.note(span, message);
            c.at += 1;
            return self.base(c, tail);
        }
        let until = c.word(Word::Until);
        while until && !c.ends_sentence() && !c.peek_any_mark(&[',', ':', '(', ')']) {
            c.at += 1;
        }
        c.at += usize::from(!until);
        while !c.ends_sentence() && !c.is_known() && !c.peek_any_mark(&[',', ':', '(', ')', '-', '+', '&']) {
            if c.peek_number(0).is_some() {
                break;
            }
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        let message = format!("the words \u{201c}{}\u{201d} were passed over", self.words(span));
        self.note(span, message);
    }

    /// Gold: `with 3 gold`, `+3`, `3g`, `with everything in the treasury`.
    pub fn gold(&mut self, c: &mut Cursor<'a>) -> Option<GoldAmount> {
        c.attempt(|c| {
            c.word(Word::And);
            let with = c.word(Word::With);
            if c.word(Word::Everything) {
                return Some(GoldAmount::Everything);
            }
            c.skip_filler();
            let plus = c.mark('+');
            let figures = c.peek_number(0).is_some();
            let number = c.count()?;
            let gold = c.word(Word::Gold);
            (gold || (figures && (plus || (with && number < 100)))).then_some(GoldAmount::Exactly(number))
        })
    }
}

/// Whether a part of an endeavour stands here as a form has it: `Base: `, `Gold: `.
pub(super) fn is_part_of_form(c: &Cursor<'_>) -> bool {
    let tokens = c.peek(Word::From).or_else(|| c.peek(Word::Gold));
    tokens.is_some_and(|tokens| c.within(c.at + tokens, c.end).peek_mark(':'))
}
