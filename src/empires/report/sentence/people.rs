//! Sentences of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use super::Sentence;
use crate::empires::chronicle::PeopleHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_people(&self, kind: &PeopleHappening) -> String {
        let place = &self.place;
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
            PeopleHappening::GroupDominant { religion: group, former } => format!(
                "{} becomes the religion of {place}, and {} an underlying group there.",
                religion(group),
                religion(former)
            ),
        }
    }
}
