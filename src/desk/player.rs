//! What is mine: the signed-in person's seats and games, and the page of one side.

use super::archive::{card, check_reader, role, turns};
use super::calendar::{own_due, ready_view};
use super::changes::changes;
use super::decide::{open_ballots, open_questions};
use super::early::early_view;
use super::foresee::foresee;
use super::post::post_row;
use super::views::{Home, MySeat, PlayerPage, SheetView, VersionRow, When};
use super::{AccountId, Desk, DeskError, no_side, sealing, zone_of};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::question::Question;
use crate::store::games;
use crate::store::outbox;
use crate::store::pentades::PentadeRow;
use crate::store::sheets::{self, SheetRow};
use crate::store::{PgConnection, calendars};

/// Letters shown on a player's page.
const POST_SHOWN: i64 = 30;

impl Desk {
    /// What a signed-in person plays and runs.
    pub async fn home(&self, account: AccountId) -> Result<Home, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let held = games::held_by(&mut db, account).await?;
        let mut home = Home { seats: Vec::new(), running: Vec::new() };
        for row in games::all(&mut db).await? {
            let sides: Vec<_> = held.iter().filter(|(game, _)| *game == row.id).collect();
            let runs = row.role_of(account).is_some();
            if sides.is_empty() && !runs {
                continue;
            }
            let table = self.table(&mut db, &row.slug).await?;
            let game = card(&mut db, &table, &zone).await?;
            if runs {
                home.running.push(game.clone());
            }
            let seats = games::seats(&mut db, row.id).await?;
            for (_, side) in sides {
                let sheet = sheets::in_force(&mut db, table.pentade.id, side).await?;
                let name = seats.iter().find(|seat| seat.side == *side).map(|seat| seat.name.clone());
                home.seats.push(MySeat {
                    game: game.clone(),
                    side: side.clone(),
                    side_name: name.ok_or_else(|| no_side(side))?,
                    sheet_version: sheet.map(|sheet| sheet.version),
                });
            }
        }
        Ok(home)
    }

    /// The page of one side, for its player and for the GM.
    pub async fn player_page(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
    ) -> Result<PlayerPage, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let table = self.table(&mut db, slug).await?;
        let role = role(&mut db, &table.row, Some(account)).await?;
        let reader = Reader::Side(side.clone());
        check_reader(&role, &reader)?;
        sealing::may_see(&mut db, (&table.row, &table.pentade), account, Some(side)).await?;
        let seats = games::seats(&mut db, table.row.id).await?;
        let seat = seats.into_iter().find(|seat| seat.side == *side).ok_or_else(|| no_side(side))?;
        let world = table.world();
        if !table.game.sides(&world)?.iter().any(|one| one.id == *side) {
            return Err(no_side(side));
        }
        let sent = sheets::versions(&mut db, table.pentade.id, side).await?;
        let in_force = sent.first().map(|sheet| &sheet.sheet);
        let post = outbox::latest(&mut db, table.row.id, Some(side), POST_SHOWN).await?;
        Ok(PlayerPage {
            game: card(&mut db, &table, &zone).await?,
            side: side.clone(),
            side_name: seat.name.clone(),
            takes_orders: role.sides.contains(side)
                && self.takes_orders(&mut db, &table, side, jiff::Timestamp::now()).await?,
            ready: ready_view(&mut db, &table, side).await?,
            own_due: own_due(&mut db, &table, side, &zone).await?,
            situation: table.game.situation(&world, side)?,
            picture: table.game.picture(&world, &reader)?,
            form: table.game.form(&world, side, in_force)?,
            missing: table.game.missing(&world, side, in_force)?,
            forecast: foresee(&table, side, in_force)?,
            early: early_view(&mut db, &table, side, &zone).await?,
            questions: asked_of(&mut db, &table.pentade, side).await?,
            ballots: open_ballots(&mut db, &table.pentade, Some(side)).await?,
            answers_due: calendars::asked(&mut db, table.pentade.id)
                .await?
                .map(|(_, due)| When::new(due, &zone)),
            sheet: sent.first().map(|sheet| sheet_view(sheet, &zone)),
            sent: versions(&sent, &zone),
            post: post.into_iter().map(|posted| post_row(posted, &zone)).collect(),
            letters_to: self.settings.orders_address(slug),
            letter_subject: format!("{slug} {} {}", seat.name, table.span()),
            turns: turns(&mut db, &table.row, &zone).await?,
        })
    }
}

/// Every version, newest first, with what it changed of the one before.
fn versions(sent: &[SheetRow], zone: &str) -> Vec<VersionRow> {
    let before = sent.iter().skip(1).map(|sheet| sheet.sheet.words.as_str()).chain([""]);
    let rows = sent.iter().zip(before).map(|(sheet, before)| VersionRow {
        sheet: sheet_view(sheet, zone),
        changes: changes(before, &sheet.sheet.words),
    });
    rows.collect()
}

/// What a side is asked and has not answered; nobody else is named in it.
pub(super) async fn asked_of(
    db: &mut PgConnection,
    pentade: &PentadeRow,
    side: &SideId,
) -> Result<Vec<Question>, DeskError> {
    let open = open_questions(db, pentade).await?;
    let own = open.into_iter().filter(|question| question.electorate.contains(side));
    Ok(own.map(|question| Question { electorate: vec![side.clone()], ..question }).collect())
}

pub(super) fn sheet_view(sheet: &SheetRow, zone: &str) -> SheetView {
    SheetView {
        version: sheet.version,
        source: sheet.source,
        restores: sheet.restores,
        author: sheet.author.clone(),
        received_at: When::new(sheet.received_at, zone),
        text: sheet.text.clone(),
        words: sheet.sheet.words.clone(),
        complaints: sheet.complaints.clone(),
        orders_read: sheet.orders_read,
    }
}
