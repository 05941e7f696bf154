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
        }
    }
}
