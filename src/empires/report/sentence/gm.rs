//! Sentences of what the GM laid down.

use super::Sentence;
use crate::empires::chronicle::GmHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_gm(&self, kind: &GmHappening) -> String {
        match kind {
            GmHappening::AnswerUnused { question, answer } => {
                format!(
                    "the answer \u{201c}{answer}\u{201d} to {question} was not needed: nothing asked for it."
                )
            }
            GmHappening::RulingTaken { words, reason } => format!("the GM rules: {words} ({reason})."),
            GmHappening::RulingRefused { words, reason } => {
                format!("the ruling \u{201c}{words}\u{201d} is not taken: {reason}.")
            }
        }
    }
}
