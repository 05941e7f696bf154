//! Who runs a game: its owner, and those whom he lets rule with him or only look.

use jiff::Timestamp;

use super::archive::card;
use super::called::typed_name;
use super::follow::typed_address;
use super::views::{GmRow, GmsPage, When};
use super::{AccountId, Desk, DeskError, find_game, may_look, may_run, owner_only, paths, zone_of};
use crate::store::gms::{self, GmRole};
use crate::store::{StoreError, accounts, audit, games};

/// Most who may be let in beside the owner.
const MOST: usize = 20;

impl Desk {
    /// Whether the person may act on the desk of a game now: not an observer, and nobody while it is put away.
    pub async fn runs(&self, account: AccountId, slug: &str) -> Result<bool, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(may_run(&find_game(&mut db, slug).await?, account).is_ok())
    }

    /// Who runs a game, for those who do.
    pub async fn gms_page(&self, account: AccountId, slug: &str) -> Result<GmsPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let role = may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let owner = accounts::by_id(&mut db, table.row.gm).await?.map(|owner| GmRow {
            account: owner.id,
            name: owner.name,
            email: owner.email,
            role: GmRole::Owner,
            added_at: None,
            is_reader: owner.id == account,
        });
        let others = gms::of_game(&mut db, table.row.id).await?.into_iter().map(|one| GmRow {
            account: one.account,
            name: one.name,
            email: one.email,
            role: one.role,
            added_at: Some(When::new(one.added_at, &zone)),
            is_reader: one.account == account,
        });
        let gms = owner.into_iter().chain(others).collect();
        Ok(GmsPage { game: card(&mut db, &table, &zone).await?, role, gms })
    }

    /// Lets the person with this name and address onto the desk of a game, or changes what he may do there, and writes to
    /// him. He comes in by signing in at that address.
    ///
    /// Errors: not allowed for anyone but the owner; refused for the owner himself, for who plays in the game, without a name
    /// or an address, and when there are too many.
    pub async fn add_gm(
        &self,
        account: AccountId,
        slug: &str,
        (name, email): (&str, &str),
        role: GmRole,
    ) -> Result<(), DeskError> {
        let (name, email) = (typed_name(name)?, typed_address(email)?);
        let refuse = |reason: String| Err(DeskError::Refused(reason));
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        owner_only(&table.row, account)?;
        let person = accounts::find_or_create(&mut tx, &name, &email).await?;
        if person.id == table.row.gm || role == GmRole::Owner {
            return refuse("a game has one owner".to_owned());
        }
        let seats = games::seats(&mut tx, table.row.id).await?;
        let plays = |seat: &&games::Seat| seat.persons().any(|one| one.account == person.id);
        if let Some(seat) = seats.iter().find(plays) {
            return refuse(format!(
                "{} plays {}, and the desk shows what others order",
                person.name, seat.name
            ));
        }
        let all = gms::of_game(&mut tx, table.row.id).await?;
        if all.len() >= MOST && all.iter().all(|one| one.account != person.id) {
            return refuse(format!("{MOST} are the most"));
        }
        gms::put(&mut tx, table.row.id, person.id, role, account).await?;
        let may = match role {
            GmRole::Observer => "You may look over its desk, and do nothing on it.",
            GmRole::Owner | GmRole::Assistant => {
                "You may review letters and drafts, rule, publish and correct; its owner alone deletes it and says who runs it."
            }
        };
        let desk = self.settings.link(&paths::gm(slug));
        let told = [
            format!("You have been asked to help with {}, as {}.", table.row.title, role.as_str()),
            may.to_owned(),
            format!("The desk is at {desk}: sign in by a link to this address."),
            "If you do not want to, press the button there that says so, or let this letter be.".to_owned(),
        ];
        let key = format!("gm.{}.{}", person.id, Timestamp::now().as_millisecond());
        let to = (person.name.as_str(), person.email.as_str());
        self.write_note(&mut tx, &table, (&key, None), to, ("the GM’s desk", &told)).await?;
        let about = (Some(table.row.id), Some(person.id));
        audit::note_about(&mut tx, Some(account), "add-gm", about, role.as_str()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Takes somebody off the desk of a game: by its owner, who has him told, or by himself.
    ///
    /// Errors: not found when he is not on it; not allowed for others.
    pub async fn remove_gm(&self, account: AccountId, slug: &str, who: AccountId) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let row = find_game(&mut tx, slug).await?;
        if who != account {
            owner_only(&row, account)?;
        }
        may_look(&row, account)?;
        if !gms::remove(&mut tx, row.id, who).await? {
            return Err(DeskError::NotFound("such GM beside the owner".to_owned()));
        }
        let person = accounts::by_id(&mut tx, who).await?.filter(|_| who != account);
        if let Some(person) = person {
            let table = self.table(&mut tx, slug).await?;
            let told = [format!("You help to run {} no more: its owner has ended it.", row.title)];
            let key = format!("gm.{}.{}", person.id, Timestamp::now().as_millisecond());
            let to = (person.name.as_str(), person.email.as_str());
            self.write_note(&mut tx, &table, (&key, None), to, ("the GM’s desk", &told)).await?;
        }
        audit::note_about(&mut tx, Some(account), "remove-gm", (Some(row.id), Some(who)), "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
