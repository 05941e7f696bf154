//! The audit: who did what. Rows are only ever added, and name people by their accounts alone.

use jiff::Timestamp;
use sqlx::PgConnection;
use uuid::Uuid;

use super::accounts::AccountId;
use super::games::GameId;
use super::{StoreError, acts};

/// One act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// Its number: later acts have greater ones.
    pub id: i64,
    /// When.
    pub at: Timestamp,
    /// Name of the person; none for the server itself.
    pub who: Option<String>,
    /// Name of whom it concerns, if that is somebody else.
    pub about: Option<String>,
    /// What.
    pub action: String,
    /// Short name of the game that it was in, while that is there.
    pub game: Option<String>,
    /// More words.
    pub detail: String,
}

/// Which acts are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of this kind alone.
    pub action: Option<String>,
    /// Of this person alone.
    pub who: Option<AccountId>,
    /// Older than this one.
    pub before: Option<i64>,
}

/// Writes an act down, one of [`acts`]. `detail` names nobody.
pub async fn note(
    db: &mut PgConnection,
    who: Option<AccountId>,
    action: &str,
    game: Option<GameId>,
    detail: &str,
) -> Result<(), StoreError> {
    note_about(db, who, action, (game, None), detail).await
}

/// The same of an act that concerns another person.
pub async fn note_about(
    db: &mut PgConnection,
    who: Option<AccountId>,
    action: &str,
    (game, about): (Option<GameId>, Option<AccountId>),
    detail: &str,
) -> Result<(), StoreError> {
    debug_assert!(acts::words(action).is_some(), "the act {action} has no words in store/acts.rs");
    sqlx::query!(
        "insert into audit (account, action, game, detail, about) values ($1, $2, $3, $4, $5)",
        who.map(|who| who.0),
        action,
        game.map(|game| game.0),
        detail,
        about.map(|about| about.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

struct Row {
    id: i64,
    at: jiff_sqlx::Timestamp,
    who: Option<String>,
    about: Option<String>,
    action: String,
    game: Option<String>,
    detail: String,
}

impl From<Row> for Act {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            at: row.at.to_jiff(),
            who: row.who,
            about: row.about,
            action: row.action,
            game: row.game,
            detail: row.detail,
        }
    }
}

/// The acts in a game that are wanted, newest first.
pub async fn of_game(
    db: &mut PgConnection,
    game: GameId,
    wanted: &Wanted,
    limit: i64,
) -> Result<Vec<Act>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"select audit.id, audit.at as "at: jiff_sqlx::Timestamp", who.name as "who?", about.name as "about?",
                  audit.action, null::text as game, audit.detail
           from audit left join account who on who.id = audit.account
                      left join account about on about.id = audit.about
           where audit.game = $1 and ($2::text is null or audit.action = $2) and ($3::uuid is null or audit.account = $3)
                 and ($4::bigint is null or audit.id < $4)
           order by audit.id desc limit $5"#,
        game.0,
        wanted.action.as_deref() as _,
        wanted.who.map(|who| who.0) as Option<Uuid>,
        wanted.before,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Act::from).collect())
}

/// What an account did, newest first.
pub async fn of_account(
    db: &mut PgConnection,
    account: AccountId,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Act>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"select audit.id, audit.at as "at: jiff_sqlx::Timestamp", who.name as "who?", about.name as "about?",
                  audit.action, game.slug as "game?", audit.detail
           from audit join account who on who.id = audit.account
                      left join account about on about.id = audit.about
                      left join game on game.id = audit.game
           where audit.account = $1 and ($2::bigint is null or audit.id < $2)
           order by audit.id desc limit $3"#,
        account.0,
        before,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Act::from).collect())
}

/// Every kind of act in a game.
pub async fn actions(db: &mut PgConnection, game: GameId) -> Result<Vec<String>, StoreError> {
    let query =
        sqlx::query_scalar!("select distinct action from audit where game = $1 order by action", game.0);
    Ok(query.fetch_all(db).await?)
}

/// Everybody who did something in a game.
pub async fn people(db: &mut PgConnection, game: GameId) -> Result<Vec<(AccountId, String)>, StoreError> {
    let rows = sqlx::query!(
        r#"select account.id as "id: AccountId", account.name from account
           where id in (select account from audit where game = $1) order by account.name, account.id"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}
