//! Sentences of victory points and awards (26).

use super::Sentence;
use crate::empires::chronicle::ScoreHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_scores(&self, kind: &ScoreHappening) -> String {
        match *kind {}
    }
}
