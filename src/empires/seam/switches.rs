//! The switches of the rules across the seam, and the game by other readings of them.

use std::borrow::Cow;

use super::{Empires, rules};
use crate::empires::rulebook::{Rulebook, Ruling, Switches};
use crate::postal::game::GameError;
use crate::postal::switches::{ReadingFault, Readings, Switch, SwitchReading, faults};

impl Empires {
    /// Every switch, in the order of the rulings.
    pub(super) fn offered(&self) -> Vec<Switch> {
        let offered = Switches::offered();
        let of = |ruling: &Ruling| {
            let (_, readings) = offered.iter().find(|(id, _)| *id == ruling.id)?;
            let of_edition = self.of_edition.word(&ruling.id)?;
            let reading = |(word, meaning): &(&str, &str)| SwitchReading {
                word: (*word).to_owned(),
                meaning: (*meaning).to_owned(),
            };
            Some(Switch {
                id: ruling.id.clone(),
                rule: ruling.rule.clone(),
                question: ruling.question.clone(),
                readings: readings.iter().map(reading).collect(),
                of_edition: of_edition.to_owned(),
                in_force: self.rulebook.switches.word(&ruling.id)?.to_owned(),
                why: rules::why(ruling, of_edition, Some(of_edition)),
            })
        };
        self.rulebook.rulings.iter().filter_map(of).collect()
    }

    /// The edition's switches with these readings.
    ///
    /// Errors: every switch and reading that is not known.
    fn switches_by(&self, readings: &Readings) -> Result<Switches, Vec<ReadingFault>> {
        let with = |switches: Option<Switches>, (id, word): (&String, &String)| switches?.with(id, word);
        let switches = readings.iter().fold(Some(self.of_edition.clone()), with);
        switches.ok_or_else(|| faults(&self.offered(), readings))
    }

    /// The rulebook by these readings and no others.
    ///
    /// Errors: a switch or reading that is not known.
    pub(super) fn rulebook_by(&self, readings: &Readings) -> Result<Cow<'_, Rulebook>, GameError> {
        let switches = self.switches_by(readings).map_err(GameError::NoReading)?;
        Ok(match switches == self.rulebook.switches {
            true => Cow::Borrowed(&self.rulebook),
            false => Cow::Owned(Rulebook { switches, ..self.rulebook.clone() }),
        })
    }

    /// The same game by these readings.
    ///
    /// Errors: every switch and reading that is not known.
    pub(super) fn by(&self, readings: &Readings) -> Result<Self, Vec<ReadingFault>> {
        let rulebook = Rulebook { switches: self.switches_by(readings)?, ..self.rulebook.clone() };
        Ok(Self { rulebook, vocabularies: self.vocabularies.clone(), of_edition: self.of_edition.clone() })
    }
}
