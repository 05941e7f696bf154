//! Seats that are offered by letter.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use uuid::Uuid;

use super::StoreError;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// What has become of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum InvitationState {
    /// It waits for its answer.
    Open,
    /// The seat was taken.
    Accepted,
    /// The person does not want it.
    Declined,
    /// The GM has taken it back.
    Withdrawn,
}

impl InvitationState {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: Uuid,
    /// The game.
    pub game: GameId,
    /// The side that is offered.
    pub side: SideId,
    /// Who is invited: name.
    pub name: String,
    /// Address, in small letters.
    pub email: String,
    /// What has become of it.
    pub state: InvitationState,
    /// When its letter was written last.
    pub sent_at: Timestamp,
    /// When it was answered or taken back.
    pub answered_at: Option<Timestamp>,
}

/// Invites a person. False when the side is offered to somebody already.
pub async fn add(
    db: &mut PgConnection,
    invitation: &Invitation,
    token_hash: &[u8],
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into invitation (id, game, side, name, email, token_hash) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        invitation.id,
        invitation.game.0,
        invitation.side.as_str(),
        invitation.name,
        invitation.email,
        token_hash
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The invitations of a game, the latest first.
pub async fn of_game(db: &mut PgConnection, game: GameId) -> Result<Vec<Invitation>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, side, name, email, state as "state: InvitationState", sent_at, answered_at
           from invitation where game = $1 order by invited_at desc, id desc"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    let all = rows.into_iter().map(|row| Invitation {
        id: row.id,
        game,
        side: SideId::new(&row.side),
        name: row.name,
        email: row.email,
        state: row.state,
        sent_at: row.sent_at.to_jiff(),
        answered_at: row.answered_at.map(|at| at.to_jiff()),
    });
    Ok(all.collect())
}

/// The invitation that a letter's link names.
pub async fn by_token(db: &mut PgConnection, token_hash: &[u8]) -> Result<Option<Invitation>, StoreError> {
    let row = sqlx::query!(
        r#"select id, game as "game: GameId", side, name, email, state as "state: InvitationState", sent_at,
                  answered_at
           from invitation where token_hash = $1"#,
        token_hash
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Invitation {
        id: row.id,
        game: row.game,
        side: SideId::new(&row.side),
        name: row.name,
        email: row.email,
        state: row.state,
        sent_at: row.sent_at.to_jiff(),
        answered_at: row.answered_at.map(|at| at.to_jiff()),
    }))
}

/// Ends an open invitation. False when it is not open any more: of two answers at once only one counts.
pub async fn end(
    db: &mut PgConnection,
    id: Uuid,
    state: InvitationState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update invitation set state = $2, answered_at = $3 where id = $1 and state = 'open'",
        id,
        state.as_str(),
        now.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Gives an open invitation a new link; the former one is no good from then on. False when it is not open.
pub async fn renew(
    db: &mut PgConnection,
    id: Uuid,
    token_hash: &[u8],
    now: Timestamp,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update invitation set token_hash = $2, sent_at = $3 where id = $1 and state = 'open'",
        id,
        token_hash,
        now.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
