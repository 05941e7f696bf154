//! Who may order for a side, and who is told when somebody may not.

use jiff::{Timestamp, ToSpan};

use super::take_form::Incoming;
use super::{Desk, DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::reading::Reading;
use crate::store::games::{self, Seat, SeatPlayer};
use crate::store::sheets::{self, Origin};
use crate::store::{PgConnection, outbox};

impl Desk {
    /// Whether a player may order for a side: the one who holds it, and who stands in for him.
    pub(super) async fn may_order(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        player: Option<&SeatPlayer>,
        side: &SideId,
    ) -> Result<bool, DeskError> {
        let Some(player) = player else { return Ok(false) };
        let seats = games::seats(db, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == *side);
        let mut holders = seat.into_iter().flat_map(|seat| seat.persons());
        Ok(holders.any(|holder| holder.account == player.account))
    }

    /// Whether a player may be answered once more: a backstop against machines that answer each other. The first
    /// time in an hour that he may not, the GM is told; every letter is kept all the same.
    pub(super) async fn may_answer(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        player: &SeatPlayer,
    ) -> Result<bool, DeskError> {
        let now = Timestamp::now();
        let count = outbox::answered_since(db, player.account, now - 1.hour()).await?;
        if count < self.settings.mail_in.answers_an_hour {
            return Ok(true);
        }
        let hour = now.as_second() / 3600;
        let name = format!("gm.quiet.{}.{hour}", player.account.0);
        let detail = format!(
            "{} has had {count} answers within an hour; further letters are kept and read, but not answered",
            player.name
        );
        self.tell_gm(db, (&table.row, table.span()), &name, ("a player writes very often", &detail)).await?;
        Ok(false)
    }

    /// Keeps a sheet as if it had been read when its letter came: what was sent after it is read again on top of it.
    pub(super) async fn store_sheet_in_its_place(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
    ) -> Result<(), DeskError> {
        let mut versions = sheets::versions(db, table.pentade.id, &seat.side).await?;
        versions.reverse();
        let newer = versions.iter().position(|sheet| sheet.received_at > incoming.received_at);
        let Some(newer) = newer else {
            self.store_sheet(db, table, seat, incoming).await?;
            return Ok(());
        };
        let later = versions.split_off(newer);
        let world = table.world();
        let before = match versions.last() {
            Some(sheet) => Reading {
                sheet: sheet.sheet.clone(),
                orders_read: 0,
                complaints: Vec::new(),
                press: Vec::new(),
            },
            None => table.game.read(&world, &seat.side, "", None)?,
        };
        sheets::add(db, origin(table, seat, incoming, "", incoming.received_at), &before).await?;
        let mut notes = incoming.notes.to_vec();
        notes.push("what you sent after it was read again on top of it, and counts".to_owned());
        let placed = Incoming { notes: &notes, answers: incoming.answers.clone(), ..*incoming };
        let mut sheet = self.store_sheet(db, table, seat, &placed).await?.sheet;
        for version in later {
            let reading = table.game.read(&world, &seat.side, &version.text, Some(&sheet))?;
            // Words for other readers went out when they came.
            let reading = Reading { press: Vec::new(), ..reading };
            sheets::add(db, origin(table, seat, incoming, &version.text, version.received_at), &reading)
                .await?;
            sheet = reading.sheet;
        }
        Ok(())
    }
}

fn origin<'a>(
    table: &Table<'_>,
    seat: &'a Seat,
    incoming: &Incoming<'_>,
    text: &'a str,
    received_at: Timestamp,
) -> Origin<'a> {
    let (pentade, side) = (table.pentade.id, &seat.side);
    let (letter, account) = (incoming.letter, incoming.account);
    Origin { pentade, side, text, letter, account, source: incoming.source, restores: None, received_at }
}
