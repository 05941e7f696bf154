//! What players ask for beside their orders: messages, days away, stand-ins, and what they must still confirm; and how a
//! game takes these.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;

/// How a game takes what its players ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Customs {
    /// Whether a message may go without its writer's name.
    pub anonymous_press: bool,
    /// Whether a stand-in needs the GM's word.
    pub gm_confirms_stand_ins: bool,
    /// Whether the orders of a player who leaves his seat are withdrawn.
    pub withdraws_departed: bool,
    /// Whether anyone may put himself on the waiting list.
    pub opens_waiting: bool,
    /// Whether the game is for its members alone: to everybody else it is as if it were not there.
    pub members_only: bool,
}

impl Default for Customs {
    /// Those of a game that names none: as the columns of the table.
    fn default() -> Self {
        Self {
            anonymous_press: true,
            gm_confirms_stand_ins: true,
            withdraws_departed: true,
            opens_waiting: false,
            members_only: false,
        }
    }
}

/// The customs of a game.
pub async fn customs(db: &mut PgConnection, game: GameId) -> Result<Customs, StoreError> {
    let row = sqlx::query!(
        "select anonymous_press, stand_ins, departed_sheet, opens_waiting, members_only from game where id = $1",
        game.0
    )
    .fetch_one(db)
    .await?;
    Ok(Customs {
        anonymous_press: row.anonymous_press,
        gm_confirms_stand_ins: row.stand_ins == "gm",
        withdraws_departed: row.departed_sheet == "withdrawn",
        opens_waiting: row.opens_waiting,
        members_only: row.members_only,
    })
}

/// Sets the customs of a game.
pub async fn set_customs(db: &mut PgConnection, game: GameId, customs: Customs) -> Result<(), StoreError> {
    sqlx::query!(
        "update game set anonymous_press = $2, stand_ins = $3, departed_sheet = $4, opens_waiting = $5,
                         members_only = $6
         where id = $1",
        game.0,
        customs.anonymous_press,
        if customs.gm_confirms_stand_ins { "gm" } else { "free" },
        if customs.withdraws_departed { "withdrawn" } else { "kept" },
        customs.opens_waiting,
        customs.members_only
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A message from a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its number.
    pub id: i64,
    /// The side that wrote.
    pub side: SideId,
    /// Whether it is for everybody.
    pub everybody: bool,
    /// Else the sides that it is for.
    pub to: Vec<SideId>,
    /// Whether it is for the GM too.
    pub to_gm: bool,
    /// Whether it bears no name.
    pub anonymous: bool,
    /// The words.
    pub text: String,
    /// When it was sent.
    pub sent_at: Timestamp,
}

/// Keeps a message and returns its number; that of `message` and its time do not count.
pub async fn add_message(
    db: &mut PgConnection,
    pentade: i64,
    account: AccountId,
    message: &Message,
) -> Result<i64, StoreError> {
    let to: Vec<String> = message.to.iter().map(ToString::to_string).collect();
    let id = sqlx::query_scalar!(
        "insert into press (pentade, side, account, everybody, recipients, to_gm, anonymous, text, sent_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id",
        pentade,
        message.side.as_str(),
        account.0,
        message.everybody,
        &to,
        message.to_gm,
        message.anonymous,
        message.text,
        message.sent_at.to_sqlx() as _
    )
    .fetch_one(db)
    .await?;
    Ok(id)
}

macro_rules! read_message {
    ($row:expr) => {{
        let row = $row;
        Message {
            id: row.id,
            side: SideId::new(&row.side),
            everybody: row.everybody,
            to: row.recipients.iter().map(|side| SideId::new(side)).collect(),
            to_gm: row.to_gm,
            anonymous: row.anonymous,
            text: row.text,
            sent_at: row.sent_at.to_jiff(),
        }
    }};
}

/// The messages of a pentade, in the order sent.
pub async fn messages(db: &mut PgConnection, pentade: i64) -> Result<Vec<Message>, StoreError> {
    let rows = sqlx::query!(
        "select id, side, everybody, recipients, to_gm, anonymous, text, sent_at from press
         where pentade = $1 order by id",
        pentade
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| read_message!(row)).collect())
}

