//! Amendments: what the GM says was wrong, read and checked before it is kept.

use super::replay::{amendments, played};
use crate::desk::kept::{read, text_of};
use crate::desk::rulings::check_ruling_words;
use crate::desk::{AccountId, Desk, DeskError, Table, may_run};
use crate::postal::chronicle::SideId;
use crate::postal::game::{Inputs, Ruling};
use crate::postal::history::{Change, Played};
use crate::postal::reading::Complaint;
use crate::store::corrections::{self, AmendmentRow};
use crate::store::games;
use crate::store::revisions;
use crate::store::{PgConnection, StoreError, audit};

/// Longest orders, words or reason of an amendment, in bytes.
const LONGEST: usize = 200_000;

/// Longest reason, in characters.
const LONGEST_REASON: usize = 2000;

/// What is to be other than it was in a pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewAmendment<'a> {
    /// The orders of a side, as they should have been read; empty when it should have none.
    Orders {
        /// The side.
        side: &'a SideId,
        /// All its orders in words.
        words: &'a str,
    },
    /// Another answer to a question; empty when it should have none.
    Answer {
        /// The key of the answer.
        key: &'a str,
        /// The answer.
        answer: &'a str,
    },
    /// Something laid down, such as a figure of the state.
    Ruling {
        /// The year at whose start it takes effect; none for the opening of the pentade.
        year: Option<i32>,
        /// What is so from then on.
        words: &'a str,
        /// Whether everybody may read it.
        public: bool,
    },
    /// A ruling taken back.
    TakeBack {
        /// The year it takes effect in; none for the opening of the pentade.
        year: Option<i32>,
        /// Its words.
        words: &'a str,
    },
    /// Everything decided in the pentade as it was in another revision.
    Revision(i32),
}

/// A change with its words for the GM.
struct Read {
    change: Change,
    told: String,
    sent: Option<String>,
    complaints: Vec<Complaint>,
}

fn plainly(change: Change, told: String) -> Read {
    Read { change, told, sent: None, complaints: Vec::new() }
}

