//! Those who follow a game by mail without playing it.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use uuid::Uuid;

use super::StoreError;
use super::games::GameId;

/// Somebody who follows a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follower {
    /// Its id, which stands in links.
    pub id: Uuid,
    /// The game.
    pub game: GameId,
    /// Address, lower case.
    pub address: String,
    /// Whether letters go there: the link was followed, and not taken back since.
    pub is_active: bool,
}

/// Notes that somebody asks to follow a game. Asked again, the id stays.
pub async fn ask(
    db: &mut PgConnection,
    game: GameId,
    address: &str,
    at: Timestamp,
) -> Result<Follower, StoreError> {
    let row = sqlx::query_as!(
        Follower,
        r#"insert into follower (id, game, address, asked_at) values ($1, $2, lower($3), $4)
           on conflict (game, address) do update set asked_at = excluded.asked_at
           returning id, game as "game: GameId", address,
                     (confirmed_at is not null and gone_at is null) as "is_active!""#,
        Uuid::now_v7(),
        game.0,
        address,
        at.to_sqlx() as _
    )
    .fetch_one(db)
    .await?;
    Ok(row)
}

/// When this address last asked to follow any game.
pub async fn last_asked(db: &mut PgConnection, address: &str) -> Result<Option<Timestamp>, StoreError> {
    let at = sqlx::query_scalar!("select max(asked_at) from follower where address = lower($1)", address)
        .fetch_one(db)
        .await?;
    Ok(at.map(|at| at.to_jiff()))
}

/// The follower with this id.
pub async fn by_id(db: &mut PgConnection, id: Uuid) -> Result<Option<Follower>, StoreError> {
    let row = sqlx::query_as!(
        Follower,
        r#"select id, game as "game: GameId", address,
                  (confirmed_at is not null and gone_at is null) as "is_active!"
           from follower where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// Sends the reports from now on.
pub async fn confirm(db: &mut PgConnection, id: Uuid, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!(
        "update follower set confirmed_at = $2, gone_at = null where id = $1",
        id,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Sends nothing any more.
pub async fn leave(db: &mut PgConnection, id: Uuid, at: Timestamp) -> Result<(), StoreError> {
    sqlx::query!("update follower set gone_at = coalesce(gone_at, $2) where id = $1", id, at.to_sqlx() as _)
        .execute(db)
        .await?;
    Ok(())
}

/// Those to whom the reports of a game go: nobody, while it is for its members alone.
pub async fn of_game(db: &mut PgConnection, game: GameId) -> Result<Vec<Follower>, StoreError> {
    let rows = sqlx::query_as!(
        Follower,
        r#"select id, game as "game: GameId", address, true as "is_active!"
           from follower where game = $1 and confirmed_at is not null and gone_at is null
                 and not (select members_only from game where id = $1)
           order by id"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}
