//! What becomes of the orders of a player who leaves his seat or whose seat is given to another: withdrawn or left to who
//! comes after him, as is the game's custom. Those for the next pentade share the fate of those for this one.

use jiff::Timestamp;

use super::early::{early_of_side, next_span, withdraw_early};
use super::views::PentadeState;
use super::{Desk, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::game::Span;
use crate::store::PgConnection;
use crate::store::sheets::{self, Origin, SheetSource};
use crate::store::wishes;

/// Whose orders, as a sentence begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// Told to who left.
    Yours,
    /// Told to others.
    His,
}

/// What became of them, or would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fate {
    /// Whether they are withdrawn.
    withdraws: bool,
    /// The pentade that is played, and whether its orders are open.
    span: Span,
    is_open: bool,
    /// The version that is in force from then on; none when nothing came from the side.
    version: Option<i32>,
    /// The pentade after it, where orders came early for that one.
    early: Option<Span>,
}

impl Fate {
    /// In sentences; none when there are no orders.
    pub fn words(&self, whose: Whose) -> Vec<String> {
        let whose = match whose {
            Whose::Yours => "Your",
            Whose::His => "His",
        };
        let mut words = Vec::new();
        if let Some(version) = self.version {
            words.push(match (self.is_open, self.withdraws) {
                (true, true) => {
                    format!("{whose} orders for {} are withdrawn (version {version}).", self.span)
                }
                (true, false) => {
                    format!("{whose} orders for {} stay in force (version {version}).", self.span)
                }
                (false, _) => format!("{whose} orders for {} were closed and count.", self.span),
            });
        }
        if let Some(early) = self.early {
            words.push(match self.withdraws {
                true => format!("{whose} early orders for {early} are withdrawn."),
                false => format!("{whose} early orders for {early} stay, and come into force when it opens."),
            });
        }
        words
    }
}

impl Desk {
    /// Ends the stand-ins of a side whose player leaves, and does with its orders what the game's custom is.
    pub(super) async fn treat_departed(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
    ) -> Result<Fate, DeskError> {
        wishes::end_stand_ins(db, table.row.id, side).await?;
        let mut fate = self.fate(db, table, side).await?;
        if !fate.withdraws {
            return Ok(fate);
        }
        let former = sheets::in_force(db, table.pentade.id, side).await?;
        if let Some(former) = former.filter(|_| fate.is_open) {
            let world = table.world();
            // An empty form replaces the whole sheet, in any game's words.
            let text = table.game.form_text(&world, &[])?;
            let reading = table.game.read(&world, side, &text, Some(&former.sheet))?;
            let origin = Origin {
                pentade: table.pentade.id,
                side,
                text: &text,
                letter: None,
                account: None,
                source: SheetSource::Form,
                restores: None,
                received_at: Timestamp::now(),
            };
            fate.version = Some(sheets::add(db, origin, &reading).await?);
        }
        if fate.early.is_some() {
            withdraw_early(db, table, side).await?;
        }
        Ok(fate)
    }

    /// What would become of the orders of a side whose player left now.
    pub(super) async fn fate(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
    ) -> Result<Fate, DeskError> {
        let early = early_of_side(db, table, side).await?;
        Ok(Fate {
            withdraws: wishes::customs(db, table.row.id).await?.withdraws_departed,
            span: table.span(),
            is_open: table.pentade.state == PentadeState::Open,
            version: sheets::in_force(db, table.pentade.id, side).await?.map(|sheet| sheet.version),
            early: early.map(|_| next_span(table)),
        })
    }

    /// The same in words for who thinks of leaving.
    pub(super) async fn fate_foretold(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
    ) -> Result<String, DeskError> {
        let fate = self.fate(db, table, side).await?;
        let what = match (fate.early, fate.is_open) {
            (Some(early), true) => format!("Your orders for {} and those for {early}", fate.span),
            (Some(early), false) => {
                format!("Your orders for {} are closed and count; those for {early}", fate.span)
            }
            (None, true) => format!("Your orders for {}", fate.span),
            (None, false) => {
                return Ok(format!("Your orders for {} are closed and stay as they are.", fate.span));
            }
        };
        Ok(match fate.withdraws {
            true => format!("{what} would then be withdrawn."),
            false => format!("{what} would stay for who comes after you."),
        })
    }
}
