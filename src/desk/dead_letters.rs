//! The GM's list of letters that did not arrive, may have arrived twice, or are held back.

use jiff::Timestamp;

use super::gm::CLOSED;
use super::views::{DeadLettersPage, DeadRow, When};
use super::{AccountId, Desk, DeskError, find_game, may_look, may_run, sealing, zone_of};
use crate::store::dead_letters::{self, DeadLetter};
use crate::store::{StoreError, audit, outbox};

/// Rows shown.
const SHOWN: i64 = 200;

/// What a GM does with a letter on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadAct {
    /// Send it again.
    Again,
    /// It needs no more looking at.
    Done,
    /// Hold it back for now.
    Hold,
    /// Let it go.
    Release,
}

impl Desk {
    /// The list of one game.
    pub async fn dead_letters(&self, account: AccountId, slug: &str) -> Result<DeadLettersPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        may_look(&row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let letters = dead_letters::open(&mut db, Some(row.id), SHOWN).await?;
        let mut rows: Vec<DeadRow> = letters.into_iter().map(|letter| dead_row(letter, &zone)).collect();
        let table = self.table(&mut db, slug).await?;
        for one in rows.iter_mut().filter(|one| one.side.is_some()) {
            let turn = (&row, &table.pentade);
            if sealing::may_see(&mut db, turn, account, one.side.as_ref()).await.is_err() {
                one.subject = CLOSED.to_owned();
            }
        }
        Ok(DeadLettersPage { slug: row.slug, title: row.title, rows })
    }

    /// A letter of ours as it goes over the line.
    pub async fn raw_post(&self, account: AccountId, slug: &str, id: i64) -> Result<Vec<u8>, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        may_look(&row, account)?;
        let of = outbox::one(&mut db, row.id, id).await?.and_then(|posted| posted.side);
        let table = self.table(&mut db, slug).await?;
        if of.is_some() {
            sealing::may_see(&mut db, (&row, &table.pentade), account, of.as_ref()).await?;
        }
        let raw = dead_letters::raw(&mut db, row.id, id).await?;
        drop(db);
        let (signature, bytes, shown) = raw.ok_or_else(|| DeskError::NotFound(format!("letter {id}")))?;
        Ok([signature.into_bytes(), self.with_map(&bytes, shown).await?].concat())
    }

    /// Does what the GM decides about a letter.
    ///
    /// Errors: refused when the letter is not in the state for it, say sent already.
    pub async fn decide_dead_letter(
        &self,
        account: AccountId,
        slug: &str,
        id: i64,
        act: DeadAct,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let row = find_game(&mut tx, slug).await?;
        may_run(&row, account)?;
        let now = Timestamp::now();
        let is_done = match act {
            DeadAct::Again => dead_letters::send_again(&mut tx, row.id, id, now).await?,
            DeadAct::Done => dead_letters::mark_done(&mut tx, row.id, id, now).await?,
            DeadAct::Hold => dead_letters::hold(&mut tx, row.id, id, Some(now)).await?,
            DeadAct::Release => dead_letters::hold(&mut tx, row.id, id, None).await?,
        };
        if !is_done {
            return Err(DeskError::Refused(format!("letter {id} is not in the state for that: look again")));
        }
        let action = match act {
            DeadAct::Again => "letter-sent-again",
            DeadAct::Done => "dead-letter-done",
            DeadAct::Hold => "letter-held-back",
            DeadAct::Release => "letter-let-go",
        };
        audit::note(&mut tx, Some(account), action, Some(row.id), &format!("letter {id}")).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

pub(super) fn dead_row(letter: DeadLetter, zone: &str) -> DeadRow {
    let when = |at: Option<Timestamp>| at.map(|at| When::new(at, zone));
    DeadRow {
        why: why(&letter),
        may_hold: letter.sent_at.is_none() && letter.failed_at.is_none() && letter.held_at.is_none(),
        is_held: letter.held_at.is_some(),
        may_repeat: letter.failed_at.is_some() || letter.bounced_at.is_some(),
        may_close: letter.failed_at.is_some() || letter.sent_at.is_some(),
        at: when(letter.bounced_at.or(letter.failed_at).or(letter.doubtful_at).or(letter.held_at)),
        id: letter.id,
        message_id: letter.message_id,
        kind: letter.kind,
        side: letter.side,
        to: letter.to,
        subject: letter.subject,
        attempts: letter.attempts,
    }
}

/// Why a letter stands on the list, the worst first.
fn why(letter: &DeadLetter) -> Vec<String> {
    let error = letter.last_error.as_deref().unwrap_or("no reason was given");
    let mut why = Vec::new();
    if let Some(bounce) = &letter.bounce {
        why.push(format!("it came back: {bounce}"));
    }
    if letter.failed_at.is_some() {
        why.push(format!("given up: {error}"));
    }
    if letter.doubtful_at.is_some() {
        why.push(
            "it may have been sent twice: the server stopped, or the line broke, before the answer was known. Both \
             copies have the same Message-ID, and most mail programs show them as one"
                .to_owned(),
        );
    }
    if letter.held_at.is_some() {
        why.push("held back by the GM".to_owned());
    } else if letter.sent_at.is_none() && letter.failed_at.is_none() {
        why.push(format!("not taken yet, tried again: {error}"));
    }
    why
}
