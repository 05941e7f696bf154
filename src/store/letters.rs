//! Letters that came: the bytes as received, and what was made of them.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// What became of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum LetterState {
    /// Stored, not yet read.
    Received,
    /// Read and answered.
    Read,
    /// Kept for the GM, who should look at it.
    Held,
    /// Kept, and nobody needs to look: an auto-reply.
    Ignored,
}

impl LetterState {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Read => "read",
            Self::Held => "held",
            Self::Ignored => "ignored",
        }
    }
}

/// A letter that was just taken.
#[derive(Debug, Clone, Copy)]
pub struct NewLetter<'a> {
    /// What tells it apart from other letters to the same address.
    pub identity: &'a str,
    /// The address of ours it came to.
    pub recipient: &'a str,
    /// Envelope sender, empty for a bounce.
    pub envelope_from: &'a str,
    /// The bytes.
    pub raw: &'a [u8],
    /// When it was taken.
    pub received_at: Timestamp,
    /// The game the address belongs to.
    pub game: Option<GameId>,
}

/// A letter to be read.
#[derive(Debug, Clone)]
pub struct Unread {
    /// Its number.
    pub id: i64,
    /// The address of ours it came to.
    pub recipient: String,
    /// Envelope sender, empty for a bounce.
    pub envelope_from: String,
    /// The bytes.
    pub raw: Vec<u8>,
    /// When it was taken.
    pub received_at: Timestamp,
    /// The game the address belongs to.
    pub game: Option<GameId>,
}

/// What reading a letter found out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Orders, auto-reply, bounce and the like.
    pub kind: String,
    /// Why it is held or ignored.
    pub reason: Option<String>,
    /// Who wrote it, by its own head.
    pub from: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// Its Message-ID.
    pub message_id: Option<String>,
    /// Its words as read.
    pub body: Option<String>,
    /// Whose letter it is.
    pub account: Option<AccountId>,
    /// Side it was read for.
    pub side: Option<SideId>,
}

/// A letter with its verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterEntry {
    /// Its number.
    pub id: i64,
    /// When it was taken.
    pub received_at: Timestamp,
    /// Envelope sender.
    pub envelope_from: String,
    /// Who wrote it, by its own head.
    pub from: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// What became of it.
    pub state: LetterState,
    /// Orders, auto-reply, bounce and the like.
    pub kind: Option<String>,
    /// Why it is held or ignored.
    pub reason: Option<String>,
    /// Side it was read for.
    pub side: Option<SideId>,
}

/// Stores a letter. None when the same letter to the same address is there already.
pub async fn add(db: &mut PgConnection, new: &NewLetter<'_>) -> Result<Option<i64>, StoreError> {
    let id = sqlx::query_scalar!(
        "insert into letter (identity, recipient, envelope_from, raw, received_at, game)
         values ($1, $2, $3, $4, $5, $6) on conflict (recipient, identity) do nothing returning id",
        new.identity,
        new.recipient,
        new.envelope_from,
        new.raw,
        new.received_at.to_sqlx() as _,
        new.game.map(|game| game.0)
    )
    .fetch_optional(db)
    .await?;
    Ok(id)
}

/// Locks the letter if it is still unread. A second reader waits, and then finds it read.
pub async fn lock_unread(db: &mut PgConnection, id: i64) -> Result<Option<Unread>, StoreError> {
    let row = sqlx::query!(
        r#"select id, recipient, envelope_from, raw, received_at, game as "game: GameId"
           from letter where id = $1 and state = 'received' for update"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Unread {
        id: row.id,
        recipient: row.recipient,
        envelope_from: row.envelope_from,
        raw: row.raw,
        received_at: row.received_at.to_jiff(),
        game: row.game,
    }))
}

/// Letters of the same envelope sender to the same game that came before this one and are still unread, oldest first.
pub async fn unread_of_the_sender_before(db: &mut PgConnection, id: i64) -> Result<Vec<i64>, StoreError> {
    let rows = sqlx::query_scalar!(
        "select former.id from letter
         join letter former on former.game = letter.game and former.envelope_from = letter.envelope_from
         where letter.id = $1 and former.state = 'received'
               and (former.received_at, former.id) < (letter.received_at, letter.id)
         order by former.received_at, former.id",
        id
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Keeps what reading found out.
pub async fn settle(
    db: &mut PgConnection,
    id: i64,
    state: LetterState,
    verdict: &Verdict,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update letter set state = $2, kind = $3, reason = $4, from_address = $5, subject = $6,
                           message_id = $7, body = $8, account = $9, side = $10, read_at = now()
         where id = $1",
        id,
        state.as_str(),
        verdict.kind,
        verdict.reason,
        verdict.from,
        verdict.subject,
        verdict.message_id,
        verdict.body,
        verdict.account.map(|account| account.0),
        verdict.side.as_ref().map(SideId::as_str)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The latest letters of a game, newest first; only held and ignored ones when `only_set_aside`.
pub async fn latest(
    db: &mut PgConnection,
    game: GameId,
    only_set_aside: bool,
    limit: i64,
) -> Result<Vec<LetterEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, received_at, envelope_from, from_address, subject, state as "state: LetterState", kind,
                  reason, side
           from letter
           where game = $1 and (not $2 or state in ('held', 'ignored'))
           order by received_at desc, id desc limit $3"#,
        game.0,
        only_set_aside,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| LetterEntry {
            id: row.id,
            received_at: row.received_at.to_jiff(),
            envelope_from: row.envelope_from,
            from: row.from_address,
            subject: row.subject,
            state: row.state,
            kind: row.kind,
            reason: row.reason,
            side: row.side.map(|side| SideId::new(&side)),
        })
        .collect())
}

/// One letter of a game with its words and bytes.
pub async fn whole(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
) -> Result<Option<(LetterEntry, Option<String>, Vec<u8>)>, StoreError> {
    let row = sqlx::query!(
        r#"select id, received_at, envelope_from, from_address, subject, state as "state: LetterState", kind,
                  reason, side, body, raw
           from letter where id = $1 and game = $2"#,
        id,
        game.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        let entry = LetterEntry {
            id: row.id,
            received_at: row.received_at.to_jiff(),
            envelope_from: row.envelope_from,
            from: row.from_address,
            subject: row.subject,
            state: row.state,
            kind: row.kind,
            reason: row.reason,
            side: row.side.map(|side| SideId::new(&side)),
        };
        (entry, row.body, row.raw)
    }))
}

/// Letters to a game's address that came before `before` and are not read yet.
pub async fn unread_before(
    db: &mut PgConnection,
    game: GameId,
    before: Timestamp,
) -> Result<Vec<i64>, StoreError> {
    let rows = sqlx::query_scalar!(
        "select id from letter where game = $1 and state = 'received' and received_at < $2 order by id",
        game.0,
        before.to_sqlx() as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Letters not read yet.
pub async fn count_unread(db: &mut PgConnection) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(r#"select count(*) as "count!" from letter where state = 'received'"#)
        .fetch_one(db)
        .await?;
    Ok(count)
}
