//! Begins a game: the first world, the seats, the first pentade, a letter to every player.

use crate::store::PgConnection;
use jiff::Timestamp;
use rand::Rng;
use uuid::Uuid;

use super::calendar::{Schedule, tidied};
use super::called::{typed_name, typed_title};
use super::edition::own_readings;
use super::game_file::Fault;
use super::letters::{self, Maps, Opened, OrderForm, Post};
use super::strangers::confusable;
use super::views::{NewGame, Offer, When};
use super::{AccountId, Desk, DeskError};
use crate::postal::dice::Seed;
use crate::postal::game::{Game, Side, Span, WorldText};
use crate::postal::switches::{Readings, behind, in_words, own};
use crate::store::games::{self, GameId, GameRow, GameStatus, Seat, SeatPlayer};
use crate::store::pentades::{self, NewPentade};
use crate::store::{StoreError, accounts, audit, calendars, wishes};

impl Desk {
    /// What can be begun.
    pub fn offers(&self) -> Vec<Offer> {
        let offer = |game: &std::sync::Arc<dyn Game>| Offer {
            kind: game.id().to_owned(),
            title: game.title().to_owned(),
            scenarios: game.scenarios(),
        };
        self.games.iter().map(offer).collect()
    }

    /// Begins a game from the command line: whoever does so runs the server, and so does its GM.
    ///
    /// Errors: refused when the short name is taken or unlawful, when there is no such game or scenario, when a
    /// player's side is none or is named twice, or when there are too few or too many players.
    pub async fn create_game(&self, new: &NewGame) -> Result<(), DeskError> {
        if let Some(fault) = self.faults_of(new)?.into_iter().next() {
            return Err(DeskError::Refused(fault.why));
        }
        self.begin_checked(new, None, true).await
    }

