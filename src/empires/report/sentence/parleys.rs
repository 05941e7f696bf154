//! Sentences of parleys and their votes (20).

use super::Sentence;
use crate::empires::chronicle::ParleyHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_parleys(&self, kind: &ParleyHappening) -> String {
        match *kind {}
    }
}