impl Desk {
    /// Adds an amendment to the correction under way, or begins one. What was amended before in the same place no longer
    /// counts. Nothing else changes until the correction is published.
    ///
    /// Errors: not found when no published pentade begins with that year; refused when the pentade lies too far back, the
    /// amendment cannot be read, or it has no reason.
    pub async fn amend(
        &self,
        account: AccountId,
        slug: &str,
        first_year: i32,
        amendment: &NewAmendment<'_>,
        reason: &str,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        self.add_amendment(&mut tx, &table, account, first_year, amendment, reason).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Withdraws an amendment from the correction under way.
    ///
    /// Errors: not found when that correction has no such amendment.
    pub async fn withdraw_amendment(&self, account: AccountId, slug: &str, id: i64) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let missing = || DeskError::NotFound(format!("amendment {id}"));
        let open = corrections::open(&mut tx, table.row.id).await?.ok_or_else(missing)?;
        if !corrections::withdraw_amendment(&mut tx, open.id, id).await? {
            return Err(missing());
        }
        let detail = id.to_string();
        audit::note(&mut tx, Some(account), "withdraw-amendment", Some(table.row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Amends every pentade that a published correction amended back to what it was before.
    ///
    /// Errors: not found when there is no such correction; refused when one of the pentades lies too far back.
    pub async fn take_correction_back(
        &self,
        account: AccountId,
        slug: &str,
        id: i64,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let done = corrections::by_id(&mut tx, table.row.id, id).await?;
        let done = done.filter(|done| done.explanation.is_some() && done.published_at.is_some());
        let done = done.ok_or_else(|| DeskError::NotFound(format!("published correction {id}")))?;
        let amended = corrections::amendments(&mut tx, done.id).await?;
        for (first_year, revision) in revisions::made_by(&mut tx, done.id).await? {
            if amended.iter().any(|row| row.first_year == first_year) {
                let back = NewAmendment::Revision(revision - 1);
                let reason = format!("correction {id} is taken back");
                self.add_amendment(&mut tx, &table, account, first_year, &back, &reason).await?;
            }
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    async fn add_amendment(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        account: AccountId,
        first_year: i32,
        amendment: &NewAmendment<'_>,
        reason: &str,
    ) -> Result<(), DeskError> {
        let reason = reason.trim();
        check_reason(reason)?;
        let kept = correctable(db, table, first_year).await?;
        let new = read_amendment(db, table, &kept, amendment).await?;
        let open = match corrections::open(db, table.row.id).await? {
            Some(open) => open.id,
            None => corrections::begin(db, table.row.id, account).await?,
        };
        for former in corrections::amendments(db, open).await? {
            if replaces(&new.change, first_year, &former)? {
                corrections::withdraw_amendment(db, open, former.id).await?;
            }
        }
        let row = corrections::NewAmendment {
            first_year,
            change: &text_of("change", &new.change)?,
            told: &new.told,
            sent: new.sent.as_deref(),
            complaints: &new.complaints,
            reason,
        };
        corrections::add_amendment(db, open, &row, account).await?;
        let detail = format!("{first_year}: {}", new.told.lines().next().unwrap_or_default());
        audit::note(db, Some(account), "amend", Some(table.row.id), &detail).await?;
        Ok(())
    }
}

fn check_reason(reason: &str) -> Result<(), DeskError> {
    if reason.is_empty() {
        return Err(DeskError::Refused("an amendment needs its reason".to_owned()));
    }
    if reason.chars().count() > LONGEST_REASON {
        return Err(DeskError::Refused(format!("a reason has at most {LONGEST_REASON} characters")));
    }
    Ok(())
}

/// The pentade in force, if it may still be corrected.
///
/// Errors: not found when it is not published; refused with its dates when it lies too far back.
pub(super) async fn correctable(
    db: &mut PgConnection,
    table: &Table<'_>,
    first_year: i32,
) -> Result<Played, DeskError> {
    let past = super::Past::from(db, table, first_year).await?;
    table.game.may_correct(first_year, past.now).map_err(DeskError::Refused)?;
    let first = past.played.into_iter().next();
    first.ok_or_else(|| DeskError::NotFound(format!("published pentade {first_year}")))
}

/// Whether a new amendment stands in the place of a former one.
fn replaces(new: &Change, first_year: i32, former: &AmendmentRow) -> Result<bool, StoreError> {
    if former.first_year != first_year {
        return Ok(false);
    }
    let former: Change = read("change", &former.change)?;
    Ok(match (new, &former) {
        (Change::Sheet { side, .. }, Change::Sheet { side: other, .. }) => side == other,
        (Change::Answer { question, .. }, Change::Answer { question: other, .. }) => question == other,
        (Change::AsBefore(_), _) => true,
        (new, former) => new == former,
    })
}

async fn read_amendment(
    db: &mut PgConnection,
    table: &Table<'_>,
    kept: &Played,
    amendment: &NewAmendment<'_>,
) -> Result<Read, DeskError> {
    match amendment {
        NewAmendment::Orders { side, words } => read_orders(db, table, kept, side, words).await,
        NewAmendment::Answer { key, answer } => {
            let answer = Some(answer.trim()).filter(|answer| !answer.is_empty()).map(str::to_owned);
            let told = match &answer {
                Some(answer) => format!("The answer to {key} is {answer}"),
                None => format!("Nobody answers {key}"),
            };
            Ok(plainly(Change::Answer { question: (*key).to_owned(), answer }, told))
        }
        NewAmendment::Ruling { year, words, public } => {
            let words = words.trim().to_owned();
            check_ruling_words(table, (&kept.before, &kept.inputs.rulings), kept.span, (*year, &words))?;
            let ruling =
                Ruling { year: *year, words, reason: "a correction (34)".to_owned(), public: *public };
            let told = format!("Laid down for {}: {}", when(*year), ruling.words);
            Ok(plainly(Change::LaidDown(ruling), told))
        }
        NewAmendment::TakeBack { year, words } => {
            let is_there = |ruling: &Ruling| ruling.year == *year && ruling.words == **words;
            if !kept.inputs.rulings.iter().any(is_there) {
                return Err(DeskError::NotFound(format!("ruling {words:?} for {}", when(*year))));
            }
            let told = format!("Taken back for {}: {words}", when(*year));
            Ok(plainly(Change::TakenBack { year: *year, words: (*words).to_owned() }, told))
        }
        NewAmendment::Revision(revision) => {
            let (game, year) = (table.row.id, kept.span.first_year);
            let row = revisions::kept(db, game, year, *revision).await?;
            let row =
                row.ok_or_else(|| DeskError::NotFound(format!("revision {revision} of {}", kept.span)))?;
            let former = played(row)?;
            let mut sheets = former.inputs.sheets.clone();
            sheets.extend(former.set_aside);
            let told = format!("Everything as in revision {revision}");
            Ok(plainly(Change::AsBefore(Inputs { sheets, ..former.inputs }), told))
        }
    }
}

fn when(year: Option<i32>) -> String {
    year.map_or_else(|| "the opening".to_owned(), |year| year.to_string())
}

async fn read_orders(
    db: &mut PgConnection,
    table: &Table<'_>,
    kept: &Played,
    side: &SideId,
    words: &str,
) -> Result<Read, DeskError> {
    if words.len() > LONGEST {
        return Err(DeskError::Refused(format!("the orders are longer than {LONGEST} bytes")));
    }
    let seats = games::seats(db, table.row.id).await?;
    let name = seats.iter().find(|seat| seat.side == *side).map(|seat| seat.name.clone());
    let name = name.ok_or_else(|| DeskError::NotFound(format!("side {side}")))?;
    // The database's texts hold no NUL.
    let words = words.replace('\0', "");
    if words.trim().is_empty() {
        return Ok(plainly(Change::Sheet { side: side.clone(), data: None }, format!("{name}: no orders")));
    }
    let reading = table.game.read(&kept.before, side, &words, None)?;
    Ok(Read {
        change: Change::Sheet { side: side.clone(), data: Some(reading.sheet.data) },
        told: format!("Orders of {name}, read anew\n{}", reading.sheet.words.trim_end()),
        sent: Some(words),
        complaints: reading.complaints,
    })
}

/// The amendments of the correction under way, if there is one.
pub(super) async fn under_way(
    db: &mut PgConnection,
    table: &Table<'_>,
) -> Result<(Vec<AmendmentRow>, Vec<crate::postal::history::Amendment>), DeskError> {
    let Some(open) = corrections::open(db, table.row.id).await? else { return Ok(Default::default()) };
    let rows = corrections::amendments(db, open.id).await?;
    let changes = amendments(&rows)?;
    Ok((rows, changes))
}
