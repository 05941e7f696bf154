//! Takes a letter: the raw bytes are stored, durably, before anyone says that they were accepted.
//!
//! A second copy of a letter to the same address is accepted and changes nothing.

use async_trait::async_trait;
use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::invitations::invitation_of;
use super::read_bounce::is_return_path;
use super::self_test::is_self_test;
use super::{Desk, DeskError};
use crate::crash;
use crate::mail::envelope::Origin;
use crate::mail::letter::{self, Postmark};
use crate::mail::smtp_in::{Envelope, Inbox, Verdict};
use crate::settings::Settings;
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
    /// Orders of the game with this short name; with the token of a player's own address.
    Orders {
        /// The game.
        slug: String,
        /// What stands behind the dot.
        token: Option<String>,
    },
    /// The word for a held letter, with its secret.
    Confirm(String),
    /// The answer to an invitation, with its secret.
    Invitation(String),
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
pub fn read_address(address: &str, settings: &Settings) -> Option<Address> {
    let address = settings.inward(address);
    let (local, domain) = match address.rsplit_once('@') {
        Some(parts) => parts,
        None if address == "postmaster" => return Some(Address::Postmaster),
        None => return None,
    };
    if domain != settings.mail_domain {
        return None;
    }
    if local == "postmaster" {
        return Some(Address::Postmaster);
    }
    if is_return_path(local) {
        return Some(Address::Bounce);
    }
    if is_self_test(local) {
        return Some(Address::SelfTest);
    }
    let (mailbox, rest) = local.split_once('+')?;
    if mailbox != settings.mail_in.mailbox {
        return None;
    }
    if let Some(token) = rest.strip_prefix("confirm-") {
        return Some(Address::Confirm(token.to_owned()));
    }
    if let Some(token) = rest.strip_prefix("invite-") {
        return Some(Address::Invitation(token.to_owned()));
    }
    Some(match rest.split_once('.') {
        Some((slug, token)) => Address::Orders { slug: slug.to_owned(), token: Some(token.to_owned()) },
        None => Address::Orders { slug: rest.to_owned(), token: None },
    })
}

impl Desk {
    /// Stores one copy of a letter for one address, and asks for it to be read.
    ///
    /// Errors: only the database. The sender keeps the letter then, and tries again.
    pub async fn take_letter(&self, from: &str, to: &str, raw: &[u8]) -> Result<Taken, DeskError> {
        self.take_letter_by(&Origin::default(), from, to, raw).await
    }

    /// The same, with the door by which it came.
    ///
    /// Errors: as [`Desk::take_letter`].
    pub async fn take_letter_by(
        &self,
        origin: &Origin,
        from: &str,
        to: &str,
        raw: &[u8],
    ) -> Result<Taken, DeskError> {
        let received_at = Timestamp::now();
        let Some(address) = read_address(to, &self.settings) else {
            return Ok(Taken::NoSuchAddress);
        };
        let addressed_to = to.trim().to_lowercase();
        // Two copies, one to the game's address and one to the player's own, are one letter.
        let recipient = match &address {
            Address::Orders { slug, .. } => self.settings.orders_address(slug),
            _ => self.settings.inward(to),
        };
        let identity = self.identity(from, &recipient, raw).await;
        let mut tx = self.store.begin().await?;
        let game = match &address {
            Address::Orders { slug, .. } => match games::by_slug(&mut tx, slug).await? {
                Some(row) => Some(row.id),
                None => return Ok(Taken::NoSuchAddress),
            },
            Address::Confirm(_) | Address::Postmaster => None,
            Address::Invitation(token) => match invitation_of(&mut tx, token).await? {
                Some(invitation) => Some(invitation.game),
                None => return Ok(Taken::NoSuchAddress),
            },
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
            way: origin.way.as_str(),
            peer: origin.peer.map(|peer| peer.to_string()),
            greeting: &origin.greeting,
            addressed_to: &addressed_to,
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
        let (head, own_domain) = (letter::head_of(raw).into_owned(), self.settings.mail_domain.clone());
        let look = tokio::task::spawn_blocking(move || {
            let postmark = Postmark { sender: &sender, recipient: &recipient, own_domain: &own_domain };
            letter::identity_by_head(&postmark, &head)
        });
        let looked = tokio::time::timeout(LONGEST_LOOK, look).await;
        match looked.ok().and_then(Result::ok) {
            Some(begun) => begun.finish(raw),
            None => hex::encode(Sha256::digest(raw)),
        }
    }

    async fn serves(&self, address: &str) -> Result<bool, DeskError> {
        let address = &self.settings.inward(address);
        match read_address(address, &self.settings) {
            Some(Address::Postmaster | Address::Confirm(_)) => Ok(true),
            Some(Address::Invitation(token)) => {
                let mut db = self.store.reader().await?;
                Ok(invitation_of(&mut db, &token).await?.is_some())
            }
            Some(Address::SelfTest) => Ok(self.self_test_of(address).await?.is_some()),
            Some(Address::Bounce) => Ok(self.letter_of_return_path(address).await?.is_some()),
            Some(Address::Orders { slug, .. }) => {
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
            verdicts.push(match self.take_letter_by(&envelope.origin, &envelope.from, to, raw).await {
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
    fn where_the_mailbox_has_another_name_all_our_addresses_begin_with_it() {
        let text = "[mail_in]\ndomain = \"example.org\"\nmailbox = \"you\"\n";
        let settings =
            Settings::parse("server.toml", text, &std::collections::BTreeMap::new()).expect("lawful");
        let outward = settings.outward("bounce+42.0af@example.org");
        assert_eq!(outward, "you+bounce-42.0af@example.org");
        assert_eq!(settings.inward(&outward.to_uppercase()), "bounce+42.0af@example.org");
        assert_eq!(read_address(&outward, &settings), Some(Address::Bounce));
        assert_eq!(
            read_address(&settings.outward("selftest+1.0af@example.org"), &settings),
            Some(Address::SelfTest)
        );
        for other in ["you+g8@example.org", "you+g8.0af@example.org", "you+confirm-0af@example.org"] {
            assert_eq!(settings.inward(other), other);
        }
    }

    #[test]
    fn only_our_own_addresses_mean_something() {
        let settings =
            Settings::parse("", "", &std::collections::BTreeMap::new()).expect("the defaults are lawful");
        let read = |address| read_address(address, &settings);
        let orders = |token: Option<&str>| {
            Some(Address::Orders { slug: "g7".to_owned(), token: token.map(str::to_owned) })
        };
        assert_eq!(read("Orders+G7@GM.example"), orders(None));
        assert_eq!(read("orders+g7.0aF@gm.example"), orders(Some("0af")));
        assert_eq!(read("orders+confirm-0af@gm.example"), Some(Address::Confirm("0af".to_owned())));
        assert_eq!(read("orders+invite-0aF@gm.example"), Some(Address::Invitation("0af".to_owned())));
        assert_eq!(read("postmaster"), Some(Address::Postmaster));
        assert_eq!(read("postmaster@gm.example"), Some(Address::Postmaster));
        assert_eq!(read("bounce+1.0af@gm.example"), Some(Address::Bounce));
        assert_eq!(read("orders+bounce-1.0af@gm.example"), Some(Address::Bounce));
        assert_eq!(read("ORDERS+Selftest-1.0af@gm.example"), Some(Address::SelfTest));
        for foreign in ["orders+g7@gm.example.org", "orders@gm.example", "anna@gm.example", "orders+g7", ""] {
            assert_eq!(read(foreign), None, "{foreign}");
        }
    }
}
