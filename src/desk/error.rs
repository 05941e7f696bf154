//! What a use case cannot do.

use crate::postal::game::GameError;
use crate::store::StoreError;

/// Why a use case was not carried out. Nothing of it was stored.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The thing is not there, or not there for this reader.
    #[error("there is no {0}")]
    NotFound(String),
    /// The reader is known and may not do this.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// It cannot be done now, with the reason in words fit for the person who asked.
    #[error("{0}")]
    Refused(String),
    /// The game cannot read what was kept.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A letter could not be written.
    #[error("a letter could not be written: {0}")]
    Letter(String),
}

/// Makes a sentence of a reason.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
