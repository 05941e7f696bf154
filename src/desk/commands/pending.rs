//! What is done only once its writer has confirmed it: by a second letter, or by a button.

use jiff::{Timestamp, ToSpan};
use rand::Rng;
use sha2::{Digest, Sha256};

use super::messages::NewMessage;
use super::{Actor, Answer};
use crate::desk::{AccountId, Desk, DeskError, Table, find_game, own_seat, paths};
use crate::postal::commands::{CODE_LENGTH, Kind};
use crate::store::games::Seat;
use crate::store::wishes::{self, Pending};
use crate::store::{PgConnection, StoreError};

/// Days for which a code can be used.
const DAYS: i64 = 7;

/// Letters of a code: none that looks like another.
const ALPHABET: [char; 32] = [
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'm', 'n', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x',
    'y', 'z', '2', '3', '4', '5', '6', '7', '8', '9', '0',
];

/// The page with the button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingPage {
    /// Title of the game.
    pub title: String,
    /// Name of the side.
    pub side_name: String,
    /// Whether the seat would be given up.
    pub resigns: bool,
    /// The words that would be sent, and to whom.
    pub message: Option<(String, String)>,
}

impl Desk {
    /// Keeps something to be confirmed and returns its code.
    pub(super) async fn keep_pending(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        account: AccountId,
        pending: &Pending,
    ) -> Result<String, DeskError> {
        let mut random = [0_u8; CODE_LENGTH];
        rand::rng().fill_bytes(&mut random);
        let code: String = random.iter().map(|byte| ALPHABET[usize::from(byte % 32)]).collect();
        let until = Timestamp::now() + (DAYS * 24).hours();
        wishes::add_pending(db, &hash(&code), table.row.id, account, pending, until).await?;
        Ok(code)
    }

    pub(super) fn how_to_confirm(&self, table: &Table<'_>, seat: &Seat, code: &str) -> String {
        let link = self.settings.link(&paths::confirm(&table.row.slug, &seat.side, code));
        format!(
            "If you mean it, send a letter with the line \"{} {code}\" within {DAYS} days, or press the button at {link} \
             If not, do nothing.",
            self.settings.command_words.name(Kind::Confirm)
        )
    }

    pub(super) async fn confirm_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        code: &str,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let words = self.carry_out_pending(db, table, (seat, actor), code).await?;
        answer.paragraph(words);
        Ok(())
    }

    async fn carry_out_pending(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        code: &str,
    ) -> Result<String, DeskError> {
        let now = Timestamp::now();
        let found = wishes::use_pending(db, &hash(code), table.row.id, actor.account, now).await?;
        let Some(found) = found.filter(|found| found.side == seat.side) else { return Err(no_code()) };
        if found.action == "resign" {
            self.vacate(db, table, (seat, actor)).await?;
            return Ok(format!(
                "{} is no longer yours. The GM has been told. Thank you for playing.",
                seat.name
            ));
        }
        let sent = self.send_message(db, table, (seat, actor), &message_of(&found)?).await?;
        Ok(format!("Sent to {}, without a name.", sent.to.join(", ")))
    }

    /// What a code would do.
    ///
    /// Errors: not found when it does nothing for this account, or nothing any more.
    pub async fn pending_page(
        &self,
        account: AccountId,
        slug: &str,
        side: &crate::postal::chronicle::SideId,
        code: &str,
    ) -> Result<PendingPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        let seat = own_seat(&mut db, &row, side, account).await?;
        let found = wishes::pending(&mut db, &hash(code), row.id, account, Timestamp::now()).await?;
        let found = found.filter(|found| found.side == *side).ok_or_else(no_code)?;
        let resigns = found.action == "resign";
        let message = if resigns { None } else { Some(message_of(&found)?) };
        let seats = crate::store::games::seats(&mut db, row.id).await?;
        let to = |message: &NewMessage| {
            if message.to.everybody {
                return "all".to_owned();
            }
            let named = seats.iter().filter(|seat| message.to.sides.contains(&seat.side));
            let gm = message.to.gm.then(|| "the GM".to_owned());
            named.map(|seat| seat.name.clone()).chain(gm).collect::<Vec<_>>().join(", ")
        };
        Ok(PendingPage {
            title: row.title,
            side_name: seat.name,
            resigns,
            message: message.map(|message| (to(&message), message.text)),
        })
    }

    /// Does what waits under a code, and says what was done.
    ///
    /// Errors: as [`Desk::pending_page`].
    pub async fn confirm(
        &self,
        account: AccountId,
        slug: &str,
        side: &crate::postal::chronicle::SideId,
        code: &str,
    ) -> Result<String, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        let actor = Actor::of(&seat, |one| one.account == account).ok_or_else(no_code)?;
        let done = self.carry_out_pending(&mut tx, &table, (&seat, &actor), code).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(done)
    }
}

fn message_of(pending: &Pending) -> Result<NewMessage, DeskError> {
    let read = serde_json::from_str(&pending.detail);
    Ok(read.map_err(|error| StoreError::Unreadable { what: "message", reason: error.to_string() })?)
}

fn no_code() -> DeskError {
    DeskError::NotFound("such code, or it was used or is too old".to_owned())
}

/// What is kept of a code, whatever its case.
fn hash(code: &str) -> [u8; 32] {
    Sha256::digest(code.to_lowercase().as_bytes()).into()
}
