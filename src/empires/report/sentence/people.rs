//! Sentences of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use super::Sentence;
use crate::empires::chronicle::{ColonisationStep, LandFigure, PeopleHappening};
use crate::empires::terms::LanguageId;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_people(&self, kind: &PeopleHappening) -> String {
        let (who, place) = (&self.who, &self.place);
        let religion = |code| self.names.rulebook.religions.name(code);
        match kind {
            PeopleHappening::GroupChanged { religion: group, from: 0, to } => {
                format!("an underlying group of {} arises in {place}, strength {to}.", religion(group))
            }
            PeopleHappening::GroupChanged { religion: group, from: _, to: 0 } => {
                format!("the underlying group of {} in {place} is gone.", religion(group))
            }
            PeopleHappening::GroupChanged { religion: group, from, to } => {
                let goes = if to > from { "grows" } else { "declines" };
                format!("the underlying group of {} in {place} {goes} from {from} to {to}.", religion(group))
            }
            PeopleHappening::ConversionAdvanced { religion: to, successes, needed } => {
                format!("{who} converts {place} to {}: success {successes} of {needed} needed.", religion(to))
            }
            PeopleHappening::AreaConverted { religion: to, former } => {
                format!("{place} of {who} is converted from {} to {}.", religion(former), religion(to))
            }
            PeopleHappening::Colonisation { what, level } => self.of_colonisation(*what, *level),
            PeopleHappening::ColonisationAdvanced { level, goal, gold, sea_areas } => {
                let way = match sea_areas {
                    0 => String::new(),
                    1 => " over a sea area".to_owned(),
                    _ => format!(" over {sea_areas} sea areas"),
                };
                format!("{who} colonises {place}{way} for {gold} gold: level {level} of {goal}.")
            }
            PeopleHappening::Colonised { language: now, former } => {
                let (now, former) = (self.language(now), self.language(former));
                format!("{place} of {who} is colonised and speaks {now}, no longer {former}.")
            }
            PeopleHappening::LandTested { what, by } => self.of_land(*what, *by),
            PeopleHappening::LandRecovered { areas } => {
                format!("neglected land recovers: the social state rises in {}.", self.names.areas(areas))
            }
            PeopleHappening::GroupDominant { religion: group, former } => format!(
                "{} becomes the religion of {place}, and {} an underlying group there.",
                religion(group),
                religion(former)
            ),
        }
    }

    fn language(&self, code: &LanguageId) -> String {
        let found = self.names.rulebook.languages.get(code);
        found.map_or_else(|| code.to_string(), |found| found.name.clone())
    }

    fn of_land(&self, what: LandFigure, by: i32) -> String {
        let place = &self.place;
        let figure = match what {
            LandFigure::BaseSocialState => "base social state",
            LandFigure::Population => "population",
        };
        match by {
            0 => format!("the {figure} of {place} is put to the test and stays."),
            1.. => format!("the {figure} of {place} rises by {by}."),
            _ => format!("the {figure} of {place} falls by {}.", by.unsigned_abs()),
        }
    }

    fn of_colonisation(&self, what: ColonisationStep, level: i32) -> String {
        let (who, place) = (&self.who, &self.place);
        match what {
            ColonisationStep::Begun => format!("{who} begins to colonise {place}."),
            ColonisationStep::Rests => {
                format!("the colonisation of {place} by {who} rests at level {level}.")
            }
            ColonisationStep::Resumed => {
                format!("{who} resumes the colonisation of {place} at level {level}.")
            }
            ColonisationStep::GivenUp => format!("{who} gives up the colonisation of {place}."),
            ColonisationStep::Hindered => {
                format!("{who} cannot go on with the colonisation of {place}: it stays at level {level}.")
            }
            ColonisationStep::HalvedByUnrest => {
                format!("unrest throws back the colonisation of {place} by {who}: level {level}.")
            }
            ColonisationStep::Declined => {
                format!("the colonisation of {place} by {who} rested too long: level {level}.")
            }
            ColonisationStep::Over => format!("the colonisation of {place} by {who} is over."),
        }
    }
}
