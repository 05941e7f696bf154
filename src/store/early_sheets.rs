//! Orders for the pentade after the one that is played. Rows are only ever added; the latest of a side counts.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;
use super::games::GameId;
use crate::postal::chronicle::SideId;
use crate::postal::reading::Sheet;

/// Early orders of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlyRow {
    /// The side.
    pub side: SideId,
    /// The letter that brought them last.
    pub letter: Option<i64>,
    /// Who sent them.
    pub account: Option<AccountId>,
    /// All of them, as they would be read.
    pub sheet: Sheet,
    /// When the last of them came.
    pub received_at: Timestamp,
}

/// New early orders.
#[derive(Debug, Clone, Copy)]
pub struct NewEarly<'a> {
    /// The game.
    pub game: GameId,
    /// The side.
    pub side: &'a SideId,
    /// First year of the pentade they are for.
    pub first_year: i32,
    /// The letter that brought them.
    pub letter: Option<i64>,
    /// Who sent them.
    pub account: Option<AccountId>,
    /// The words as sent.
    pub text: &'a str,
    /// All early orders of the side from then on.
    pub sheet: &'a Sheet,
    /// When they came.
    pub received_at: Timestamp,
}

/// Adds early orders.
pub async fn add(db: &mut PgConnection, new: &NewEarly<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into early_sheet (game, side, first_year, letter, account, text, data, words, received_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        new.game.0,
        new.side.as_str(),
        new.first_year,
        new.letter,
        new.account.map(|account| account.0),
        new.text,
        new.sheet.data,
        new.sheet.words,
        new.received_at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The early orders of every side for a pentade, in order of sides.
pub async fn of_pentade(
    db: &mut PgConnection,
    game: GameId,
    first_year: i32,
) -> Result<Vec<EarlyRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select distinct on (side) side, letter, account as "account: AccountId", data, words, received_at
           from early_sheet where game = $1 and first_year = $2 order by side, id desc"#,
        game.0,
        first_year
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| EarlyRow {
            side: SideId::new(&row.side),
            letter: row.letter,
            account: row.account,
            sheet: Sheet { data: row.data, words: row.words },
            received_at: row.received_at.to_jiff(),
        })
        .collect())
}
