//! Sentences of victory points and awards (26).

use super::Sentence;
use super::points;
use crate::empires::chronicle::ScoreHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_scores(&self, kind: &ScoreHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            ScoreHappening::Awarded { deed, quarters } => {
                format!("{place} is {deed}: {} victory points for {who}.", points(*quarters))
            }
            ScoreHappening::EmpireImproved { from, to, place, quarters } => {
                let awarded = awarded(*place, *quarters);
                format!("{who} went from {} to {} victory points{awarded}.", points(*from), points(*to))
            }
            ScoreHappening::ReligionImproved { religion, from, to, place, quarters, members } => {
                let religion = names.rulebook.religions.name(religion);
                let awarded = awarded(Some(*place), *quarters);
                let members = match members.is_empty() {
                    false if *quarters > 0 => format!(" each for {}", names.empires(members)),
                    _ => String::new(),
                };
                format!("the areas of {religion} went from {from} to {to}{awarded}{members}.")
            }
            ScoreHappening::GameEnded { cause, winners } => {
                let wins = if winners.len() == 1 { "wins" } else { "win" };
                format!("the game is over, and {} {wins}: {cause}.", names.empires(winners))
            }
            ScoreHappening::FinalPoints { place, quarters } => {
                format!("{who} ends in place {place} with {} victory points.", points(*quarters))
            }
        }
    }
}

/// `, place 2: 3 victory points`.
fn awarded(place: Option<u32>, quarters: i32) -> String {
    match place {
        Some(place) if quarters > 0 => format!(", place {place}: {} victory points", points(quarters)),
        Some(place) => format!(", place {place}"),
        None => String::new(),
    }
}
