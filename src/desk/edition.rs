//! The edition of the rules a game was begun under, and the one that this server has loaded. Where they differ the game is
//! not adjudicated: other figures would make another game of it.

use super::views::OtherEdition;
use super::{AccountId, Desk, DeskError, Table, may_run};
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

    /// Lets a game go on under the edition that is loaded. Everybody in it is told.
    ///
    /// Errors: refused when it is the one that it has.
    pub async fn take_edition(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let Some(other) = other_edition(&table) else {
            return Err(DeskError::Refused("this game has the edition that is loaded".to_owned()));
        };
        let (name, hash) = &other.loaded;
        games::set_edition(&mut tx, table.row.id, (name, hash)).await?;
        let detail = format!("from {} {} to {name} {hash}", other.began.0, other.began.1);
        audit::note(&mut tx, Some(account), "edition", Some(table.row.id), &detail).await?;
        let told = vec![
            format!(
                "The GM lets this game go on under another edition of its rules: {name} ({}).",
                short(hash)
            ),
            format!(
                "It counts from the pentade now played; what was published before stays as it was, under {} ({}).",
                other.began.0,
                short(&other.began.1)
            ),
        ];
        self.tell_all(&mut tx, &table, "another edition of the rules", |_| told.clone()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

/// The editions of a game and of this server, where they differ.
pub(super) fn other_edition(table: &Table<'_>) -> Option<OtherEdition> {
    let loaded = table.game.edition();
    let began = (table.row.edition_name.clone(), table.row.edition_hash.clone());
    (loaded.hash != began.1).then_some(OtherEdition { began, loaded: (loaded.name, loaded.hash) })
}

/// Refuses to adjudicate a game by rules that are not its own.
pub(super) fn check_edition(table: &Table<'_>) -> Result<(), DeskError> {
    let Some(OtherEdition { began, loaded }) = other_edition(table) else { return Ok(()) };
    Err(DeskError::Refused(differs(&table.row.slug, (&began.0, &began.1), (&loaded.0, &loaded.1))))
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
