//! Where an account is signed in, and ending it there.

use sha2::{Digest, Sha256};

use super::views::When;
use super::{AccountId, Desk, DeskError};
use crate::store::accounts;

/// A place where an account is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MySession {
    /// Names it on a page. The session's own id, which lets in, is never shown.
    pub name: String,
    /// What the browser said of itself; empty where it said nothing.
    pub browser: String,
    /// When somebody signed in there, if that was kept.
    pub since: Option<When>,
    /// When it ends if nothing more is done there.
    pub ends: When,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

impl Desk {
    /// Everywhere the account is signed in, the latest used first.
    ///
    /// Errors: the database.
    pub async fn my_sessions(&self, account: AccountId, this: &str) -> Result<Vec<MySession>, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = accounts::by_id(&mut db, account).await?.map_or_else(|| "UTC".to_owned(), |own| own.zone);
        drop(db);
        let rows = self.store.sessions().of_account(account).await?;
        let sessions = rows.into_iter().map(|row| MySession {
            name: public_name(&row.id),
            browser: row.browser.unwrap_or_default(),
            since: row.since.map(|since| When::new(since, &zone)),
            ends: When::new(row.expiry, &zone),
            is_this: row.id == this,
        });
        Ok(sessions.collect())
    }

    /// Ends one session of an account, by the name it has on the page. One that is over already is no error.
    ///
    /// Errors: the database.
    pub async fn end_session(&self, account: AccountId, name: &str) -> Result<(), DeskError> {
        let rows = self.store.sessions().of_account(account).await?;
        for row in rows.iter().filter(|row| public_name(&row.id) == name) {
            self.store.sessions().end(account, &row.id).await?;
        }
        Ok(())
    }
}

/// A session's id lets in whoever has it, so a page names it by a hash of it.
fn public_name(id: &str) -> String {
    hex::encode(&Sha256::digest(format!("session {id}").as_bytes())[..8])
}
