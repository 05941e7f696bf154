//! Readings of rules that a GM may choose: named policies, set by the edition or for one game.

use super::words::{Word, closed_list};
use crate::postal::question::Ballot;

closed_list! {
    /// What the size of an empire does to its ruler (8.6).
    EmpireSize, "reading" {
        /// Nothing.
        NoEffect = "no_effect",
        /// Large empires lower the administrative stature for ruling, by their table.
        LowersAdministrative = "lowers_administrative",
    }
}

closed_list! {
    /// What taxation does to an area beside the check (16.1).
    TaxationEffect, "reading" {
        /// Nothing.
        CheckOnly = "check_only",
        /// Its social state falls.
        LowersSocialState = "lowers_social_state",
        /// The value of the check it causes rises.
        RaisesRebellionValue = "raises_rebellion_value",
    }
}

closed_list! {
    /// Which areas recover at the end of a period (33.3).
    PeriodRecovery, "reading" {
        /// None.
        Off = "off",
        /// Independent ones.
        Independent = "independent",
        /// All.
        All = "all",
    }
}

closed_list! {
    /// How the improvement of a religion is measured (26.4).
    ReligionImprovement, "reading" {
        /// Against its size at the period's start, as an empire's.
        AgainstTheStart = "against_the_start",
        /// By the change alone.
        Absolute = "absolute",
    }
}

closed_list! {
    /// Who sees the votes of a parley while it lasts (20.3).
    ParleyVotes, "reading" {
        /// Nobody before the pentade is public.
        Secret = "secret",
        /// Every elector, as they are given.
        Open = "open",
    }
}

impl ParleyVotes {
    /// The same as a question says it.
    pub fn ballot(self) -> Ballot {
        match self {
            Self::Secret => Ballot::Secret,
            Self::Open => Ballot::Open,
        }
    }
}

/// The readings in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switches {
    /// Ruling R8.6.
    pub empire_size: EmpireSize,
    /// Ruling R16.1.
    pub taxation: TaxationEffect,
    /// Ruling G-43.
    pub religion_improvement: ReligionImprovement,
    /// Ruling R33.3.
    pub period_recovery: PeriodRecovery,
    /// Ruling R20.3c.
    pub parley_votes: ParleyVotes,
}

impl Switches {
    /// The rulings that are switches, each with the words it may read.
    pub(super) fn known() -> Vec<(&'static str, Vec<&'static str>)> {
        let words = |readings: Vec<Offered>| readings.into_iter().map(|(word, _)| word).collect();
        Self::offered().into_iter().map(|(id, readings)| (id, words(readings))).collect()
    }

    /// The same, each word with what it means.
    pub fn offered() -> Vec<(&'static str, Vec<Offered>)> {
        vec![
            ("R8.6", readings::<EmpireSize>()),
            ("R16.1", readings::<TaxationEffect>()),
            ("G-43", readings::<ReligionImprovement>()),
            ("R33.3", readings::<PeriodRecovery>()),
            ("R20.3c", readings::<ParleyVotes>()),
        ]
    }

    /// The word that a switch reads now; none for a ruling that is no switch.
    pub fn word(&self, id: &str) -> Option<&'static str> {
        match id {
            "R8.6" => Some(self.empire_size.as_word()),
            "R16.1" => Some(self.taxation.as_word()),
            "G-43" => Some(self.religion_improvement.as_word()),
            "R33.3" => Some(self.period_recovery.as_word()),
            "R20.3c" => Some(self.parley_votes.as_word()),
            _ => None,
        }
    }

    /// The same with one switch read otherwise.
    ///
    /// Errors: none is returned for a ruling that is no switch, or a word that it does not know.
    pub fn with(&self, id: &str, word: &str) -> Option<Self> {
        self.word(id)?;
        Self::read(|other| if other == id { Some(word) } else { self.word(other) })
    }

    /// The readings from the word for each ruling.
    ///
    /// Errors: none is returned when a ruling has no word or an unknown one.
    pub(super) fn read<'a>(word: impl Fn(&str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            empire_size: EmpireSize::of(word("R8.6")?)?,   // ruling:R8.6
            taxation: TaxationEffect::of(word("R16.1")?)?, // ruling:R16.1
            religion_improvement: ReligionImprovement::of(word("G-43")?)?, // ruling:G-43
            period_recovery: PeriodRecovery::of(word("R33.3")?)?, // ruling:R33.3
            parley_votes: ParleyVotes::of(word("R20.3c")?)?, // ruling:R20.3c
        })
    }
}

/// A word with its meaning for a GM: lower case, no final stop.
pub type Offered = (&'static str, &'static str);

/// A reading that can be told to a GM who chooses.
trait Told: Word {
    /// What is so when the rule is read like this.
    fn meaning(self) -> &'static str;
}

fn readings<W: Told>() -> Vec<Offered> {
    W::LIST.iter().map(|(word, reading)| (*word, reading.meaning())).collect()
}

impl Told for EmpireSize {
    fn meaning(self) -> &'static str {
        match self {
            Self::NoEffect => "an empire of any size is ruled alike",
            Self::LowersAdministrative => {
                "an empire of many areas lowers its leader's administrative stature for ruling, by the table of 8.6"
            }
        }
    }
}

impl Told for TaxationEffect {
    fn meaning(self) -> &'static str {
        match self {
            Self::CheckOnly => "a taxed area makes its rebellion check, and nothing else changes there",
            Self::LowersSocialState => {
                "the social state of a taxed area falls before it makes its rebellion check"
            }
            Self::RaisesRebellionValue => {
                "a taxed area makes its rebellion check with a higher rebellion value"
            }
        }
    }
}

impl Told for PeriodRecovery {
    fn meaning(self) -> &'static str {
        match self {
            Self::Off => "land below its base social state never recovers of itself",
            Self::Independent => {
                "at the end of a period independent areas below their base social state and not in unrest recover"
            }
            Self::All => {
                "at the end of a period all areas below their base social state and not in unrest recover"
            }
        }
    }
}

impl Told for ReligionImprovement {
    fn meaning(self) -> &'static str {
        match self {
            Self::AgainstTheStart => {
                "the growth of a religion counts in proportion to its size at the period's start"
            }
            Self::Absolute => "the growth of a religion counts as it is, however large the religion was",
        }
    }
}

impl Told for ParleyVotes {
    fn meaning(self) -> &'static str {
        match self {
            Self::Secret => "nobody sees the votes of a parley before its pentade is public",
            Self::Open => "every elector of a parley sees the votes of the others as they are given",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::empires::rulebook::tests::shipped;

    #[test]
    fn every_switch_can_be_read_in_every_one_of_its_words() {
        for (id, words) in Switches::known() {
            for word in words {
                let switched = shipped().switches.with(id, word).expect("a known word of a switch");
                assert_eq!(switched.word(id), Some(word));
            }
            assert_eq!(shipped().switches.with(id, "at_random"), None);
        }
        assert_eq!(shipped().switches.with("R2.5", "present_court"), None);
    }

    #[test]
    fn no_two_readings_of_a_switch_mean_the_same() {
        for (id, readings) in Switches::offered() {
            let mut meanings: Vec<_> = readings.iter().map(|(_, meaning)| *meaning).collect();
            meanings.sort_unstable();
            meanings.dedup();
            assert_eq!(meanings.len(), readings.len(), "{id}");
        }
    }
}
