//! Games and their seats.

use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::StoreError;
use super::accounts::AccountId;
use super::gms::GmRole;
use crate::postal::chronicle::SideId;
use crate::postal::switches::Readings;

/// Names a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
#[sqlx(transparent)]
pub struct GameId(pub Uuid);

/// Whether a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum GameStatus {
    /// It is played.
    Running,
    /// The GM has stopped the clock.
    Paused,
    /// It is over.
    Over,
    /// Its owner has put it away.
    Archived,
}

impl GameStatus {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Over => "over",
            Self::Archived => "archived",
        }
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub id: GameId,
    /// Its short name in addresses.
    pub slug: String,
    /// What is played: the id of a game.
    pub kind: String,
    /// Scenario it began from.
    pub scenario: String,
    /// Title.
    pub title: String,
    /// Name of the edition it was begun under.
    pub edition_name: String,
    /// Hash of that edition.
    pub edition_hash: String,
    /// How it reads the switches of its rules where not as that edition does.
    pub readings: Json<Readings>,
    /// The secret every seed is derived from: 32 bytes.
    pub master_secret: Vec<u8>,
    /// Its owner among the GMs.
    pub gm: AccountId,
    /// Who runs it with the owner.
    pub assistants: Vec<AccountId>,
    /// Who may look over the GM's desk.
    pub observers: Vec<AccountId>,
    /// Running, paused or over.
    pub status: GameStatus,
    /// Days from one deadline to the next.
    pub pentade_days: i32,
}

impl GameRow {
    /// What an account is on the GM's desk of this game; none for everyone else.
    pub fn role_of(&self, account: AccountId) -> Option<GmRole> {
        if self.gm == account {
            Some(GmRole::Owner)
        } else if self.assistants.contains(&account) {
            Some(GmRole::Assistant)
        } else {
            self.observers.contains(&account).then_some(GmRole::Observer)
        }
    }
}

impl std::fmt::Debug for GameRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameRow")
            .field("slug", &self.slug)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// A seat with its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Words that mean it, lower case.
    pub aliases: Vec<String>,
    /// Whether a player may hold it.
    pub playable: bool,
    /// The player.
    pub player: Option<SeatPlayer>,
    /// Who may order in his stead now.
    pub stand_in: Option<SeatPlayer>,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatPlayer {
    /// The account.
    pub account: AccountId,
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
    /// Time zone by its IANA name.
    pub zone: String,
    /// Further addresses that are verified.
    pub further: Vec<String>,
    /// Whether his letters are plain text alone, without HTML and map.
    pub plain_letters: bool,
}

impl SeatPlayer {
    /// Whether this address, in small letters, is this person's.
    pub fn has(&self, address: &str) -> bool {
        self.email == address || self.further.iter().any(|further| further == address)
    }
}

impl Seat {
    /// Who orders for the side: its player, and who stands in for him.
    pub fn persons(&self) -> impl Iterator<Item = &SeatPlayer> {
        self.player.iter().chain(&self.stand_in)
    }

    /// What tells the letters to a stand-in apart from those to the player: nothing for the player himself.
    pub fn mark_of(&self, account: AccountId) -> &'static str {
        let is_player = self.player.as_ref().is_some_and(|player| player.account == account);
        if is_player { "" } else { ".stand-in" }
    }
}

