//! Pentades that wait for nothing more: who is at which of them, and until when.
//!
//! The state of a pentade says what is to be done; a claim only keeps several processes from doing the same. Whoever has
//! lost his claim does no harm: what he would store is refused under the game's lock.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;

/// A claimed pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Number of the pentade.
    pub pentade: i64,
    /// Short name of its game.
    pub slug: String,
    /// Tries, this one included.
    pub tries: i32,
}

/// Claims up to `limit` pentades for `worker` until `until`: those that were closed and not played, those whose deadline is
/// over, and those that everybody who plays has said to be ready for, where that closes them; the oldest deadline first, so
/// that who is only ready waits for all that are due. Only games of these editions, by kind and hash.
pub async fn claim(
    db: &mut PgConnection,
    worker: &str,
    (now, until): (Timestamp, Timestamp),
    (kinds, hashes): (&[String], &[String]),
    limit: i64,
) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query_as!(
        Due,
        "update pentade set claimed_by = $1, claimed_until = $3, tries = tries + 1
         from (select pentade.id, game.slug from pentade join game on game.id = pentade.game
               where pentade.state in ('open', 'closing')
                     and (claimed_until is null or claimed_until < $2)
                     and (look_again_at is null or look_again_at <= $2)
                     and (pentade.state = 'closing' or (game.status = 'running'
                          and (pentade.deadline <= $2 or (game.closes_when_ready
                               and exists (select from ready where ready.pentade = pentade.id)
                               and not exists (select from seat
                                               where seat.game = game.id and seat.playable and seat.account is not null
                                                     and not exists (select from ready
                                                                     where ready.pentade = pentade.id
                                                                           and ready.side = seat.side))))))
                     and exists (select from unnest($4::text[], $5::text[]) as loaded (kind, hash)
                                 where loaded.kind = game.kind and loaded.hash = game.edition_hash)
               order by pentade.deadline, pentade.id limit $6
               for update of pentade skip locked) picked
         where pentade.id = picked.id
         returning pentade.id as pentade, picked.slug, tries",
        worker,
        now.to_sqlx() as _,
        until.to_sqlx() as _,
        kinds,
        hashes,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Keeps the claims of a worker that is still at it.
pub async fn renew(db: &mut PgConnection, worker: &str, until: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set claimed_until = $2 where claimed_by = $1 and state in ('open', 'closing')",
        worker,
        until.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a claim go. Nobody looks at the pentade again before `again_at`, where one is given; `failed` counts the try.
pub async fn release(
    db: &mut PgConnection,
    pentade: i64,
    worker: &str,
    again_at: Timestamp,
    failed: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update pentade set claimed_by = null, claimed_until = null, look_again_at = $3,
                            tries = case when $4 then tries else 0 end
         where id = $1 and claimed_by = $2 and state in ('open', 'closing')",
        pentade,
        worker,
        again_at.to_sqlx() as _,
        failed
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A game whose rules this server has not loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranded {
    /// Short name.
    pub slug: String,
    /// Name and hash of the edition it was begun under.
    pub edition: (String, String),
    /// What kind of game it is.
    pub kind: String,
}

/// Games that are not over and were begun under other editions than these, by kind and hash.
pub async fn stranded(
    db: &mut PgConnection,
    (kinds, hashes): (&[String], &[String]),
) -> Result<Vec<Stranded>, StoreError> {
    let rows = sqlx::query!(
        "select slug, kind, edition_name, edition_hash from game
         where status <> 'over'
               and not exists (select from unnest($1::text[], $2::text[]) as loaded (kind, hash)
                               where loaded.kind = game.kind and loaded.hash = game.edition_hash)
         order by slug",
        kinds,
        hashes
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Stranded { slug: row.slug, edition: (row.edition_name, row.edition_hash), kind: row.kind })
        .collect())
}
