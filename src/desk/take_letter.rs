//! Takes a letter: the raw bytes are stored, durably, before anyone says that they were accepted.
//!
//! A second copy of a letter to the same address is accepted and changes nothing.

use async_trait::async_trait;
use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::read_bounce::is_return_path;
use super::self_test::is_self_test;
use super::{Desk, DeskError};
use crate::crash;
use crate::mail::letter::{self, Postmark};
use crate::mail::smtp_in::{Envelope, Inbox, Verdict};
use crate::store::letters::{self, NewLetter};
use crate::store::{StoreError, games, jobs, outbox};

/// The kind of job that reads a letter; its subject is the letter's number.
pub const READ_LETTER: &str = "read-letter";

/// How long a letter may be looked at. Whatever takes longer is no letter: it is kept for the GM, and the thread
/// that looks at it is left to itself.
pub(super) const LONGEST_LOOK: std::time::Duration = std::time::Duration::from_secs(10);

/// What an address of ours stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Orders of the game with this short name.
    Orders(String),
    /// The operator.
    Postmaster,
    /// A return path; whether we made it is for its proof to say.
    Bounce,
    /// The daily letter from us to us; whether it is one is for its proof to say.
    SelfTest,
}

/// What became of a letter that was handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Stored under this number.
    Stored(i64),
    /// It was here before.
    Again,
    /// Nobody here has that address.
    NoSuchAddress,
}

/// Reads an address of ours; none when it is not in our domain or has no meaning here.
pub fn read_address(address: &str, own_domain: &str) -> Option<Address> {
    let address = address.trim().to_lowercase();
    let (local, domain) = match address.rsplit_once('@') {
        Some(parts) => parts,
        None if address == "postmaster" => return Some(Address::Postmaster),
        None => return None,
    };
    if domain != own_domain {
        return None;
    }
    match local {
        "postmaster" => Some(Address::Postmaster),
        _ if is_return_path(local) => Some(Address::Bounce),
        _ if is_self_test(local) => Some(Address::SelfTest),
        _ => local.strip_prefix("orders+").map(|slug| Address::Orders(slug.to_owned())),
    }
}

impl Desk {
    /// Stores one copy of a letter for one address, and asks for it to be read.
    ///
    /// Errors: only the database. The sender keeps the letter then, and tries again.
    pub async fn take_letter(&self, from: &str, to: &str, raw: &[u8]) -> Result<Taken, DeskError> {
        let received_at = Timestamp::now();
        let Some(address) = read_address(to, &self.settings.mail_domain) else {
            return Ok(Taken::NoSuchAddress);
        };
        let recipient = to.trim().to_lowercase();
        let identity = self.identity(from, &recipient, raw).await;
        let mut tx = self.store.begin().await?;
        let game = match &address {
            Address::Orders(slug) => match games::by_slug(&mut tx, slug).await? {
                Some(row) => Some(row.id),
                None => return Ok(Taken::NoSuchAddress),
            },
            Address::Postmaster => None,
            Address::SelfTest if self.self_test_of(&recipient).await?.is_some() => None,
            Address::SelfTest => return Ok(Taken::NoSuchAddress),
            Address::Bounce => match self.letter_of_return_path(&recipient).await? {
                Some(letter) => outbox::game_of(&mut tx, letter).await?,
                None => return Ok(Taken::NoSuchAddress),
            },
        };
        let new = NewLetter {
            identity: &identity,
            recipient: &recipient,
            envelope_from: from,
            raw,
            received_at,
            game,
        };
        let Some(id) = letters::add(&mut tx, &new).await? else { return Ok(Taken::Again) };
        jobs::ask(&mut tx, READ_LETTER, &id.to_string(), received_at).await?;
        crash::point("letter-storing");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("letter-stored");
        Ok(Taken::Stored(id))
    }

    /// What tells a letter apart. A letter that cannot even be looked at is told apart by its bytes.
    async fn identity(&self, from: &str, to: &str, raw: &[u8]) -> String {
        let (sender, recipient) = (from.to_owned(), to.to_owned());
        let (bytes, own_domain) = (raw.to_vec(), self.settings.mail_domain.clone());
        let look = tokio::task::spawn_blocking(move || {
            let postmark = Postmark { sender: &sender, recipient: &recipient, own_domain: &own_domain };
            letter::identity(&postmark, &bytes)
        });
        let looked = tokio::time::timeout(LONGEST_LOOK, look).await;
        looked.ok().and_then(Result::ok).unwrap_or_else(|| hex::encode(Sha256::digest(raw)))
    }

    async fn serves(&self, address: &str) -> Result<bool, DeskError> {
        match read_address(address, &self.settings.mail_domain) {
            Some(Address::Postmaster) => Ok(true),
            Some(Address::SelfTest) => Ok(self.self_test_of(address).await?.is_some()),
            Some(Address::Bounce) => Ok(self.letter_of_return_path(address).await?.is_some()),
            Some(Address::Orders(slug)) => {
                let mut db = self.store.reader().await?;
                Ok(games::by_slug(&mut db, &slug).await?.is_some())
            }
            None => Ok(false),
        }
    }
}

#[async_trait]
impl Inbox for Desk {
    async fn rcpt(&self, to: &str) -> Verdict {
        match self.serves(to).await {
            Ok(true) => Verdict::Accepted,
            Ok(false) => Verdict::Refused("nobody here has that address".to_owned()),
            Err(error) => not_now(&error),
        }
    }

    async fn deliver(&self, envelope: &Envelope, raw: &[u8]) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(envelope.to.len());
        for to in &envelope.to {
            verdicts.push(match self.take_letter(&envelope.from, to, raw).await {
                Ok(Taken::Stored(_) | Taken::Again) => Verdict::Accepted,
                Ok(Taken::NoSuchAddress) => Verdict::Refused("nobody here has that address".to_owned()),
                Err(error) => not_now(&error),
            });
        }
        crash::point("letter-answering");
        verdicts
    }
}

/// The reason goes to the log, not to the other side.
fn not_now(error: &DeskError) -> Verdict {
    tracing::error!(%error, "a letter could not be stored");
    Verdict::TryLater("the letter cannot be stored just now".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_addresses_mean_something() {
        let read = |address| read_address(address, "gm.example");
        assert_eq!(read("Orders+G7@GM.example"), Some(Address::Orders("g7".to_owned())));
        assert_eq!(read("postmaster"), Some(Address::Postmaster));
        assert_eq!(read("postmaster@gm.example"), Some(Address::Postmaster));
        for foreign in ["orders+g7@gm.example.org", "orders@gm.example", "anna@gm.example", "orders+g7", ""] {
            assert_eq!(read(foreign), None, "{foreign}");
        }
    }
}
