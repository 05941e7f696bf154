//! How all games stand.

use jiff::Timestamp;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameStatus;
use super::pentades::PentadeState;

/// A game with the pentade now played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Short name.
    pub slug: String,
    /// Title.
    pub title: String,
    /// What is played: the id of a game.
    pub kind: String,
    /// Whether it is played.
    pub status: GameStatus,
    /// Name of the GM.
    pub gm: String,
    /// First year of the pentade now played.
    pub first_year: i32,
    /// Last year of it.
    pub last_year: i32,
    /// How far it is.
    pub state: PentadeState,
    /// When its orders are due.
    pub deadline: Timestamp,
    /// Published pentades.
    pub published: i64,
    /// Whether it is for its members alone.
    pub members_only: bool,
}

/// How every game stands that a reader may see, oldest first.
pub async fn of_all(db: &mut PgConnection, viewer: Option<AccountId>) -> Result<Vec<Standing>, StoreError> {
    let rows = sqlx::query!(
        r#"select game.slug, game.title, game.kind, game.status as "status: GameStatus", account.name as gm,
                  game.members_only,
                  now.first_year, now.last_year, now.state as "state: PentadeState", now.deadline,
                  (select count(distinct first_year) from pentade
                   where pentade.game = game.id and state = 'published') as "published!"
           from game join account on account.id = game.gm
                join lateral (select first_year, last_year, state, deadline from pentade where pentade.game = game.id
                              order by first_year desc, revision desc limit 1) now on true
           where not game.members_only or is_member(game.id, $1)
           order by game.created_at, game.slug"#,
        viewer.map(|viewer| viewer.0)
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Standing {
            slug: row.slug,
            title: row.title,
            kind: row.kind,
            status: row.status,
            gm: row.gm,
            first_year: row.first_year,
            last_year: row.last_year,
            state: row.state,
            deadline: row.deadline.to_jiff(),
            published: row.published,
            members_only: row.members_only,
        })
        .collect())
}
