//! Work to be done once. Asking twice for the same is asking once.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;

/// Claimed work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// Its number.
    pub id: i64,
    /// What it is about: a letter's number.
    pub subject: String,
    /// Tries, this one included.
    pub attempts: i32,
}

/// Asks for work at `due_at`. False when it was asked for before.
pub async fn ask(
    db: &mut PgConnection,
    kind: &str,
    subject: &str,
    due_at: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into job (kind, subject, due_at) values ($1, $2, $3) on conflict (kind, subject) do nothing",
        kind,
        subject,
        due_at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Asks for work that may have been done before, once more.
pub async fn ask_again(
    db: &mut PgConnection,
    kind: &str,
    subject: &str,
    due_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into job (kind, subject, due_at) values ($1, $2, $3)
         on conflict (kind, subject) do update
         set due_at = excluded.due_at, attempts = 0, done_at = null, failed_at = null, claimed_by = null,
             claimed_until = null, last_error = null",
        kind,
        subject,
        due_at.to_sqlx() as _
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("select pg_notify('job', '')").fetch_one(db).await?;
    Ok(())
}

/// Claims up to `limit` due pieces of work of a kind for `worker` until `until`.
pub async fn claim(
    db: &mut PgConnection,
    kind: &str,
    worker: &str,
    now: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<Claimed>, StoreError> {
    let rows = sqlx::query_as!(
        Claimed,
        "update job set claimed_by = $2, claimed_until = $4, attempts = attempts + 1
         from (select id from job
               where kind = $1 and done_at is null and failed_at is null and due_at <= $3
                     and (claimed_until is null or claimed_until < $3)
               order by due_at, id limit $5 for update skip locked) picked
         where job.id = picked.id
         returning job.id, subject, attempts",
        kind,
        worker,
        now.to_sqlx() as _,
        until.to_sqlx() as _,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Marks work as done.
pub async fn mark_done(db: &mut PgConnection, id: i64, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update job set done_at = $2, claimed_by = null, claimed_until = null, last_error = null where id = $1",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts work off until `due_at`.
pub async fn put_off(
    db: &mut PgConnection,
    id: i64,
    due_at: Timestamp,
    error: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update job set due_at = $2, claimed_by = null, claimed_until = null, last_error = $3 where id = $1",
        id,
        due_at.to_sqlx() as _,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives work up.
pub async fn give_up(db: &mut PgConnection, id: i64, at: Timestamp, error: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "update job set failed_at = $2, claimed_by = null, claimed_until = null, last_error = $3 where id = $1",
        id,
        at.to_sqlx() as _,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The last sign of life of any process.
pub async fn last_heartbeat(db: &mut PgConnection) -> Result<Option<Timestamp>, StoreError> {
    let at = sqlx::query_scalar!("select at from heartbeat").fetch_optional(db).await?;
    Ok(at.map(|at| at.to_jiff()))
}

/// Shows that this process lives.
pub async fn beat(db: &mut PgConnection, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into heartbeat (at) values ($1) on conflict (one) do update set at = excluded.at",
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}
