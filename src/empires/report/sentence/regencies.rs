//! Sentences of regencies (30).

use super::Sentence;
use crate::empires::chronicle::RegencyHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_regencies(&self, kind: &RegencyHappening) -> String {
        match *kind {}
    }
}
