//! Sentences of event cards (19).

use super::Sentence;
use crate::empires::chronicle::CardHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_cards(&self, kind: &CardHappening) -> String {
        match *kind {}
    }
}
