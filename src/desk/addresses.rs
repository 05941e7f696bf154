//! A player's further addresses: added on a page, shown to be read by a link that is mailed there, tried in their order
//! when letters to an earlier one come back.

use jiff::{Timestamp, ToSpan};

use super::follow::typed_address;
use super::letters::{self, Post};
use super::{AccountId, Desk, DeskError};
use crate::mail::return_path::{is_proof, proof};
use crate::store::{StoreError, accounts, addresses, audit};

pub use crate::store::addresses::Address;

/// Addresses an account may have.
const MOST: usize = 5;
/// How long a link to an address works.
const LINK_HOURS: i64 = 48;

/// Path of the page that a mailed link opens.
pub fn address_path(token: &str) -> String {
    format!("/address/{token}")
}

impl Desk {
    /// The addresses of an account in the order in which they are tried.
    pub async fn my_addresses(&self, account: AccountId) -> Result<Vec<Address>, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(addresses::of_account(&mut db, account).await?)
    }

    /// Adds an address and mails a link there. For an address that somebody else has the answer is the same, and
    /// nothing is mailed.
    ///
    /// Errors: refused when it is no address, or there are too many.
    pub async fn add_address(&self, account: AccountId, address: &str) -> Result<(), DeskError> {
        let address = typed_address(address)?;
        let mut tx = self.store.begin().await?;
        let all = addresses::of_account(&mut tx, account).await?;
        if all.iter().any(|one| one.address == address) {
            return Err(DeskError::Refused("you have that address already".to_owned()));
        }
        if all.len() >= MOST {
            return Err(DeskError::Refused(format!("{MOST} addresses are the most")));
        }
        let is_new = addresses::add(&mut tx, account, &address).await?;
        audit::note(&mut tx, Some(account), "address-added", None, "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        if is_new { self.mail_address_link(account, &address).await } else { Ok(()) }
    }

    /// Mails a link to one of the account's own addresses: it shows that mail there is read.
    pub async fn mail_address_link(&self, account: AccountId, address: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let all = addresses::of_account(&mut tx, account).await?;
        let own = all.iter().find(|one| one.address.eq_ignore_ascii_case(address.trim()));
        let own = own.ok_or_else(|| DeskError::NotFound("such address of yours".to_owned()))?;
        let name = accounts::by_id(&mut tx, account)
            .await?
            .ok_or_else(|| DeskError::NotFound("such account".to_owned()))?
            .name;
        let now = Timestamp::now();
        let words =
            format!("{}.{}.{}", account, hex::encode(&own.address), (now + LINK_HOURS.hours()).as_second());
        let token = format!("{words}.{}", proof(self.secret().await?, "address", &words));
        let link = self.settings.link(&address_path(&token));
        let letter = letters::address(&self.settings, &name, &link, LINK_HOURS)?;
        let post = Post {
            kind: "confirm",
            // Once an hour: pressing the button again writes no further letter.
            message_id: format!(
                "address.{}.{}@{}",
                proof(self.secret().await?, "address-letter", &own.address),
                now.as_second() / 3600,
                self.settings.mail_domain
            ),
            to: (name, own.address.clone()),
            game: None,
            side: None,
            answers: None,
        };
        letters::write(&self.settings, &mut tx, post, letter).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The address that a link is about, if it still works.
    pub async fn address_of_link(&self, token: &str) -> Result<Option<String>, DeskError> {
        Ok(self.read_address_token(token).await?.map(|(_, address)| address))
    }

    /// Notes that mail to the address of the link is read, so that letters go there again.
    pub async fn confirm_address(&self, token: &str) -> Result<Option<String>, DeskError> {
        let Some((account, address)) = self.read_address_token(token).await? else { return Ok(None) };
        let mut tx = self.store.begin().await?;
        let is_own = addresses::verify(&mut tx, account, &address, Timestamp::now()).await?;
        if is_own {
            audit::note(&mut tx, Some(account), "address-confirmed", None, "").await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(is_own.then_some(address))
    }

    /// Removes a further address.
    ///
    /// Errors: not found when the account has no such further address.
    pub async fn remove_address(&self, account: AccountId, address: &str) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        match addresses::remove(&mut db, account, address).await? {
            true => Ok(audit::note(&mut db, Some(account), "address-removed", None, "").await?),
            false => Err(DeskError::NotFound("such further address of yours".to_owned())),
        }
    }

    async fn read_address_token(&self, token: &str) -> Result<Option<(AccountId, String)>, DeskError> {
        let Some((words, given)) = token.rsplit_once('.') else { return Ok(None) };
        if !is_proof(self.secret().await?, "address", words, given) {
            return Ok(None);
        }
        let parts: Vec<&str> = words.split('.').collect();
        let [account, address, until] = parts.as_slice() else { return Ok(None) };
        let address = hex::decode(address).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let until = until.parse::<i64>().ok().filter(|until| *until > Timestamp::now().as_second());
        let account = account.parse().ok().map(AccountId);
        Ok(account.zip(address).filter(|_| until.is_some()))
    }
}
