//! Sentences of heresies (19.4, 19.5, 31).

use super::Sentence;
use crate::empires::chronicle::HeresyHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_heresies(&self, kind: &HeresyHappening) -> String {
        match *kind {}
    }
}
