//! The edition of the rules a game was begun under, and the one that this server has loaded. Where they differ the game is
//! not adjudicated: other figures would make another game of it. Its own readings of the switches belong to its edition: they are
//! chosen when it begins, and when it takes another one.

use super::views::OtherEdition;
use super::{AccountId, Desk, DeskError, Table, may_run};
use crate::postal::game::Game;
use crate::postal::switches::{Readings, Switch, behind, check, faults, in_words, line, own};
use crate::store::due::{self, Stranded};
use crate::store::{StoreError, audit, games};

impl Desk {
    /// Kind and hash of every edition that is loaded.
    pub(super) fn editions(&self) -> (Vec<String>, Vec<String>) {
        self.games.iter().map(|game| (game.id().to_owned(), game.edition().hash)).unzip()
    }

    /// Games that go on and that this server cannot adjudicate, as its rules are not theirs: one sentence each, with what to
    /// do. Their GMs are told by letter, once for the same rules.
    ///
    /// Errors: the database.
    pub async fn tell_of_other_editions(&self) -> Result<Vec<String>, DeskError> {
        let mut tx = self.store.begin().await?;
        let (kinds, hashes) = self.editions();
        let mut told = Vec::new();
        for game in due::stranded(&mut tx, (&kinds, &hashes)).await? {
            let Stranded { slug, edition, kind } = game;
            if self.games.get(&kind).is_none() {
                told.push(format!(
                    "the game {slug} is not adjudicated: this program does not know the game {kind}"
                ));
                continue;
            }
            let table = self.table(&mut tx, &slug).await?;
            let loaded = table.game.edition();
            let sentence = differs(&slug, (&edition.0, &edition.1), (&loaded.name, &loaded.hash));
            let name = format!("edition.{}", short(&loaded.hash));
            let headline = "its rules are not loaded";
            self.tell_gm(&mut tx, (&table.row, table.span()), &name, (headline, &sentence)).await?;
            told.push(sentence);
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(told)
    }

    /// Lets a game go on under the edition that is loaded, with these readings of its switches; a switch that is not named is
    /// read as the game has read it. Everybody in it is told.
    ///
    /// Errors: refused when it is the one that it has, as its readings stand as long as its edition does; when a reading is not
    /// known.
    pub async fn take_edition(
        &self,
        account: AccountId,
        slug: &str,
        readings: &Readings,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let Some(other) = other_edition(&table) else {
            return Err(DeskError::Refused(
                "this game has the edition that is loaded, and its rules are read to the end as it began"
                    .to_owned(),
            ));
        };
        let mut chosen = table.row.readings.0.clone();
        chosen.extend(readings.clone());
        check(&other.switches, &chosen).map_err(|faults| DeskError::Refused(in_words(&faults)))?;
        let chosen = own(&other.switches, &chosen);
        let (name, hash) = &other.loaded;
        games::set_edition(&mut tx, table.row.id, (name, hash), &chosen).await?;
        let (former, former_hash) = &other.began;
        let detail = format!("from {former} {former_hash} to {name} {hash}{}", behind(&chosen));
        audit::note(&mut tx, Some(account), "edition", Some(table.row.id), &detail).await?;
        let told = told(&other, &chosen);
        self.tell_all(&mut tx, &table, "another edition of the rules", |_| told.clone()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

/// What everybody is told of another edition.
fn told(other: &OtherEdition, readings: &Readings) -> Vec<String> {
    let (name, hash) = &other.loaded;
    let mut told = vec![
        format!("The GM lets this game go on under another edition of its rules: {name} ({}).", short(hash)),
        format!(
            "It counts from the pentade now played; what was published before stays as it was, under {} ({}).",
            other.began.0,
            short(&other.began.1)
        ),
    ];
    if !readings.is_empty() {
        told.push(format!("It reads these switches otherwise than that edition: {}.", line(readings)));
    }
    told
}

/// What a game reads otherwise than its edition, a sentence for each switch.
pub(super) fn own_readings(game: &dyn Game) -> Vec<String> {
    let own = game.switches().into_iter().filter(Switch::is_own);
    own.map(|switch| format!("{} (rule {}): {}.", switch.id, switch.rule, switch.meaning())).collect()
}

/// The editions of a game and of this server, where they differ, or where a reading of the game is not known here.
pub(super) fn other_edition(table: &Table<'_>) -> Option<OtherEdition> {
    let loaded = table.game.edition();
    let began = (table.row.edition_name.clone(), table.row.edition_hash.clone());
    let switches = table.game.switches();
    let unknown = faults(&switches, &table.row.readings);
    let differs = loaded.hash != began.1 || !unknown.is_empty();
    differs.then_some(OtherEdition { began, loaded: (loaded.name, loaded.hash), switches, unknown })
}

/// Refuses to adjudicate a game by rules that are not its own.
pub(super) fn check_edition(table: &Table<'_>) -> Result<(), DeskError> {
    let Some(OtherEdition { began, loaded, unknown, .. }) = other_edition(table) else { return Ok(()) };
    let slug = &table.row.slug;
    Err(DeskError::Refused(match began.1 == loaded.1 {
        true => format!("the game {slug} is not adjudicated: {}", in_words(&unknown)),
        false => differs(slug, (&began.0, &began.1), (&loaded.0, &loaded.1)),
    }))
}

fn differs(slug: &str, began: (&str, &str), loaded: (&str, &str)) -> String {
    format!(
        "the game {slug} is not adjudicated: it is played under the edition {} ({}), and this server has {} ({}) loaded; \
         start a server whose configuration holds its edition (PENTADE_CONFIG names the folder), or let the game go on \
         under the loaded one, by the button at its desk",
        began.0,
        short(began.1),
        loaded.0,
        short(loaded.1)
    )
}

/// The first digits of a hash, for people.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}
