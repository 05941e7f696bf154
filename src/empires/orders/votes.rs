//! Votes (20.3, 20.4): in a list of votes, and by their verb.

use super::cursor::Cursor;
use super::politics::Found;
use super::reader::{Frame, Reader, Span};
use super::vocabulary::Meaning;
use super::words::{Card, SectionKind, Subject, Verb, Word};
use crate::empires::terms::{Act, CardPlay, Condition, EmpireId, Motion, Vote};
use crate::postal::reading::Weight;

/// Words between `everything` and the empire that it is about.
const BETWEEN: usize = 6;

impl<'a> Reader<'a> {
    /// A sentence of a list of votes: `yes to the crusade`, `claim of Burgundy to Switzerland: no`, `Crusades: vote
    /// no`. Whether it was one, understood or not.
    pub fn listed_vote(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let behind_comma = c.at > 0 && Cursor::new(self.letter, c.at - 1, c.end).peek_mark(',');
        if frame.section != SectionKind::Votes {
            return false;
        }
        let from = c.at;
        let mut ahead = *c;
        let complaints = self.complaints.len();
        let found = self.votes_behind_verb(&mut ahead, None).or_else(|| {
            ahead = *c;
            self.vote_behind_motion(&mut ahead)
        });
        let Some(found) = found else {
            self.complaints.truncate(complaints);
            return !behind_comma && self.no_vote(c);
        };
        self.conclude(from, &mut ahead, frame, None, found);
        *c = ahead;
        true
    }

    /// `claim of Burgundy to Switzerland: yes`, `crusade yes`.
    fn vote_behind_motion(&mut self, c: &mut Cursor<'a>) -> Option<Found> {
        let motion = self.motion(c)?;
        c.skip_marks(&[':', '-', ',', '=']);
        self.votes_behind_verb(c, Some(motion))
    }

    /// Enters a parenthesis that holds votes: `same as last time (yes Burgundy, no Germany)`.
    pub fn votes_in_parenthesis(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let mut inside = *c;
        if frame.section != SectionKind::Votes || !inside.mark('(') {
            return false;
        }
        let complaints = self.complaints.len();
        let votes = self.votes_behind_verb(&mut inside.clone(), None).is_some();
        self.complaints.truncate(complaints);
        c.at += usize::from(votes);
        votes
    }

    fn votes_behind_verb(&mut self, c: &mut Cursor<'a>, topic: Option<Motion>) -> Option<Found> {
        let mut verb = Verb::Vote;
        loop {
            match self.verb(c) {
                Some((found, _, tokens)) if found.is_vote() => {
                    verb = found;
                    c.at += tokens;
                    break;
                }
                _ if c.word(Word::Filler) => {}
                _ => break,
            }
        }
        self.votes(verb, c, topic)
    }

    /// Complains about a sentence of a list of votes that votes on nothing; whether it was one.
    fn no_vote(&mut self, c: &mut Cursor<'a>) -> bool {
        let ordered = self.verb(c).is_some_and(|(verb, ..)| !verb.is_vote());
        let condition = c.peek(Word::If).is_some() || c.peek(Word::Unless).is_some();
        if ordered || condition || c.peek_mark('(') || self.verb_behind_small(c) {
            return false;
        }
        let from = c.at;
        while !c.ends_sentence() && !c.peek_any_mark(&[',', '(']) {
            c.at += 1;
        }
        let span = Span { from, to: c.at };
        let message = format!(
            "\u{201c}{}\u{201d} does not say yes, no or abstain on a motion; set aside: you are asked when such a \
             parley meets",
            self.words(span)
        );
        let suggestion = Some("yes on any claim of EMPIRE".to_owned());
        self.suggest(span, Weight::SetAside, Some("20.3"), message, suggestion); // rule:20.3
        true
    }

    fn verb_behind_small(&self, c: &Cursor<'a>) -> bool {
        let mut behind = *c;
        behind.skip_small();
        behind.at > c.at && self.verb(&behind).is_some()
    }

    /// `yes on MOTION`, `abstain in the rest`, the verb taken. `topic` is what the vote is on if it names nothing.
    pub fn votes(&mut self, verb: Verb, c: &mut Cursor<'a>, topic: Option<Motion>) -> Option<Found> {
        let vote = match verb {
            Verb::Abstain => Vote::Abstain,
            Verb::Support => Vote::Yes,
            Verb::Oppose => Vote::No,
            _ => vote_word(c)?,
        };
        let motions = self.voted_on(c).or_else(|| topic.map(|topic| vec![topic]))?;
        let beside = self.influence_beside(c).filter(|_| motions.len() == 1);
        let beside = beside
            .zip(motions.first())
            .map(|(condition, motion)| (CardPlay::InfluenceVotes { motion: motion.clone() }, condition));
        let acts = motions.into_iter().map(|on| Act::Vote { on, vote }).collect();
        Some(Found { acts, beside, ..Found::default() })
    }

    /// What a vote is on: one motion, or all that is for or against an empire.
    fn voted_on(&mut self, c: &mut Cursor<'a>) -> Option<Vec<Motion>> {
        let mut ahead = *c;
        while ahead.word(Word::On)
            || ahead.word(Word::To)
            || ahead.word(Word::In)
            || ahead.word(Word::Filler)
            || ahead.mark(':')
        {}
        let from = ahead.at;
        let motions = match self.about_empire(&mut ahead) {
            Some(motions) if motions.len() == 1 => motions,
            Some(motions) => {
                let span = Span { from, to: ahead.at };
                let message = "read as the motions in the sheet below, as far as they can be told beforehand";
                self.complain(span, Weight::Note, Some("20.4"), message.to_owned()); // rule:20.4
                motions
            }
            None => {
                let motion = self.motion(&mut ahead)?;
                self.if_called(&mut ahead, motion)
            }
        };
        *c = ahead;
        Some(motions)
    }

