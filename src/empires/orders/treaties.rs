//! Treaties: offered point by point, signed, denounced (16.5).

use super::alternatives::Verdict;
use super::cursor::Cursor;
use super::reader::{Draft, Frame, OpenTreaty, Reader, Span};
use super::vocabulary::Meaning;
use super::words::{SectionKind, Verb, Word};
use crate::empires::terms::{Act, EmpireId, Order, Point, TreatyOrder, When};
use crate::postal::reading::Weight;

impl<'a> Reader<'a> {
    /// `Treaty with Kiev, binding, until 990`: its points follow, on this line or on the next ones.
    pub fn open_treaty(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        self.close_treaty();
        if !c.word(Word::With) {
            c.word(Word::To);
        }
        let Some(with) = self.any_empire(c) else {
            self.skip_sentence(c);
            let message = "a treaty needs another empire of this game; set aside".to_owned();
            return self.complain(Span { from, to: c.at }, Weight::SetAside, Some("16.5"), message); // rule:16.5
        };
        let indent = self.letter.tokens.get(from).map_or(0, |token| token.column);
        let treaty = TreatyOrder { with, binding: false, until: None, points: Vec::new() };
        let span = Span { from, to: c.at };
        self.treaty = Some(OpenTreaty { treaty, frame: frame.clone(), span, indent });
        self.treaty_words(c);
    }

    /// Reads points and qualities of the open treaty to the end of a statement.
    pub fn treaty_words(&mut self, c: &mut Cursor<'a>) {
        while !c.at_end() {
            let before = c.at;
            c.skip_marks(&[',', '.', ';', ':', '-', '*', '!', '(', ')', '/']);
            if c.at_end() {
                return;
            }
            if c.word(Word::NotBinding) {
                self.with_treaty(|treaty| treaty.binding = false);
            } else if c.word(Word::Binding) {
                self.with_treaty(|treaty| treaty.binding = true);
            } else if self.is_treaty(c) {
                c.at += 1;
            } else if c.word(Word::Signed) {
                self.close_treaty();
                self.skip_sentence(c);
                return;
            } else if self.signs_instead(c) {
                return;
            } else if !self.point(c) {
                self.end_of_treaty(c);
            }
            if c.at == before {
                c.at += 1;
            }
        }
    }

    /// `a treaty` behind the party: `offer France a treaty, binding`.
    fn is_treaty(&self, c: &mut Cursor<'a>) -> bool {
        let head = self.treaty.as_ref().is_some_and(|open| open.treaty.points.is_empty());
        let mut ahead = *c;
        ahead.skip_filler();
        let named = self.verb(&ahead).is_some_and(|(verb, _, tokens)| verb == Verb::Treaty && tokens == 1);
        if head && named {
            *c = ahead;
        }
        head && named
    }

    fn with_treaty(&mut self, change: impl FnOnce(&mut TreatyOrder)) {
        if let Some(open) = &mut self.treaty {
            change(&mut open.treaty);
        }
    }

    /// `until 990` at the head of a treaty, or words that promise nothing.
    fn end_of_treaty(&mut self, c: &mut Cursor<'a>) {
        let until = c.attempt(|c| c.word(Word::Until).then(|| self.year(c)).flatten());
        if let Some(year) = until {
            self.with_treaty(|treaty| treaty.until = Some(year));
            return;
        }
        let from = c.at;
        self.skip_sentence(c);
        let span = Span { from, to: c.at };
        let message =
            format!("\u{201c}{}\u{201d} is no promise that is enforced; set aside", self.words(span));
        let suggestion = "no attack, gold, an area, passage, or a tie waived".to_owned();
        self.suggest(span, Weight::SetAside, Some("16.5"), message, Some(suggestion)); // rule:16.5
    }

