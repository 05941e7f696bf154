//! The one switch of the second game: who gets the point.

use std::sync::Arc;

use pentade::postal::chronicle::RuleId;
use pentade::postal::game::Game;
use pentade::postal::switches::{ReadingFault, Readings, Switch, SwitchReading, faults};

use super::Guessing;

/// Its id.
pub const NEAREST: &str = "S1";
/// The reading by which whoever guessed worst gets the point.
pub const FARTHEST: &str = "farthest";

impl Guessing {
    pub(super) fn all_switches(&self) -> Vec<Switch> {
        let reading =
            |word: &str, meaning: &str| SwitchReading { word: word.to_owned(), meaning: meaning.to_owned() };
        let in_force = if self.farthest { FARTHEST } else { "nearest" };
        vec![Switch {
            id: NEAREST.to_owned(),
            rule: RuleId::new("1"),
            question: "who gets the point?".to_owned(),
            readings: vec![
                reading("nearest", "whoever guesses nearest to the die"),
                reading(FARTHEST, "whoever guesses farthest from the die"),
            ],
            of_edition: "nearest".to_owned(),
            in_force: in_force.to_owned(),
            why: "guessing well is the point of it".to_owned(),
        }]
    }

    /// Whether a pentade is played by the other reading.
    pub(super) fn is_farthest(&self, readings: &Readings) -> Result<bool, Vec<ReadingFault>> {
        match faults(&self.all_switches(), readings) {
            none if none.is_empty() => Ok(readings.get(NEAREST).is_some_and(|word| word == FARTHEST)),
            faults => Err(faults),
        }
    }

    pub(super) fn by(&self, readings: &Readings) -> Result<Arc<dyn Game>, Vec<ReadingFault>> {
        Ok(Arc::new(Self { farthest: self.is_farthest(readings)? }))
    }
}
