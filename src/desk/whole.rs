//! A game as a whole, for its owner: put away and brought back, begun anew with the same settings, deleted.

use jiff::Timestamp;

use super::archive::{card, turns};
use super::called::typed_title;
use super::create_game::check_slug;
use super::game_file::{Fault, reading_faults};
use super::letters::{self, Post};
use super::views::{GameCard, GameStatus, NewGame, NewPlayer, PentadeState, TurnRow};
use super::{AccountId, Desk, DeskError, Table, owner_only, zone_of};
use crate::postal::game::WorldText;
use crate::store::{PgConnection, StoreError, accounts, audit, calendars, games, gms, pentades, wishes};

/// A game as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholePage {
    /// The game.
    pub game: GameCard,
    /// Published pentades, from the world after which another game can begin.
    pub turns: Vec<TurnRow>,
}

/// What another game takes over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewClone {
    /// Its short name.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The published pentade from the world after which it begins; none for the scenario's beginning.
    pub after: Option<i32>,
    /// Whether the players play on, on the same sides.
    pub keeps_players: bool,
}

impl Desk {
    /// A game as a whole.
    ///
    /// Errors: not allowed for anyone but its owner.
    pub async fn whole_page(&self, account: AccountId, slug: &str) -> Result<WholePage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        owner_only(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let turns = turns(&mut db, &table.row, &zone).await?;
        Ok(WholePage { game: card(&mut db, &table, &zone).await?, turns })
    }

