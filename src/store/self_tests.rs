//! Letters from us to us.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;

/// A letter from us to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfTest {
    /// Its number.
    pub id: i64,
    /// When it was written.
    pub sent_at: Timestamp,
    /// When it came back.
    pub returned_at: Option<Timestamp>,
}

/// The newest one.
pub async fn last(db: &mut PgConnection) -> Result<Option<SelfTest>, StoreError> {
    let row = sqlx::query!("select id, sent_at, returned_at from self_test order by id desc limit 1")
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| SelfTest {
        id: row.id,
        sent_at: row.sent_at.to_jiff(),
        returned_at: row.returned_at.map(|at| at.to_jiff()),
    }))
}

/// Whether the one before that with this number came back; none when there is none before it.
pub async fn former_came_back(db: &mut PgConnection, id: i64) -> Result<Option<bool>, StoreError> {
    let came_back = sqlx::query_scalar!(
        r#"select returned_at is not null as "came_back!" from self_test where id < $1 order by id desc limit 1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(came_back)
}

/// Begins one, unless another was begun since `since`: of two processes at once only one begins it.
pub async fn begin(
    db: &mut PgConnection,
    since: Timestamp,
    at: Timestamp,
) -> Result<Option<i64>, StoreError> {
    sqlx::query!("lock table self_test in share row exclusive mode").execute(&mut *db).await?;
    let id = sqlx::query_scalar!(
        "insert into self_test (sent_at)
         select $2 where not exists (select from self_test where sent_at > $1) returning id",
        since.to_sqlx() as _,
        at.to_sqlx() as _
    )
    .fetch_optional(db)
    .await?;
    Ok(id)
}

/// Notes that one came back. Again, it changes nothing.
pub async fn mark_returned(db: &mut PgConnection, id: i64, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update self_test set returned_at = coalesce(returned_at, $2) where id = $1",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}
