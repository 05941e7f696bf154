//! Sentences of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use super::Sentence;
use crate::empires::chronicle::CrusadeHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_crusades(&self, kind: &CrusadeHappening) -> String {
        match *kind {}
    }
}
