//! Sentences of event cards (19).

use super::{Sentence, signed};
use crate::empires::chronicle::CardHappening;
use crate::empires::terms::EventKind;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_cards(&self, kind: &CardHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            CardHappening::Drawn { card } => format!("{who} draws \u{201c}{}\u{201d}.", self.card(*card)),
            CardHappening::Reshuffled => {
                format!("the event deck is exhausted as {who} is to draw: the spent cards become the deck.")
            }
            CardHappening::Expired { card } => {
                format!("\u{201c}{}\u{201d} of {who} comes to its end.", self.card(*card))
            }
            CardHappening::InVain { card } => {
                format!("\u{201c}{}\u{201d} finds nothing in {who} to work on.", self.card(*card))
            }
            CardHappening::Famine { areas } => {
                format!(
                    "famine strikes {who} around {place}: {} lose a point of social state.",
                    names.areas(areas)
                )
            }
            CardHappening::Plenty { areas } => {
                format!(
                    "{who} has a year of plenty around {place}: {} gain a point of social state.",
                    names.areas(areas)
                )
            }
            CardHappening::PopulationTested { by: 0 } => format!("the population of {place} stays as it is."),
            CardHappening::PopulationTested { by } => {
                format!("the population of {place} changes by {}.", signed(*by))
            }
        }
    }

    /// The name of a card.
    fn card(&self, kind: EventKind) -> &str {
        self.names.rulebook.event_card(kind).map_or("a card", |card| card.name.as_str())
    }
}
