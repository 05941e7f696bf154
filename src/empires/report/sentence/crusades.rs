//! Sentences of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use super::super::words::listed;
use super::Sentence;
use crate::empires::chronicle::CrusadeHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_crusades(&self, kind: &CrusadeHappening) -> String {
        let (who, names) = (&self.who, self.names);
        match kind {
            CrusadeHappening::CardsGiven { to, cards } => {
                let noun = if *cards == 1 { "year card" } else { "year cards" };
                format!("{who} gives {cards} {noun} to {}.", names.power(to))
            }
            CrusadeHappening::YearsLeftOut { to, years } => {
                let years = listed(years.iter().map(i32::to_string).collect());
                format!(
                    "for the cards given to {} {who} leaves {years} without an endeavour.",
                    names.power(to)
                )
            }
        }
    }
}
