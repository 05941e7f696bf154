//! Sentences of parleys and their votes (20).

use super::super::words::listed;
use super::Sentence;
use crate::empires::chronicle::{Ballot, ParleyHappening};
use crate::empires::terms::Vote;
use crate::empires::terms::wording::motion_words;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_parleys(&self, kind: &ParleyHappening) -> String {
        match kind {
            ParleyHappening::Decided { motion, called, yes, no, passed, ballots } => {
                let motion = motion_words(motion, &self.names);
                let caller = if *called { format!(", called by {},", self.who) } else { String::new() };
                let result = if *passed { "passed" } else { "not passed" };
                let votes = self.votes(ballots);
                format!(
                    "the parley on the {motion}{caller} decides: {result}, {yes} for and {no} against{votes}."
                )
            }
            ParleyHappening::Unopposed { motion } => {
                let motion = motion_words(motion, &self.names);
                format!("nobody may speak against the {motion} before an excommunicated ruler: it stands.")
            }
        }
    }

    /// ` (yes: France 5; no: Poland 4; abstained: Denmark)`.
    fn votes(&self, ballots: &[Ballot]) -> String {
        let of = |vote: Vote, word: &str| {
            let cast = ballots.iter().filter(|ballot| ballot.vote == vote);
            let cast: Vec<String> = cast
                .map(|one| match vote {
                    Vote::Abstain => self.names.empire(&one.empire).to_owned(),
                    _ => format!("{} {}", self.names.empire(&one.empire), one.votes),
                })
                .collect();
            (!cast.is_empty()).then(|| format!("{word}: {}", listed(cast)))
        };
        let parts = [of(Vote::Yes, "yes"), of(Vote::No, "no"), of(Vote::Abstain, "abstained")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
    }
}
