//! Readings of rules that a GM may choose: named policies, set by the edition.

use super::words::{Word, closed_list};

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
}

impl Switches {
    /// The rulings that are switches, each with the words it may read.
    pub(super) fn known() -> Vec<(&'static str, Vec<&'static str>)> {
        vec![
            ("R8.6", words::<EmpireSize>()),
            ("R16.1", words::<TaxationEffect>()),
            ("G-43", words::<ReligionImprovement>()),
            ("R33.3", words::<PeriodRecovery>()),
        ]
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
        })
    }
}

fn words<W: Word>() -> Vec<&'static str> {
    W::LIST.iter().map(|(word, _)| *word).collect()
}
