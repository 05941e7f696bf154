//! Sentences of raiders, magnates, exiles (21, 24).

use super::super::words::{noun, signed};
use super::Sentence;
use crate::empires::chronicle::OutsiderHappening;
use crate::empires::terms::ReligionId;

impl Sentence<'_> {
    pub(super) fn of_outsiders(&self, kind: &OutsiderHappening) -> String {
        let (who, place) = (&self.who, &self.place);
        match kind {
            OutsiderHappening::RaidersCome { strength, cards } => {
                format!("{who} are out raiding: strength {strength}, {cards} year cards.")
            }
            OutsiderHappening::RaidersStay => format!("{who} stay at home."),
            OutsiderHappening::RaidersPause => format!("{who} take a break."),
            OutsiderHappening::RaidersEnded => format!("{who} come no more."),
            OutsiderHappening::Settled => format!("{who} settle in {place}."),
            OutsiderHappening::AreaFreed => format!("{place} of {who} becomes independent."),
            OutsiderHappening::Converted { religion } => {
                let religion = ReligionId::new(religion);
                format!("{who} convert {place} to {}.", self.names.rulebook.religions.name(&religion))
            }
            OutsiderHappening::RaidAimed => format!("{who} ride for the richest land: {place}."),
            OutsiderHappening::TargetChosen { sort, rating } => {
                format!("{who} choose {} in {place}, rated {}.", noun(*sort), signed(*rating))
            }
            OutsiderHappening::Exiled { kept } => {
                format!("{who} has no area left and goes into exile with {kept} gold.")
            }
            OutsiderHappening::Returned { areas } => {
                format!("{who} returns from exile in {}.", self.names.areas(areas))
            }
            _ => self.of_magnates(kind),
        }
    }

    fn of_magnates(&self, kind: &OutsiderHappening) -> String {
        let (who, place) = (&self.who, &self.place);
        match kind {
            OutsiderHappening::MagnateRose { name, strength, until, off_board } => {
                let how = if *off_board { "gathers beyond the map against" } else { "rises in" };
                format!("{name} {how} {place}: strength {strength}, until {until}.")
            }
            OutsiderHappening::MagnateGone { cause } => format!("{who} is no more: {cause}."),
            OutsiderHappening::NobodyWaits { percent } => {
                format!("{who} could have become a player empire at {percent} percent; no player waits.")
            }
            OutsiderHappening::StaysMagnate { percent } => {
                format!("{who} stays a magnate; the chance of a player empire was {percent} percent.")
            }
            OutsiderHappening::BecamePlayer { statures } => {
                format!("{who} becomes a player empire with a leader of statures {statures}.")
            }
            OutsiderHappening::KhanConverted { religion } => {
                let religion = ReligionId::new(religion);
                format!(
                    "The khan of {who} takes the religion {}.",
                    self.names.rulebook.religions.name(&religion)
                )
            }
            _ => "No magnate appears.".to_owned(),
        }
    }
}