    /// `Treaty with Byzantium: we sign the treaty that Byzantium sends you`.
    fn signs_instead(&mut self, c: &mut Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.skip_filler();
        let Some((Verb::Sign, _, tokens)) = self.verb(&ahead).or_else(|| self.verb(c)) else { return false };
        let Some(open) = self.treaty.take() else { return false };
        c.at = ahead.at + tokens;
        self.signed_with(open.span.from, c, &open.frame, Some(open.treaty.with));
        true
    }

    fn point(&mut self, c: &mut Cursor<'a>) -> bool {
        let Some(with) = self.treaty.as_ref().map(|open| open.treaty.with.clone()) else { return false };
        let mut ahead = *c;
        if ahead.number().is_some() && (ahead.mark('.') || ahead.mark(')')) {
            *c = ahead;
        }
        let points =
            self.no_attack(c).or_else(|| self.passage_first(c, &with)).or_else(|| self.promise(c, &with));
        let found = points.is_some();
        self.with_treaty(|treaty| treaty.points.extend(points.into_iter().flatten()));
        found
    }

    /// `Neither attacks the other`, `no attack between Germany and Poland until 995`.
    fn no_attack(&mut self, c: &mut Cursor<'a>) -> Option<Vec<Point>> {
        c.attempt(|c| {
            if !c.word(Word::NoAttack) {
                (c.word(Word::Neither) && c.word(Word::Attack)).then_some(())?;
            }
            while !c.ends_sentence() && !c.peek_mark(',') && c.peek(Word::Until).is_none() {
                c.at += 1;
            }
            let until = c.attempt(|c| c.word(Word::Until).then(|| self.year(c)).flatten());
            Some(vec![Point::NoAttack { until }])
        })
    }

    /// `passage for Germany through Silesia`: the other party grants it.
    fn passage_first(&mut self, c: &mut Cursor<'a>, with: &EmpireId) -> Option<Vec<Point>> {
        c.attempt(|c| {
            c.word(Word::Passage).then_some(())?;
            c.word(Word::With);
            let to = self.empire(c)?;
            let from = self.other(&to, with);
            let areas = self.through(c);
            Some(vec![Point::Passage { from, to, areas }])
        })
    }

    fn through(&mut self, c: &mut Cursor<'a>) -> Vec<crate::empires::terms::AreaId> {
        if !c.word(Word::Through) {
            return Vec::new();
        }
        c.word(Word::Filler);
        if c.word(Word::All) || c.word(Word::Anything) { Vec::new() } else { self.areas(c) }
    }

    fn other(&self, party: &EmpireId, with: &EmpireId) -> EmpireId {
        if party == with { self.context.empire.clone() } else { with.clone() }
    }

    fn party(&self, c: &mut Cursor<'a>) -> Option<EmpireId> {
        self.empire(c).or_else(|| c.word(Word::We).then(|| self.context.empire.clone()))
    }

    /// A promise that begins with who makes it.
    fn promise(&mut self, c: &mut Cursor<'a>, with: &EmpireId) -> Option<Vec<Point>> {
        let start = *c;
        let by = self.party(c)?;
        let to = self.other(&by, with);
        let found = self
            .waiver(c, &by)
            .or_else(|| self.grant(c, &by, &to))
            .or_else(|| self.payments(c, &by, &to))
            .or_else(|| self.cession(c, &by, &to));
        if found.is_none() {
            *c = start;
        }
        found
    }

    /// `we cede Lorraine to France` with no treaty open: complained about, for it would be lost otherwise.
    pub fn promise_alone(&mut self, c: &mut Cursor<'a>) -> bool {
        let mut ahead = *c;
        if self.party(&mut ahead).is_none() {
            return false;
        }
        let cedes = ahead.peek(Word::Cedes).is_some();
        let grants = ahead.attempt(|c| {
            c.word(Word::Grants).then_some(())?;
            self.party(c);
            c.skip_filler();
            c.peek(Word::Passage).map(|_| ())
        });
        if !cedes && grants.is_none() {
            return false;
        }
        let from = c.at;
        self.skip_sentence(c);
        let message = "areas, claims, ties and passage change hands by treaty only; set aside".to_owned();
        let example = Some("treaty with EMPIRE, and this as its point".to_owned());
        self.suggest(Span { from, to: c.at }, Weight::SetAside, Some("16.4"), message, example); // rule:16.4
        true
    }

