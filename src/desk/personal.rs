//! What is held of a person: given to him, and erased when he asks for it.

use jiff::Timestamp;
use serde_json::Value;

use super::{AccountId, Desk, DeskError};
use crate::store::{StoreError, accounts, audit, games, persons};

impl Desk {
    /// Everything that is held of an account.
    pub async fn personal_data(&self, account: AccountId) -> Result<Value, DeskError> {
        let mut tx = self.store.begin().await?;
        let held = persons::held(&mut tx, account).await?;
        audit::note(&mut tx, Some(account), "personal-data", None, "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(Value::Object(held))
    }

    /// Takes the name and the addresses of an account out of everything that is kept. His seats become free, as when he gives
    /// them up; what he ordered, answered and wrote stays under his empires, as that of a former player.
    ///
    /// Errors: refused when `typed` is not his address, when he has not signed in just now, or while he owns games.
    pub async fn erase_person(
        &self,
        account: AccountId,
        typed: &str,
        is_fresh: bool,
    ) -> Result<(), DeskError> {
        let refuse = |why: String| Err(DeskError::Refused(why));
        if !is_fresh {
            return refuse(
                "you signed in a while ago: sign out, sign in again, and ask for it within half an hour"
                    .to_owned(),
            );
        }
        let mut tx = self.store.begin().await?;
        let person = accounts::by_id(&mut tx, account).await?;
        let person = person.ok_or_else(|| DeskError::NotFound("such account".to_owned()))?;
        if !typed.trim().eq_ignore_ascii_case(&person.email) {
            return refuse("that is not your address: nothing was erased".to_owned());
        }
        let all = games::all(&mut tx).await?;
        let owned: Vec<&str> =
            all.iter().filter(|row| row.gm == account).map(|row| row.slug.as_str()).collect();
        if !owned.is_empty() {
            return refuse(format!(
                "you own the game{} {}: delete what you own first, after exporting it if it is to go on elsewhere",
                if owned.len() == 1 { "" } else { "s" },
                owned.join(", ")
            ));
        }
        for (game, side) in games::held_by(&mut tx, account).await? {
            let Some(row) = all.iter().find(|row| row.id == game) else { continue };
            let table = self.locked_table(&mut tx, &row.slug).await?;
            let seats = games::seats(&mut tx, game).await?;
            let seat = seats.iter().find(|seat| seat.side == side);
            let Some(seat) =
                seat.filter(|seat| seat.player.as_ref().is_some_and(|one| one.account == account))
            else {
                continue;
            };
            self.treat_departed(&mut tx, &table, &side).await?;
            games::free_seat(&mut tx, game, &side).await?;
            let told = format!("The player of {} has left, and has had his name erased", seat.name);
            let key = format!("gm.erased.{side}.{}", Timestamp::now().as_millisecond());
            self.tell_gm(&mut tx, (&table.row, table.span()), &key, ("a seat is free", &told)).await?;
        }
        audit::note(&mut tx, Some(account), "erase-person", None, "").await?;
        persons::erase(&mut tx, account).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
