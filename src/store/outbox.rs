//! The outbox: letters we wrote, to be sent and marked.
//!
//! A letter is claimed for a while, sent outside any transaction, and marked. A process that dies in between
//! leaves a claim that runs out; the same letter with the same Message-ID is then sent again. Whether it was handed
//! over before the process died is known but for one moment: `begun_at` stands from just before the letter's text
//! goes over the line until the answer is stored. A claim that runs out with it leaves the letter *in doubt*.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// A letter to be sent.
#[derive(Debug, Clone)]
pub struct NewPost<'a> {
    /// Its Message-ID without angle brackets. Two letters cannot have the same.
    pub message_id: &'a str,
    /// `acknowledgement`, `report`, `link` or `notice`.
    pub kind: &'a str,
    /// Game it is about.
    pub game: Option<GameId>,
    /// Side it is for.
    pub side: Option<&'a SideId>,
    /// Envelope sender.
    pub envelope_from: &'a str,
    /// Addressee.
    pub envelope_to: &'a str,
    /// Subject.
    pub subject: &'a str,
    /// Its plain text.
    pub plain: &'a str,
    /// The finished letter.
    pub bytes: &'a [u8],
    /// The map that it takes up when it is sent.
    pub shown: Option<Shown>,
}

/// The map that a letter shows, and where its files are put in: how far before the end, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Number of the drawing.
    pub drawing: i64,
    /// Place of the PNG.
    pub png_at: i32,
    /// Place of the SVG.
    pub svg_at: i32,
}

impl Shown {
    /// Of three columns that are there together.
    pub(super) fn of(drawing: Option<i64>, png_at: Option<i32>, svg_at: Option<i32>) -> Option<Self> {
        Some(Self { drawing: drawing?, png_at: png_at?, svg_at: svg_at? })
    }
}

/// A claimed letter.
#[derive(Debug, Clone)]
pub struct Claimed {
    /// Its number.
    pub id: i64,
    /// Its Message-ID.
    pub message_id: String,
    /// Envelope sender.
    pub envelope_from: String,
    /// Addressee.
    pub envelope_to: String,
    /// The finished letter, without its signature.
    pub bytes: Vec<u8>,
    /// The signature as headers, from an earlier try; empty before the first.
    pub signature: String,
    /// Return path of an earlier try.
    pub return_path: Option<String>,
    /// Tries, this one included.
    pub attempts: i32,
    /// The map that it shows.
    pub shown: Option<Shown>,
}

/// How many letters a minute one domain gets.
pub type Pace = i64;

/// Stands for no pace at all.
const UNPACED: Pace = 1_000_000;
/// The lock under which letters are claimed, so that two workers do not both think a domain has room.
const CLAIMING: i64 = 0x006f_7574_626f_7800;

/// A letter in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
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
    /// Its plain text.
    pub plain: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When the next server took it.
    pub sent_at: Option<Timestamp>,
    /// When it was given up.
    pub failed_at: Option<Timestamp>,
    /// Tries so far.
    pub attempts: i32,
    /// What the last failed try said.
    pub last_error: Option<String>,
}

macro_rules! read_row {
    ($row:expr) => {{
        let row = $row;
        Posted {
            id: row.id,
            message_id: row.message_id,
            kind: row.kind,
            side: row.side.map(|side| SideId::new(&side)),
            to: row.envelope_to,
            subject: row.subject,
            plain: row.plain,
            created_at: row.created_at.to_jiff(),
            sent_at: row.sent_at.map(|at| at.to_jiff()),
            failed_at: row.failed_at.map(|at| at.to_jiff()),
            attempts: row.attempts,
            last_error: row.last_error,
        }
    }};
}

/// Writes a letter. False when one with this Message-ID is there already; then nothing is changed.
pub async fn add(db: &mut PgConnection, new: &NewPost<'_>, due_at: Timestamp) -> Result<bool, StoreError> {
    Ok(!add_all(db, std::slice::from_ref(new), due_at).await?.is_empty())
}

