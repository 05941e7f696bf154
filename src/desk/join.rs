//! Putting oneself on the waiting list of a game that allows it: asked for on a page, confirmed by a link that is mailed.

use jiff::{Timestamp, ToSpan};

use super::archive::card;
use super::called::typed_name;
use super::follow::typed_address;
use super::letters::{self, Post};
use super::views::GameCard;
use super::{Desk, DeskError, waiting};
use crate::mail::return_path::{is_proof, proof};
use crate::store::{StoreError, absence, audit, wishes};

/// How long a link works.
const LINK_HOURS: i64 = 48;
/// Longest note, in characters.
const LONGEST_NOTE: usize = 500;

/// Path of the page that a mailed link opens.
pub fn join_path(token: &str) -> String {
    format!("/join/{token}")
}

/// Somebody who wants to wait for a seat, as his link says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joining {
    /// The game.
    pub game: GameCard,
    /// His name.
    pub name: String,
    /// His address.
    pub email: String,
    /// Whether he is on the list.
    pub is_waiting: bool,
}

impl Desk {
    /// The title of a game, and whether anyone may put himself on its waiting list.
    pub async fn opens_waiting(&self, slug: &str) -> Result<(String, bool), DeskError> {
        let mut db = self.store.reader().await?;
        let row = super::find_game(&mut db, slug).await?;
        let opens = wishes::customs(&mut db, row.id).await?.opens_waiting;
        Ok((row.title, opens))
    }

    /// Mails a link that puts its reader on the waiting list. Says nothing of whether the address is on it.
    ///
    /// Errors: refused when the game does not allow it, or without a name or an address.
    pub async fn ask_to_join(&self, slug: &str, (name, email): (&str, &str)) -> Result<(), DeskError> {
        let (name, email) = (typed_name(name)?, typed_address(email)?);
        let mut tx = self.store.begin().await?;
        let row = super::find_game(&mut tx, slug).await?;
        if !wishes::customs(&mut tx, row.id).await?.opens_waiting {
            return Err(closed());
        }
        let now = Timestamp::now();
        let until = (now + LINK_HOURS.hours()).as_second();
        let words = format!("{slug}.{}.{}.{until}", hex::encode(&name), hex::encode(&email));
        let token = format!("{words}.{}", proof(self.secret().await?, "join", &words));
        let told = [
            format!("Somebody, you it is hoped, wants to wait for a seat in {}.", row.title),
            format!("If so, say it here: {}", self.settings.link(&join_path(&token))),
            "If not, let this letter be; nothing comes of it.".to_owned(),
        ];
        let letter = letters::told(&self.settings, slug, &name, "the waiting list", &told)?;
        // One letter an address and ten minutes, however often the form is sent.
        let key = format!("join.{}.{}", hex::encode(&email), now.as_second() / 600);
        let post = Post::of_game(&self.settings, "confirm", (&row, None), &key, (&name, &email));
        letters::write(&self.settings, &mut tx, post, letter).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// What a link is about; none when it is no good. Changes nothing.
    pub async fn joining(&self, token: &str) -> Result<Option<Joining>, DeskError> {
        let Some((slug, name, email)) = self.read_join_token(token).await? else { return Ok(None) };
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, &slug).await?;
        let is_waiting = absence::waiting(&mut db, table.row.id).await?.iter().any(|one| one.email == email);
        Ok(Some(Joining { game: card(&mut db, &table, "UTC").await?, name, email, is_waiting }))
    }

    /// Puts the reader of a link on the waiting list; the GM is told. Done again, it changes nothing.
    ///
    /// Errors: refused when the game does not allow it any more, with a note that is too long, or when the list is full.
    pub async fn join(&self, token: &str, note: &str) -> Result<Option<Joining>, DeskError> {
        let Some((slug, name, email)) = self.read_join_token(token).await? else { return Ok(None) };
        let note = note.trim();
        if note.chars().count() > LONGEST_NOTE {
            return Err(DeskError::Refused(format!("a note has at most {LONGEST_NOTE} characters")));
        }
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, &slug).await?;
        if !wishes::customs(&mut tx, table.row.id).await?.opens_waiting {
            return Err(closed());
        }
        if waiting::count(&mut tx, table.row.id).await? >= waiting::MOST {
            return Err(DeskError::Refused("the list is full".to_owned()));
        }
        if absence::add_waiting(&mut tx, table.row.id, (&name, &email, note)).await? {
            let told = format!("{name} has put himself on the waiting list");
            let key = format!("gm.join.{}", Timestamp::now().as_millisecond());
            self.tell_gm(&mut tx, (&table.row, table.span()), &key, ("somebody wants to play", &told))
                .await?;
            audit::note(&mut tx, None, "waits", Some(table.row.id), "by himself").await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        self.joining(token).await
    }

    async fn read_join_token(&self, token: &str) -> Result<Option<(String, String, String)>, DeskError> {
        let Some((words, given)) = token.rsplit_once('.') else { return Ok(None) };
        if !is_proof(self.secret().await?, "join", words, given) {
            return Ok(None);
        }
        let parts: Vec<&str> = words.split('.').collect();
        let [slug, name, email, until] = parts.as_slice() else { return Ok(None) };
        let text = |coded: &str| hex::decode(coded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let until = until.parse::<i64>().ok().filter(|until| *until > Timestamp::now().as_second());
        Ok(match (text(name), text(email), until) {
            (Some(name), Some(email), Some(_)) => Some(((*slug).to_owned(), name, email)),
            _ => None,
        })
    }
}

fn closed() -> DeskError {
    DeskError::Refused("the GM of this game keeps the waiting list himself".to_owned())
}
