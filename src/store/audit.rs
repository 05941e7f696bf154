//! The diary: who did what. Rows are only ever added.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;

/// One act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// When.
    pub at: Timestamp,
    /// Name of the person; none for the server itself.
    pub who: Option<String>,
    /// What.
    pub action: String,
    /// More words.
    pub detail: String,
}

/// Writes an act down.
pub async fn note(
    db: &mut PgConnection,
    who: Option<AccountId>,
    action: &str,
    game: Option<GameId>,
    detail: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into audit (account, action, game, detail) values ($1, $2, $3, $4)",
        who.map(|who| who.0),
        action,
        game.map(|game| game.0),
        detail
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The latest acts of a game, newest first.
pub async fn latest(db: &mut PgConnection, game: GameId, limit: i64) -> Result<Vec<Act>, StoreError> {
    let rows = sqlx::query!(
        r#"select audit.at, account.name as "who?", audit.action, audit.detail
           from audit left join account on account.id = audit.account
           where audit.game = $1 order by audit.id desc limit $2"#,
        game.0,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Act { at: row.at.to_jiff(), who: row.who, action: row.action, detail: row.detail })
        .collect())
}