/// Writes letters; the Message-IDs of those that were not there already.
pub async fn add_all(
    db: &mut PgConnection,
    new: &[NewPost<'_>],
    due_at: Timestamp,
) -> Result<Vec<String>, StoreError> {
    fn column<'a, T>(new: &'a [NewPost<'a>], of: impl Fn(&'a NewPost<'a>) -> T) -> Vec<T> {
        new.iter().map(of).collect()
    }
    let added = sqlx::query_scalar!(
        "insert into outbox (message_id, kind, game, side, envelope_from, envelope_to, subject, plain, bytes,
                             drawing, png_at, svg_at, due_at)
         select *, $13 from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
                                   $8::text[], $9::bytea[], $10::bigint[], $11::int[], $12::int[])
         on conflict (message_id) do nothing returning message_id",
        &column(new, |one| one.message_id) as &[&str],
        &column(new, |one| one.kind) as &[&str],
        &column(new, |one| one.game.map(|game| game.0)) as &[Option<uuid::Uuid>],
        &column(new, |one| one.side.map(SideId::as_str)) as &[Option<&str>],
        &column(new, |one| one.envelope_from) as &[&str],
        &column(new, |one| one.envelope_to) as &[&str],
        &column(new, |one| one.subject) as &[&str],
        &column(new, |one| one.plain) as &[&str],
        &column(new, |one| one.bytes) as &[&[u8]],
        &column(new, |one| one.shown.map(|shown| shown.drawing)) as &[Option<i64>],
        &column(new, |one| one.shown.map(|shown| shown.png_at)) as &[Option<i32>],
        &column(new, |one| one.shown.map(|shown| shown.svg_at)) as &[Option<i32>],
        due_at.to_sqlx() as _
    )
    .fetch_all(db)
    .await?;
    Ok(added)
}

