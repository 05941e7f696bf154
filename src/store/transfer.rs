//! Whole games as rows of JSON, part by part: read for an export, put in by an import.
//!
//! A row names no id of the database: pentades by first year and revision, people and corrections by numbers of the file.

use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;

/// A kind of rows in an exported game, in the order in which they stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What the game is and how it is run; one row.
    Game,
    /// Everybody that the other parts name.
    People,
    /// The seats.
    Seats,
    /// Who runs the game beside its owner.
    Gms,
    /// Corrections.
    Corrections,
    /// Pentades, a row a revision.
    Pentades,
    /// What corrections amended.
    Amendments,
    /// Order sheets.
    Sheets,
    /// Sheets that GMs sealed.
    Seals,
    /// Orders for a pentade that is not open yet.
    EarlySheets,
    /// Answers to questions.
    Answers,
    /// Rulings.
    Rulings,
    /// Messages of players.
    Press,
    /// What was done for want of orders.
    FilledIn,
    /// Days on which players are away.
    Vacations,
    /// Who stands in for a player, or did.
    StandIns,
    /// Who waits for a seat.
    Waiting,
    /// Letters that came in.
    Letters,
}

/// The fields in which a row names somebody.
pub const PEOPLE: [&str; 2] = ["person", "asked_by"];

impl Part {
    /// Every part.
    pub const ALL: [Self; 18] = [
        Self::Game,
        Self::People,
        Self::Seats,
        Self::Gms,
        Self::Corrections,
        Self::Pentades,
        Self::Amendments,
        Self::Sheets,
        Self::Seals,
        Self::EarlySheets,
        Self::Answers,
        Self::Rulings,
        Self::Press,
        Self::FilledIn,
        Self::Vacations,
        Self::StandIns,
        Self::Waiting,
        Self::Letters,
    ];

    /// Its name in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::People => "people",
            Self::Seats => "seats",
            Self::Gms => "gms",
            Self::Corrections => "corrections",
            Self::Pentades => "pentades",
            Self::Amendments => "amendments",
            Self::Sheets => "sheets",
            Self::Seals => "seals",
            Self::EarlySheets => "early_sheets",
            Self::Answers => "answers",
            Self::Rulings => "rulings",
            Self::Press => "press",
            Self::FilledIn => "filled_in",
            Self::Vacations => "vacations",
            Self::StandIns => "stand_ins",
            Self::Waiting => "waiting",
            Self::Letters => "letters",
        }
    }
}

/// Lets a transaction that has just begun see the database as it is at its first look, to the end.
pub async fn freeze(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("set transaction isolation level repeatable read, read only").execute(db).await?;
    Ok(())
}

/// The rows of a part, in the order in which they were made. People are named by their accounts.
pub async fn rows(db: &mut PgConnection, game: GameId, part: Part) -> Result<Vec<Value>, StoreError> {
    let id = game.0;
    Ok(match part {
        Part::Game => settings(db, id).await?,
        Part::People => Vec::new(),
        Part::Seats => seats(db, id).await?,
        Part::Gms => gms(db, id).await?,
        Part::Corrections => corrections(db, id).await?,
        Part::Pentades => pentades(db, id).await?,
        Part::Amendments => amendments(db, id).await?,
        Part::Sheets => sheets(db, id).await?,
        Part::Seals => seals(db, id).await?,
        Part::EarlySheets => early_sheets(db, id).await?,
        Part::Answers => answers(db, id).await?,
        Part::Rulings => rulings(db, id).await?,
        Part::Press => press(db, id).await?,
        Part::FilledIn => filled_in(db, id).await?,
        Part::Vacations => vacations(db, id).await?,
        Part::StandIns => stand_ins(db, id).await?,
        Part::Waiting => waiting(db, id).await?,
        Part::Letters => letters(db, id).await?,
    })
}

/// What the database gave.
type Rows = Result<Vec<Value>, sqlx::Error>;

async fn settings(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select kind, scenario, title, edition_name, edition_hash, readings, status, pentade_days, due_clock, due_zone,
                    grace_hours, reminder_days, reminds_all, closes_when_ready, blackouts, missing_orders,
                    vacant_orders, answer_days, absent_votes, gm_votes, publishes, anonymous_press, stand_ins, departed_sheet,
                    opens_waiting, members_only, waiting_players, encode(master_secret, 'hex') as master_secret, created_at
             from game where id = $1) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn seats(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select side, position, name, aliases, playable, account as person
             from seat where game = $1 order by position) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn gms(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select account as person, role, added_at from game_gm where game = $1 order by added_at, account) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn corrections(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select id as correction, account as person, state, explanation, first_year, begun_at, published_at
             from correction where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn pentades(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select first_year, last_year, revision, state, deadline, scheduled_at, closed_at, world_before, inputs,
                    inputs_hash, seed, commitment, world_after, chronicle, result_hash, held_reason, questions,
                    edition_name, edition_hash, drafted_at, published_at, correction, set_aside, asked_at,
                    answers_due
             from pentade where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn amendments(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select correction, amendment.first_year, change, told, sent, complaints, reason,
                    amendment.account as person, made_at, withdrawn_at
             from amendment join correction on correction.id = amendment.correction
             where correction.game = $1 order by amendment.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn sheets(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select pentade.first_year, pentade.revision, side, version, source, restores, account as person, text,
                    data, words, complaints, press, orders_read, received_at
             from sheet join pentade on pentade.id = sheet.pentade
             where pentade.game = $1 order by sheet.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn seals(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select pentade.first_year, pentade.revision, seal.account as person, hash, nonce, sheets, sealed_at,
                    opened_at, broken_at
             from seal join pentade on pentade.id = seal.pentade
             where pentade.game = $1 order by seal.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn early_sheets(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select side, first_year, account as person, text, data, words, received_at
             from early_sheet where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn answers(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select pentade.first_year, pentade.revision, question, answer, account as person, answered_at
             from answer join pentade on pentade.id = answer.pentade
             where pentade.game = $1 order by answer.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn rulings(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select pentade.first_year, pentade.revision, year, words, reason, public, account as person, made_at,
                    withdrawn_at
             from ruling join pentade on pentade.id = ruling.pentade
             where pentade.game = $1 order by ruling.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn press(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select pentade.first_year, pentade.revision, side, account as person, everybody, recipients, to_gm,
                    anonymous, text, sent_at
             from press join pentade on pentade.id = press.pentade
             where pentade.game = $1 order by press.id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn filled_in(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select first_year, side, custom, words from filled_in where game = $1 order by first_year, side) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn vacations(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select account as person, first_day, last_day, made_at, withdrawn_at
             from vacation where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn stand_ins(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select side, asked_by, email, last_day, account as person, asked_at, confirmed_at, ended_at
             from stand_in where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn waiting(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select name, email, note, added_at, left_at from waiting where game = $1 order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

async fn letters(db: &mut PgConnection, id: Uuid) -> Rows {
    sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select identity, envelope_from, encode(raw, 'base64') as raw, received_at, state, kind, reason,
                    from_address, subject, message_id, body, account as person, side, read_at, way
             from letter where game = $1 and state <> 'received' order by id) t"#,
        id
    )
    .fetch_all(db)
    .await
}

/// Who an account is, for the part of people.
pub async fn person(db: &mut PgConnection, account: AccountId) -> Result<Option<Value>, StoreError> {
    let row = sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (select name, email, zone from account where id = $1) t"#,
        account.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}
