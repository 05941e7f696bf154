//! Giving a seat up: what becomes of its orders, and who is told.

use jiff::Timestamp;

use super::{Actor, Answer};
use crate::desk::views::PentadeState;
use crate::desk::{AccountId, Desk, DeskError, Table, own_seat};
use crate::postal::chronicle::SideId;
use crate::store::games::{self, Seat};
use crate::store::sheets::{self, Origin, SheetSource};
use crate::store::wishes::{self, Pending};
use crate::store::{PgConnection, StoreError, audit};

impl Desk {
    pub(super) async fn resign_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        if actor.stands_in {
            return Err(DeskError::Refused("only the player himself can give his seat up".to_owned()));
        }
        let pending = Pending { side: seat.side.clone(), action: "resign".to_owned(), detail: String::new() };
        let code = self.keep_pending(db, table, actor.account, &pending).await?;
        answer.paragraph(format!("You want to give {} up. {}", seat.name, self.fate(db, table).await?));
        answer.paragraph(self.how_to_confirm(table, seat, &code));
        Ok(())
    }

    /// What becomes of the orders of a player who leaves, in words.
    pub(super) async fn fate(&self, db: &mut PgConnection, table: &Table<'_>) -> Result<String, DeskError> {
        let withdraws = wishes::customs(db, table.row.id).await?.withdraws_departed;
        Ok(match (table.pentade.state, withdraws) {
            (PentadeState::Open, true) => {
                format!("Your orders for {} would then be withdrawn.", table.span())
            }
            (PentadeState::Open, false) => format!("Your orders for {} would stay in force.", table.span()),
            _ => format!("Your orders for {} are closed and stay as they are.", table.span()),
        })
    }

    /// Frees a seat, treats its sheet by the game's custom, and tells the GM.
    pub(super) async fn vacate(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
    ) -> Result<(), DeskError> {
        if actor.stands_in {
            return Err(DeskError::Refused("only the player himself can give his seat up".to_owned()));
        }
        let withdrawn = self.withdraw_departed(db, table, &seat.side).await?;
        games::free_seat(db, table.row.id, &seat.side).await?;
        wishes::withdraw_vacations(db, table.row.id, actor.account).await?;
        audit::note(db, Some(actor.account), "resign", Some(table.row.id), seat.side.as_str()).await?;
        let orders = match withdrawn {
            Some(version) => format!("His orders for {} are withdrawn (version {version})", table.span()),
            None => format!("Orders for {} that came from him stand", table.span()),
        };
        let told = format!("{} ({}) has given {} up. {orders}", actor.name, actor.email, seat.name);
        let id = format!("resigned.{}.{}", seat.side, Timestamp::now().as_millisecond());
        self.tell_gm(db, (&table.row, table.span()), &id, ("a seat is free", &told)).await
    }

    /// Ends the stand-ins of a side whose player leaves, and withdraws its sheet where that is the game's custom and orders are
    /// still open. The version that says so.
    pub(in crate::desk) async fn withdraw_departed(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
    ) -> Result<Option<i32>, DeskError> {
        wishes::end_stand_ins(db, table.row.id, side).await?;
        let withdraws = wishes::customs(db, table.row.id).await?.withdraws_departed;
        let former = sheets::in_force(db, table.pentade.id, side).await?;
        let Some(former) = former.filter(|_| withdraws && table.pentade.state == PentadeState::Open) else {
            return Ok(None);
        };
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
        Ok(Some(sheets::add(db, origin, &reading).await?))
    }

    /// Gives a seat up from a page whose button was pressed.
    ///
    /// Errors: not allowed for another's side; refused for a stand-in.
    pub async fn resign(&self, account: AccountId, slug: &str, side: &SideId) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        let actor = Actor::of(&seat, |one| one.account == account)
            .ok_or(DeskError::NotAllowed("this side is held by somebody else"))?;
        self.vacate(&mut tx, &table, (&seat, &actor)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
