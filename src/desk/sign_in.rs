//! Signing in: by password, or by a link that is mailed and works once.
//!
//! Nothing here tells whether an address has an account.

use crate::store::PgConnection;
use jiff::{Timestamp, ToSpan};
use rand::Rng;
use sha2::{Digest, Sha256};

use super::account::{LONGEST_PASSWORD, verify};
use super::letters::{Post, write};
use super::{Account, AccountId, Desk, DeskError};
use crate::store::{StoreError, accounts, audit};

/// How long a link works, in minutes.
pub const LINK_MINUTES: i64 = 30;
/// Links an account may be mailed in ten minutes.
const LINKS_IN_TEN_MINUTES: i64 = 3;

/// A hash no password belongs to: an unknown address costs the same time as a known one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Path of the page that a link opens. It shows a button; only pressing it signs in.
pub fn link_path(token: &str) -> String {
    format!("/sign-in/link/{token}")
}

impl Desk {
    /// The account of this address and password.
    pub async fn sign_in(&self, email: &str, password: &str) -> Result<Option<Account>, DeskError> {
        if password.len() > LONGEST_PASSWORD {
            return Ok(None);
        }
        let mut db = self.store.reader().await?;
        let account = accounts::by_email(&mut db, email.trim()).await?;
        drop(db);
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        let is_known = hash.is_some();
        let is_right = verify(password.to_owned(), hash.unwrap_or_else(|| NOBODY.to_owned())).await;
        let account = account.filter(|_| is_known && is_right);
        if let Some(account) = &account {
            let mut db = self.store.reader().await?;
            audit::note(&mut db, Some(account.id), "sign-in", None, "by password").await?;
        }
        Ok(account)
    }

    /// Mails a link, if the address has an account and has not asked too often. Says nothing either way.
    pub async fn ask_link(&self, email: &str) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let now = Timestamp::now();
        let Some(account) = accounts::by_email(&mut tx, email.trim()).await? else { return Ok(()) };
        if accounts::links_since(&mut tx, account.id, now - 10.minutes()).await? >= LINKS_IN_TEN_MINUTES {
            return Ok(());
        }
        let token = self.add_link(&mut tx, account.id, now).await?;
        let letter =
            super::letters::link(&self.settings, &self.settings.link(&link_path(&token)), LINK_MINUTES)?;
        let post = Post {
            kind: "link",
            message_id: format!(
                "link.{}@{}",
                hex::encode(&token_hash(&token)[..12]),
                self.settings.mail_domain
            ),
            to: (account.name.clone(), account.email.clone()),
            game: None,
            side: None,
            answers: None,
        };
        write(&self.settings, &mut tx, post, letter).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// A new link for an account, as a whole address, without mailing it: for the command line.
    pub async fn new_link(&self, email: &str) -> Result<Option<String>, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some(account) = accounts::by_email(&mut tx, email.trim()).await? else { return Ok(None) };
        let token = self.add_link(&mut tx, account.id, Timestamp::now()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(Some(self.settings.link(&link_path(&token))))
    }

    async fn add_link(
        &self,
        db: &mut PgConnection,
        account: AccountId,
        now: Timestamp,
    ) -> Result<String, DeskError> {
        let mut secret = [0_u8; 32];
        rand::rng().fill_bytes(&mut secret);
        let token = hex::encode(secret);
        accounts::add_link(db, &token_hash(&token), account, now + LINK_MINUTES.minutes()).await?;
        Ok(token)
    }

    /// Whether a link still works: for the page that shows the button.
    pub async fn link_is_good(&self, token: &str) -> Result<bool, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(accounts::link_account(&mut db, &token_hash(token), Timestamp::now()).await?.is_some())
    }

    /// Uses a link up. Of two attempts only one signs in.
    pub async fn use_link(&self, token: &str) -> Result<Option<Account>, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some(id) = accounts::use_link(&mut tx, &token_hash(token), Timestamp::now()).await? else {
            return Ok(None);
        };
        let account = accounts::by_id(&mut tx, id).await?;
        audit::note(&mut tx, Some(id), "sign-in", None, "by link").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(account)
    }

    /// The account of an address: for the command line, whose user owns the database.
    pub async fn account_of(&self, email: &str) -> Result<Option<Account>, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(accounts::by_email(&mut db, email.trim()).await?)
    }

    /// The account with this id: for sessions.
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(accounts::by_id(&mut db, id).await?)
    }
}

/// What is kept of a token: who reads the database cannot sign in with it.
fn token_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
