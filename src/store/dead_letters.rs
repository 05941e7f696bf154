//! Letters of ours that did not arrive, may have arrived twice, or are held back: for whoever looks after them.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use super::outbox::{NewPost, Shown};
use crate::postal::chronicle::SideId;

/// A letter that somebody should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Its number.
    pub id: i64,
    /// Its Message-ID.
    pub message_id: String,
    /// What kind.
    pub kind: String,
    /// Side it is for.
    pub side: Option<SideId>,
    /// Addressee.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Tries so far.
    pub attempts: i32,
    /// What the last failed try said.
    pub last_error: Option<String>,
    /// When the next server took it.
    pub sent_at: Option<Timestamp>,
    /// When it was given up.
    pub failed_at: Option<Timestamp>,
    /// Since when nobody knows whether it was taken before it was sent again.
    pub doubtful_at: Option<Timestamp>,
    /// Since when it is held back.
    pub held_at: Option<Timestamp>,
    /// When a report came that it could not be delivered.
    pub bounced_at: Option<Timestamp>,
    /// What that report says.
    pub bounce: Option<String>,
}

/// The letters of a game to look at, newest first; without a game, those that belong to none.
pub async fn open(
    db: &mut PgConnection,
    game: Option<GameId>,
    limit: i64,
) -> Result<Vec<DeadLetter>, StoreError> {
    let rows = sqlx::query!(
        "select id, message_id, kind, side, envelope_to, subject, attempts, last_error, sent_at, failed_at,
                doubtful_at, held_at, bounced_at, bounce
         from outbox
         where game is not distinct from $1 and done_at is null
               and (failed_at is not null or doubtful_at is not null or bounced_at is not null
                    or held_at is not null or (sent_at is null and attempts > 0 and last_error is not null))
         order by id desc limit $2",
        game.map(|game| game.0),
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DeadLetter {
            id: row.id,
            message_id: row.message_id,
            kind: row.kind,
            side: row.side.map(|side| SideId::new(&side)),
            to: row.envelope_to,
            subject: row.subject,
            attempts: row.attempts,
            last_error: row.last_error,
            sent_at: row.sent_at.map(|at| at.to_jiff()),
            failed_at: row.failed_at.map(|at| at.to_jiff()),
            doubtful_at: row.doubtful_at.map(|at| at.to_jiff()),
            held_at: row.held_at.map(|at| at.to_jiff()),
            bounced_at: row.bounced_at.map(|at| at.to_jiff()),
            bounce: row.bounce,
        })
        .collect())
}

/// The letter as it goes or went over the line, but for the map that it shows, if it is about this game: signature and text.
pub async fn raw(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
) -> Result<Option<(String, Vec<u8>, Option<Shown>)>, StoreError> {
    let row = sqlx::query!(
        "select signature, bytes, drawing, png_at, svg_at from outbox where game = $1 and id = $2",
        game.0,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.signature, row.bytes, Shown::of(row.drawing, row.png_at, row.svg_at))))
}

/// Sends a letter that was given up or came back once more, with its old Message-ID. False when it is neither.
pub async fn send_again(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set sent_at = null, failed_at = null, bounced_at = null, held_at = null, done_at = null,
                attempts = 0, due_at = $3
         where game = $1 and id = $2 and (failed_at is not null or bounced_at is not null)",
        game.0,
        id,
        at.to_sqlx() as _
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("select pg_notify('outbox', '')").execute(db).await?;
    Ok(done.rows_affected() == 1)
}

