//! A letter from us to us every day: it goes out as every letter does and comes in as every letter does. When it does not
//! come back, mail is broken somewhere, whatever the logs say.

use jiff::{Timestamp, ToSpan};

use super::letters::{self, Post};
use super::views::LetterState;
use super::{Desk, DeskError};
use crate::mail::return_path::{is_proof, proof};
use crate::store::letters::Verdict;
use crate::store::{PgConnection, StoreError, self_tests};

/// What the address of every such letter begins with.
const START: &str = "selftest+";

/// How long a letter may be on its way round before that is an alarm.
pub(super) const LONGEST_HOURS: i64 = 6;

/// Whether an address is that of a letter from us to us, going by its first letters alone.
pub(super) fn is_self_test(address: &str) -> bool {
    address.get(..START.len()).is_some_and(|head| head.eq_ignore_ascii_case(START))
}

impl Desk {
    /// Writes today's letter, unless it is written.
    pub async fn self_test(&self) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let now = Timestamp::now();
        if let Some(id) = self_tests::begin(&mut tx, now - 24.hours(), now).await? {
            let local = format!("{START}{id}.{}", proof(self.secret().await?, "self-test", &id.to_string()));
            let words = letters::self_test(&self.settings, id)?;
            let post = Post {
                kind: "self-test",
                message_id: format!("self-test.{id}.{}@{}", now.as_second(), self.settings.mail_domain),
                to: (String::new(), format!("{local}@{}", self.settings.mail_domain)),
                game: None,
                side: None,
                answers: None,
            };
            letters::write(&self.settings, &mut tx, post, words).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The number of the letter that an address names; none when we did not make it.
    pub(super) async fn self_test_of(&self, address: &str) -> Result<Option<i64>, DeskError> {
        let local = address.split_once('@').map_or(address, |(local, _)| local);
        let Some((id, given)) = local.get(START.len()..).and_then(|rest| rest.split_once('.')) else {
            return Ok(None);
        };
        let is_ours = is_self_test(local) && is_proof(self.secret().await?, "self-test", id, given);
        Ok(id.parse().ok().filter(|_| is_ours))
    }

    /// Notes that a letter of ours came back.
    pub(super) async fn read_self_test(
        &self,
        db: &mut PgConnection,
        address: &str,
    ) -> Result<(LetterState, Verdict), DeskError> {
        let reason = match self.self_test_of(address).await? {
            Some(id) => {
                self_tests::mark_returned(db, id, Timestamp::now()).await?;
                format!("our own letter {id} went round")
            }
            None => "it pretends to be a letter from us to us".to_owned(),
        };
        let verdict = Verdict { kind: "self-test".to_owned(), reason: Some(reason), ..Verdict::default() };
        Ok((LetterState::Ignored, verdict))
    }
}
