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
#[derive(Debug, Clone)]
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
    /// By which door it came: `smtp`, `lmtp`, `pipe`, `imap` or `http`.
    pub way: &'a str,
    /// The address that handed it in.
    pub peer: Option<String>,
    /// The name that peer gave itself.
    pub greeting: &'a str,
    /// The recipient as it was written, a player's own address included.
    pub addressed_to: &'a str,
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
    /// By which door it came.
    pub way: String,
    /// The address that handed it in.
    pub peer: Option<String>,
    /// The name that peer gave itself.
    pub greeting: String,
    /// The recipient as it was written.
    pub addressed_to: Option<String>,
    /// When its writer stood by it.
    pub confirmed_at: Option<Timestamp>,
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
    /// What proves who wrote it.
    pub proof: Option<String>,
    /// Hash of the secret by which its writer can stand by it.
    pub confirm_hash: Option<Vec<u8>>,
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

/// Bytes of a letter that are written or read at a time, so that a large one is not held several times over.
const PIECE: usize = 4 * 1024 * 1024;

/// Stores a letter. None when the same letter to the same address is there already.
pub async fn add(db: &mut PgConnection, new: &NewLetter<'_>) -> Result<Option<i64>, StoreError> {
    let (first, rest) = new.raw.split_at(new.raw.len().min(PIECE));
    let id = sqlx::query_scalar!(
        "insert into letter (identity, recipient, envelope_from, raw, received_at, game, way, peer, greeting,
                             addressed_to)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (recipient, identity) do nothing returning id",
        new.identity,
        new.recipient,
        new.envelope_from,
        first,
        new.received_at.to_sqlx() as _,
        new.game.map(|game| game.0),
        new.way,
        new.peer.as_deref(),
        new.greeting,
        new.addressed_to
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = id else { return Ok(None) };
    for piece in rest.chunks(PIECE) {
        sqlx::query!("update letter set raw = raw || $2 where id = $1", id, piece).execute(&mut *db).await?;
    }
    Ok(Some(id))
}

/// The letter if it is still unread.
pub async fn unread(db: &mut PgConnection, id: i64) -> Result<Option<Unread>, StoreError> {
    let row = sqlx::query!(
        r#"select id, recipient, envelope_from, length(raw) as "length!", received_at, game as "game: GameId", way,
                  peer, greeting, addressed_to, confirmed_at
           from letter where id = $1 and state = 'received'"#,
        id
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Unread {
        id: row.id,
        recipient: row.recipient,
        envelope_from: row.envelope_from,
        raw: raw(db, id, usize::try_from(row.length).unwrap_or(0)).await?,
        received_at: row.received_at.to_jiff(),
        game: row.game,
        way: row.way,
        peer: row.peer,
        greeting: row.greeting,
        addressed_to: row.addressed_to,
        confirmed_at: row.confirmed_at.map(|at| at.to_jiff()),
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

/// The bytes of a letter of this length.
async fn raw(db: &mut PgConnection, id: i64, length: usize) -> Result<Vec<u8>, StoreError> {
    let mut raw = Vec::with_capacity(length);
    while raw.len() < length {
        let from = i32::try_from(raw.len() + 1).unwrap_or(i32::MAX);
        let piece = sqlx::query_scalar!(
            r#"select substring(raw from $2 for $3) as "piece!" from letter where id = $1"#,
            id,
            from,
            i32::try_from(PIECE).unwrap_or(i32::MAX)
        )
        .fetch_one(&mut *db)
        .await?;
        if piece.is_empty() {
            break;
        }
        raw.extend_from_slice(&piece);
    }
    Ok(raw)
}

/// Locks the letter. False when it is read by now: a second reader waits, and then finds it read.
pub async fn lock_unread(db: &mut PgConnection, id: i64) -> Result<bool, StoreError> {
    let row =
        sqlx::query_scalar!("select id from letter where id = $1 and state = 'received' for update", id)
            .fetch_optional(db)
            .await?;
    Ok(row.is_some())
}

/// The held letter that this secret's hash belongs to, locked: its number, its game and when it was confirmed.
pub async fn lock_to_confirm(
    db: &mut PgConnection,
    hash: &[u8],
) -> Result<Option<(i64, Option<GameId>, Option<Timestamp>)>, StoreError> {
    let row = sqlx::query!(
        r#"select id, game as "game: GameId", confirmed_at from letter where confirm_hash = $1 for update"#,
        hash
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.id, row.game, row.confirmed_at.map(|at| at.to_jiff()))))
}

/// Lets a held letter be read anew, as one its writer stands by.
pub async fn confirm(db: &mut PgConnection, id: i64, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update letter set state = 'received', confirmed_at = $2, reason = null where id = $1",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What the page of a letter that waits for its writer's word shows: when it came, its subject, its words, and
/// whether he has stood by it.
pub async fn to_confirm(
    db: &mut PgConnection,
    hash: &[u8],
) -> Result<Option<(Timestamp, Option<String>, Option<String>, bool)>, StoreError> {
    let row = sqlx::query!(
        "select received_at, subject, body, confirmed_at from letter where confirm_hash = $1",
        hash
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.received_at.to_jiff(), row.subject, row.body, row.confirmed_at.is_some())))
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
                           message_id = $7, body = $8, account = $9, side = $10, proof = $11,
                           confirm_hash = coalesce($12, confirm_hash), read_at = now()
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
        verdict.side.as_ref().map(SideId::as_str),
        verdict.proof,
        verdict.confirm_hash
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The latest letters of a game, or without one those that belong to none, newest first; only held and ignored
/// ones when `only_set_aside`.
pub async fn latest(
    db: &mut PgConnection,
    game: Option<GameId>,
    only_set_aside: bool,
    limit: i64,
) -> Result<Vec<LetterEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, received_at, envelope_from, from_address, subject, state as "state: LetterState", kind,
                  reason, side
           from letter
           where game is not distinct from $1 and (not $2 or state in ('held', 'ignored'))
           order by received_at desc, id desc limit $3"#,
        game.map(|game| game.0),
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

/// One letter of a game, or without one a letter that belongs to none, with its words and bytes.
pub async fn whole(
    db: &mut PgConnection,
    game: Option<GameId>,
    id: i64,
) -> Result<Option<(LetterEntry, Option<String>, Vec<u8>)>, StoreError> {
    let row = sqlx::query!(
        r#"select id, received_at, envelope_from, from_address, subject, state as "state: LetterState", kind,
                  reason, side, body, raw
           from letter where id = $1 and game is not distinct from $2"#,
        id,
        game.map(|game| game.0)
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