/// Claims up to `limit` due letters for `worker` until `until`. No two workers get the same one, and no domain gets
/// more than `pace` letters a minute, counting every try.
pub async fn claim(
    db: &mut PgConnection,
    worker: &str,
    (now, until): (Timestamp, Timestamp),
    limit: i64,
    pace: Option<Pace>,
) -> Result<Vec<Claimed>, StoreError> {
    let mut tx = sqlx::Connection::begin(db).await?;
    sqlx::query!("select pg_advisory_xact_lock($1)", CLAIMING).execute(&mut *tx).await?;
    let rows = sqlx::query!(
        "with recursive
              domains as ((select domain from outbox where sent_at is null and failed_at is null and held_at is null
                           order by domain limit 1)
                          union all
                          select (select domain from outbox
                                  where sent_at is null and failed_at is null and held_at is null
                                        and outbox.domain > domains.domain
                                  order by outbox.domain limit 1)
                          from domains where domains.domain is not null),
              free as (select domain, $5::bigint - (select count(*) from outbox
                                                    where outbox.domain = domains.domain
                                                          and tried_at > $2::timestamptz - interval '1 minute') as place
                       from domains where domain is not null),
              due as (select letter.id, letter.due_at
                      from free cross join lateral
                           (select id, due_at from outbox
                            where sent_at is null and failed_at is null and held_at is null
                                  and outbox.domain = free.domain and due_at <= $2
                                  and (claimed_until is null or claimed_until < $2)
                            order by due_at, id limit least(free.place, $4)) letter
                      where free.place > 0),
              picked as (select outbox.id from outbox join due on due.id = outbox.id
                         order by due.due_at, outbox.id limit $4
                         for update of outbox skip locked)
         update outbox set claimed_by = $1, claimed_until = $3, attempts = attempts + 1, tried_at = $2,
                doubtful_at = case when begun_at is null then doubtful_at else coalesce(doubtful_at, $2) end
         from picked where outbox.id = picked.id
         returning outbox.id, message_id, envelope_from, envelope_to, bytes, signature, return_path, attempts,
                   drawing, png_at, svg_at",
        worker,
        now.to_sqlx() as _,
        until.to_sqlx() as _,
        limit,
        pace.unwrap_or(UNPACED)
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(rows
        .into_iter()
        .map(|row| Claimed {
            id: row.id,
            message_id: row.message_id,
            envelope_from: row.envelope_from,
            envelope_to: row.envelope_to,
            bytes: row.bytes,
            signature: row.signature,
            return_path: row.return_path,
            attempts: row.attempts,
            shown: Shown::of(row.drawing, row.png_at, row.svg_at),
        })
        .collect())
}

/// Notes, before the text of a claimed letter goes over the line, with what signature and return path it goes. False
/// when the claim is lost: then it must not be sent.
pub async fn mark_begun(
    db: &mut PgConnection,
    id: i64,
    worker: &str,
    (signature, return_path): (&str, &str),
    at: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update outbox set begun_at = $5, signature = $3, return_path = $4
         where id = $1 and claimed_by = $2 and sent_at is null and failed_at is null",
        id,
        worker,
        signature,
        return_path,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Keeps the claims of a worker that is still at it.
pub async fn renew(db: &mut PgConnection, worker: &str, until: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set claimed_until = $2 where claimed_by = $1 and sent_at is null and failed_at is null",
        worker,
        until.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Marks a letter as sent.
pub async fn mark_sent(db: &mut PgConnection, id: i64, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set sent_at = $2, begun_at = null, claimed_by = null, claimed_until = null,
                last_error = null
         where id = $1 and sent_at is null",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts a letter off until `due_at`. When `is_doubtful`, nobody knows whether it was taken.
pub async fn put_off(
    db: &mut PgConnection,
    id: i64,
    due_at: Timestamp,
    error: &str,
    is_doubtful: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set due_at = $2, begun_at = null, claimed_by = null, claimed_until = null, last_error = $3,
                doubtful_at = case when $4 then coalesce(doubtful_at, tried_at) else doubtful_at end
         where id = $1",
        id,
        due_at.to_sqlx() as _,
        error,
        is_doubtful
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a letter up.
pub async fn give_up(db: &mut PgConnection, id: i64, at: Timestamp, error: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set failed_at = $2, begun_at = null, claimed_by = null, claimed_until = null,
                last_error = $3
         where id = $1",
        id,
        at.to_sqlx() as _,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives up a letter that was just written and can never be sent.
pub async fn give_up_unsent(
    db: &mut PgConnection,
    message_id: &str,
    at: Timestamp,
    error: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update outbox set failed_at = $2, last_error = $3 where message_id = $1 and sent_at is null",
        message_id,
        at.to_sqlx() as _,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Answers written to an address since `since`: acknowledgements, answers to commands, and questions whether a letter
/// is its own.
pub async fn answered_since(
    db: &mut PgConnection,
    account: AccountId,
    since: Timestamp,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from outbox
           where envelope_to in (select email from account where id = $1
                                 union all select address from further_address where account = $1)
                 and kind in ('acknowledgement', 'answer', 'ask') and created_at > $2"#,
        account.0,
        since.to_sqlx() as _
    )
    .fetch_one(db)
    .await?;
    Ok(count)
}

/// The latest letters about a game, newest first; about one side only, when one is given.
pub async fn latest(
    db: &mut PgConnection,
    game: GameId,
    side: Option<&SideId>,
    limit: i64,
) -> Result<Vec<Posted>, StoreError> {
    let rows = sqlx::query!(
        "select id, message_id, kind, side, envelope_to, subject, plain, created_at, sent_at, failed_at,
                attempts, last_error
         from outbox where game = $1 and ($2::text is null or side = $2)
         order by id desc limit $3",
        game.0,
        side.map(SideId::as_str),
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| read_row!(row)).collect())
}

/// Letters still to be sent, and letters given up.
pub async fn count_waiting_and_failed(db: &mut PgConnection) -> Result<(i64, i64), StoreError> {
    let row = sqlx::query!(
        r#"select count(*) filter (where sent_at is null and failed_at is null) as "waiting!",
                  count(*) filter (where failed_at is not null) as "failed!" from outbox"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.waiting, row.failed))
}

/// One letter about a game.
pub async fn one(db: &mut PgConnection, game: GameId, id: i64) -> Result<Option<Posted>, StoreError> {
    let row = sqlx::query!(
        "select id, message_id, kind, side, envelope_to, subject, plain, created_at, sent_at, failed_at,
                attempts, last_error
         from outbox where game = $1 and id = $2",
        game.0,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| read_row!(row)))
}

/// The game a letter is about.
pub async fn game_of(db: &mut PgConnection, id: i64) -> Result<Option<GameId>, StoreError> {
    let game = sqlx::query_scalar!(r#"select game as "game: GameId" from outbox where id = $1"#, id)
        .fetch_optional(db)
        .await?;
    Ok(game.flatten())
}
