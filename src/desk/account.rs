//! What a person sets for themselves.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use jiff::tz::TimeZone;

use super::called::typed_name;
use super::{AccountId, Desk, DeskError};
use crate::store::{accounts, audit};

/// Fewest characters of a password.
pub const SHORTEST_PASSWORD: usize = 10;
/// Most bytes of a password: longer ones only cost time.
pub const LONGEST_PASSWORD: usize = 500;

impl Desk {
    /// Sets a password. `former` is the password until now; one must be given if one is set.
    ///
    /// Errors: refused when the former one is wrong, or the new one too short or too long.
    pub async fn set_password(
        &self,
        account: AccountId,
        former: Option<&str>,
        new: &str,
    ) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        let row = accounts::by_id(&mut db, account).await?;
        let row = row.ok_or_else(|| DeskError::NotFound("account".to_owned()))?;
        drop(db);
        if let Some(hash) = row.password_hash
            && !verify(former.unwrap_or("").to_owned(), hash).await
        {
            return Err(DeskError::Refused("the former password is not right".to_owned()));
        }
        self.replace_password(account, new).await
    }

    /// Sets a password without the former one: for somebody who has just shown to read the account's letters.
    ///
    /// Errors: refused when it is too short or too long.
    pub async fn replace_password(&self, account: AccountId, new: &str) -> Result<(), DeskError> {
        if new.chars().count() < SHORTEST_PASSWORD {
            return Err(DeskError::Refused(format!(
                "a password needs at least {SHORTEST_PASSWORD} characters; a few words are best"
            )));
        }
        if new.len() > LONGEST_PASSWORD {
            return Err(DeskError::Refused("that password is too long".to_owned()));
        }
        let hash = hash(new.to_owned()).await?;
        let mut tx = self.store.begin().await?;
        accounts::set_password_hash(&mut tx, account, &hash).await?;
        audit::note(&mut tx, Some(account), "set-password", None, "").await?;
        tx.commit().await.map_err(crate::store::StoreError::from)?;
        Ok(())
    }

    /// Sets the time zone, by its IANA name.
    ///
    /// Errors: refused when there is no such zone.
    pub async fn set_zone(&self, account: AccountId, zone: &str) -> Result<(), DeskError> {
        if TimeZone::get(zone).is_err() {
            return Err(DeskError::Refused(format!(
                "there is no time zone {zone:?}; they are named like Europe/Vienna"
            )));
        }
        let mut db = self.store.reader().await?;
        accounts::set_zone(&mut db, account, zone).await?;
        Ok(audit::note(&mut db, Some(account), "set-zone", None, zone).await?)
    }

    /// Sets whether letters are plain text alone, or come with HTML and the map.
    pub async fn set_plain_letters(&self, account: AccountId, plain_letters: bool) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        accounts::set_plain_letters(&mut db, account, plain_letters).await?;
        let detail = if plain_letters { "plain text alone" } else { "with HTML and the map" };
        Ok(audit::note(&mut db, Some(account), "set-letters", None, detail).await?)
    }

    /// Sets the name others see.
    ///
    /// Errors: refused as for [`typed_name`], or when it looks like the name of another who shares a game with the account.
    pub async fn set_name(&self, account: AccountId, name: &str) -> Result<(), DeskError> {
        let name = &typed_name(name)?;
        let mut db = self.store.reader().await?;
        self.check_name(&mut db, account, name).await?;
        accounts::set_name(&mut db, account, name).await?;
        Ok(audit::note(&mut db, Some(account), "set-name", None, "").await?)
    }
}

/// The hash of a password, with a salt of its own. Takes tens of milliseconds, on a thread of its own.
async fn hash(password: String) -> Result<String, DeskError> {
    let made = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    match made.await {
        Ok(Ok(hash)) => Ok(hash),
        Ok(Err(error)) => Err(DeskError::Refused(format!("the password cannot be kept: {error}"))),
        Err(error) => Err(DeskError::Refused(format!("the password cannot be kept: {error}"))),
    }
}

/// Whether a password belongs to a hash.
pub(super) async fn verify(password: String, hash: String) -> bool {
    let checked = tokio::task::spawn_blocking(move || {
        PasswordHash::new(&hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    });
    checked.await.unwrap_or(false)
}
