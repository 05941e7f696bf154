//! Rulings of the GM: laid down through a form or in words, edited, withdrawn.
//!
//! They belong to the pentade's inputs: it is played again from its start with them.

use super::archive::card;
use super::gm::{pentade_view, ruling_view};
use super::views::{NewRuling, PentadeState, RulingAnswer, RulingSaid, RulingsPage};
use super::{AccountId, Desk, DeskError, Table, may_run, zone_of};
use crate::postal::game::{Ruling, Span, WorldText};
use crate::postal::rulings::{LaidEffect, RulingFault, RulingGround};
use crate::store::decisions::{self, RulingRow};
use crate::store::pentades::PentadeRow;
use crate::store::{PgConnection, StoreError, audit};

/// Longest words or reason of a ruling, in characters.
const LONGEST_RULING: usize = 2000;

/// Most effects of one ruling.
const MOST_EFFECTS: usize = 20;

impl Desk {
    /// The rulings of the pentade now played, and the form for another that takes effect in a year.
    pub async fn rulings_page(
        &self,
        account: AccountId,
        slug: &str,
        year: Option<i32>,
    ) -> Result<RulingsPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_run(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let rows = decisions::rulings(&mut db, table.pentade.id).await?;
        let others = standing(&rows, None);
        let world = table.world();
        Ok(RulingsPage {
            game: card(&mut db, &table, &zone).await?,
            pentade: pentade_view(&table.pentade, &zone)?,
            kinds: table.game.ruling_kinds(RulingGround { world: &world, year, others: &others })?,
            rulings: rows.into_iter().map(|row| ruling_view(row, &zone)).collect(),
        })
    }

