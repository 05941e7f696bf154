//! Sentences of raiders, magnates, exiles (21, 24).

use super::Sentence;
use crate::empires::chronicle::OutsiderHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_outsiders(&self, kind: &OutsiderHappening) -> String {
        match *kind {}
    }
}
