//! What is done for a side without orders, by the custom of the game; and how its player is told.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{DeskError, Table};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::dice::Seed;
use crate::postal::document::{Block, Document, Span as Run};
use crate::postal::game::Span;
use crate::postal::reading::Sheet;
use crate::store::absence::{self, Custom, FilledIn};
use crate::store::games::{self, Seat};
use crate::store::sheets::{self, SheetRow};
use crate::store::{PgConnection, StoreError, calendars};

/// What is done for one side.
pub(super) struct Filled {
    pub told: FilledIn,
    /// The sheet that counts; none where it orders nothing.
    pub sheet: Option<Sheet>,
}

/// What the custom of the game does for every side that players may hold and that is not among those who have `sent`
/// orders. Whoever said that he is ready means to order nothing: he has not failed to order, and his side holds.
///
/// Errors: the database; a kept world or sheet that cannot be read.
pub(super) async fn fill(
    db: &mut PgConnection,
    table: &Table<'_>,
    sent: &[SheetRow],
) -> Result<Vec<Filled>, DeskError> {
    let calendar = calendars::of(db, table.row.id).await?;
    let sides = table.game.sides(&table.world())?;
    let ready = calendars::ready(db, table.pentade.id).await?;
    let mut filled = Vec::new();
    for seat in games::seats(db, table.row.id).await? {
        let is_played = seat.playable && sides.iter().any(|side| side.id == seat.side && side.playable);
        // What the GM took back for a side that nobody plays is an empty sheet.
        let counts = |sheet: &&SheetRow| seat.player.is_some() || !sheet.sheet.words.trim().is_empty();
        let has_sent = sent.iter().filter(counts).any(|sheet| sheet.side == seat.side);
        if !is_played || has_sent || ready.contains(&seat.side) {
            continue;
        }
        let custom = if seat.player.is_some() { calendar.missing_orders } else { calendar.vacant_orders };
        // A side that nobody plays and that holds is as it always was.
        if seat.player.is_none() && custom == Custom::Hold {
            continue;
        }
        filled.push(of_seat(db, table, &seat, custom).await?);
    }
    Ok(filled)
}

async fn of_seat(
    db: &mut PgConnection,
    table: &Table<'_>,
    seat: &Seat,
    custom: Custom,
) -> Result<Filled, DeskError> {
    let world = table.world();
    let sheet = match custom {
        Custom::Hold => None,
        Custom::Standing => {
            let former =
                sheets::latest_before(db, table.row.id, table.pentade.first_year, &seat.side).await?;
            match former {
                Some((sheet, (first_year, last_year))) => {
                    let years = Span { first_year, last_year };
                    table.game.standing(&world, &seat.side, (&sheet.sheet, years))?
                }
                None => None,
            }
        }
        Custom::Caretaker => {
            let seed = Seed::from_hex(&table.pentade.seed).ok_or_else(|| StoreError::Unreadable {
                what: "seed",
                reason: format!("that of {}", table.span()),
            })?;
            // A caretaker that stops on a fault of its own stops no pentade.
            let care = || table.game.caretaker(&world, &seat.side, &seed);
            catch_unwind(AssertUnwindSafe(care)).unwrap_or_else(|_| {
                tracing::error!(game = table.row.slug, side = %seat.side, "the caretaker stopped");
                Ok(None)
            })?
        }
    };
    let words = sheet.as_ref().map_or_else(String::new, |sheet| sheet.words.clone());
    Ok(Filled { told: FilledIn { side: seat.side.clone(), custom, words }, sheet })
}

/// What was done in a pentade for sides without orders.
pub(super) struct Absences {
    filled: Vec<FilledIn>,
    names: Vec<(SideId, String)>,
    span: Span,
}

impl Absences {
    pub async fn of(
        db: &mut PgConnection,
        (game, pentade): (games::GameId, i64),
        span: Span,
    ) -> Result<Self, DeskError> {
        let filled = absence::of_pentade(db, pentade).await?;
        let seats = if filled.is_empty() { Vec::new() } else { games::seats(db, game).await? };
        let names = seats.into_iter().map(|seat| (seat.side, seat.name)).collect();
        Ok(Self { filled, names, span })
    }

    /// Sets at the head of a report what was done for its reader; for the GM, for whom it was done.
    pub fn put_before(&self, document: &mut Document, reader: &Reader) {
        let told: Vec<Block> = match reader {
            Reader::Public => Vec::new(),
            Reader::Side(side) => {
                let own = self.filled.iter().find(|one| one.side == *side);
                own.map(|one| self.to_player(one)).unwrap_or_default()
            }
            Reader::Gm => self.filled.iter().map(|one| self.to_gm(one)).collect(),
        };
        document.blocks.splice(0..0, told);
    }

    fn to_player(&self, one: &FilledIn) -> Vec<Block> {
        let words = format!("No orders of yours came for {}. {}", self.span, for_player(one));
        let mut told = vec![Block::Paragraph(vec![Run::Strong(words)])];
        if !one.words.trim().is_empty() {
            told.push(Block::Verbatim(one.words.lines().map(str::to_owned).collect()));
        }
        told
    }

    fn to_gm(&self, one: &FilledIn) -> Block {
        let named = self.names.iter().find(|(side, _)| *side == one.side);
        let name = named.map_or_else(|| one.side.to_string(), |(_, name)| name.clone());
        let done = match (one.custom, one.words.trim().is_empty()) {
            (Custom::Caretaker, false) => "the caretaker ordered for it",
            (Custom::Standing, false) => "its latest orders stood again",
            _ => "it held",
        };
        Block::Paragraph(vec![Run::Strong(format!("No orders came for {name}: {done}."))])
    }
}

fn for_player(one: &FilledIn) -> &'static str {
    match (one.custom, one.words.trim().is_empty()) {
        (Custom::Hold, _) => "By the custom of this game your side held: it ordered nothing.",
        (Custom::Standing, false) => {
            "By the custom of this game your latest orders stood again, each in the year of this pentade that answers to its own:"
        }
        (Custom::Standing, true) => {
            "By the custom of this game your latest orders would have stood again, but there were none that could: your side held."
        }
        (Custom::Caretaker, false) => {
            "By the custom of this game the server\u{2019}s caretaker ordered for you:"
        }
        (Custom::Caretaker, true) => {
            "By the custom of this game the server\u{2019}s caretaker took your side over, and ordered nothing."
        }
    }
}

/// What will be done for a side if no orders come, for a reminder.
pub(super) fn foretold(custom: Custom) -> &'static str {
    match custom {
        Custom::Hold => "If no orders come, your side holds: it orders nothing.",
        Custom::Standing => "If no orders come, your latest ones stand again.",
        Custom::Caretaker => "If no orders come, the server\u{2019}s caretaker orders for you.",
    }
}