/// The latest messages of a game, newest first.
pub async fn latest_messages(
    db: &mut PgConnection,
    game: GameId,
    limit: i64,
) -> Result<Vec<Message>, StoreError> {
    let rows = sqlx::query!(
        "select press.id, side, everybody, recipients, to_gm, anonymous, text, sent_at
         from press join pentade on pentade.id = press.pentade
         where pentade.game = $1 order by press.id desc limit $2",
        game.0,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| read_message!(row)).collect())
}

/// Messages that an account has sent in a game since `since`.
pub async fn messages_since(
    db: &mut PgConnection,
    game: GameId,
    account: AccountId,
    since: Timestamp,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from press join pentade on pentade.id = press.pentade
           where pentade.game = $1 and press.account = $2 and press.sent_at > $3"#,
        game.0,
        account.0,
        since.to_sqlx() as _
    )
    .fetch_one(db)
    .await?;
    Ok(count)
}

/// Days on which a player is away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vacation {
    /// Who.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// First day.
    pub first_day: Date,
    /// Last day.
    pub last_day: Date,
}

/// Keeps a vacation in place of those that an account has named before in a game.
pub async fn set_vacation(
    db: &mut PgConnection,
    game: GameId,
    account: AccountId,
    (first_day, last_day): (Date, Date),
) -> Result<(), StoreError> {
    withdraw_vacations(db, game, account).await?;
    sqlx::query!(
        "insert into vacation (game, account, first_day, last_day) values ($1, $2, $3, $4)",
        game.0,
        account.0,
        first_day.to_sqlx() as _,
        last_day.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Withdraws the vacations of an account in a game; how many there were.
pub async fn withdraw_vacations(
    db: &mut PgConnection,
    game: GameId,
    account: AccountId,
) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "update vacation set withdrawn_at = now() where game = $1 and account = $2 and withdrawn_at is null",
        game.0,
        account.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// The vacations of a game that end on `today` or later, by their first day.
pub async fn vacations(
    db: &mut PgConnection,
    game: GameId,
    today: Date,
) -> Result<Vec<Vacation>, StoreError> {
    let rows = sqlx::query_as!(
        VacationRow,
        r#"select account as "account: AccountId", account.name, first_day as "first_day: jiff_sqlx::Date",
                  last_day as "last_day: jiff_sqlx::Date"
           from vacation join account on account.id = vacation.account
           where game = $1 and withdrawn_at is null and last_day >= $2 order by first_day, vacation.id"#,
        game.0,
        today.to_sqlx() as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Vacation {
            account: row.account,
            name: row.name,
            first_day: row.first_day.to_jiff(),
            last_day: row.last_day.to_jiff(),
        })
        .collect())
}

struct VacationRow {
    account: AccountId,
    name: String,
    first_day: jiff_sqlx::Date,
    last_day: jiff_sqlx::Date,
}

/// Who may order in a player's stead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn {
    /// Its number.
    pub id: i64,
    /// The side.
    pub side: SideId,
    /// His address.
    pub email: String,
    /// The last day on which he may order, in UTC.
    pub last_day: Date,
    /// Whether it is settled that he may.
    pub is_confirmed: bool,
}

