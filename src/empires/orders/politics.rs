//! Orders of cards, calls, votes, year cards given away, colonisation, penance, exile: their verbs, and what may
//! stand behind any of them.

use super::cursor::{Cursor, SENTENCE_ENDS};
use super::reader::{Frame, Reader, Span};
use super::vocabulary::Meaning;
use super::words::{Subject, Verb, Word};
use crate::empires::terms::{Act, CardPlay, Choice, ColonisationOrder, Condition, Motion, RuleId, When};
use crate::postal::reading::Weight;

/// What a clause orders, as far as it says so itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub acts: Vec<Act>,
    pub whens: Option<Vec<When>>,
    /// A card played beside it, with what that waits on.
    pub beside: Option<(CardPlay, Option<Condition>)>,
}

impl From<Act> for Found {
    fn from(act: Act) -> Self {
        Self { acts: vec![act], ..Self::default() }
    }
}

impl<'a> Reader<'a> {
    /// An order of cards, calls, votes and the like whose verb stands here; whether it was one and was understood.
    ///
    /// What is not understood leaves no trace.
    pub fn politically(
        &mut self,
        (verb, tokens): (Verb, usize),
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Option<&Condition>,
    ) -> bool {
        if !verb.is_political() && verb != Verb::Gift {
            return false;
        }
        let mut ahead = *c;
        ahead.at += tokens;
        if verb != Verb::Choose && verb != Verb::Play && self.called_off(from, &mut ahead) {
            *c = ahead;
            return true;
        }
        ahead.skip_marks(&[':', '-', '\u{2026}']);
        let complaints = self.complaints.len();
        let Some(found) = self.political_acts(verb, &mut ahead, frame) else {
            self.complaints.truncate(complaints);
            return false;
        };
        self.conclude(from, &mut ahead, frame, condition, found);
        *c = ahead;
        true
    }

    fn political_acts(&mut self, verb: Verb, c: &mut Cursor<'a>, frame: &Frame) -> Option<Found> {
        let act = match verb {
            Verb::Play => return self.play(c),
            Verb::Copy => return self.copies(c),
            Verb::Call => return self.call(c),
            Verb::Vote | Verb::Abstain | Verb::Support | Verb::Oppose => return self.votes(verb, c, None),
            Verb::Donate => return self.year_cards(c, Some(frame)),
            Verb::Gift => {
                let other = self.year_cards(c, None).or_else(|| self.area_to_pope(c));
                return other.or_else(|| self.copy_given(c));
            }
            Verb::FoundOrder => Act::GiveAreaToPope(self.place_in(c)?),
            Verb::Choose => Act::Choose(self.choice(c)?),
            Verb::Consent => Act::Choose(self.consent(c)?),
            Verb::Excommunicate if is_pope(c) => Act::Call(Motion::AgainstPope),
            Verb::Excommunicate => Act::Call(Motion::Excommunication { of: Some(self.empire(c)?) }),
            Verb::Colonise => Act::Colonise(self.colonisation(c)?),
            Verb::RestColonisation => Act::Colonise(self.colonisation_of(c, ColonisationOrder::Rest)),
            Verb::ResumeColonisation => Act::Colonise(self.colonisation_of(c, ColonisationOrder::Resume)),
            Verb::GiveUpColonisation => Act::Colonise(self.colonisation_of(c, ColonisationOrder::GiveUp)),
            Verb::Penance => Act::DoPenance,
            Verb::Patriarchate => Act::DeclarePatriarchate,
            Verb::Return => {
                let areas = self.areas(c);
                (!areas.is_empty()).then_some(Act::ReturnFromExile(areas))?
            }
            _ => return None,
        };
        Some(act.into())
    }

    /// Reads what may stand behind any such order, and adds it to the sheet.
    pub fn conclude(
        &mut self,
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Option<&Condition>,
        mut found: Found,
    ) {
        let mut condition = condition.cloned().or_else(|| self.restated.take());
        loop {
            if c.ends_sentence() || c.peek_any_mark(&[')']) || self.begins_clause(c) || self.next_label(c) {
                break;
            }
            if self.tail_of(c, &mut found) {
                continue;
            }
            if self.condition_follows(c) {
                let own = found.whens.clone().map(|whens| Frame { whens, ..frame.clone() });
                match self.trailing_condition(c, own.as_ref().unwrap_or(frame), false) {
                    Some(Err(())) => return,
                    Some(Ok(trailing)) => condition = Some(trailing),
                    None => break,
                }
                continue;
            }
            if c.peek_any_mark(&[',', ':', '-', '&', '+']) {
                break;
            }
            self.passed_over(c);
        }
        let span = Span { from, to: c.at };
        let acts = found.acts.into_iter().map(|act| (act, condition.clone()));
        let beside = found.beside.map(|(play, held)| (Act::Play(play), held.or_else(|| condition.clone())));
        for (act, condition) in acts.chain(beside) {
            let own = found.whens.clone().or_else(|| stands(&act, frame));
            let default = self.default_of(&act);
            self.emit(span, frame, own, default, condition, act);
        }
    }

