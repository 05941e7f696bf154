//! Sentences of event cards (19).

use super::{Sentence, signed};
use crate::empires::chronicle::CardHappening;
use crate::empires::terms::wording;
use crate::empires::terms::{EmpireId, EventKind};

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
                let areas = names.areas(areas);
                format!("famine strikes {who} around {place}: a point of social state is lost in {areas}.")
            }
            CardHappening::Plenty { areas } => {
                let areas = names.areas(areas);
                format!("{who} has plenty around {place}: a point of social state is gained in {areas}.")
            }
            CardHappening::PopulationTested { by: 0 } => format!("the population of {place} stays as it is."),
            CardHappening::PopulationTested { by } => {
                format!("the population of {place} changes by {}.", signed(*by))
            }
            CardHappening::CoinageDebased { gold } => {
                format!("the coinage of {who} is debased: {gold} gold are lost.")
            }
            CardHappening::Epidemic { areas } => {
                let areas = names.areas(areas);
                format!("an epidemic breaks out in {place}: a point of social state is lost in {areas}.")
            }
            _ => self.of_hold_cards(kind),
        }
    }

    fn of_hold_cards(&self, kind: &CardHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        let and = |with: &Option<EmpireId>| {
            with.as_ref().map_or_else(String::new, |with| format!(" and {}", names.empire(with)))
        };
        match kind {
            CardHappening::Played { play, until } => {
                let until = until.map_or_else(String::new, |year| format!(", with effect until {year}"));
                format!("{who} plays {}{until}.", wording::play_words(play, &names))
            }
            CardHappening::CameBack { card } => {
                format!("\u{201c}{}\u{201d} of {who} found no use and is back in the hand.", self.card(*card))
            }
            CardHappening::AdvisorDied { card } => {
                format!("\u{201c}{}\u{201d} of {who} dies.", self.card(*card))
            }
            CardHappening::DemesneYields { gold } => format!("{who} draws {gold} gold from its demesnes."),
            CardHappening::Coup => format!("a diplomatic coup of {who} in {place}: the result is T."),
            CardHappening::CopyGiven { advance, to } => {
                let advance = wording::advance_words(*advance);
                format!("{who} gives a copy of its {advance} to {}.", names.empire(to))
            }
            CardHappening::Obsolete { card } => {
                format!("\u{201c}{}\u{201d} of {who} is obsolete and returns to the deck.", self.card(*card))
            }
            CardHappening::WishGranted { wish, with, ruling } => {
                format!("{who}{} wish by wildcard: \u{201c}{wish}\u{201d}. It is so: {ruling}.", and(with))
            }
            CardHappening::WishRefused { wish, with } => {
                format!("{who}{} wish by wildcard: \u{201c}{wish}\u{201d}. It is not to be.", and(with))
            }
            _ => String::new(),
        }
    }

    /// The name of a card.
    fn card(&self, kind: EventKind) -> &str {
        self.names.rulebook.event_card(kind).map_or("a card", |card| card.name.as_str())
    }
}