/// Asks for a stand-in of a side, in place of any other. With an account it is settled at once.
pub async fn ask_stand_in(
    db: &mut PgConnection,
    game: GameId,
    asked_by: AccountId,
    (side, email, last_day): (&SideId, &str, Date),
    account: Option<AccountId>,
) -> Result<i64, StoreError> {
    end_stand_ins(db, game, side).await?;
    let id = sqlx::query_scalar!(
        "insert into stand_in (game, side, asked_by, email, last_day, account, confirmed_at)
         values ($1, $2, $3, lower($4), $5, $6, case when $6::uuid is null then null else now() end)
         returning id",
        game.0,
        side.as_str(),
        asked_by.0,
        email,
        last_day.to_sqlx() as _,
        account.map(|account| account.0)
    )
    .fetch_one(db)
    .await?;
    Ok(id)
}

/// Settles that a stand-in may order. False when it was settled or ended before.
pub async fn confirm_stand_in(
    db: &mut PgConnection,
    game: GameId,
    id: i64,
    account: AccountId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update stand_in set account = $3, confirmed_at = now()
         where game = $1 and id = $2 and confirmed_at is null and ended_at is null",
        game.0,
        id,
        account.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends one stand-in, or the wish for one. False when there is none.
pub async fn end_stand_in(db: &mut PgConnection, game: GameId, id: i64) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update stand_in set ended_at = now() where game = $1 and id = $2 and ended_at is null",
        game.0,
        id
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Ends every stand-in of a side; how many there were.
pub async fn end_stand_ins(db: &mut PgConnection, game: GameId, side: &SideId) -> Result<u64, StoreError> {
    let done = sqlx::query!(
        "update stand_in set ended_at = now() where game = $1 and side = $2 and ended_at is null",
        game.0,
        side.as_str()
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// The stand-ins of a game, settled or asked for, whose time is not over.
pub async fn stand_ins(db: &mut PgConnection, game: GameId) -> Result<Vec<StandIn>, StoreError> {
    let rows = sqlx::query!(
        r#"select id, side, email, last_day as "last_day: jiff_sqlx::Date",
                  confirmed_at is not null as "is_confirmed!"
           from stand_in where game = $1 and ended_at is null
                           and last_day >= (now() at time zone 'UTC')::date
           order by id"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| StandIn {
            id: row.id,
            side: SideId::new(&row.side),
            email: row.email,
            last_day: row.last_day.to_jiff(),
            is_confirmed: row.is_confirmed,
        })
        .collect())
}

/// What was asked for and must be confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The side.
    pub side: SideId,
    /// `resign` or `press`.
    pub action: String,
    /// What belongs to it.
    pub detail: String,
}

/// Keeps something to be confirmed until `expires_at`.
pub async fn add_pending(
    db: &mut PgConnection,
    code_hash: &[u8],
    game: GameId,
    account: AccountId,
    pending: &Pending,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into pending (code_hash, game, side, account, action, detail, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        code_hash,
        game.0,
        pending.side.as_str(),
        account.0,
        pending.action,
        pending.detail,
        expires_at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What waits under a code for this account.
pub async fn pending(
    db: &mut PgConnection,
    code_hash: &[u8],
    game: GameId,
    account: AccountId,
    now: Timestamp,
) -> Result<Option<Pending>, StoreError> {
    let row = sqlx::query!(
        "select side, action, detail from pending
         where code_hash = $1 and game = $2 and account = $3 and expires_at > $4 and used_at is null",
        code_hash,
        game.0,
        account.0,
        now.to_sqlx() as _
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Pending { side: SideId::new(&row.side), action: row.action, detail: row.detail }))
}

/// Uses a code up. Of two attempts only one gets what waits under it.
pub async fn use_pending(
    db: &mut PgConnection,
    code_hash: &[u8],
    game: GameId,
    account: AccountId,
    now: Timestamp,
) -> Result<Option<Pending>, StoreError> {
    let row = sqlx::query!(
        "update pending set used_at = $4
         where code_hash = $1 and game = $2 and account = $3 and expires_at > $4 and used_at is null
         returning side, action, detail",
        code_hash,
        game.0,
        account.0,
        now.to_sqlx() as _
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Pending { side: SideId::new(&row.side), action: row.action, detail: row.detail }))
}
