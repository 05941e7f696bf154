//! Sentences of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).

use super::Sentence;
use crate::empires::chronicle::ChurchHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_church(&self, kind: &ChurchHappening) -> String {
        match *kind {}
    }
}
