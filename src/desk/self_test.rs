//! A letter from us to us every day: it goes out as every letter does and comes in as every letter does. When it does not
//! come back, mail is broken somewhere, whatever the logs say.

use jiff::{Timestamp, ToSpan};

use super::letters::{self, Post};
use super::views::{LetterState, When};
use super::{Desk, DeskError, paths};
use crate::mail::return_path::{is_proof, proof};
use crate::store::letters::Verdict;
use crate::store::self_tests::SelfTest;
use crate::store::{PgConnection, StoreError, self_tests};

/// What the address of every such letter begins with.
const START: &str = "selftest+";

/// How long a letter may be on its way round before that is an alarm.
const LONGEST_HOURS: i64 = 6;

/// Whether a letter has been on its way for too long.
pub(super) fn is_overdue(test: &SelfTest, now: Timestamp) -> bool {
    test.returned_at.is_none() && test.sent_at < now - LONGEST_HOURS.hours()
}

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
                to: (String::new(), self.settings.outward(&format!("{local}@{}", self.settings.mail_domain))),
                game: None,
                side: None,
                answers: None,
            };
            letters::write(&self.settings, &mut tx, post, words).await?;
        }
        self.tell_of_overdue(&mut tx, now).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Writes to who runs the server when the newest of these letters has not come back, and the one before it had: once
    /// until mail goes round again.
    async fn tell_of_overdue(&self, db: &mut PgConnection, now: Timestamp) -> Result<(), DeskError> {
        let Some(last) = self_tests::last(db).await?.filter(|last| is_overdue(last, now)) else {
            return Ok(());
        };
        if self_tests::former_came_back(db, last.id).await? == Some(false) {
            return Ok(());
        }
        let told = [
            format!(
                "The letter that the server wrote to itself at {} has not come back within {LONGEST_HOURS} hours.",
                When::new(last.sent_at, "UTC")
            ),
            "Letters may not go out, or may not come in: see the dead letters, and the log of the mail server in between."
                .to_owned(),
            format!("How the server is: {}", self.settings.link(paths::STATUS)),
        ];
        let name = &self.settings.gm_name;
        let words = letters::told(&self.settings, "Pentade", name, "mail does not go round", &told)?;
        let post = Post {
            kind: "notice",
            message_id: format!("self-test.{}.overdue@{}", last.id, self.settings.mail_domain),
            to: (name.clone(), self.settings.gm_email.clone()),
            game: None,
            side: None,
            answers: None,
        };
        letters::write(&self.settings, db, post, words).await?;
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
