//! Giving a seat up: what becomes of its orders, and who is told.

use jiff::Timestamp;

use super::{Actor, Answer};
use crate::desk::departed::Whose;
use crate::desk::{AccountId, Desk, DeskError, Table, own_seat};
use crate::postal::chronicle::SideId;
use crate::store::games::{self, Seat};
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
        answer.paragraph(format!(
            "You want to give {} up. {}",
            seat.name,
            self.fate_foretold(db, table, &seat.side).await?
        ));
        answer.paragraph(self.how_to_confirm(table, seat, &code));
        Ok(())
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
        let fate = self.treat_departed(db, table, &seat.side).await?;
        games::free_seat(db, table.row.id, &seat.side).await?;
        wishes::withdraw_vacations(db, table.row.id, actor.account).await?;
        audit::note(db, Some(actor.account), "resign", Some(table.row.id), seat.side.as_str()).await?;
        let given_up = format!("{} ({}) has given {} up.", actor.name, actor.email, seat.name);
        let told = [vec![given_up], fate.words(Whose::His)].concat().join(" ");
        let id = format!("resigned.{}.{}", seat.side, Timestamp::now().as_millisecond());
        self.tell_gm(db, (&table.row, table.span()), &id, ("a seat is free", told.trim_end_matches('.')))
            .await
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
