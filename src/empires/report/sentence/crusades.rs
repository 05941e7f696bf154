//! Sentences of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use super::super::words::{listed, noun, plain};
use super::Sentence;
use crate::empires::chronicle::CrusadeHappening;
use crate::empires::terms::ReligionId;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_crusades(&self, kind: &CrusadeHappening) -> String {
        match kind {
            CrusadeHappening::CardsGiven { .. }
            | CrusadeHappening::YearsLeftOut { .. }
            | CrusadeHappening::DidNotGive
            | CrusadeHappening::AttackedParticipant { .. }
            | CrusadeHappening::OrderArose { .. }
            | CrusadeHappening::OrderBecamePlayer => self.of_givers(kind),
            CrusadeHappening::Called { .. }
            | CrusadeHappening::Began { .. }
            | CrusadeHappening::Ended { .. }
            | CrusadeHappening::TargetChosen { .. }
            | CrusadeHappening::AreaPassed { .. } => self.of_armies(kind),
            CrusadeHappening::StateArose { .. }
            | CrusadeHappening::PowerChose { .. }
            | CrusadeHappening::Colonises { .. }
            | CrusadeHappening::Colonised { .. } => self.of_foundations(kind),
        }
    }

    fn of_givers(&self, kind: &CrusadeHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            CrusadeHappening::CardsGiven { to, cards } => {
                let noun = if *cards == 1 { "year card" } else { "year cards" };
                format!("{who} gives {cards} {noun} to {}.", names.power(to))
            }
            CrusadeHappening::YearsLeftOut { to, years } => {
                let years = listed(years.iter().map(i32::to_string).collect());
                let to = names.power(to);
                format!("for the cards given to {to} {who} leaves {years} without an endeavour.")
            }
            CrusadeHappening::DidNotGive => {
                format!("{who} gives nothing to the crusade: ground for excommunication.")
            }
            CrusadeHappening::AttackedParticipant { crusader } => {
                let crusader = names.empire(crusader);
                format!("{who} attacks {crusader} during the crusade: ground for excommunication.")
            }
            CrusadeHappening::OrderArose { order } => {
                format!("{who} gives {place} to the Pope: the {} arises.", names.power(order))
            }
            CrusadeHappening::OrderBecamePlayer => format!("{who} is now an empire of its own player."),
            _ => String::new(),
        }
    }

    fn of_armies(&self, kind: &CrusadeHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            CrusadeHappening::Called { from } => {
                format!("{place} is lost to the faith: the {who} is called for the pentade from {from}.")
            }
            CrusadeHappening::Began { offender, until } => {
                let aim = match offender {
                    Some(offender) => format!("against {}", names.empire(offender)),
                    None => format!("for {place}"),
                };
                let end = until.map_or_else(String::new, |until| format!(", until {until}"));
                format!("the {who} {aim} begins{end}.")
            }
            CrusadeHappening::Ended { why } if place.is_empty() => format!("the {who} is over: {why}."),
            CrusadeHappening::Ended { why } => format!("the {who} for {place} is over: {why}."),
            CrusadeHappening::TargetChosen { base, leader, others } => {
                let base =
                    base.as_ref().map_or_else(String::new, |base| format!(" from {}", names.area(base)));
                let under =
                    leader.as_ref().map_or_else(String::new, |one| format!(" under {}", names.empire(one)));
                let rated =
                    others.iter().map(|(area, rating)| format!("{} {}", names.area(area), plain(*rating)));
                let rated: Vec<String> = rated.collect();
                let over =
                    if rated.is_empty() { String::new() } else { format!(" rather than {}", listed(rated)) };
                format!("the {who}{under} strikes at {place}{base}{over}.")
            }
            CrusadeHappening::AreaPassed { to: Some(to) } => {
                format!("{place}, taken by the {who}, goes to {}.", names.power(to))
            }
            CrusadeHappening::AreaPassed { to: None } => {
                format!("{place}, taken by the {who}, belongs to nobody.")
            }
            _ => String::new(),
        }
    }

    fn of_foundations(&self, kind: &CrusadeHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            CrusadeHappening::StateArose { areas, language } => {
                let language = names.tongue(language);
                format!("{who} arises with {}; it will speak {language}.", names.areas(areas))
            }
            CrusadeHappening::PowerChose { sort, why } => {
                format!("{who} uses a card for a {} at {place}: {why}.", noun(*sort))
            }
            CrusadeHappening::Colonises { level, goal, language } => {
                let language = names.tongue(language);
                format!("{who} settles {place} with people who speak {language}: {level} of {goal}.")
            }
            CrusadeHappening::Colonised { language, former_religion } => {
                let language = names.tongue(language);
                let religions = &names.rulebook.religions;
                let converts = former_religion.as_ref().map_or_else(String::new, |former| {
                    let former = religions.name(&ReligionId::new(former)).to_owned();
                    format!(", and converts; {former} lives on beneath")
                });
                format!("{place} of {who} now speaks {language}{converts}.")
            }
            _ => String::new(),
        }
    }
}