    fn waiver(&mut self, c: &mut Cursor<'a>, by: &EmpireId) -> Option<Vec<Point>> {
        c.attempt(|c| {
            c.word(Word::Waives).then_some(())?;
            while c.peek(Word::Tie).is_none() && !c.ends_sentence() {
                c.at += 1;
            }
            (c.word(Word::Tie) && c.word(Word::To)).then_some(())?;
            let area = self.area(c)?;
            Some(vec![Point::WaiveTie { by: by.clone(), area }])
        })
    }

    /// `grants Byzantium passage through Kiev and Pereyaslavl`.
    fn grant(&mut self, c: &mut Cursor<'a>, by: &EmpireId, to: &EmpireId) -> Option<Vec<Point>> {
        c.attempt(|c| {
            c.word(Word::Grants).then_some(())?;
            self.party(c);
            c.skip_filler();
            c.word(Word::Passage).then_some(())?;
            if c.word(Word::To) || c.word(Word::With) {
                self.party(c);
            }
            let areas = self.through(c);
            Some(vec![Point::Passage { from: by.clone(), to: to.clone(), areas }])
        })
    }

    /// `pays Kiev 3 gold in 977 and 3 gold in 979`.
    fn payments(&mut self, c: &mut Cursor<'a>, by: &EmpireId, to: &EmpireId) -> Option<Vec<Point>> {
        c.attempt(|c| {
            c.word(Word::Pays).then_some(())?;
            self.party(c);
            let mut points = Vec::new();
            loop {
                let sum = c.attempt(|c| {
                    c.mark(',');
                    c.word(Word::And);
                    c.skip_filler();
                    let gold = c.number()?;
                    c.word(Word::Gold).then_some(())?;
                    if c.word(Word::To) {
                        self.party(c);
                    }
                    let years = self.in_years(c);
                    (!years.is_empty()).then_some((gold, years))
                });
                let Some((gold, years)) = sum else { break };
                let pay = |year| Point::Gold { from: by.clone(), to: to.clone(), gold, year };
                points.extend(years.into_iter().map(pay));
            }
            (!points.is_empty()).then_some(points)
        })
    }

    /// `gives Crimea to Kiev in 985, if Kiev is Christian by then`.
    fn cession(&mut self, c: &mut Cursor<'a>, by: &EmpireId, to: &EmpireId) -> Option<Vec<Point>> {
        c.attempt(|c| {
            (c.word(Word::Cedes) || c.word(Word::Pays)).then_some(())?;
            c.attempt(|c| {
                self.party(c)?;
                c.skip_filler();
                c.means(|meaning| matches!(meaning, Meaning::Area(_))).then_some(())
            });
            c.skip_filler();
            let area = self.known_area(c)?;
            if c.word(Word::To) {
                self.party(c);
            }
            let year = *self.in_years(c).first()?;
            let condition = if self.condition_follows(c) {
                c.skip_marks(&[',', '(']);
                c.word(Word::And);
                c.word(Word::If).then_some(())?;
                let frame = self.treaty.as_ref().map(|open| open.frame.clone())?;
                let frame = Frame { whens: Vec::new(), ..frame };
                match self.condition(c, &frame) {
                    Verdict::Met(condition) => Some(condition),
                    _ => return None,
                }
            } else {
                None
            };
            c.skip_filler();
            Some(vec![Point::Area { from: by.clone(), to: to.clone(), area, year, condition }])
        })
    }

