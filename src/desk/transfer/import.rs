//! A game put in from a file: all of it, or nothing.

use std::collections::BTreeMap;

use rand::Rng;
use serde_json::{Value, json};
use uuid::Uuid;

use super::check::{self, Person, text};
use super::file::{Row, Unpacked, unpack};
use crate::desk::calendar::tidied;
use crate::desk::called::typed_title;
use crate::desk::create_game::check_slug;
use crate::desk::{AccountId, Desk, DeskError};
use crate::postal::dice::Seed;
use crate::postal::switches::Readings;
use crate::store::games::{self, GameId, GameRow, GameStatus};
use crate::store::transfer::{PEOPLE, Part};
use crate::store::{PgConnection, StoreError, accounts, audit, calendars, transfer_in};

/// What rows name by numbers of the file, as the database names it.
struct Known {
    people: BTreeMap<u64, AccountId>,
    corrections: BTreeMap<u64, i64>,
}

impl Desk {
    /// Puts a game in from a file, under the short name given or that of the file; the account is its owner. Its clock
    /// stands, and nobody is written to. Without an account it is asked for on the command line, and the owner is the GM of the
    /// settings. Returns the short name.
    ///
    /// Errors: not allowed for those who may not begin games; refused with the place and the reason for whatever is wrong with
    /// the file or the name. Then nothing has changed.
    pub async fn import_game(
        &self,
        account: Option<AccountId>,
        bytes: Vec<u8>,
        slug: Option<&str>,
    ) -> Result<String, DeskError> {
        if let Some(account) = account {
            self.check_may_begin(account).await?;
        }
        let file = blocking(move || unpack(&bytes)).await?;
        let kind = text(check::game_row(&file).map_err(DeskError::Refused)?, "kind");
        let kind = kind.map_err(DeskError::Refused)?.to_owned();
        let game = self.games.get(&kind).cloned();
        let game =
            game.ok_or_else(|| DeskError::Refused(format!("this program does not know the game {kind}")))?;
        let (file, people, readings) = blocking(move || {
            let people = check::people(&file)?;
            let readings = check::readings(&file, game.as_ref())?;
            check::gms(&file)?;
            check::pentades(&file, game.as_ref())?;
            check::seals(&file)?;
            Ok((file, people, readings))
        })
        .await?;
        let slug =
            slug.map(str::trim).filter(|slug| !slug.is_empty()).unwrap_or(&file.manifest.slug).to_owned();
        check_slug(&slug)?;

        let mut tx = self.store.begin().await?;
        let owner = match account {
            Some(account) => account,
            None => {
                let (name, email) = (&self.settings.gm_name, &self.settings.gm_email);
                accounts::find_or_create(&mut tx, name, email).await?.id
            }
        };
        let row = new_row(&file, &slug, readings, owner).map_err(DeskError::Refused)?;
        if !games::add(&mut tx, &row).await? {
            return Err(DeskError::Refused(format!(
                "there is a game {slug} already: give it another short name"
            )));
        }
        self.put_in(&mut tx, &row, &file, people).await?;
        let calendar = calendars::of(&mut tx, row.id).await?;
        tidied(&calendar).map_err(|error| DeskError::Refused(format!("part game: {error}")))?;
        let detail = format!("{} of {}", file.manifest.slug, file.manifest.exported_at);
        audit::note(&mut tx, account, "import", Some(row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(slug)
    }

    async fn put_in(
        &self,
        db: &mut PgConnection,
        row: &GameRow,
        file: &Unpacked,
        people: BTreeMap<u64, Person>,
    ) -> Result<(), DeskError> {
        let mut known = Known { people: BTreeMap::new(), corrections: BTreeMap::new() };
        for (number, person) in people {
            let account = accounts::find_or_create(db, &person.name, &person.email).await?;
            known.people.insert(number, account.id);
        }
        let game = check::game_row(file).map_err(DeskError::Refused)?;
        taken(game, Part::Game, transfer_in::settings(db, row.id, &game.value).await.map(|()| true))?;
        for part in Part::ALL {
            for one in file.rows(part) {
                let value = known.with_ids(one, part).map_err(DeskError::Refused)?;
                match part {
                    Part::Game | Part::People => {}
                    Part::Corrections => {
                        let number = one.value["correction"].as_u64().ok_or_else(|| no_number(one))?;
                        let id = transfer_in::correction(db, row.id, &value).await;
                        let mut kept = 0;
                        taken(
                            one,
                            part,
                            id.map(|id| {
                                kept = id;
                                true
                            }),
                        )?;
                        known.corrections.insert(number, kept);
                    }
                    Part::Pentades if one.value["seed"].is_null() => {
                        let value = with_seed(value, row)?;
                        taken(one, part, transfer_in::add(db, row.id, part, &value).await)?;
                    }
                    _ => taken(one, part, transfer_in::add(db, row.id, part, &value).await)?,
                }
            }
        }
        Ok(())
    }
}

impl Known {
    /// A row with accounts and corrections in the place of the file's numbers.
    fn with_ids(&self, row: &Row, part: Part) -> Result<Value, String> {
        let mut value = row.value.clone();
        let named = if matches!(part, Part::Game | Part::People) { &[][..] } else { &PEOPLE };
        for field in named {
            let Some(person) = value.get(field).filter(|person| !person.is_null()) else { continue };
            let account = person.as_u64().and_then(|number| self.people.get(&number));
            let account = account.ok_or_else(|| format!("line {}: there is no person {person}", row.line))?;
            value[field] = json!(account.0);
        }
        if matches!(part, Part::Pentades | Part::Amendments)
            && let Some(correction) = value.get("correction").filter(|correction| !correction.is_null())
        {
            let id = correction.as_u64().and_then(|number| self.corrections.get(&number));
            let id = id.ok_or_else(|| format!("line {}: there is no correction {correction}", row.line))?;
            value["correction"] = json!(id);
        }
        Ok(value)
    }
}

/// A pentade whose dice the file keeps secret gets dice of the new game.
fn with_seed(mut value: Value, row: &GameRow) -> Result<Value, DeskError> {
    let first_year = value["first_year"].as_i64().and_then(|year| i32::try_from(year).ok());
    let master: Option<[u8; 32]> = row.master_secret.as_slice().try_into().ok();
    let (Some(first_year), Some(master)) = (first_year, master) else {
        return Err(DeskError::Refused("part pentades: a pentade has no first year".to_owned()));
    };
    let seed = Seed::derive(&master, first_year);
    value["commitment"] = json!(seed.commitment());
    value["seed"] = json!(seed.to_hex());
    Ok(value)
}

fn new_row(file: &Unpacked, slug: &str, readings: Readings, owner: AccountId) -> Result<GameRow, String> {
    let row = check::game_row(file)?;
    let title = typed_title(text(row, "title")?).map_err(|error| format!("line {}: {error}", row.line))?;
    let master_secret = match &row.value["master_secret"] {
        Value::Null => {
            let mut fresh = vec![0_u8; 32];
            rand::rng().fill_bytes(&mut fresh);
            fresh
        }
        secret => {
            let bytes = secret.as_str().and_then(|secret| hex::decode(secret).ok());
            let bytes = bytes.filter(|bytes| bytes.len() == 32);
            bytes.ok_or_else(|| format!("line {}: the master secret is not 32 bytes", row.line))?
        }
    };
    Ok(GameRow {
        id: GameId(Uuid::now_v7()),
        slug: slug.to_owned(),
        kind: text(row, "kind")?.to_owned(),
        scenario: text(row, "scenario")?.to_owned(),
        title,
        edition_name: text(row, "edition_name")?.to_owned(),
        edition_hash: text(row, "edition_hash")?.to_owned(),
        readings: readings.into(),
        master_secret,
        gm: owner,
        assistants: Vec::new(),
        observers: Vec::new(),
        status: GameStatus::Paused,
        // The settings of the file follow at once.
        pentade_days: 7,
    })
}

fn no_number(row: &Row) -> DeskError {
    DeskError::Refused(format!("line {}: a correction needs a number", row.line))
}

/// Refuses a row that the database has not taken, with its place.
fn taken(row: &Row, part: Part, done: Result<bool, StoreError>) -> Result<(), DeskError> {
    let place = |why: String| DeskError::Refused(format!("line {}, part {}: {why}", row.line, part.as_str()));
    match done {
        Ok(true) => Ok(()),
        Ok(false) => Err(place("what it belongs to is not in the file".to_owned())),
        Err(error) => match error.unfit() {
            Some(why) => Err(place(why)),
            None => Err(error.into()),
        },
    }
}

/// What takes its time, on a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, DeskError> {
    let done = tokio::task::spawn_blocking(work).await;
    let done = done.map_err(|error| DeskError::Refused(format!("the file cannot be read: {error}")))?;
    done.map_err(|why| DeskError::Refused(format!("nothing was imported: {why}")))
}
