//! What a parley is asked to decide, in words (20.1).

use super::cursor::Cursor;
use super::reader::Reader;
use super::vocabulary::Meaning;
use super::words::{Subject, Word};
use crate::empires::terms::{AreaId, EmpireId, Motion};

/// Who and what a motion names, by the small word before it.
#[derive(Debug, Clone, Default)]
struct Parties {
    /// `of Germany`, or a name with nothing before it.
    of: Option<EmpireId>,
    /// `by Germany`, `against Germany`.
    by: Option<EmpireId>,
    area: Option<AreaId>,
    pope: bool,
}

/// The small word before a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Of,
    To,
    By,
}

impl<'a> Reader<'a> {
    /// `the claim of France to Lombardy`, `any excommunication`, `crusade against Byzantium`.
    pub fn motion(&mut self, c: &mut Cursor<'a>) -> Option<Motion> {
        let mut ahead = *c;
        let (subject, tokens) = loop {
            let found = ahead.find(|meaning| match meaning {
                Meaning::Subject(subject) => Some(subject),
                _ => None,
            });
            match found {
                Some(found) => break found,
                None if ahead.word(Word::Any) || ahead.word(Word::Filler) => {}
                None => return None,
            }
        };
        ahead.at += tokens;
        let mut parties = Parties::default();
        while self.party_of(subject, &mut ahead, &mut parties) {}
        *c = ahead;
        Some(motion_of(subject, parties))
    }

    /// One more name of a motion; whether there was one.
    fn party_of(&mut self, subject: Subject, c: &mut Cursor<'a>, parties: &mut Parties) -> bool {
        let mut ahead = *c;
        ahead.mark(':');
        let before = before_name(&mut ahead);
        let found = match subject {
            Subject::Claim if before == Before::To || parties.of.is_some() => {
                self.area_of(&mut ahead, parties) || self.empire_of(&mut ahead, &mut parties.of)
            }
            Subject::Claim => {
                self.empire_of(&mut ahead, &mut parties.of) || self.area_of(&mut ahead, parties)
            }
            Subject::DiplomaticConquest if before == Before::By => {
                self.empire_of(&mut ahead, &mut parties.by)
            }
            Subject::DiplomaticConquest => {
                self.area_of(&mut ahead, parties) || self.empire_of(&mut ahead, &mut parties.by)
            }
            Subject::Regency if before == Before::By || parties.of.is_some() => {
                self.empire_of(&mut ahead, &mut parties.by)
            }
            Subject::Excommunication => {
                let pope = super::politics::is_pope(&mut ahead);
                parties.pope |= pope;
                pope || self.empire_of(&mut ahead, &mut parties.of)
            }
            Subject::Absolution
            | Subject::Crusade
            | Subject::CrusadeInDefence
            | Subject::Regency
            | Subject::Wildcard => self.empire_of(&mut ahead, &mut parties.of),
            _ => false,
        };
        if found {
            *c = ahead;
        }
        found
    }

    fn empire_of(&self, c: &mut Cursor<'a>, place: &mut Option<EmpireId>) -> bool {
        if place.is_none() {
            *place = self.empire(c);
            return place.is_some();
        }
        false
    }

    fn area_of(&mut self, c: &mut Cursor<'a>, parties: &mut Parties) -> bool {
        if parties.area.is_none() {
            c.skip_filler();
            parties.area = self.known_area(c);
            return parties.area.is_some();
        }
        false
    }
}

fn before_name(c: &mut Cursor<'_>) -> Before {
    if c.word(Word::By) || c.word(Word::Against) {
        Before::By
    } else if c.word(Word::To) {
        Before::To
    } else if c.word(Word::In) || c.word(Word::On) {
        Before::Of
    } else {
        Before::Nothing
    }
}

fn motion_of(subject: Subject, parties: Parties) -> Motion {
    let Parties { of, by, area, pope } = parties;
    match subject {
        Subject::Any => Motion::Any,
        Subject::Claim => Motion::Claim { of, area },
        Subject::DiplomaticConquest => Motion::DiplomaticConquest { by, area },
        Subject::Excommunication if pope => Motion::AgainstPope,
        Subject::Excommunication => Motion::Excommunication { of },
        Subject::Absolution => Motion::Absolution { of },
        Subject::EndOfSchism => Motion::EndOfSchism,
        Subject::Union => Motion::Union,
        Subject::Crusade => Motion::Crusade { against: of },
        Subject::CrusadeInDefence => Motion::CrusadeFor { state: of },
        Subject::CrusadeGoesOn => Motion::CrusadeGoesOn,
        Subject::Jihad => Motion::Jihad,
        Subject::Regency => Motion::Regency { of, by },
        Subject::Wildcard => Motion::Wildcard { of },
    }
}