    /// Puts a game away: it can be read as before, no deadline passes, no orders are taken and nothing is done on its desk
    /// until it is brought back. Its players are told.
    ///
    /// Errors: not allowed for anyone but its owner; refused when it is put away, or a pentade is just being played.
    pub async fn put_away(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        owner_only(&table.row, account)?;
        if table.row.status == GameStatus::Archived {
            return Err(DeskError::Refused("the game is put away already".to_owned()));
        }
        if table.pentade.state == PentadeState::Closing {
            return Err(DeskError::Refused("a pentade is just being played: wait for its draft".to_owned()));
        }
        games::archive(&mut tx, table.row.id).await?;
        let told = [
            format!("The GM has put {} away: no deadline passes, and no orders are taken.", table.row.title),
            "Everything in it can still be read.".to_owned(),
        ];
        self.tell_players(&mut tx, &table, "put away", &told).await?;
        audit::note(&mut tx, Some(account), "archive", Some(table.row.id), "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Brings a game back that was put away. If it was played, its clock stands until the GM lets it run.
    ///
    /// Errors: not allowed for anyone but its owner; refused when it is not put away.
    pub async fn take_out(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        owner_only(&table.row, account)?;
        if !games::unarchive(&mut tx, table.row.id).await? {
            return Err(DeskError::Refused("the game is not put away".to_owned()));
        }
        let told =
            [format!("The GM has brought {} back. You will be told when its clock runs.", table.row.title)];
        self.tell_players(&mut tx, &table, "brought back", &told).await?;
        audit::note(&mut tx, Some(account), "unarchive", Some(table.row.id), "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Writes a few sentences to every player of a game.
    async fn tell_players(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        headline: &str,
        told: &[String],
    ) -> Result<(), DeskError> {
        let stamp = Timestamp::now().as_millisecond();
        for seat in games::seats(db, table.row.id).await? {
            let Some(player) = &seat.player else { continue };
            let key = format!("whole.{}.{stamp}", seat.side);
            let to = (player.name.as_str(), player.email.as_str());
            self.write_note(db, table, (&key, Some(&seat.side)), to, (headline, told)).await?;
        }
        Ok(())
    }

    /// Begins another game with the settings of this one, and its owner as owner.
    ///
    /// Errors: not allowed for anyone but the owner; refused when the world cannot be played by the rules as they are now.
    pub async fn clone_game(
        &self,
        account: AccountId,
        slug: &str,
        new: &NewClone,
    ) -> Result<Result<(), Vec<Fault>>, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        owner_only(&table.row, account)?;
        let owner = accounts::by_id(&mut db, account).await?;
        let owner = owner.ok_or_else(|| DeskError::NotFound("such account".to_owned()))?;
        let seats = games::seats(&mut db, table.row.id).await?;
        let players = seats.into_iter().filter(|_| new.keeps_players).filter_map(|seat| {
            let player = seat.player.filter(|_| seat.playable)?;
            Some(NewPlayer { side: seat.side, name: player.name, email: player.email })
        });
        let mut faults: Vec<Fault> = Vec::new();
        faults.extend(check_slug(&new.slug).err().map(|error| Fault::of("slug", error.to_string())));
        if games::by_slug(&mut db, &new.slug).await?.is_some() {
            faults.push(Fault::of("slug", format!("there is a game {} already", new.slug)));
        }
        let title = typed_title(&new.title);
        faults.extend(title.as_ref().err().map(|error| Fault::of("title", error.to_string())));
        faults.extend(reading_faults(table.game.as_ref(), &table.row.readings));
        if !faults.is_empty() {
            return Ok(Err(faults));
        }
        let begun = NewGame {
            slug: new.slug.clone(),
            kind: table.row.kind.clone(),
            scenario: table.row.scenario.clone(),
            title: title?,
            gm: (owner.name, owner.email),
            players: players.collect(),
            customs: wishes::customs(&mut db, table.row.id).await?,
            calendar: calendars::of(&mut db, table.row.id).await?,
            invites: false,
            readings: table.row.readings.0.clone(),
        };
        let world = match new.after {
            None => None,
            Some(first_year) => Some(self.world_after(&mut db, &table, first_year).await?),
        };
        drop(db);
        self.begin_checked(&begun, world, false).await.map(Ok)
    }

    async fn world_after(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        first_year: i32,
    ) -> Result<WorldText, DeskError> {
        let missing = || DeskError::NotFound(format!("published pentade {first_year}"));
        let row = pentades::by_year(db, table.row.id, first_year, None).await?;
        let row = row.filter(|row| row.state == PentadeState::Published).ok_or_else(missing)?;
        let world = row.world_after.ok_or_else(missing)?;
        if table.game.is_over(&world)? {
            return Err(DeskError::Refused(
                "the game ended with that pentade: nothing comes after it".to_owned(),
            ));
        }
        Ok(world)
    }

    /// Deletes a game for good, with everything in it but its rows of the audit. Its players and GMs are told.
    ///
    /// Errors: not allowed for anyone but its owner; refused when `typed` is not the game's short name, or the owner has not
    /// signed in just now.
    pub async fn delete_game(
        &self,
        account: AccountId,
        slug: &str,
        typed: &str,
        is_fresh: bool,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        owner_only(&table.row, account)?;
        if !is_fresh {
            return Err(DeskError::Refused(
                "you signed in a while ago: sign out, sign in again, and delete the game within half an hour"
                    .to_owned(),
            ));
        }
        if typed.trim() != table.row.slug {
            return Err(DeskError::Refused(format!(
                "nothing was deleted: you typed {:?}, and the game is called {}",
                typed.trim(),
                table.row.slug
            )));
        }
        let mut people: Vec<(String, String)> = Vec::new();
        for seat in games::seats(&mut tx, table.row.id).await? {
            people.extend(seat.persons().map(|one| (one.name.clone(), one.email.clone())));
        }
        let helpers = gms::of_game(&mut tx, table.row.id).await?;
        people.extend(helpers.into_iter().map(|one| (one.name, one.email)));
        people.sort();
        people.dedup();
        let told = [
            format!("The GM has deleted {}: its pages, orders and letters are gone.", table.row.title),
            "What you have in your mailbox is yours to keep.".to_owned(),
        ];
        let stamp = Timestamp::now().as_millisecond();
        for (nth, (name, email)) in people.into_iter().enumerate() {
            let words = letters::told(&self.settings, slug, &name, "the game is deleted", &told)?;
            let post = Post {
                kind: "notice",
                message_id: format!("{slug}.deleted.{stamp}.{nth}@{}", self.settings.mail_domain),
                to: (name, email),
                game: None,
                side: None,
                answers: None,
            };
            letters::write(&self.settings, &mut tx, post, words).await?;
        }
        let detail = format!("{slug}: {}", table.row.title);
        audit::note(&mut tx, Some(account), "delete-game", Some(table.row.id), &detail).await?;
        games::delete(&mut tx, table.row.id).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
