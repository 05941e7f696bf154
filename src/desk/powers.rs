//! Powers that nobody plays: what they would do of their own, and what the GM orders for them.
//!
//! His orders are sheets like any other and part of the inputs. A power for which he orders nothing plays of its own; a side
//! that a player could hold does what the calendar says of vacant sides.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::Timestamp;

use super::archive::{Kept, card};
use super::bonds::Bonds;
use super::edition::check_edition;
use super::foresee::foresee;
use super::gm::pentade_view;
use super::player::sheet_view;
use super::views::{PentadeState, PowerRow, PowersPage, SheetView};
use super::{AccountId, Desk, DeskError, Table, may_look, may_run, no_side, sealing, zone_of};
use crate::postal::chronicle::{Reader, SideId, TurnEntry};
use crate::postal::dice::Seed;
use crate::postal::game::Side;
use crate::postal::reading::{Forecast, Sheet};
use crate::store::sheets::{self, Origin, SheetRow, SheetSource};
use crate::store::{PgConnection, StoreError, audit, games};

/// Longest orders for a power, in bytes.
const LONGEST: usize = 200_000;

impl Desk {
    /// The powers that nobody plays, each with what it would do and what the GM has ordered for it.
    ///
    /// Errors: not allowed for anyone but the GMs; the database.
    pub async fn powers_page(&self, account: AccountId, slug: &str) -> Result<PowersPage, DeskError> {
        let mut db = self.store.reader().await?;
        let mut table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let unplayed = unplayed(&mut db, &table).await?;
        let sent = sheets::all_in_force(&mut db, table.pentade.id).await?;
        let dry = self.of_their_own(&mut db, &mut table, account, (&unplayed, &sent)).await;
        let (kept, closed) = match dry {
            Ok(kept) => (Some(kept), None),
            Err(DeskError::Refused(reason)) => (None, Some(reason)),
            Err(other) => return Err(other),
        };
        let told: Vec<TurnEntry> = match &kept {
            Some(kept) => table.game.entries(kept.turn(), &Reader::Gm)?,
            None => Vec::new(),
        };
        let is_closed = sealing::are_others_closed(&mut db, (&table.row, &table.pentade), account).await?;
        let bonds = Bonds::of(&mut db, &table, account, &sent).await?;
        let mut rows = Vec::new();
        for side in unplayed {
            let suggested = suggested(&table, kept.as_ref(), &side)?;
            let ordered = sent.iter().find(|row| row.side == side.id && !row.sheet.words.trim().is_empty());
            // A player may have ordered for it before he left, or a GM who has read what others order.
            let is_hidden = is_closed && (side.playable || bonds.is_of_another(&side.id));
            let ordered = ordered.filter(|_| !is_hidden);
            let counts = ordered.map(|row| &row.sheet).or(suggested.as_ref());
            rows.push(PowerRow {
                forecast: match counts {
                    Some(sheet) => foresee(&table, &side.id, Some(sheet))?,
                    None => Forecast::default(),
                },
                suggested: suggested.map_or_else(String::new, |sheet| sheet.words),
                told: told.iter().filter(|entry| entry.sides.contains(&side.id)).cloned().collect(),
                sheet: ordered.map(|row| sheet_view(row, &zone)),
                bound: bonds.against(&side),
                side: side.id,
                name: side.name,
                playable: side.playable,
            });
        }
        let (game, pentade) = (card(&mut db, &table, &zone).await?, pentade_view(&table.pentade, &zone)?);
        Ok(PowersPage { game, pentade, rows, closed })
    }

    /// A dry run in which every power plays of its own.
    ///
    /// Errors: refused when orders are closed, the GM may not look ahead, or nothing comes of it.
    async fn of_their_own(
        &self,
        db: &mut PgConnection,
        table: &mut Table<'_>,
        account: AccountId,
        (unplayed, sent): (&[Side], &[SheetRow]),
    ) -> Result<Kept, DeskError> {
        must_be_open(table)?;
        check_edition(table)?;
        sealing::may_see(db, (&table.row, &table.pentade), account, None).await?;
        let of_players = sent.iter().filter(|row| !unplayed.iter().any(|side| side.id == row.side));
        let of_players = of_players.cloned().collect();
        Ok(self.dry_run(db, table, of_players).await?.0)
    }

