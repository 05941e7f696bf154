//! Order sheets. Rows are only ever added; the highest version of a side is in force.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;
use crate::postal::reading::{Complaint, Press, Reading, Sheet};

/// How a sheet came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum SheetSource {
    /// By mail.
    Letter,
    /// By the order form.
    Form,
    /// A former version brought back.
    Back,
    /// Orders that came before the pentade opened.
    Early,
    /// Read again after a correction of the past.
    Correction,
}

impl SheetSource {
    /// As pages and the database write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::Form => "form",
            Self::Back => "back",
            Self::Early => "early",
            Self::Correction => "correction",
        }
    }
}

/// A stored sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The side.
    pub side: SideId,
    /// Version, from 1 within pentade and side.
    pub version: i32,
    /// How it came.
    pub source: SheetSource,
    /// The former version that it brings back, if it does.
    pub restores: Option<i32>,
    /// Name of who sent it, if that is known.
    pub author: Option<String>,
    /// The words as sent.
    pub text: String,
    /// The whole sheet in force from then on.
    pub sheet: Sheet,
    /// What could not be taken.
    pub complaints: Vec<Complaint>,
    /// Orders that this text gave.
    pub orders_read: i32,
    /// When it came.
    pub received_at: Timestamp,
}

/// Where a new sheet comes from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// The pentade.
    pub pentade: i64,
    /// The side.
    pub side: &'a SideId,
    /// The words as sent.
    pub text: &'a str,
    /// The letter, when it came by one.
    pub letter: Option<i64>,
    /// Who sent it.
    pub account: Option<AccountId>,
    /// How it came.
    pub source: SheetSource,
    /// The former version that it brings back; for [`SheetSource::Back`] alone.
    pub restores: Option<i32>,
    /// When it came.
    pub received_at: Timestamp,
}

macro_rules! read_row {
    ($row:expr) => {{
        let row = $row;
        SheetRow {
            side: SideId::new(&row.side),
            version: row.version,
            source: row.source,
            restores: row.restores,
            author: row.author,
            text: row.text,
            sheet: Sheet { data: row.data, words: row.words },
            complaints: row.complaints.0,
            orders_read: row.orders_read,
            received_at: row.received_at.to_jiff(),
        }
    }};
}

/// Adds the next version of a side's sheet and returns its number.
///
/// The caller holds the pentade's lock, so that two versions cannot take one number.
pub async fn add(db: &mut PgConnection, origin: Origin<'_>, reading: &Reading) -> Result<i32, StoreError> {
    let version = sqlx::query_scalar!(
        "insert into sheet (pentade, side, version, source, letter, account, text, data, words, complaints,
                            press, orders_read, received_at, restores)
         select $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
         from sheet where pentade = $1 and side = $2
         returning version",
        origin.pentade,
        origin.side.as_str(),
        origin.source.as_str(),
        origin.letter,
        origin.account.map(|account| account.0),
        origin.text,
        reading.sheet.data,
        reading.sheet.words,
        Json(&reading.complaints) as _,
        Json(&reading.press) as _,
        i32::try_from(reading.orders_read).unwrap_or(i32::MAX),
        origin.received_at.to_sqlx() as _,
        origin.restores
    )
    .fetch_one(db)
    .await?;
    Ok(version)
}

/// Adds a sheet that was read again from what was sent before, and returns its version.
///
/// The caller holds the pentade's lock.
pub async fn add_read_again(
    db: &mut PgConnection,
    pentade: i64,
    side: &SideId,
    text: &str,
    reading: &Reading,
) -> Result<i32, StoreError> {
    let version = sqlx::query_scalar!(
        "insert into sheet (pentade, side, version, source, text, data, words, complaints, press, orders_read, received_at)
         select $1, $2, coalesce(max(version), 0) + 1, 'correction', $3, $4, $5, $6, '[]', $7, now()
         from sheet where pentade = $1 and side = $2
         returning version",
        pentade,
        side.as_str(),
        text,
        reading.sheet.data,
        reading.sheet.words,
        Json(&reading.complaints) as _,
        i32::try_from(reading.orders_read).unwrap_or(i32::MAX)
    )
    .fetch_one(db)
    .await?;
    Ok(version)
}

