//! What is done for sides without orders, and players who wait for a seat.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// What is done for a side without orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type, serde::Deserialize, serde::Serialize)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Custom {
    /// Nothing: it orders nothing.
    Hold,
    /// Its latest orders of an earlier pentade stand again.
    Standing,
    /// The game's caretaker orders for it.
    Caretaker,
}

impl Custom {
    /// Every custom.
    pub const ALL: [Self; 3] = [Self::Hold, Self::Standing, Self::Caretaker];

    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Standing => "standing",
            Self::Caretaker => "caretaker",
        }
    }
}

/// What was done for a side without orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledIn {
    /// The side.
    pub side: SideId,
    /// By which custom.
    pub custom: Custom,
    /// What was ordered, in canonical words.
    pub words: String,
}

/// Keeps what was done in a pentade, in place of what was kept before.
pub async fn keep(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
    filled: &[FilledIn],
) -> Result<(), StoreError> {
    sqlx::query!("delete from filled_in where game = $1 and first_year = $2", game.0, first_year)
        .execute(&mut *db)
        .await?;
    for one in filled {
        sqlx::query!(
            "insert into filled_in (game, first_year, side, custom, words) values ($1, $2, $3, $4, $5)",
            game.0,
            first_year,
            one.side.as_str(),
            one.custom.as_str(),
            one.words
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// What was done in the pentade of this row and in its other revisions.
pub async fn of_pentade(db: &mut PgConnection, pentade: i64) -> Result<Vec<FilledIn>, StoreError> {
    let rows = sqlx::query!(
        r#"select side, custom as "custom: Custom", words
           from filled_in join pentade on pentade.game = filled_in.game and pentade.first_year = filled_in.first_year
           where pentade.id = $1 order by side"#,
        pentade
    )
    .fetch_all(db)
    .await?;
    let filled = |side: &str, custom, words| FilledIn { side: SideId::new(side), custom, words };
    Ok(rows.into_iter().map(|row| filled(&row.side, row.custom, row.words)).collect())
}

/// Somebody who waits for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// His number.
    pub id: i64,
    /// His name.
    pub name: String,
    /// His address.
    pub email: String,
    /// What the GM noted about him.
    pub note: String,
    /// Since when.
    pub added_at: Timestamp,
}

/// Who waits for a seat of a game, the first first.
pub async fn waiting(db: &mut PgConnection, game: GameId) -> Result<Vec<Waiting>, StoreError> {
    let rows = sqlx::query!(
        "select id, name, email, note, added_at from waiting where game = $1 and left_at is null order by id",
        game.0
    )
    .fetch_all(db)
    .await?;
    let one = |id, name, email, note, added_at| Waiting { id, name, email, note, added_at };
    Ok(rows
        .into_iter()
        .map(|row| one(row.id, row.name, row.email, row.note, row.added_at.to_jiff()))
        .collect())
}

/// Puts somebody on the list. False when this address is on it.
pub async fn add_waiting(
    db: &mut PgConnection,
    game: GameId,
    (name, email, note): (&str, &str, &str),
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into waiting (game, name, email, note) values ($1, $2, lower($3), $4) on conflict do nothing",
        game.0,
        name,
        email,
        note
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes somebody off the list by his number. False when he is not on it.
pub async fn end_waiting(db: &mut PgConnection, game: GameId, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update waiting set left_at = now() where game = $1 and id = $2 and left_at is null",
        game.0,
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes an address off the list. False when it is not on it.
pub async fn end_waiting_of(db: &mut PgConnection, game: GameId, email: &str) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update waiting set left_at = now() where game = $1 and email = lower($2) and left_at is null",
        game.0,
        email
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