    /// Ends the open treaty and puts it into the sheet.
    pub fn close_treaty(&mut self) {
        let Some(open) = self.treaty.take() else { return };
        if open.treaty.points.is_empty() {
            let message = "a treaty without a point promises nothing; set aside".to_owned();
            return self.complain(open.span, Weight::SetAside, Some("16.5"), message); // rule:16.5
        }
        let whens = if open.frame.whens.is_empty() { vec![When::Standing] } else { open.frame.whens };
        for when in whens {
            let act = Act::OfferTreaty(open.treaty.clone());
            self.drafts.push(Draft { order: Order { when, condition: None, act }, span: open.span });
        }
    }

    /// Notes the gifts that a treaty of the same letter orders too: same year, same parties, same sum (16.4, 16.5).
    pub fn paid_twice(&mut self) {
        let mut promised: Vec<(i32, &EmpireId, i32)> = Vec::new();
        for draft in &self.drafts {
            let Act::OfferTreaty(treaty) = &draft.order.act else { continue };
            promised.extend(treaty.points.iter().filter_map(|point| match point {
                Point::Gold { from, to, gold, year } if *from == self.context.empire => {
                    Some((*year, to, *gold))
                }
                _ => None,
            }));
        }
        let mut twice = Vec::new();
        for draft in &self.drafts {
            let (Act::Gift { to, gold }, When::Year(year)) = (&draft.order.act, draft.order.when) else {
                continue;
            };
            if promised.contains(&(year, to, *gold)) {
                let name = self.vocabulary.empire_name(to);
                let message = format!(
                    "the treaty with {name} already orders these {gold} gold in {year}, and both will be paid if \
                     it is made; if only one is meant, send the orders of {year} again without this gift"
                );
                twice.push((draft.span, message));
            }
        }
        for (span, message) in twice {
            self.note(span, message);
        }
    }

    /// `sign the treaty that Byzantium sends you, as binding`.
    pub fn sign(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        self.signed_with(from, c, frame, None);
    }

    fn signed_with(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, with: Option<EmpireId>) {
        let mut with = with;
        let mut binding = None;
        let mut whens = None;
        while !c.at_end() && !c.peek_any_mark(&['.', ';', '!', '/']) {
            if c.word(Word::NotBinding) {
                binding = Some(false);
            } else if c.word(Word::Binding) {
                binding = Some(true);
            } else if let Some(years) = self.clause_years(c) {
                whens = Some(years);
            } else if let Some(empire) = self.empire(c) {
                with.get_or_insert(empire);
            } else {
                c.at += 1;
            }
        }
        let span = Span { from, to: c.at };
        let Some(with) = with else {
            let message = "whose treaty is signed? set aside".to_owned();
            return self.complain(span, Weight::SetAside, Some("16.5"), message); // rule:16.5
        };
        self.emit(span, frame, whens, Some(When::Standing), None, Act::SignTreaty { with, binding });
    }

    /// `denounce the treaty with France from 979 on`.
    pub fn denounce(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame) {
        let mut with = None;
        let mut whens = None;
        while !c.ends_sentence() {
            if let Some(years) = self.clause_years(c) {
                let once = |when: When| if let When::From(year) = when { When::Year(year) } else { when };
                whens = Some(years.into_iter().map(once).collect());
            } else if let Some(empire) = self.empire(c).filter(|_| with.is_none()) {
                with = Some(empire);
            } else {
                c.at += 1;
            }
        }
        let span = Span { from, to: c.at };
        let Some(with) = with else {
            let message =
                "whose treaty is denounced? an empire of this game is missing; set aside".to_owned();
            return self.complain(span, Weight::SetAside, Some("16.5"), message); // rule:16.5
        };
        self.emit(span, frame, whens, Some(When::Standing), None, Act::DenounceTreaty { with });
    }

    /// Whether a section takes the points of a treaty.
    pub fn takes_points(&self, indent: u32, bullet: bool, section: Option<SectionKind>) -> bool {
        self.treaty.as_ref().is_some_and(|open| (bullet || indent > open.indent) && section.is_none())
    }
}
