//! Who runs a game beside its owner.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;

/// What somebody is on a GM's desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum GmRole {
    /// Whose game it is.
    Owner,
    /// Reviews, rules and publishes; neither deletes the game nor says who else runs it.
    Assistant,
    /// Sees the desk and does nothing on it.
    Observer,
}

impl GmRole {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Assistant => "assistant",
            Self::Observer => "observer",
        }
    }
}

/// One of those beside the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GmEntry {
    /// The account.
    pub account: AccountId,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
    /// What he may do.
    pub role: GmRole,
    /// Since when.
    pub added_at: Timestamp,
}

/// Those beside the owner, in the order in which they came.
pub async fn of_game(db: &mut PgConnection, game: GameId) -> Result<Vec<GmEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"select account.id as "account: AccountId", account.name, account.email, game_gm.role as "role: GmRole",
                  game_gm.added_at
           from game_gm join account on account.id = game_gm.account
           where game_gm.game = $1 order by game_gm.added_at, account.id"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    let entries = rows.into_iter().map(|row| GmEntry {
        account: row.account,
        name: row.name,
        email: row.email,
        role: row.role,
        added_at: row.added_at.to_jiff(),
    });
    Ok(entries.collect())
}

/// Makes an account an assistant or observer of a game, whichever it was before.
pub async fn put(
    db: &mut PgConnection,
    game: GameId,
    account: AccountId,
    role: GmRole,
    added_by: AccountId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into game_gm (game, account, role, added_by) values ($1, $2, $3, $4)
         on conflict (game, account) do update set role = excluded.role, added_by = excluded.added_by",
        game.0,
        account.0,
        role.as_str(),
        added_by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends what an account is on a GM's desk. False when it was nothing there.
pub async fn remove(db: &mut PgConnection, game: GameId, account: AccountId) -> Result<bool, StoreError> {
    let done = sqlx::query!("delete from game_gm where game = $1 and account = $2", game.0, account.0)
        .execute(db)
        .await?;
    Ok(done.rows_affected() == 1)
}
