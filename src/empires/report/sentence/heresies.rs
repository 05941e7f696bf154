//! Sentences of heresies (19.4, 19.5, 31).

use super::Sentence;
use crate::empires::chronicle::HeresyHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_heresies(&self, kind: &HeresyHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        let name = |religion| names.rulebook.religions.name(religion);
        match kind {
            HeresyHappening::BrokeOut { heresy, areas } => {
                format!("the {} heresy breaks out in {}.", name(heresy), names.areas(areas))
            }
            HeresyHappening::FoundNobody => format!("a heresy finds nobody in {who} whom it could touch."),
            HeresyHappening::Converted { heresy } => {
                format!("{place} goes over to the {} heresy.", name(heresy))
            }
            HeresyHappening::Reached { heresy, reached: true } => {
                format!("the {} heresy reaches {place}.", name(heresy))
            }
            HeresyHappening::Reached { heresy, reached: false } => {
                format!("the {} heresy does not reach {place}.", name(heresy))
            }
        }
    }
}
