//! A game written into a file.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::file::pack;
use crate::desk::{AccountId, Desk, DeskError, find_game, owner_only, sealing};
use crate::store::games::GameId;
use crate::store::transfer::{self, Part};
use crate::store::{PgConnection, StoreError, audit};

/// What goes into the file beside the game itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice {
    /// The secrets of what is not public yet: the master secret, seeds, a draft.
    pub private: bool,
    /// The letters that came in.
    pub letters: bool,
}

/// Fields of a pentade that are there only when its orders were closed.
const CLOSED: [&str; 15] = [
    "closed_at",
    "inputs",
    "inputs_hash",
    "seed",
    "commitment",
    "world_after",
    "chronicle",
    "result_hash",
    "held_reason",
    "questions",
    "edition_name",
    "edition_hash",
    "drafted_at",
    "asked_at",
    "answers_due",
];

impl Desk {
    /// A game as one file. Without an account it is asked for on the command line.
    ///
    /// Errors: not allowed for anyone but the game's owner; refused while he plays and others' orders are closed to him.
    pub async fn export_game(
        &self,
        account: Option<AccountId>,
        slug: &str,
        choice: Choice,
    ) -> Result<Vec<u8>, DeskError> {
        let mut tx = self.store.begin().await?;
        // Rows are read at one moment: nothing comes in between two parts.
        transfer::freeze(&mut tx).await?;
        let row = find_game(&mut tx, slug).await?;
        if let Some(account) = account {
            owner_only(&row, account)?;
            let table = self.table(&mut tx, slug).await?;
            sealing::may_see(&mut tx, (&row, &table.pentade), account, None).await?;
        }
        let parts = parts(&mut tx, row.id, choice).await?;
        tx.rollback().await.map_err(StoreError::from)?;
        let mut db = self.store.reader().await?;
        let detail = match (choice.private, choice.letters) {
            (true, true) => "private, with letters",
            (true, false) => "private",
            (false, true) => "with letters",
            (false, false) => "",
        };
        audit::note(&mut db, account, "export", Some(row.id), detail).await?;
        drop(db);
        let slug = slug.to_owned();
        let both = (choice.private, choice.letters);
        let packed = tokio::task::spawn_blocking(move || pack(&slug, Timestamp::now(), both, &parts)).await;
        packed
            .map_err(|error| DeskError::Refused(format!("the file cannot be written: {error}")))?
            .map_err(|error| DeskError::Refused(format!("the file cannot be written: {error}")))
    }
}

async fn parts(
    db: &mut PgConnection,
    game: GameId,
    choice: Choice,
) -> Result<Vec<(Part, Vec<Value>)>, DeskError> {
    let mut people = BTreeMap::new();
    let mut named = Vec::new();
    let mut parts = Vec::new();
    let mut open = Vec::new();
    for part in Part::ALL {
        if part == Part::Letters && !choice.letters {
            continue;
        }
        let mut rows = transfer::rows(db, game, part).await?;
        if !choice.private {
            match part {
                Part::Game => rows.iter_mut().for_each(|row| row["master_secret"] = Value::Null),
                Part::Pentades => {
                    let of_row = |row: &Value| (row["first_year"].clone(), row["revision"].clone());
                    open.extend(rows.iter().filter(|row| row["state"] != "published").map(of_row));
                    rows.iter_mut().filter(|row| row["state"] != "published").for_each(as_opened);
                }
                Part::Answers => {
                    rows.retain(|row| !open.contains(&(row["first_year"].clone(), row["revision"].clone())));
                }
                Part::People
                | Part::Seats
                | Part::Gms
                | Part::Corrections
                | Part::Amendments
                | Part::Sheets
                | Part::Seals
                | Part::EarlySheets
                | Part::Rulings
                | Part::Press
                | Part::FilledIn
                | Part::Vacations
                | Part::StandIns
                | Part::Waiting
                | Part::Letters => {}
            }
        }
        for row in &mut rows {
            number_people(row, &mut people, &mut named);
        }
        parts.push((part, rows));
    }
    let mut rows = Vec::new();
    for (number, account) in named.into_iter().enumerate() {
        let Some(mut row) = transfer::person(db, account).await? else { continue };
        row["person"] = json!(number + 1);
        rows.push(row);
    }
    if let Some((_, kept)) = parts.iter_mut().find(|(part, _)| *part == Part::People) {
        *kept = rows;
    }
    Ok(parts)
}

/// A pentade that is not public, as it was when it opened.
fn as_opened(row: &mut Value) {
    CLOSED.into_iter().for_each(|field| row[field] = Value::Null);
    row["state"] = json!("open");
}

/// Puts numbers in the place of accounts.
fn number_people(row: &mut Value, people: &mut BTreeMap<String, usize>, named: &mut Vec<AccountId>) {
    for field in transfer::PEOPLE {
        let Some(id) = row.get(field).and_then(Value::as_str).map(str::to_owned) else { continue };
        let Ok(account) = id.parse().map(AccountId) else { continue };
        let number = *people.entry(id).or_insert_with(|| {
            named.push(account);
            named.len()
        });
        row[field] = json!(number);
    }
}