    /// `Germany`, `everything Germany proposes`, `anybody who is against Germany`.
    fn about_empire(&mut self, c: &mut Cursor<'a>) -> Option<Vec<Motion>> {
        c.attempt(|c| {
            let anything = c.find(|meaning| (meaning == Meaning::Subject(Subject::Any)).then_some(()));
            if let Some(((), tokens)) = anything {
                c.at += tokens;
            } else if !c.word(Word::Anybody) {
                let empire = self.empire(c)?;
                let own = c.attempt(|c| self.motion(c).and_then(|motion| motion_of(motion, &empire)));
                return Some(own.map_or_else(|| asked_by(&empire), |motion| vec![motion]));
            }
            for _ in 0..BETWEEN {
                if c.word(Word::Against) {
                    let pope = super::politics::is_pope(&mut c.clone());
                    return self.empire(c).map(|empire| asked_against(&empire, pope));
                }
                if let Some(empire) = self.empire(c) {
                    c.word(Word::Proposes);
                    return Some(asked_by(&empire));
                }
                if c.ends_sentence() || c.peek_mark(',') {
                    return None;
                }
                c.at += 1;
            }
            None
        })
    }

    /// `the crusade if one is called against Poland`: no condition, for a vote is of account only in a parley.
    fn if_called(&mut self, c: &mut Cursor<'a>, motion: Motion) -> Vec<Motion> {
        let called = c.attempt(|c| {
            c.word(Word::If).then_some(())?;
            for _ in 0..BETWEEN {
                if c.word(Word::Called) {
                    return Some(());
                }
                (!c.ends_sentence()).then(|| c.at += 1)?;
            }
            None
        });
        if called.is_none() || !c.word(Word::Against) {
            return vec![motion];
        }
        let Some(against) = self.empire(c) else {
            let from = c.at;
            c.skip_filler();
            c.at = (c.at + 1).min(c.end);
            let span = Span { from, to: c.at.max(from + 1) };
            let message = format!("{} is no empire of this game; set aside", self.words(span));
            self.complain(span, Weight::SetAside, Some("20.3"), message); // rule:20.3
            return Vec::new();
        };
        vec![if motion == (Motion::Crusade { against: None }) {
            Motion::Crusade { against: Some(against) }
        } else {
            motion
        }]
    }

    /// `with an Influence card if I still hold one`: played for the side that the vote takes (19.19), and what it waits
    /// on.
    fn influence_beside(&mut self, c: &mut Cursor<'a>) -> Option<Option<Condition>> {
        c.attempt(|c| {
            c.mark(',');
            (c.word(Word::Playing) || c.word(Word::With)).then_some(())?;
            (self.card(c)? == Card::Influence).then_some(())
        })?;
        self.spoken_card = Some(Card::Influence);
        Some(c.attempt(|c| {
            c.mark(',');
            (c.word(Word::If) && c.word(Word::We)).then(|| self.card_held(c)).flatten()
        }))
    }

    /// The motion that a span names: `if a crusade is continued by parley, vote yes`.
    pub fn motion_within(&mut self, span: Span) -> Option<Motion> {
        let mut c = self.cursor(span);
        let mut found = None;
        while !c.at_end() {
            if c.word(Word::GoesOn) && matches!(found, Some(Motion::Crusade { .. } | Motion::Jihad)) {
                return Some(Motion::CrusadeGoesOn);
            }
            let motion = self.motion(&mut c);
            c.at += usize::from(motion.is_none());
            found = found.or(motion);
        }
        found
    }
}

/// `France's claim to Lorraine`: the motion with the empire named before it; none if it names another.
fn motion_of(motion: Motion, empire: &EmpireId) -> Option<Motion> {
    let of = Some(empire.clone());
    match motion {
        Motion::Claim { of: None, area } => Some(Motion::Claim { of, area }),
        Motion::DiplomaticConquest { by: None, area } => Some(Motion::DiplomaticConquest { by: of, area }),
        Motion::Absolution { of: None } => Some(Motion::Absolution { of }),
        Motion::Wildcard { of: None } => Some(Motion::Wildcard { of }),
        _ => None,
    }
}

/// What an empire may ask of a parley for itself.
fn asked_by(empire: &EmpireId) -> Vec<Motion> {
    let of = || Some(empire.clone());
    vec![
        Motion::Claim { of: of(), area: None },
        Motion::DiplomaticConquest { by: of(), area: None },
        Motion::Regency { of: None, by: of() },
        Motion::Absolution { of: of() },
        Motion::Wildcard { of: of() },
    ]
}

/// What a parley may decide against an empire.
fn asked_against(empire: &EmpireId, pope: bool) -> Vec<Motion> {
    vec![
        if pope { Motion::AgainstPope } else { Motion::Excommunication { of: Some(empire.clone()) } },
        Motion::Crusade { against: Some(empire.clone()) },
    ]
}

/// `yes`, `no no no`, `abstain`.
fn vote_word(c: &mut Cursor<'_>) -> Option<Vote> {
    c.skip_marks(&[':', '-', '=']);
    let words = [
        (Word::Yes, Vote::Yes),
        (Word::Favour, Vote::Yes),
        (Word::Nay, Vote::No),
        (Word::Against, Vote::No),
        (Word::Abstain, Vote::Abstain),
    ];
    let (word, vote) = words.into_iter().find(|(word, _)| c.word(*word))?;
    while c.word(word) {}
    Some(vote)
}
