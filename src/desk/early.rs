//! Orders for the pentade after the one that is played: kept as they come, and put into force when it opens.

use jiff::Timestamp;

use super::letters::{self, Answered, Early, Post};
use super::take_form::Incoming;
use super::views::{EarlyView, When};
use super::{Desk, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::game::Span;
use crate::postal::reading::{Reading, Sheet};
use crate::store::early_sheets::{self, EarlyRow, NewEarly};
use crate::store::games::{self, GameRow, Seat, SeatPlayer};
use crate::store::sheets::{self, SheetSource};
use crate::store::{PgConnection, audit};

/// The pentade after the one that is played. Its last year is only thought: it is as long as this one.
pub(super) fn next_span(table: &Table<'_>) -> Span {
    let span = table.span();
    let first_year = span.last_year + 1;
    Span { first_year, last_year: first_year + (span.last_year - span.first_year) }
}

/// The early orders of a side, if any stand.
pub(super) async fn early_of_side(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<Option<EarlyRow>, DeskError> {
    let rows = early_sheets::of_pentade(db, table.row.id, next_span(table).first_year).await?;
    Ok(rows.into_iter().find(|row| row.side == *side && !row.sheet.words.trim().is_empty()))
}

/// Withdraws the early orders of a side.
pub(super) async fn withdraw_early(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
) -> Result<(), DeskError> {
    let new = NewEarly {
        game: table.row.id,
        side,
        first_year: next_span(table).first_year,
        letter: None,
        account: None,
        text: "",
        sheet: &Sheet { data: String::new(), words: String::new() },
        received_at: Timestamp::now(),
    };
    Ok(early_sheets::add(db, &new).await?)
}

/// The early orders of a side as its page shows them.
pub(super) async fn early_view(
    db: &mut PgConnection,
    table: &Table<'_>,
    side: &SideId,
    zone: &str,
) -> Result<Option<EarlyView>, DeskError> {
    let row = early_of_side(db, table, side).await?;
    Ok(row.map(|row| EarlyView {
        span: next_span(table),
        received_at: When::new(row.received_at, zone),
        words: row.sheet.words,
    }))
}

impl Desk {
    /// Keeps what a text orders for the next pentade; `whole` when it is for that pentade altogether. None when it orders
    /// nothing for it.
    pub(super) async fn keep_early(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
        incoming: &Incoming<'_>,
        whole: bool,
    ) -> Result<Option<Reading>, DeskError> {
        let former = early_of_side(db, table, side).await?.map(|row| row.sheet);
        let world = table.world();
        let read = table.game.read_early(&world, side, incoming.text, former.as_ref(), whole)?;
        let Some(reading) = read else { return Ok(None) };
        let new = NewEarly {
            game: table.row.id,
            side,
            first_year: next_span(table).first_year,
            letter: incoming.letter,
            account: incoming.account,
            text: incoming.text,
            sheet: &reading.sheet,
            received_at: incoming.received_at,
        };
        early_sheets::add(db, &new).await?;
        audit::note(db, incoming.account, "early-orders", Some(table.row.id), side.as_str()).await?;
        Ok(Some(reading))
    }

    /// Keeps a letter that is for the next pentade altogether, and answers it. False when the game takes none.
    pub(super) async fn take_early(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
        whole: bool,
    ) -> Result<bool, DeskError> {
        let Some(reading) = self.keep_early(db, table, &seat.side, incoming, whole).await? else {
            return Ok(false);
        };
        for person in seat.persons() {
            self.tell_early(db, table, (seat, person), incoming, &reading).await?;
        }
        Ok(true)
    }

    /// Tells the side's player, or who stands in for him, what is kept for the next pentade.
    async fn tell_early(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        incoming: &Incoming<'_>,
        reading: &Reading,
    ) -> Result<(), DeskError> {
        if !self.may_answer(db, table, player).await? {
            return Ok(());
        }
        let in_force = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        let told = Early {
            slug: &table.row.slug,
            side: &seat.side,
            player: &player.name,
            span: table.span(),
            next: next_span(table),
            version: in_force.map(|sheet| sheet.version),
            reading,
            notes: incoming.notes,
            subject: incoming.answers.as_ref().map(|(_, subject)| subject.as_str()),
        };
        let words = letters::early(&self.settings, &told)?;
        let nth = match incoming.letter {
            Some(letter) => letter.to_string(),
            None => format!("form-{}", incoming.received_at.as_microsecond()),
        };
        let nth = format!("{nth}{}", seat.mark_of(player.account));
        // Only the writer's own mail program knows the letter that is answered.
        let is_writer = incoming.account == Some(player.account);
        let answered = incoming.answers.as_ref().filter(|_| is_writer).map(|(answered, _)| answered.clone());
        self.write_early(db, table, (seat, player), &nth, answered, words).await
    }

    async fn write_early(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        nth: &str,
        answers: Option<Answered>,
        words: letters::Words,
    ) -> Result<(), DeskError> {
        let (about, key) = ((&table.row, Some(&seat.side)), format!("early.{}.{nth}", seat.side));
        let to = (player.name.as_str(), player.email.as_str());
        let post = Post { answers, ..Post::of_game(&self.settings, "acknowledgement", about, &key, to) };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }

    /// Puts the early orders for a pentade into force that has just opened, read anew against its world, and tells their
    /// writers.
    pub(super) async fn open_with_early(
        &self,
        db: &mut PgConnection,
        row: &GameRow,
        span: Span,
    ) -> Result<(), DeskError> {
        let all = early_sheets::of_pentade(db, row.id, span.first_year).await?;
        if all.is_empty() {
            return Ok(());
        }
        let (table, seats) = (&self.table(db, &row.slug).await?, games::seats(db, row.id).await?);
        for early in all {
            let seat = seats.iter().find(|seat| seat.side == early.side);
            let Some(seat) = seat.filter(|_| !early.sheet.words.trim().is_empty()) else { continue };
            let incoming = Incoming {
                text: &early.sheet.words,
                letter: early.letter,
                account: early.account,
                source: SheetSource::Early,
                received_at: early.received_at,
                notes: &[],
                answers: None,
            };
            self.store_sheet(db, table, seat, &incoming).await?;
        }
        Ok(())
    }
}