    /// Complains about a verb of cards, votes and the like without what it needs, unless it is talk: `I play to win`.
    pub fn not_understood(
        &mut self,
        (verb, rule, tokens): (Verb, &'a RuleId, usize),
        c: &mut Cursor<'a>,
        frame: &Frame,
    ) {
        let from = c.at;
        c.at += tokens;
        let parted = |c: &Cursor<'a>| {
            let mut behind = *c;
            behind.mark(',') && (self.begins_clause(&behind) || self.condition_follows(&behind))
        };
        while !c.ends_sentence() && !c.peek_mark('(') && c.peek(Word::Else).is_none() && !parted(c) {
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        let talk = !frame.marked && frame.whens.is_empty() && !frame.section.is_political();
        if talk && !self.names_something(span) {
            return;
        }
        let message =
            format!("what \u{201c}{}\u{201d} is to do was not understood; set aside", self.words(span));
        let mut played = self.cursor(Span { from: from + tokens, to: c.at });
        let card = (verb == Verb::Play).then(|| self.card(&mut played)).flatten();
        let by_card = card.and_then(|card| self.vocabulary.play_example(card));
        let example = by_card.or_else(|| self.vocabulary.example(verb)).map(str::to_owned);
        self.suggest(span, Weight::SetAside, Some(rule.as_str()), message, example);
    }

    /// Whether words name an area, an empire, a card, a matter of parleys or a number.
    fn names_something(&self, span: Span) -> bool {
        let mut c = self.cursor(span);
        let named = |meaning| {
            let known = matches!(meaning, Meaning::Area(_) | Meaning::Empire(_) | Meaning::Card(_));
            known || matches!(meaning, Meaning::Subject(subject) if subject != Subject::Any)
        };
        while !c.at_end() && !c.means(named) && c.peek_number(0).is_none() {
            c.at += 1;
        }
        !c.at_end()
    }

    fn begins_clause(&self, c: &Cursor<'a>) -> bool {
        let verb = |c: &Cursor<'a>| self.verb(c).is_some_and(|(verb, ..)| verb != Verb::Idle);
        let mut behind = *c;
        behind.skip_small();
        let joined = behind.at > c.at && self.verb(&behind).is_some();
        c.peek(Word::Else).is_some() || c.peek(Word::Then).is_some() || verb(c) || joined
    }

    /// Takes one part behind an order: a year, a reason, a remark; whether there was one.
    fn tail_of(&mut self, c: &mut Cursor<'a>, found: &mut Found) -> bool {
        if let Some(whens) = self.clause_years(c) {
            found.whens = Some(whens);
            return true;
        }
        let mut behind = *c;
        behind.skip_marks(&[',', '-']);
        if behind.word(Word::NowAtOnce) {
            found.whens = Some(vec![When::Year(self.context.pentade.first_year())]);
        } else if behind.word(Word::Starting) {
            let Some(whens) = self.clause_years(&mut behind) else { return false };
            found.whens = Some(whens);
        } else if behind.word(Word::Because) {
            self.skip_long_sentence(&mut behind, &SENTENCE_ENDS);
        } else if c.peek_mark('(') {
            return self.remark_of(c, found);
        } else if !behind.word(Word::OfNoAccount) {
            return c.word(Word::Filler);
        }
        *c = behind;
        true
    }

    /// A parenthesis behind an order. It may name the year; the rest is a remark.
    fn remark_of(&mut self, c: &mut Cursor<'a>, found: &mut Found) -> bool {
        let mut ahead = *c;
        ahead.at += 1;
        ahead.skip_filler();
        if ahead.peek(Word::If).is_some() || ahead.peek(Word::Unless).is_some() {
            return false;
        }
        let end = c.behind_parenthesis();
        let mut inside = c.within(c.at + 1, end);
        c.at = end;
        let mut years = Vec::new();
        while !inside.at_end() {
            match self.year(&mut inside) {
                Some(year) if self.context.pentade.years().contains(&year) => years.push(year),
                Some(_) => {}
                None => inside.at += 1,
            }
        }
        for act in &mut found.acts {
            match act {
                Act::GiveYearCards { without, .. } if without.is_empty() => without.append(&mut years),
                _ => {}
            }
        }
        if found.whens.is_none() && !years.is_empty() {
            found.whens = Some(years.into_iter().map(When::Year).collect());
        }
        true
    }

    /// Words behind an order that say nothing the grammar knows.
    fn passed_over(&mut self, c: &mut Cursor<'a>) {
        let from = c.at;
        c.at += 1;
        while !c.ends_sentence()
            && !c.peek_any_mark(&[',', ':', '(', ')', '-', '+', '&'])
            && !self.condition_follows(c)
            && !self.begins_clause(c)
        {
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        let message = format!("the words \u{201c}{}\u{201d} were passed over", self.words(span));
        self.note(span, message);
    }

    /// When an order is carried out that names no time.
    fn default_of(&self, act: &Act) -> Option<When> {
        match act {
            Act::Vote { .. } | Act::Choose(_) | Act::Colonise(_) | Act::DeclarePatriarchate => {
                Some(When::Standing)
            }
            Act::GiveYearCards { .. } => Some(When::Opening),
            Act::Play(CardPlay::InfluenceVotes { .. } | CardPlay::InfluenceAttend { .. }) => {
                Some(When::Standing)
            }
            Act::Play(_) | Act::GiveCopy { .. } => Some(When::Year(self.context.pentade.first_year())),
            _ => None,
        }
    }

    /// `call a crusade against Denmark`, `call a parley on our claim to Syria` (20.3).
    fn call(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        if !c.word(Word::On) {
            c.word(Word::In);
        }
        let from = c.at;
        let ours = self.speaks_of_ours(c);
        let us = self.context.empire.clone();
        let act = match self.motion(c)? {
            Motion::Claim { of, area: Some(area) } if ours && of.as_ref().is_none_or(|of| *of == us) => {
                let message =
                    "a claims parley is called by playing a Recognition of Claim: read so".to_owned();
                self.complain(Span { from, to: c.at }, Weight::Note, Some("19.8"), message); // rule:19.8
                Act::Play(CardPlay::Recognition { area })
            }
            Motion::Regency { of, by: None } => Act::Call(Motion::Regency { of, by: Some(us) }),
            motion => Act::Call(motion),
        };
        Some(act.into())
    }

    /// Whether `our` stands before what follows.
    fn speaks_of_ours(&self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        while !ahead.at_end() {
            if ahead.word(Word::Our) {
                return true;
            }
            if !ahead.word(Word::Filler) {
                return false;
            }
        }
        false
    }

    /// An area behind `in`, `of`, `to` or nothing.
    pub fn place_in(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::AreaId> {
        let _ = c.word(Word::On) || c.word(Word::To) || c.word(Word::In) || c.word(Word::From);
        self.place(c)
    }

    /// `colonise Pomerania`, `the colonisation of Silesia may rest` (25.1, 25.3).
    fn colonisation(&mut self, c: &mut Cursor<'a>) -> Option<ColonisationOrder> {
        let area = self.place_in(c)?;
        Some(if c.word(Word::Rests) { ColonisationOrder::Rest } else { ColonisationOrder::Begin(area) })
    }

    /// `continue the colonisation of Carinthia`: an empire has one, so that its area only says the same again.
    fn colonisation_of(&mut self, c: &mut Cursor<'a>, order: ColonisationOrder) -> ColonisationOrder {
        c.attempt(|c| self.place_in(c));
        order
    }

    /// `follow the Pope`, `obedience to the anti-Pope`, `seat of the anti-Pope in Provence`, `consent to dynastic
    /// influence of France on Navarre`, `religion of the khan EO`.
    fn choice(&mut self, c: &mut Cursor<'a>) -> Option<Choice> {
        c.skip_filler();
        if c.word(Word::Consent) {
            return self.consent(c);
        }
        if c.word(Word::Faith) {
            return c.word(Word::OfKhan).then(|| self.religion(c)).flatten().map(Choice::Religion);
        }
        let seat = c.word(Word::Seat);
        c.word(Word::In);
        if c.word(Word::Obedience) {
            c.word(Word::To);
        }
        c.skip_filler();
        let anti_pope = c.word(Word::AntiPope);
        if !anti_pope && !c.word(Word::Pope) {
            return None;
        }
        c.skip_marks(&[':']);
        let place = c.attempt(|c| self.place_in(c));
        match place {
            Some(area) if seat || anti_pope => Some(Choice::AntiPopeSeat(area)),
            _ if seat => None,
            _ => Some(Choice::Obedience { anti_pope }),
        }
    }

    fn consent(&mut self, c: &mut Cursor<'a>) -> Option<Choice> {
        c.word(Word::To);
        let of = c.attempt(|c| self.empire(c));
        (self.card(c)? == super::words::Card::DynasticInfluence).then_some(())?;
        let of = of.or_else(|| {
            c.attempt(|c| (c.word(Word::In) || c.word(Word::By)).then(|| self.empire(c)).flatten())
        });
        let area = c.attempt(|c| (c.word(Word::On) || c.word(Word::In)).then(|| self.place(c)).flatten());
        Some(Choice::DynasticConsent { of, area })
    }
}

/// Takes `the Pope`.
pub(super) fn is_pope(c: &mut Cursor<'_>) -> bool {
    c.attempt(|c| {
        c.skip_filler();
        c.word(Word::Pope).then_some(())
    })
    .is_some()
}

/// A vote under a year stands: who writes it there does not know when the parley will be (20.4).
fn stands(act: &Act, frame: &Frame) -> Option<Vec<When>> {
    let dated = !frame.whens.is_empty() && frame.whens.iter().all(|when| matches!(when, When::Year(_)));
    (dated && matches!(act, Act::Vote { .. })).then(|| vec![When::Standing])
}
