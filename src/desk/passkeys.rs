//! Passkeys: a person signs in by a key that his own device holds, and that it uses for this site alone.
//!
//! What is asked of the device, and how it is to be checked, stays with us between question and answer; each question is
//! answered once.

use serde_json::{Value, json};
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Url, Webauthn, WebauthnBuilder,
};

use super::called::typed_name;
use super::views::When;
use super::{Account, AccountId, Desk, DeskError};
use crate::store::{StoreError, accounts, audit, passkeys};

/// The most that one account may have.
const MOST: usize = 20;

/// A question for a device, and what its answer is checked against.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    /// What the browser is given.
    pub asked: Value,
    /// What is kept here meanwhile.
    pub kept: Value,
}

/// A passkey as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyPasskey {
    /// Its id, in hexadecimal.
    pub id: String,
    /// What he calls it.
    pub name: String,
    /// When it was added.
    pub made_at: When,
    /// When he signed in by it last.
    pub used_at: Option<When>,
}

impl Desk {
    /// Whether passkeys can be had: browsers know none for a site that is reached by number.
    pub fn knows_passkeys(&self) -> bool {
        self.webauthn().is_some()
    }

    fn webauthn(&self) -> Option<Webauthn> {
        let origin = Url::parse(&self.settings.link("/")).ok()?;
        let host = origin.domain()?;
        WebauthnBuilder::new(host, &origin).ok()?.rp_name("Pentade").build().ok()
    }

    fn must_know_passkeys(&self) -> Result<Webauthn, DeskError> {
        let none = "passkeys need a site that is reached by a name over HTTPS, and this one is not";
        self.webauthn().ok_or_else(|| DeskError::Refused(none.to_owned()))
    }

    /// The passkeys of an account, the oldest first.
    pub async fn my_passkeys(&self, account: AccountId) -> Result<Vec<MyPasskey>, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = accounts::by_id(&mut db, account).await?.map_or_else(|| "UTC".to_owned(), |own| own.zone);
        let rows = passkeys::of_account(&mut db, account).await?;
        let view = |row: passkeys::PasskeyRow| MyPasskey {
            id: hex::encode(&row.id),
            name: row.name,
            made_at: When::new(row.made_at, &zone),
            used_at: row.used_at.map(|at| When::new(at, &zone)),
        };
        Ok(rows.into_iter().map(view).collect())
    }

    /// Asks a device for a new passkey of an account; one that has a passkey of it already makes no second.
    ///
    /// Errors: refused where passkeys cannot be had, or when the account has too many.
    pub async fn ask_for_passkey(&self, account: &Account) -> Result<Challenge, DeskError> {
        let webauthn = self.must_know_passkeys()?;
        let mut db = self.store.reader().await?;
        let rows = passkeys::of_account(&mut db, account.id).await?;
        if rows.len() >= MOST {
            return Err(DeskError::Refused(format!("{MOST} passkeys are the most: remove one first")));
        }
        let known = rows.into_iter().map(|row| CredentialID::from(row.id)).collect();
        let (asked, kept) = webauthn
            .start_passkey_registration(account.id.0, &account.email, &account.name, Some(known))
            .map_err(unfit)?;
        let mut asked = value_of(&asked)?;
        // The device has to find it by itself, since nobody is asked for his address when he signs in.
        asked["publicKey"]["authenticatorSelection"]["residentKey"] = json!("required");
        asked["publicKey"]["authenticatorSelection"]["requireResidentKey"] = json!(true);
        Ok(Challenge { asked, kept: value_of(&kept)? })
    }

    /// Keeps the passkey that a device has made.
    ///
    /// Errors: refused when it does not answer what was asked, has no name, or is known already.
    pub async fn add_passkey(
        &self,
        account: AccountId,
        name: &str,
        (answer, kept): (Value, Value),
    ) -> Result<(), DeskError> {
        let name = typed_name(name)?;
        let kept: PasskeyRegistration = serde_json::from_value(kept).map_err(unread)?;
        let answer: RegisterPublicKeyCredential = serde_json::from_value(answer).map_err(unread)?;
        let passkey =
            self.must_know_passkeys()?.finish_passkey_registration(&answer, &kept).map_err(unfit)?;
        let mut tx = self.store.begin().await?;
        if !passkeys::add(&mut tx, account, (passkey.cred_id(), &name), &value_of(&passkey)?).await? {
            return Err(DeskError::Refused("this passkey is known already".to_owned()));
        }
        audit::note(&mut tx, Some(account), "passkey-added", None, "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Takes a passkey away. One that is gone already is no error.
    pub async fn remove_passkey(&self, account: AccountId, id: &str) -> Result<(), DeskError> {
        let id = hex::decode(id).map_err(|_| DeskError::NotFound("such passkey".to_owned()))?;
        let mut tx = self.store.begin().await?;
        if passkeys::remove(&mut tx, account, &id).await? {
            audit::note(&mut tx, Some(account), "passkey-removed", None, "").await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Asks whatever device there is for a passkey of this site.
    ///
    /// Errors: refused where passkeys cannot be had.
    pub fn ask_by_passkey(&self) -> Result<Challenge, DeskError> {
        let (asked, kept) = self.must_know_passkeys()?.start_discoverable_authentication().map_err(unfit)?;
        Ok(Challenge { asked: json!({ "publicKey": asked.public_key }), kept: value_of(&kept)? })
    }

    /// The account whose passkey has answered what was asked; none for one that is not known here, or does not fit.
    ///
    /// Errors: refused when the answer cannot be read.
    pub async fn sign_in_by_passkey(
        &self,
        (answer, kept): (Value, Value),
    ) -> Result<Option<Account>, DeskError> {
        let webauthn = self.must_know_passkeys()?;
        let kept: DiscoverableAuthentication = serde_json::from_value(kept).map_err(unread)?;
        let answer: PublicKeyCredential = serde_json::from_value(answer).map_err(unread)?;
        let Ok((account, id)) = webauthn.identify_discoverable_authentication(&answer) else {
            return Ok(None);
        };
        let account = AccountId(account);
        let mut tx = self.store.begin().await?;
        let Some(credential) = passkeys::locked(&mut tx, account, id).await? else { return Ok(None) };
        let mut passkey: Passkey = serde_json::from_value(credential)
            .map_err(|error| StoreError::Unreadable { what: "passkey", reason: error.to_string() })?;
        let checked =
            webauthn.finish_discoverable_authentication_v2(&answer, kept, DiscoverableKey::from(&passkey));
        let result = match checked {
            Ok(result) => result,
            Err(error) => {
                tracing::warn!(%error, "a passkey does not fit");
                return Ok(None);
            }
        };
        passkey.update_credential(&result);
        passkeys::used(&mut tx, id, &value_of(&passkey)?).await?;
        let known = accounts::by_id(&mut tx, account).await?;
        audit::note(&mut tx, Some(account), "sign-in", None, "by passkey").await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(known)
    }
}

fn value_of(what: &impl serde::Serialize) -> Result<Value, StoreError> {
    serde_json::to_value(what)
        .map_err(|error| StoreError::Unreadable { what: "passkey", reason: error.to_string() })
}

fn unread(error: serde_json::Error) -> DeskError {
    DeskError::Refused(format!("this is no answer of a device: {error}"))
}

fn unfit(error: webauthn_rs::prelude::WebauthnError) -> DeskError {
    DeskError::Refused(format!("the device\u{2019}s answer does not fit: {error}"))
}