    /// The words that a filled form comes to; or what is wrong in which field.
    pub async fn ruling_words(
        &self,
        account: AccountId,
        slug: &str,
        year: Option<i32>,
        effects: &[LaidEffect],
    ) -> Result<Result<String, Vec<RulingFault>>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_run(&table.row, account)?;
        let others = in_force(&mut db, table.pentade.id, None).await?;
        let ground = RulingGround { world: &table.world(), year, others: &others };
        Ok(table.game.ruling_words(ground, effects)?)
    }

    /// Words as a filled form; none where the form cannot say them.
    pub async fn ruling_effects(
        &self,
        account: AccountId,
        slug: &str,
        year: Option<i32>,
        words: &str,
    ) -> Result<Option<Vec<LaidEffect>>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_run(&table.row, account)?;
        let others = in_force(&mut db, table.pentade.id, None).await?;
        let ground = RulingGround { world: &table.world(), year, others: &others };
        Ok(table.game.ruling_effects(ground, words)?)
    }

    /// Lays something down for the pentade now played. A draft that is made already must be played again.
    ///
    /// Errors: refused when the pentade is public, the year is not of it, the game cannot read the words or they cannot be
    /// so, or there is no reason.
    pub async fn lay_down(
        &self,
        account: AccountId,
        slug: &str,
        ruling: &NewRuling<'_>,
    ) -> Result<(), DeskError> {
        let said = RulingSaid::Words(ruling.words);
        match self.rule(account, slug, ruling, &said, None).await? {
            RulingAnswer::LaidDown { .. } => Ok(()),
            RulingAnswer::Refused(faults) => {
                let reasons: Vec<&str> = faults.iter().map(|fault| fault.reason.as_str()).collect();
                Err(DeskError::Refused(reasons.join("; ")))
            }
        }
    }

    /// Lays down what was said in a form or in words, in the place of the ruling `replaces` if there is one. Nothing of it is
    /// kept, and the former one stands, when it is refused.
    ///
    /// Errors: refused when the pentade is public; not found when there is no such ruling in force.
    pub async fn rule(
        &self,
        account: AccountId,
        slug: &str,
        ruling: &NewRuling<'_>,
        said: &RulingSaid<'_>,
        replaces: Option<i64>,
    ) -> Result<RulingAnswer, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        not_public(&table.pentade)?;
        let others = in_force(&mut tx, table.pentade.id, replaces).await?;
        let world = table.world();
        let ground = RulingGround { world: &world, year: ruling.year, others: &others };
        let mut faults = faults_of_reason(ruling.reason.trim());
        let words = match said {
            RulingSaid::Words(words) => words.trim().to_owned(),
            RulingSaid::Effects(effects) if effects.len() > MOST_EFFECTS => {
                faults.push(RulingFault::of_all(format!("a ruling has at most {MOST_EFFECTS} effects")));
                String::new()
            }
            RulingSaid::Effects(effects) => {
                table.game.ruling_words(ground, effects)?.unwrap_or_else(|found| {
                    faults.extend(found);
                    String::new()
                })
            }
        };
        let mut doubt = None;
        if !words.is_empty() || matches!(said, RulingSaid::Words(_)) {
            match checked_words(&table, ground, table.span(), &words)? {
                Ok(found) => doubt = found,
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Ok(RulingAnswer::Refused(faults));
        }
        if let Some(former) = replaces
            && !decisions::withdraw_ruling(&mut tx, table.pentade.id, former).await?
        {
            return Err(DeskError::NotFound(format!("ruling {former} in force")));
        }
        let laid_down = NewRuling { words: &words, reason: ruling.reason.trim(), ..ruling.clone() };
        decisions::add_ruling(&mut tx, table.pentade.id, &laid_down, account).await?;
        let note = match replaces {
            Some(former) => format!("in the place of {former}: {words}"),
            None => words.clone(),
        };
        audit::note(&mut tx, Some(account), "ruling", Some(table.row.id), &note).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(RulingAnswer::LaidDown { words, doubt })
    }

    /// Takes a ruling back. It stays readable on the desk.
    ///
    /// Errors: refused when the pentade is public; not found when it has no such ruling in force.
    pub async fn withdraw_ruling(&self, account: AccountId, slug: &str, id: i64) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        not_public(&table.pentade)?;
        if !decisions::withdraw_ruling(&mut tx, table.pentade.id, id).await? {
            return Err(DeskError::NotFound(format!("ruling {id}")));
        }
        audit::note(&mut tx, Some(account), "withdraw-ruling", Some(table.row.id), &id.to_string()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

fn not_public(pentade: &PentadeRow) -> Result<(), DeskError> {
    match pentade.state {
        PentadeState::Published => Err(DeskError::Refused("the pentade is public already".to_owned())),
        _ => Ok(()),
    }
}

fn faults_of_reason(reason: &str) -> Vec<RulingFault> {
    let fault = |reason: String| RulingFault { effect: None, field: Some("reason".to_owned()), reason };
    if reason.is_empty() {
        return vec![fault("a ruling needs its reason".to_owned())];
    }
    if reason.chars().count() > LONGEST_RULING {
        return vec![fault(format!("a reason has at most {LONGEST_RULING} characters"))];
    }
    Vec::new()
}

/// Whether a ruling can be read on its ground, and its year is one of the pentade: the inner answer says why it would not be
/// taken as things stand, or what is wrong.
fn checked_words(
    table: &Table<'_>,
    ground: RulingGround<'_>,
    span: Span,
    words: &str,
) -> Result<Result<Option<String>, RulingFault>, DeskError> {
    if let Some(year) = ground.year.filter(|year| !(span.first_year..=span.last_year).contains(year)) {
        return Ok(Err(RulingFault {
            effect: None,
            field: Some("year".to_owned()),
            reason: format!("{year} is not a year of {span}"),
        }));
    }
    if words.chars().count() > LONGEST_RULING {
        let reason = format!("the words of a ruling have at most {LONGEST_RULING} characters");
        return Ok(Err(RulingFault::of_all(reason)));
    }
    Ok(table.game.check_ruling(ground, words)?)
}

/// The same for a pentade that was played with `others`.
///
/// Errors: refused with what is wrong.
pub(super) fn check_ruling_words(
    table: &Table<'_>,
    (world, others): (&WorldText, &[Ruling]),
    span: Span,
    (year, words): (Option<i32>, &str),
) -> Result<(), DeskError> {
    let ground = RulingGround { world, year, others };
    match checked_words(table, ground, span, words)? {
        Ok(_) => Ok(()),
        Err(fault) => Err(DeskError::Refused(fault.reason)),
    }
}

/// The rulings of a pentade that are in force, but for one.
pub(super) async fn in_force(
    db: &mut PgConnection,
    pentade: i64,
    without: Option<i64>,
) -> Result<Vec<Ruling>, DeskError> {
    Ok(standing(&decisions::rulings(db, pentade).await?, without))
}

fn standing(rows: &[RulingRow], without: Option<i64>) -> Vec<Ruling> {
    let in_force = rows.iter().filter(|row| row.withdrawn_at.is_none() && Some(row.id) != without);
    let ruling = |row: &RulingRow| Ruling {
        year: row.year,
        words: row.words.clone(),
        reason: row.reason.clone(),
        public: row.public,
    };
    in_force.map(ruling).collect()
}