    /// Begins a game in which nothing is wrong, with a world or as its scenario begins.
    pub(super) async fn begin_checked(
        &self,
        new: &NewGame,
        world: Option<WorldText>,
        by_operator: bool,
    ) -> Result<(), DeskError> {
        let plain =
            self.games.get(&new.kind).ok_or_else(|| DeskError::NotFound(format!("game {}", new.kind)))?;
        let readings = own(&plain.switches(), &new.readings);
        let game = match self.games.by(&new.kind, &readings) {
            Some(by) => by.map_err(|faults| DeskError::Refused(in_words(&faults)))?,
            None => plain,
        };
        let world = match world {
            Some(world) => world,
            None => game.begin(&new.scenario)?,
        };
        let (sides, span) = (game.sides(&world)?, game.span(&world)?);
        let calendar = tidied(&new.calendar)?;
        let schedule = Schedule::of(&calendar)?;

        let mut tx = self.store.begin().await?;
        let gm = accounts::find_or_create(&mut tx, &new.gm.0, &new.gm.1).await?;
        if by_operator {
            accounts::make_operator(&mut tx, gm.id).await?;
        }
        let row = game_row(game.as_ref(), new, readings, gm.id)?;
        if !games::add(&mut tx, &row).await? {
            return Err(DeskError::Refused(format!("there is a game {} already", new.slug)));
        }
        calendars::set(&mut tx, row.id, &calendar).await?;
        wishes::set_customs(&mut tx, row.id, new.customs).await?;
        let mut seats = Vec::new();
        for (position, side) in (0_i32..).zip(&sides) {
            let seat = match new.invites {
                true => vacant_seat(side),
                false => seat(&mut tx, new, side).await?,
            };
            games::add_seat(&mut tx, row.id, position, &seat).await?;
            seats.push(seat);
        }
        let deadline = schedule.deadline(Timestamp::now())?;
        let (pentade, commitment) = open_pentade(&mut tx, &row, &world, span, deadline).await?;
        let mut maps = Maps::before(pentade, format!("{}-map-{}", row.slug, span.first_year));
        let opened = (&world, span, deadline, commitment.as_str());
        for seat in seats.iter().filter(|seat| seat.player.is_some()) {
            self.announce(&mut tx, (&row, game.as_ref()), seat, opened, &mut maps).await?;
        }
        if new.invites {
            let table = self.table(&mut tx, &new.slug).await?;
            for player in &new.players {
                let person = (player.name.clone(), player.email.clone());
                self.offer_seat(&mut tx, &table, &player.side, &person).await?;
            }
        }
        let detail = format!("{}{}", new.scenario, behind(&row.readings));
        audit::note(&mut tx, Some(gm.id), "create-game", Some(row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    async fn announce(
        &self,
        db: &mut PgConnection,
        (row, game): (&GameRow, &dyn Game),
        seat: &Seat,
        (world, span, deadline, commitment): (&WorldText, Span, Timestamp, &str),
        maps: &mut Maps,
    ) -> Result<(), DeskError> {
        let Some(player) = &seat.player else { return Ok(()) };
        let told = Opened {
            slug: &row.slug,
            title: &row.title,
            side: &seat.side,
            side_name: &seat.name,
            player: &player.name,
            span,
            deadline: &When::new(deadline, &player.zone),
            commitment,
            map: maps.to(db, (game, world), (&seat.side, player.plain_letters)).await?,
            inherited: &[],
            readings: &own_readings(game),
            form: &OrderForm { span, lines: game.form_lines(world, &seat.side)? },
        };
        let words = letters::opening(&self.settings, &told, &game.situation(world, &seat.side)?)?;
        let (about, key) = ((row, Some(&seat.side)), format!("opening.{}", seat.side));
        let post = Post::of_game(&self.settings, "notice", about, &key, (&player.name, &player.email));
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}

pub(super) fn check_slug(slug: &str) -> Result<(), DeskError> {
    let begins = slug.starts_with(|c: char| c.is_ascii_lowercase());
    let lawful = slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if begins && lawful && slug.len() <= 20 {
        return Ok(());
    }
    Err(DeskError::Refused(format!(
        "{slug:?} cannot be a short name: it needs a lower-case letter, then up to 19 letters or digits"
    )))
}

/// What is wrong with who plays what.
pub(super) fn check_players(game: &dyn Game, new: &NewGame, sides: &[Side]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (place, player) in new.players.iter().enumerate() {
        if !sides.iter().any(|side| side.id == player.side && side.playable) {
            let why = format!("there is no side {} that a player may hold", player.side);
            faults.push(Fault::of("players", why));
        }
        if new.players[..place].iter().any(|other| other.side == player.side) {
            faults.push(Fault::of("players", format!("{} is given to two players", player.side)));
        }
    }
    let names: Vec<&str> =
        new.players.iter().map(|player| player.name.as_str()).chain([new.gm.0.as_str()]).collect();
    if let Some((one, other)) = confusable(&names) {
        let why = format!("the names {one} and {other} look the same though their letters differ");
        faults.push(Fault::of("players", why));
    }
    let scenarios = game.scenarios();
    let Some(scenario) = scenarios.iter().find(|scenario| scenario.id == new.scenario) else { return faults };
    let (least, most) = scenario.players;
    let count = u32::try_from(new.players.len()).unwrap_or(u32::MAX);
    if count > most || count < least {
        let why = format!("{} takes {least} to {most} players, not {count}", scenario.title);
        faults.push(Fault::of("players", why));
    }
    faults
}

fn game_row(game: &dyn Game, new: &NewGame, readings: Readings, gm: AccountId) -> Result<GameRow, DeskError> {
    let edition = game.edition();
    let mut master_secret = vec![0_u8; 32];
    rand::rng().fill_bytes(&mut master_secret);
    Ok(GameRow {
        id: GameId(Uuid::now_v7()),
        slug: new.slug.clone(),
        kind: new.kind.clone(),
        scenario: new.scenario.clone(),
        title: typed_title(&new.title)?,
        edition_name: edition.name,
        edition_hash: edition.hash,
        readings: readings.into(),
        master_secret,
        gm,
        assistants: Vec::new(),
        observers: Vec::new(),
        status: GameStatus::Running,
        pentade_days: new.calendar.days,
    })
}

async fn seat(db: &mut PgConnection, new: &NewGame, side: &Side) -> Result<Seat, DeskError> {
    let player = match new.players.iter().find(|player| player.side == side.id) {
        Some(player) => {
            let account =
                accounts::find_or_create(db, &typed_name(&player.name)?, player.email.trim()).await?;
            Some(SeatPlayer {
                account: account.id,
                name: account.name,
                email: account.email,
                zone: account.zone,
                // A seat is stored by its account alone.
                further: Vec::new(),
                plain_letters: account.plain_letters,
            })
        }
        None => None,
    };
    Ok(Seat { player, ..vacant_seat(side) })
}

fn vacant_seat(side: &Side) -> Seat {
    Seat {
        side: side.id.clone(),
        name: side.name.clone(),
        aliases: side.aliases.clone(),
        playable: side.playable,
        player: None,
        stand_in: None,
    }
}

/// Opens the pentade a world stands before and returns its number, and the commitment to its seed.
pub(super) async fn open_pentade(
    db: &mut PgConnection,
    row: &GameRow,
    world: &WorldText,
    span: Span,
    deadline: Timestamp,
) -> Result<(i64, String), DeskError> {
    let master: [u8; 32] = row.master_secret.as_slice().try_into().map_err(|_| StoreError::Unreadable {
        what: "master secret",
        reason: format!("{} bytes", row.master_secret.len()),
    })?;
    let seed = Seed::derive(&master, span.first_year);
    let commitment = seed.commitment();
    let new = NewPentade {
        game: row.id,
        first_year: span.first_year,
        last_year: span.last_year,
        deadline,
        world_before: world.as_str(),
        seed: &seed.to_hex(),
        commitment: &commitment,
    };
    let opened = pentades::open(db, &new).await?;
    let id = opened.ok_or_else(|| DeskError::Refused(format!("the pentade {span} was opened before")))?;
    Ok((id, commitment))
}