/// The sheet in force of a side.
pub async fn in_force(
    db: &mut PgConnection,
    pentade: i64,
    side: &SideId,
) -> Result<Option<SheetRow>, StoreError> {
    let row = sqlx::query!(
        r#"select side, version, source as "source: SheetSource", restores, text, data, words,
                  complaints as "complaints: Json<Vec<Complaint>>", orders_read, received_at,
                  account.name as "author?"
           from sheet left join account on account.id = sheet.account
           where pentade = $1 and side = $2 order by version desc limit 1"#,
        pentade,
        side.as_str()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| read_row!(row)))
}

/// The sheets in force of all sides.
pub async fn all_in_force(db: &mut PgConnection, pentade: i64) -> Result<Vec<SheetRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select distinct on (side) side, version, source as "source: SheetSource", restores, text, data, words,
                  complaints as "complaints: Json<Vec<Complaint>>", orders_read, received_at,
                  account.name as "author?"
           from sheet left join account on account.id = sheet.account
           where pentade = $1 order by side, version desc"#,
        pentade
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| read_row!(row)).collect())
}

/// The sides whose sheets in force this account has written. What was read again after a correction stays its writer's.
pub async fn last_written_by(
    db: &mut PgConnection,
    pentade: i64,
    account: AccountId,
) -> Result<Vec<SideId>, StoreError> {
    let sides = sqlx::query_scalar!(
        r#"select side as "side!" from (select distinct on (side) side, account from sheet
                                      where pentade = $1 and source <> 'correction' order by side, version desc) latest
           where account = $2 order by side"#,
        pentade,
        account.0
    )
    .fetch_all(db)
    .await?;
    Ok(sides.iter().map(|side| SideId::new(side)).collect())
}

/// The sheet that a side has sent latest for a pentade before the one that begins with `first_year`, with the first and
/// last year of that pentade.
pub async fn latest_before(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
    side: &SideId,
) -> Result<Option<(SheetRow, (i32, i32))>, StoreError> {
    let found = sqlx::query!(
        "select pentade.id, pentade.first_year, pentade.last_year
         from pentade join sheet on sheet.pentade = pentade.id
         where pentade.game = $1 and pentade.first_year < $2 and sheet.side = $3
         order by pentade.first_year desc, pentade.revision desc limit 1",
        game.0,
        first_year,
        side.as_str()
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let sheet = in_force(db, found.id, side).await?;
    Ok(sheet.map(|sheet| (sheet, (found.first_year, found.last_year))))
}

/// Every version of a side, newest first.
pub async fn versions(
    db: &mut PgConnection,
    pentade: i64,
    side: &SideId,
) -> Result<Vec<SheetRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select side, version, source as "source: SheetSource", restores, text, data, words,
                  complaints as "complaints: Json<Vec<Complaint>>", orders_read, received_at,
                  account.name as "author?"
           from sheet left join account on account.id = sheet.account
           where pentade = $1 and side = $2 order by version desc"#,
        pentade,
        side.as_str()
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| read_row!(row)).collect())
}

/// The words for other readers of every version, in the order they came. A later revision of a pentade has those of the
/// first.
pub async fn press(db: &mut PgConnection, pentade: i64) -> Result<Vec<(SideId, Press)>, StoreError> {
    let rows = sqlx::query!(
        r#"select sheet.side, sheet.press as "press: Json<Vec<Press>>"
           from sheet join pentade on pentade.id = sheet.pentade
                join pentade revision on revision.game = pentade.game and revision.first_year = pentade.first_year
           where revision.id = $1 order by sheet.received_at, sheet.id"#,
        pentade
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .flat_map(|row| {
            let side = SideId::new(&row.side);
            row.press.0.into_iter().map(move |press| (side.clone(), press))
        })
        .collect())
}
