//! Calls, votes, choices, year cards given away, colonisation, penance, exile: one act each.

use super::cursor::{Cursor, SENTENCE_ENDS};
use super::reader::{Frame, Reader, Span};
use super::words::{Card, Verb, Word};
use crate::empires::terms::{Act, CardPlay, Cause, Choice, ColonisationOrder, Condition, Vote, When};

impl<'a> Reader<'a> {
    /// An order of cards, calls, votes and the like whose verb stands here; whether it was one and was understood.
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
        ahead.skip_marks(&[':', '-']);
        let understood = self.political(verb, from, &mut ahead, frame, condition.cloned());
        if understood {
            *c = ahead;
        }
        understood
    }

    /// An order of cards, calls, votes and the like, its verb taken; whether it was understood.
    ///
    /// What is not understood leaves no trace.
    fn political(
        &mut self,
        verb: Verb,
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Option<Condition>,
    ) -> bool {
        let mut ahead = *c;
        let complaints = self.complaints.len();
        if verb == Verb::Call && self.called_off(from, &mut ahead) {
            *c = ahead;
            return true;
        }
        let Some(acts) = self.political_acts(verb, &mut ahead) else {
            self.complaints.truncate(complaints);
            return false;
        };
        let whens = self.clause_years(&mut ahead);
        let trailing = self.trailing_condition(&mut ahead, frame);
        let whens = whens.or_else(|| self.clause_years(&mut ahead));
        if !self.ends_order(&ahead) {
            self.complaints.truncate(complaints);
            return false;
        }
        *c = ahead;
        let condition = match trailing {
            Some(Err(())) => return true,
            Some(Ok(trailing)) => Some(trailing),
            None => condition,
        };
        for act in acts {
            let own = whens.clone().or_else(|| standing_vote(&act, frame));
            let default = self.default_of(&act);
            self.emit(Span { from, to: c.at }, frame, own, default, condition.clone(), act);
        }
        true
    }

    /// `call a crusade against Denmark (they are RC: then do not call it)`: the remark withdraws the call.
    fn called_off(&mut self, from: usize, c: &mut Cursor<'a>) -> bool {
        const LONGEST: usize = 60;
        let mut sentence = c.within(c.at, c.end.min(c.at + LONGEST));
        self.sentence_of_later(&mut sentence, &SENTENCE_ENDS);
        let span = Span { from, to: sentence.at };
        let off = self.withdraws_itself(span);
        if off {
            c.at = sentence.at;
            self.note(span, "read as withdrawn by its own remark".to_owned());
        }
        off
    }

    fn ends_order(&self, c: &Cursor<'a>) -> bool {
        c.ends_sentence()
            || c.peek_any_mark(&[',', ')'])
            || c.peek(Word::Else).is_some()
            || c.peek(Word::Then).is_some()
    }

    fn political_acts(&mut self, verb: Verb, c: &mut Cursor<'a>) -> Option<Vec<Act>> {
        let act = match verb {
            Verb::Play => Act::Play(self.play(c)?),
            Verb::Copy => return self.copies(c),
            Verb::Call => Act::Call(self.motion(c)?),
            Verb::Vote => self.vote(c)?,
            Verb::Choose => Act::Choose(self.choice(c)?),
            Verb::Gift => self.year_cards(c).or_else(|| self.area_to_pope(c))?,
            Verb::Colonise => Act::Colonise(ColonisationOrder::Begin(self.place(c)?)),
            Verb::RestColonisation => Act::Colonise(ColonisationOrder::Rest),
            Verb::ResumeColonisation => Act::Colonise(ColonisationOrder::Resume),
            Verb::GiveUpColonisation => Act::Colonise(ColonisationOrder::GiveUp),
            Verb::Penance => Act::DoPenance,
            Verb::Patriarchate => Act::DeclarePatriarchate,
            Verb::Return => {
                let areas = self.areas(c);
                (!areas.is_empty()).then_some(Act::ReturnFromExile(areas))?
            }
            _ => return None,
        };
        Some(vec![act])
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

    /// `yes on MOTION`, `abstain on MOTION` (20.3).
    fn vote(&mut self, c: &mut Cursor<'a>) -> Option<Act> {
        let vote = vote_word(c)?;
        if !c.word(Word::On) && !c.word(Word::To) {
            c.word(Word::In);
        }
        let on = self.motion(c)?;
        Some(Act::Vote { on, vote })
    }

    fn choice(&mut self, c: &mut Cursor<'a>) -> Option<Choice> {
        c.skip_filler();
        if c.word(Word::Obedience) {
            c.word(Word::To);
            c.skip_filler();
            let anti_pope = c.word(Word::AntiPope);
            return (anti_pope || c.word(Word::Pope)).then_some(Choice::Obedience { anti_pope });
        }
        if c.word(Word::Seat) {
            skip_small_words(c);
            return self.place(c).map(Choice::AntiPopeSeat);
        }
        if c.word(Word::Consent) {
            c.word(Word::To);
            (self.card(c)? == Card::DynasticInfluence).then_some(())?;
            let of = c.attempt(|c| (c.word(Word::In) || c.word(Word::By)).then(|| self.empire(c)).flatten());
            let area = c.attempt(|c| (c.word(Word::On) || c.word(Word::In)).then(|| self.place(c)).flatten());
            return Some(Choice::DynasticConsent { of, area });
        }
        let of_khan = c.word(Word::Faith) && c.word(Word::OfKhan);
        of_khan.then(|| self.religion(c)).flatten().map(Choice::Religion)
    }

    /// `2 year cards to the crusade, without an endeavour in 979 and 980` (9.3).
    fn year_cards(&mut self, c: &mut Cursor<'a>) -> Option<Act> {
        c.attempt(|c| {
            c.skip_filler();
            let cards = c.number().unwrap_or(1);
            (c.word(Word::YearCards) && c.word(Word::To)).then_some(())?;
            let to = self.cause(c)?;
            let without = c.attempt(|c| {
                c.mark(',');
                c.word(Word::WithoutEndeavour).then_some(())?;
                c.word(Word::In);
                Some(self.years(c)).filter(|years| !years.is_empty())
            });
            Some(Act::GiveYearCards { cards, to, without: without.unwrap_or_default() })
        })
    }

    fn cause(&mut self, c: &mut Cursor<'a>) -> Option<Cause> {
        use super::vocabulary::Meaning;
        use super::words::Subject;
        if is_pope(c) {
            return Some(Cause::Pope);
        }
        c.skip_filler();
        let cause = c.find(|meaning| match meaning {
            Meaning::Subject(Subject::Crusade) => Some(Cause::Crusade),
            Meaning::Subject(Subject::Jihad) => Some(Cause::Jihad),
            _ => None,
        });
        if let Some((cause, tokens)) = cause {
            c.at += tokens;
            return Some(cause);
        }
        self.empire(c).map(Cause::CrusaderState)
    }

    /// `Prussia to the Pope` (28.1).
    fn area_to_pope(&mut self, c: &mut Cursor<'a>) -> Option<Act> {
        c.attempt(|c| {
            let area = self.place(c)?;
            (c.word(Word::To) && is_pope(c)).then_some(Act::GiveAreaToPope(area))
        })
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

fn skip_small_words(c: &mut Cursor<'_>) {
    c.skip_marks(&[':']);
    while c.word(Word::In) || c.word(Word::AntiPope) || c.word(Word::Filler) {}
    c.skip_marks(&[':']);
}

fn vote_word(c: &mut Cursor<'_>) -> Option<Vote> {
    if c.word(Word::Yes) {
        Some(Vote::Yes)
    } else if c.word(Word::Nay) {
        Some(Vote::No)
    } else {
        c.word(Word::Abstain).then_some(Vote::Abstain)
    }
}

/// A vote under a year stands: who writes it there does not know when the parley will be (20.4).
fn standing_vote(act: &Act, frame: &Frame) -> Option<Vec<When>> {
    let dated = !frame.whens.is_empty() && frame.whens.iter().all(|when| matches!(when, When::Year(_)));
    (dated && matches!(act, Act::Vote { .. })).then(|| vec![When::Standing])
}
