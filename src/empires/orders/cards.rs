//! Hold cards played and copies given (19).

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::vocabulary::Meaning;
use super::words::{Card, Word};
use crate::empires::terms::{Act, Advance, CardPlay, Stature};

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
            Some(card)
        })
    }

    /// `play CARD`, the verb taken.
    pub fn play(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        Some(match self.card(c)? {
            Card::Demesne => CardPlay::Demesne,
            Card::DiplomaticCoup => CardPlay::DiplomaticCoup,
            Card::MissionaryFervour => CardPlay::MissionaryFervour,
            Card::Recognition => CardPlay::Recognition { area: self.aimed_at(c)? },
            Card::Advisor => advisor(c)?,
            Card::DynasticInfluence => self.dynastic(c)?,
            Card::Influence => self.influence(c)?,
            Card::Wildcard => self.wildcard(c)?,
            advance => CardPlay::Advance(advance_of(advance)?),
        })
    }

    /// `to Lombardy`, `on Navarre`, `for Bavaria`.
    fn aimed_at(&mut self, c: &mut Cursor<'a>) -> Option<crate::empires::terms::AreaId> {
        skip_preposition(c);
        self.place(c)
    }

    /// `on Navarre, Aragon and Castille` (19.18).
    fn dynastic(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        skip_preposition(c);
        let areas = self.areas(c);
        (1..=MOST_AREAS).contains(&areas.len()).then_some(CardPlay::Dynastic { areas })
    }

    /// `in MOTION`, `to call for the excommunication of France`, `to attend MOTION` (19.19).
    fn influence(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        if c.word(Word::ToCall) {
            let motion = self.motion(c)?;
            let crate::empires::terms::Motion::Excommunication { of: Some(against) } = motion else {
                return None;
            };
            return Some(CardPlay::InfluenceCall { against });
        }
        if c.word(Word::ToAttend) {
            return Some(CardPlay::InfluenceAttend { motion: self.motion(c)? });
        }
        skip_preposition(c);
        Some(CardPlay::InfluenceVotes { motion: self.motion(c)? })
    }

    /// `: WISH`, `with France: WISH` (19.20). The wish goes to the end of the line.
    fn wildcard(&mut self, c: &mut Cursor<'a>) -> Option<CardPlay> {
        let with = c.attempt(|c| c.word(Word::With).then(|| self.empire(c)).flatten());
        c.mark(':').then_some(())?;
        let wish = self.kept_words(Span { from: c.at, to: c.end });
        let wish: String = wish.chars().take(LONGEST_WISH).collect();
        let wish = wish.trim_end().to_owned();
        c.at = c.end;
        (!wish.is_empty()).then_some(CardPlay::Wildcard { wish, with })
    }

    /// `give a copy of siege advance to France and to Kiev`, the verb taken (19.14).
    pub fn copies(&mut self, c: &mut Cursor<'a>) -> Option<Vec<Act>> {
        c.word(Word::In);
        let advance = advance_of(self.card(c)?)?;
        let mut copies = Vec::new();
        while let Some(to) = c.attempt(|c| {
            c.mark(',');
            c.word(Word::And);
            c.word(Word::To);
            self.empire(c)
        }) {
            copies.push(Act::GiveCopy { advance, to });
        }
        (!copies.is_empty()).then_some(copies)
    }
}

fn skip_preposition(c: &mut Cursor<'_>) {
    let _ = c.word(Word::On) || c.word(Word::To) || c.word(Word::In) || c.word(Word::From);
}

/// `2 as administrative`, `(2) as an administrative advisor`.
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
        if c.word(Word::Administrative) {
            Some(Stature::Administrative)
        } else {
            c.word(Word::Diplomatic).then_some(Stature::Diplomatic)
        }
    });
    Some(CardPlay::Advisor { points, stature })
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
