//! Reads what came to a return path of ours. It is never answered, and nothing in it is read as orders.

use jiff::Timestamp;

use super::{Desk, DeskError};
use crate::mail::bounce::{self, Fate};
use crate::mail::return_path::{START, read_return_path};
use crate::store::PgConnection;
use crate::store::letters::{Unread, Verdict};

use super::views::LetterState;

/// Whether an address is a return path of ours, going by its first letters alone.
pub(super) fn is_return_path(address: &str) -> bool {
    address.get(..START.len()).is_some_and(|head| head.eq_ignore_ascii_case(START))
}

impl Desk {
    /// The letter that a return path names; none when we did not make it.
    pub(super) async fn letter_of_return_path(&self, address: &str) -> Result<Option<i64>, DeskError> {
        let local = address.rsplit_once('@').map_or(address, |(local, _)| local);
        Ok(read_return_path(self.secret().await?, local))
    }

    /// Reads a letter that came to a return path, and says what is to be kept of it. A forged one is ignored.
    pub(super) async fn read_bounce(
        &self,
        db: &mut PgConnection,
        unread: &Unread,
        is_person: bool,
    ) -> Result<(LetterState, Verdict), DeskError> {
        let verdict = |reason: String| Verdict {
            kind: "bounce".to_owned(),
            reason: Some(reason),
            ..Verdict::default()
        };
        let Some(letter) = self.letter_of_return_path(&unread.recipient).await? else {
            return Ok((LetterState::Ignored, verdict("its return path is not one of ours".to_owned())));
        };
        if is_person && !unread.envelope_from.is_empty() {
            let reason = format!("a person or machine wrote to the return path of letter {letter}");
            return Ok((LetterState::Ignored, verdict(reason)));
        }
        let raw = unread.raw.clone();
        let read = tokio::task::spawn_blocking(move || bounce::read(&raw)).await;
        let Ok(told) = read else {
            return Ok((LetterState::Held, verdict(format!("a report on letter {letter} cannot be read"))));
        };
        self.undeliverable(db, letter, &told).await?;
        let state = if told.fate == Fate::Unknown { LetterState::Held } else { LetterState::Ignored };
        let at = Timestamp::now();
        tracing::info!(letter, fate = ?told.fate, %at, "a report on a letter of ours");
        Ok((state, verdict(format!("a report on letter {letter}: {:?}, {}", told.fate, told.reason))))
    }
}
