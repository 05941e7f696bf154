//! Hold cards played and copies given (19).

use super::cursor::Cursor;
use super::politics::Found;
use super::reader::{Frame, Reader, Span};
use super::vocabulary::{Meaning, Sort};
use super::words::{Card, SectionKind, Subject, Verb, Word};
use crate::empires::terms::{Act, Advance, CardPlay, Motion, Stature};
use crate::postal::reading::Weight;

/// Most areas of one play of Dynastic Influence (19.18).
const MOST_AREAS: usize = 3; // rule:19.18

/// A wish is no longer than this many characters.
const LONGEST_WISH: usize = 2_000;

impl<'a> Reader<'a> {
    /// The name of a hold card.
    pub fn card(&self, c: &mut Cursor<'a>) -> Option<Card> {
        c.attempt(|c| {
            c.skip_filler();
            let (card, tokens) = c.find(|meaning| match meaning {
                Meaning::Card(card) => Some(card),
                _ => None,
            })?;
            c.at += tokens;
            c.word(Word::CardNoun);
            Some(card)
        })
    }

    /// The name of a hold card, misspelt or not; `it` is the card spoken of last.
    fn card_meant(&mut self, c: &mut Cursor<'a>) -> Option<Card> {
        let card = self.card(c).or_else(|| {
            c.skip_filler();
            self.misspelt(c, Sort::Card).map(|row| Card::ALL[usize::from(row)])
        });
        let card = card.or_else(|| c.word(Word::It).then_some(self.spoken_card).flatten());
        self.spoken_card = card.or(self.spoken_card);
        card
    }

    /// `play CARD`, the verb taken.
    pub fn play(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        let card = self.card_meant(c)?;
        let whens = self.clause_years(c);
        while c.word(Word::NowAtOnce) {}
        let play = match card {
            Card::Demesne => CardPlay::Demesne,
            Card::DiplomaticCoup => {
                c.attempt(|c| self.diplomacy_beside(c));
                CardPlay::DiplomaticCoup
            }
            Card::MissionaryFervour => CardPlay::MissionaryFervour,
            Card::Recognition => {
                c.attempt(|c| (c.word(Word::To) && claims(c)).then_some(()));
                CardPlay::Recognition { area: self.place_in(c)? }
            }
            Card::Advisor => advisor(c)?,
            Card::DynasticInfluence => self.dynastic(c)?,
            Card::Influence => self.influence(c)?,
            Card::Wildcard => self.wildcard(c)?,
            advance => CardPlay::Advance(advance_of(advance)?),
        };
        Some(Found { acts: vec![Act::Play(play)], whens, ..Found::default() })
    }

    /// `with diplomacy on Bohemia from Bavaria` behind a card: the endeavour begins at its verb, which is left.
    fn diplomacy_beside(&mut self, c: &mut Cursor<'a>) -> Option<()> {
        let _ = c.word(Word::With) || c.word(Word::Playing) || c.word(Word::On) || c.word(Word::In);
        c.skip_filler();
        let (verb, _, tokens) = self.verb(c)?;
        let mut object = c.within(c.at + tokens, c.end);
        let _ = object.word(Word::On) || object.word(Word::In);
        object.skip_filler();
        let (subject, target) = (self.subject.clone(), self.known_area(&mut object));
        self.subject = subject;
        (verb == Verb::Diplomacy && target.is_some() && object.peek(Word::From).is_some()).then_some(())
    }

    /// `France a copy of Siege Advance`, `Poland our Tactical Systems copy`, the verb `give` taken (19.14).
    pub fn copy_given(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        c.attempt(|c| {
            let to = self.empire(c)?;
            c.skip_filler();
            let before = c.word(Word::Copy);
            c.word(Word::In);
            let advance = advance_of(self.card(c)?)?;
            (c.word(Word::Copy) || before).then(|| Act::GiveCopy { advance, to }.into())
        })
    }

    /// `Advisor (1), diplomatic, play it now`: a card that stands before its verb, or without one, in a list of cards.
    pub fn listed_card(&mut self, c: &mut Cursor<'a>, frame: &Frame, head: bool) -> bool {
        if !head || (frame.section != SectionKind::Cards && !frame.marked) {
            return false;
        }
        let mut ahead = *c;
        let complaints = self.complaints.len();
        let Some(found) = self.play(&mut ahead) else {
            self.complaints.truncate(complaints);
            return false;
        };
        let verb = ahead.attempt(|c| {
            c.skip_marks(&[',', '-', ':']);
            let (verb, _, tokens) = self.verb(c)?;
            c.at += tokens;
            c.word(Word::It);
            (verb == Verb::Play).then_some(())
        });
        if verb.is_none() && frame.section != SectionKind::Cards {
            self.complaints.truncate(complaints);
            return false;
        }
        self.conclude(c.at, &mut ahead, frame, None, found);
        *c = ahead;
        true
    }

    /// `on Navarre, Aragon and Castille` (19.18).
    fn dynastic(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        let _ = c.word(Word::On) || c.word(Word::To) || c.word(Word::In);
        let areas = self.areas(c);
        (1..=MOST_AREAS).contains(&areas.len()).then_some(CardPlay::Dynastic { areas })
    }