/// Takes a letter off the list.
pub async fn mark_done(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set done_at = $3
         where game = $1 and id = $2 and done_at is null and (sent_at is not null or failed_at is not null)",
        game.0,
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Holds a letter back, or lets it go. False when it is sent, given up, or so already.
pub async fn hold(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
    since: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set held_at = $3
         where game = $1 and id = $2 and sent_at is null and failed_at is null and (held_at is null) <> ($3::timestamptz is null)",
        game.0,
        id,
        since.map(|at| at.to_sqlx()) as _
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("select pg_notify('outbox', '')").execute(db).await?;
    Ok(done.rows_affected() == 1)
}

/// Holds a letter back that was just written, so that no worker ever gets it.
pub async fn hold_new(db: &mut PgConnection, message_id: &str, since: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set held_at = $2 where message_id = $1 and sent_at is null and failed_at is null",
        message_id,
        since.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The letters of a draft that are to be held back, by their keys.
pub async fn held_of_draft(db: &mut PgConnection, pentade: i64) -> Result<Vec<String>, StoreError> {
    let keys =
        sqlx::query_scalar!("select letter from letter_hold where pentade = $1 order by letter", pentade);
    Ok(keys.fetch_all(db).await?)
}

/// Says whether a letter of a draft is to be held back. False when that was so before.
pub async fn hold_of_draft(
    db: &mut PgConnection,
    pentade: i64,
    letter: &str,
    account: AccountId,
    holds: bool,
) -> Result<bool, StoreError> {
    let done = if holds {
        sqlx::query!(
            "insert into letter_hold (pentade, letter, account) values ($1, $2, $3) on conflict do nothing",
            pentade,
            letter,
            account.0
        )
        .execute(db)
        .await?
    } else {
        sqlx::query!("delete from letter_hold where pentade = $1 and letter = $2", pentade, letter)
            .execute(db)
            .await?
    };
    Ok(done.rows_affected() == 1)
}

/// Copies of a letter that were written since `since`.
pub async fn copies_since(db: &mut PgConnection, id: i64, since: Timestamp) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from outbox where copy_of = $1 and created_at > $2"#,
        id,
        since.to_sqlx() as _
    );
    Ok(count.fetch_one(db).await?)
}

/// A letter as a bounce finds it.
#[derive(Debug, Clone)]
pub struct Bounced {
    /// Its number.
    pub id: i64,
    /// Its Message-ID.
    pub message_id: String,
    /// What kind.
    pub kind: String,
    /// The game it is about.
    pub game: Option<GameId>,
    /// Side it is for.
    pub side: Option<SideId>,
    /// Envelope sender.
    pub envelope_from: String,
    /// Addressee.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Its plain text.
    pub plain: String,
    /// The finished letter, without its signature.
    pub bytes: Vec<u8>,
    /// The map that it shows.
    pub shown: Option<Shown>,
    /// When the next server took it.
    pub sent_at: Option<Timestamp>,
    /// When it was given up.
    pub failed_at: Option<Timestamp>,
    /// The letter that it repeats to another address.
    pub copy_of: Option<i64>,
    /// What an earlier bounce said.
    pub bounce: Option<String>,
}

/// The letter with this number, locked until the transaction ends.
pub async fn lock(db: &mut PgConnection, id: i64) -> Result<Option<Bounced>, StoreError> {
    let row = sqlx::query!(
        r#"select id, message_id, kind, game as "game: GameId", side, envelope_from, envelope_to, subject, plain,
                  bytes, drawing, png_at, svg_at, copy_of, bounce, sent_at, failed_at
           from outbox where id = $1 for update"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Bounced {
        id: row.id,
        message_id: row.message_id,
        kind: row.kind,
        game: row.game,
        side: row.side.map(|side| SideId::new(&side)),
        envelope_from: row.envelope_from,
        to: row.envelope_to,
        subject: row.subject,
        plain: row.plain,
        bytes: row.bytes,
        shown: Shown::of(row.drawing, row.png_at, row.svg_at),
        sent_at: row.sent_at.map(|at| at.to_jiff()),
        failed_at: row.failed_at.map(|at| at.to_jiff()),
        copy_of: row.copy_of,
        bounce: row.bounce,
    }))
}

/// Notes what a bounce says about a letter.
pub async fn note_bounce(
    db: &mut PgConnection,
    id: i64,
    words: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set bounced_at = $2, bounce = $3 where id = $1",
        id,
        at.to_sqlx() as _,
        words
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the copy of a letter to another address. False when it is there already.
pub async fn add_copy(
    db: &mut PgConnection,
    new: &NewPost<'_>,
    copy_of: i64,
    due_at: Timestamp,
) -> Result<bool, StoreError> {
    let is_new = super::outbox::add(&mut *db, new, due_at).await?;
    sqlx::query!("update outbox set copy_of = $2 where message_id = $1", new.message_id, copy_of)
        .execute(db)
        .await?;
    Ok(is_new)
}
