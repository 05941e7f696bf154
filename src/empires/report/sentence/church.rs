//! Sentences of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).

use super::super::words::listed;
use super::Sentence;
use crate::empires::chronicle::ChurchHappening;
use crate::empires::terms::Ground;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_church(&self, kind: &ChurchHappening) -> String {
        let (who, place) = (&self.who, &self.place);
        match kind {
            ChurchHappening::Excommunicated { grounds } => {
                let grounds: Vec<String> = grounds.iter().map(|ground| self.ground(ground)).collect();
                let grounds =
                    if grounds.is_empty() { String::new() } else { format!(": {}", listed(grounds)) };
                format!("the ruler of {who} is excommunicated{grounds}.")
            }
            ChurchHappening::ExcommunicationEnded { how, gold } if *gold > 0 => {
                format!(
                    "the excommunication of the ruler of {who} ends {how}: {gold} gold to the Pope and the year's card."
                )
            }
            ChurchHappening::ExcommunicationEnded { how, .. } => {
                format!("the excommunication of the ruler of {who} ends {how}.")
            }
            ChurchHappening::SchismBegan { followers } if followers.is_empty() => {
                format!("{who} sets up an anti-Pope in {place}, and nobody follows.")
            }
            ChurchHappening::SchismBegan { followers } => {
                format!(
                    "{who} sets up an anti-Pope in {place}, followed by {}.",
                    self.names.empires(followers)
                )
            }
            ChurchHappening::ObedienceChosen { anti_pope: true } => {
                format!("{who} turns to the anti-Pope.")
            }
            ChurchHappening::ObedienceChosen { anti_pope: false } => {
                format!("{who} turns back to the Pope.")
            }
            ChurchHappening::SchismEnded { how } => {
                format!("the schism that {who} began ends: {how}.")
            }
            ChurchHappening::SchismHardened => {
                format!("the schism that {who} began was never healed: there are two churches for good.")
            }
            ChurchHappening::ChurchesUnited => {
                format!("at the call of {who} the churches of East and West are one.")
            }
            ChurchHappening::SeatMoved => format!("the Pope now sits in {place}."),
            ChurchHappening::SeatKept => format!("{place}, the seat of the Pope, was nobody's and is his."),
            ChurchHappening::PatriarchateFounded => {
                format!("{who} declares its court {place} a patriarchate.")
            }
        }
    }

    fn ground(&self, ground: &Ground) -> String {
        let names = self.names;
        match ground {
            Ground::BrokenTreaty { with } => format!("he broke a binding treaty with {}", names.empire(with)),
            Ground::RefusedCrusade => "he gave nothing to the crusade".to_owned(),
            Ground::Dealing { with } => format!("he deals with {}", names.empire(with)),
            Ground::AttackOnRome => "he attacked Rome".to_owned(),
            Ground::AttackOnCrusader { of } => format!("he attacked the crusaders of {}", names.empire(of)),
            Ground::WrongedWard { ward } => format!("he wronged his ward, {}", names.empire(ward)),
        }
    }
}
