//! Players who wait for a seat, and seats that the GM plays himself for want of a player.

use super::called::typed_name;
use super::follow::typed_address;
use super::views::{WaitingRow, When};
use super::{AccountId, Desk, DeskError, may_run, no_side, owner_only, sealing};
use crate::postal::chronicle::SideId;
use crate::store::games::{self, GameId};
use crate::store::{PgConnection, StoreError, absence, audit, decisions};

/// Most who wait, so that the whole list is a number of players that a game can be told.
pub(super) const MOST: usize = 99;
/// Longest note, in characters.
const LONGEST_NOTE: usize = 500;

/// How many players wait: those on the list, and those who are only counted.
pub(super) async fn count(db: &mut PgConnection, game: GameId) -> Result<usize, DeskError> {
    let counted = decisions::waiting_players(db, game).await?;
    let listed = absence::waiting(db, game).await?.len();
    Ok((listed + usize::try_from(counted).unwrap_or(0)).min(MOST))
}

pub(super) async fn rows(
    db: &mut PgConnection,
    game: GameId,
    zone: &str,
) -> Result<Vec<WaitingRow>, DeskError> {
    let all = absence::waiting(db, game).await?.into_iter().map(|one| WaitingRow {
        id: one.id,
        name: one.name,
        email: one.email,
        note: one.note,
        added_at: When::new(one.added_at, zone),
    });
    Ok(all.collect())
}

impl Desk {
    /// Puts somebody on the list of those who wait for a seat.
    ///
    /// Errors: refused without a name or an address, with a note that is too long, when the list is full, or when the address
    /// is on it.
    pub async fn add_waiting(
        &self,
        account: AccountId,
        slug: &str,
        (name, email, note): (&str, &str, &str),
    ) -> Result<(), DeskError> {
        let refuse = |reason: &str| Err(DeskError::Refused(reason.to_owned()));
        let (name, email, note) = (typed_name(name)?, typed_address(email)?, note.trim());
        if note.chars().count() > LONGEST_NOTE {
            return Err(DeskError::Refused(format!("a note has at most {LONGEST_NOTE} characters")));
        }
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if count(&mut tx, table.row.id).await? >= MOST {
            return refuse("at most 99 players can wait");
        }
        if !absence::add_waiting(&mut tx, table.row.id, (&name, &email, note)).await? {
            return refuse("this address is on the list already");
        }
        audit::note(&mut tx, Some(account), "waiting", Some(table.row.id), "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Takes somebody off that list.
    ///
    /// Errors: not found when he is not on it.
    pub async fn end_waiting(&self, account: AccountId, slug: &str, id: i64) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if !absence::end_waiting(&mut tx, table.row.id, id).await? {
            return Err(DeskError::NotFound(format!("player number {id} on the list")));
        }
        audit::note(&mut tx, Some(account), "waits-no-more", Some(table.row.id), &id.to_string()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Lets the game's owner play a side that nobody holds, or leaves it again. While he holds one he is a player like the others.
    ///
    /// Errors: refused when somebody holds it, or the GM does not; not found when players cannot hold it.
    pub async fn adopt(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        adopts: bool,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        owner_only(&table.row, account)?;
        let seats = games::seats(&mut tx, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == *side && seat.playable);
        let seat = seat.ok_or_else(|| no_side(side))?;
        let holder = seat.player.as_ref().map(|player| player.account);
        match (adopts, holder) {
            (true, None) => {
                sealing::bind_gm(self, &mut tx, &table, (account, side)).await?;
                games::give_seat(&mut tx, table.row.id, side, account).await?;
            }
            (false, Some(holder)) if holder == account => {
                sealing::must_not_be_sealed(&mut tx, &table, side).await?;
                self.treat_departed(&mut tx, &table, side).await?;
                games::free_seat(&mut tx, table.row.id, side).await?;
            }
            (true, Some(_)) => {
                return Err(DeskError::Refused(format!("{} is held by a player", seat.name)));
            }
            (false, _) => return Err(DeskError::Refused(format!("{} is not yours", seat.name))),
        }
        let action = if adopts { "adopt" } else { "leave" };
        audit::note(&mut tx, Some(account), action, Some(table.row.id), side.as_str()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