    /// Orders for a power that nobody plays, in place of what it would do of its own. What cannot be read of them is
    /// complained of; the rest stands.
    ///
    /// Errors: refused when orders are closed, the words are too long or a seal binds them; not allowed when a player orders
    /// for it.
    pub async fn order_power(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        words: &str,
    ) -> Result<SheetView, DeskError> {
        if words.len() > LONGEST {
            return Err(DeskError::Refused(format!("the orders are longer than {LONGEST} bytes")));
        }
        // The database's texts hold no NUL.
        let words = words.replace('\0', "");
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        must_be_open(&table)?;
        if !table.game.sides(&table.world())?.iter().any(|one| one.id == *side) {
            return Err(no_side(side));
        }
        let unplayed = unplayed(&mut tx, &table).await?;
        let Some(power) = unplayed.iter().find(|one| one.id == *side) else {
            return Err(DeskError::NotAllowed("a player orders for this side"));
        };
        let sent = sheets::all_in_force(&mut tx, table.pentade.id).await?;
        if let Some(reason) = Bonds::of(&mut tx, &table, account, &sent).await?.against(power) {
            return Err(DeskError::Refused(reason));
        }
        let reading = table.game.read(&table.world(), side, &words, None)?;
        let origin = Origin {
            pentade: table.pentade.id,
            side,
            text: &words,
            letter: None,
            account: Some(account),
            source: SheetSource::Form,
            restores: None,
            received_at: Timestamp::now(),
        };
        sheets::add(&mut tx, origin, &reading).await?;
        let stored = sheets::in_force(&mut tx, table.pentade.id, side).await?;
        let stored = stored.ok_or_else(|| no_side(side))?;
        let action = if words.trim().is_empty() { "power-plays-itself" } else { "power-ordered" };
        audit::note(&mut tx, Some(account), action, Some(table.row.id), side.as_str()).await?;
        let zone = zone_of(&mut tx, Some(account)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(sheet_view(&stored, &zone))
    }
}

fn must_be_open(table: &Table<'_>) -> Result<(), DeskError> {
    match table.pentade.state {
        PentadeState::Open => Ok(()),
        state => Err(DeskError::Refused(format!("orders are closed: the pentade is {}", state.as_str()))),
    }
}

/// The sides of the world that no player holds.
pub(super) async fn unplayed(db: &mut PgConnection, table: &Table<'_>) -> Result<Vec<Side>, DeskError> {
    let seats = games::seats(db, table.row.id).await?;
    let held = |side: &Side| seats.iter().any(|seat| seat.side == side.id && seat.player.is_some());
    let wards: Vec<SideId> = {
        let world = table.world();
        let mut wards = Vec::new();
        for seat in seats.iter().filter(|seat| seat.player.is_some()) {
            if table.game.sides(&world)?.iter().any(|side| side.id == seat.side) {
                wards.extend(table.game.wards(&world, &seat.side)?);
            }
        }
        wards
    };
    let mut sides = table.game.sides(&table.world())?;
    sides.retain(|side| !held(side) && !wards.contains(&side.id));
    Ok(sides)
}

/// What a power would do: what it did in the dry run; a side that a player could hold, what the caretaker would order.
fn suggested(table: &Table<'_>, kept: Option<&Kept>, side: &Side) -> Result<Option<Sheet>, DeskError> {
    let Some(kept) = kept else { return Ok(None) };
    if !side.playable {
        return Ok(table.game.acted(kept.turn(), &side.id)?);
    }
    let seed = Seed::from_hex(&table.pentade.seed).ok_or_else(|| StoreError::Unreadable {
        what: "seed",
        reason: format!("that of {}", table.span()),
    })?;
    let care = || table.game.caretaker(&table.world(), &side.id, &seed);
    let made = catch_unwind(AssertUnwindSafe(care)).unwrap_or_else(|_| {
        tracing::error!(game = table.row.slug, side = %side.id, "the caretaker stopped");
        Ok(None)
    });
    Ok(made?)
}
