//! Sentences of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use super::Sentence;
use crate::empires::chronicle::PeopleHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_people(&self, kind: &PeopleHappening) -> String {
        match *kind {}
    }
}