    /// `in MOTION`, `to call for the excommunication of France`, `to attend MOTION` (19.19).
    fn influence(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        c.attempt(|c| (c.word(Word::In) && self.card(c) == Some(Card::Influence)).then_some(()));
        let calls = c.word(Word::ToCall)
            || c.attempt(|c| {
                c.word(Word::And).then_some(())?;
                c.skip_small();
                let (verb, _, tokens) = self.verb(c)?;
                c.at += tokens;
                c.skip_marks(&[':', '-']);
                (verb == Verb::Call).then_some(())
            })
            .is_some();
        if calls {
            let Motion::Excommunication { of: Some(against) } = self.motion(c)? else { return None };
            return Some(CardPlay::InfluenceCall { against });
        }
        if c.word(Word::ToAttend) {
            return Some(CardPlay::InfluenceAttend { motion: self.motion(c)? });
        }
        c.attempt(|c| {
            c.word(Word::In);
            c.mark('+');
            c.number()?;
            self.verb(c).filter(|(verb, ..)| verb.is_vote()).map(|(.., tokens)| c.at += tokens)
        });
        let _ = c.word(Word::On) || c.word(Word::To) || c.word(Word::In);
        Some(CardPlay::InfluenceVotes { motion: self.motion(c)? })
    }

    /// `: WISH`, `together with France: WISH` (19.20). The wish goes to the end of the statement.
    fn wildcard(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        let with = c.attempt(|c| {
            (c.word(Word::Playing) || c.word(Word::With)).then_some(())?;
            self.empire(c)
        });
        let colon = c.at;
        c.mark(':').then_some(())?;
        let wish = self.kept_words(colon, c.end);
        let wish: String = wish.chars().take(LONGEST_WISH).collect();
        let wish = wish.trim_end().to_owned();
        c.at = c.end;
        (!wish.is_empty()).then_some(CardPlay::Wildcard { wish, with })
    }

    /// `give a copy of siege advance to France and to Kiev`, the verb taken (19.14). Without a name it is a copy of the
    /// advance spoken of last.
    pub fn copies(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        c.word(Word::In);
        let spoken = self.spoken_card;
        let advance = advance_of(self.card(c).or(spoken)?)?;
        let mut acts = Vec::new();
        while let Some(to) = c.attempt(|c| {
            c.mark(',');
            c.word(Word::And);
            c.word(Word::To);
            self.empire(c)
        }) {
            acts.push(Act::GiveCopy { advance, to });
        }
        (!acts.is_empty()).then(|| Found { acts, ..Found::default() })
    }

    /// `playing Diplomatic Coup`, `using the Siege Advance copy (1 gold more)`: a card beside an endeavour.
    pub fn card_played(&mut self, c: &mut Cursor<'a>, plays: &mut Vec<Act>) -> bool {
        let from = c.at;
        let mut ahead = *c;
        if !ahead.word(Word::Playing) || self.card(&mut ahead.clone()).is_none() {
            return false;
        }
        let mut behind = ahead;
        if self.card(&mut behind).and_then(advance_of).is_some() && behind.word(Word::Copy) {
            if behind.peek_mark('(') {
                behind.at = behind.behind_parenthesis();
            }
            let message = "a copy that you hold serves of itself; these words were passed over".to_owned();
            self.complain(Span { from, to: behind.at }, Weight::Note, Some("19.14"), message); // rule:19.14
            *c = behind;
            return true;
        }
        let complaints = self.complaints.len();
        let Some(found) = self.play(&mut ahead) else {
            self.complaints.truncate(complaints);
            return false;
        };
        plays.extend(found.acts);
        *c = ahead;
        true
    }
}

/// `2 as administrative`, `(2) as an administrative advisor`, `(1), diplomatic`.
fn advisor(c: &mut Cursor<'_>) -> Option<CardPlay> {
    let parenthesis = c.mark('(');
    let points = c.number()?;
    if parenthesis {
        c.mark(')').then_some(())?;
    }
    let stature = c.attempt(|c| {
        c.skip_marks(&['-', ',']);
        c.word(Word::As);
        c.skip_filler();
        let stature = if c.word(Word::Administrative) {
            Stature::Administrative
        } else {
            c.word(Word::Diplomatic).then_some(Stature::Diplomatic)?
        };
        if c.peek_any_mark(&[',', '-']) {
            return Some(stature);
        }
        let (_, tokens) =
            c.find(|meaning| (meaning == Meaning::Card(Card::Advisor)).then_some(())).unwrap_or(((), 0));
        c.at += tokens;
        Some(stature)
    });
    Some(CardPlay::Advisor { points, stature })
}

/// Takes `claim`.
fn claims(c: &mut Cursor<'_>) -> bool {
    let claim = c.find(|meaning| (meaning == Meaning::Subject(Subject::Claim)).then_some(()));
    c.at += claim.map_or(0, |((), tokens)| tokens);
    claim.is_some()
}

fn advance_of(card: Card) -> Option<Advance> {
    match card {
        Card::WeaponsAdvance => Some(Advance::Weapons),
        Card::TacticalSystems => Some(Advance::Tactical),
        Card::SiegeAdvance => Some(Advance::Siege),
        Card::FortificationAdvance => Some(Advance::Fortification),
        _ => None,
    }
}