/// Adds a game. False when the short name is taken; then nothing is changed.
pub async fn add(db: &mut PgConnection, game: &GameRow) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into game (id, slug, kind, scenario, title, edition_name, edition_hash, master_secret, gm,
                           pentade_days, readings)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (slug) do nothing",
        game.id.0,
        game.slug,
        game.kind,
        game.scenario,
        game.title,
        game.edition_name,
        game.edition_hash,
        game.master_secret,
        game.gm.0,
        game.pentade_days,
        &game.readings as _
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Adds a seat at a place in the fixed order, from 0.
pub async fn add_seat(
    db: &mut PgConnection,
    game: GameId,
    position: i32,
    seat: &Seat,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into seat (game, side, position, name, aliases, playable, account)
         values ($1, $2, $3, $4, $5, $6, $7)",
        game.0,
        seat.side.as_str(),
        position,
        seat.name,
        &seat.aliases,
        seat.playable,
        seat.player.as_ref().map(|player| player.account.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The game with this short name.
pub async fn by_slug(db: &mut PgConnection, slug: &str) -> Result<Option<GameRow>, StoreError> {
    let row = sqlx::query_as!(
        GameRow,
        r#"select id as "id: GameId", slug, kind, scenario, title, edition_name, edition_hash,
                  readings as "readings: Json<Readings>", master_secret,
                  gm as "gm: AccountId", status as "status: GameStatus", pentade_days,
                  array(select account from game_gm where game_gm.game = game.id and role = 'assistant')
                      as "assistants!: Vec<AccountId>",
                  array(select account from game_gm where game_gm.game = game.id and role = 'observer')
                      as "observers!: Vec<AccountId>"
           from game where slug = $1"#,
        slug
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// The game with this id.
pub async fn by_id(db: &mut PgConnection, id: GameId) -> Result<Option<GameRow>, StoreError> {
    let row = sqlx::query_as!(
        GameRow,
        r#"select id as "id: GameId", slug, kind, scenario, title, edition_name, edition_hash,
                  readings as "readings: Json<Readings>", master_secret,
                  gm as "gm: AccountId", status as "status: GameStatus", pentade_days,
                  array(select account from game_gm where game_gm.game = game.id and role = 'assistant')
                      as "assistants!: Vec<AccountId>",
                  array(select account from game_gm where game_gm.game = game.id and role = 'observer')
                      as "observers!: Vec<AccountId>"
           from game where id = $1"#,
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// Every game, oldest first.
pub async fn all(db: &mut PgConnection) -> Result<Vec<GameRow>, StoreError> {
    let rows = sqlx::query_as!(
        GameRow,
        r#"select id as "id: GameId", slug, kind, scenario, title, edition_name, edition_hash,
                  readings as "readings: Json<Readings>", master_secret,
                  gm as "gm: AccountId", status as "status: GameStatus", pentade_days,
                  array(select account from game_gm where game_gm.game = game.id and role = 'assistant')
                      as "assistants!: Vec<AccountId>",
                  array(select account from game_gm where game_gm.game = game.id and role = 'observer')
                      as "observers!: Vec<AccountId>"
           from game order by created_at, slug"#
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// Sets whether a game is played.
pub async fn set_status(db: &mut PgConnection, id: GameId, status: GameStatus) -> Result<(), StoreError> {
    sqlx::query!("update game set status = $2, paused_at = null where id = $1", id.0, status.as_str())
        .execute(db)
        .await?;
    Ok(())
}

/// Sets the edition that a game is played under, by name and hash, and its own readings.
pub async fn set_edition(
    db: &mut PgConnection,
    id: GameId,
    (name, hash): (&str, &str),
    readings: &Readings,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update game set edition_name = $2, edition_hash = $3, readings = $4 where id = $1",
        id.0,
        name,
        hash,
        Json(readings) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts a game away, and keeps in which state it was; its clock stands from now on.
pub async fn archive(db: &mut PgConnection, id: GameId) -> Result<(), StoreError> {
    sqlx::query!(
        "update game set archived_from = status, status = 'archived', paused_at = coalesce(paused_at, now())
         where id = $1",
        id.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Brings a game back: the clock of one that was played stands since it was put away, so that it gets all that time when it
/// runs again. False when it was not put away.
pub async fn unarchive(db: &mut PgConnection, id: GameId) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update game set status = case archived_from when 'over' then 'over' else 'paused' end,
                         paused_at = case archived_from when 'over' then null else paused_at end,
                         archived_from = null
         where id = $1 and status = 'archived'",
        id.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a game with everything that belongs to it, but its rows of the audit.
pub async fn delete(db: &mut PgConnection, id: GameId) -> Result<(), StoreError> {
    sqlx::query!("select delete_game($1)", id.0).execute(db).await?;
    Ok(())
}

/// The seats of a game in their fixed order.
pub async fn seats(db: &mut PgConnection, game: GameId) -> Result<Vec<Seat>, StoreError> {
    let rows = sqlx::query!(
        r#"select seat.side, seat.name, seat.aliases, seat.playable, account.id as "account?: AccountId",
                  account.name as "player?", account.email as "email?", account.zone as "zone?",
                  account.plain_letters as "plain?", other.plain_letters as "other_plain?",
                  other.id as "other?: AccountId", other.name as "other_name?", other.email as "other_email?",
                  other.zone as "other_zone?",
                  array(select address from further_address
                        where further_address.account = account.id and verified_at is not null
                        order by address) as "further!",
                  array(select address from further_address
                        where further_address.account = other.id and verified_at is not null
                        order by address) as "other_further!"
           from seat left join account on account.id = seat.account
                     left join lateral (
                         select stand_in.account from stand_in
                         where stand_in.game = seat.game and stand_in.side = seat.side
                               and confirmed_at is not null and ended_at is null
                               and last_day >= (now() at time zone 'UTC')::date
                         order by stand_in.id desc limit 1) standing on true
                     left join account other on other.id = standing.account
           where seat.game = $1 order by seat.position"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    let person = |account, name, email, zone, further, plain| match (account, name, email, zone, plain) {
        (Some(account), Some(name), Some(email), Some(zone), Some(plain_letters)) => {
            Some(SeatPlayer { account, name, email, zone, further, plain_letters })
        }
        _ => None,
    };
    Ok(rows
        .into_iter()
        .map(|row| Seat {
            side: SideId::new(&row.side),
            name: row.name,
            aliases: row.aliases,
            playable: row.playable,
            player: person(row.account, row.player, row.email, row.zone, row.further, row.plain),
            stand_in: person(
                row.other,
                row.other_name,
                row.other_email,
                row.other_zone,
                row.other_further,
                row.other_plain,
            ),
        })
        .collect())
}

/// Takes a seat from whoever holds it.
pub async fn free_seat(db: &mut PgConnection, game: GameId, side: &SideId) -> Result<(), StoreError> {
    sqlx::query!("update seat set account = null where game = $1 and side = $2", game.0, side.as_str())
        .execute(db)
        .await?;
    Ok(())
}

/// Gives a seat to an account, whoever held it before. False when the game has no such seat for players.
pub async fn give_seat(
    db: &mut PgConnection,
    game: GameId,
    side: &SideId,
    account: AccountId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "update seat set account = $3 where game = $1 and side = $2 and playable",
        game.0,
        side.as_str(),
        account.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Says which seats can be played now: a side that a correction undid keeps its seat and its player, and cannot be.
pub async fn set_playable(
    db: &mut PgConnection,
    game: GameId,
    playable: &[String],
) -> Result<(), StoreError> {
    sqlx::query!("update seat set playable = (side = any ($2)) where game = $1", game.0, playable)
        .execute(db)
        .await?;
    Ok(())
}

/// Games and sides an account holds, or stands in for now.
pub async fn held_by(db: &mut PgConnection, account: AccountId) -> Result<Vec<(GameId, SideId)>, StoreError> {
    let rows = sqlx::query!(
        r#"select game as "game: GameId", side from seat
           where account = $1
                 or exists (select from stand_in
                            where stand_in.game = seat.game and stand_in.side = seat.side
                                  and stand_in.account = $1 and confirmed_at is not null and ended_at is null
                                  and last_day >= (now() at time zone 'UTC')::date)
           order by game, position"#,
        account.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.game, SideId::new(&row.side))).collect())
}

/// How often a seat's player has taken a new reply address; none when nobody holds it.
pub async fn reply_turns(db: &mut PgConnection, game: GameId) -> Result<Vec<ReplyTurn>, StoreError> {
    let rows = sqlx::query!(
        r#"select seat.side, account.id as "account: AccountId", account.email, seat.reply_turn
           from seat join account on account.id = seat.account where seat.game = $1 order by seat.position"#,
        game.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ReplyTurn {
            side: SideId::new(&row.side),
            account: row.account,
            email: row.email,
            turn: row.reply_turn,
        })
        .collect())
}

/// What a player's reply address is made of, besides the game's secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyTurn {
    /// The side.
    pub side: SideId,
    /// Its player.
    pub account: AccountId,
    /// His own address.
    pub email: String,
    /// Reply addresses he had before.
    pub turn: i32,
}

/// Gives the player of a side a new reply address; the former one proves nothing from then on.
pub async fn renew_reply_address(
    db: &mut PgConnection,
    game: GameId,
    side: &SideId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update seat set reply_turn = reply_turn + 1 where game = $1 and side = $2",
        game.0,
        side.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}
