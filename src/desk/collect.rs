//! Letters fetched from a mailbox: they go to whom their own head names.

use async_trait::async_trait;

use super::take_letter::{Taken, read_address};
use super::{Desk, DeskError};
use crate::mail::collect::{Collector, Fault};
use crate::mail::envelope::{Origin, Way};
use crate::mail::letter;
use crate::store::mailboxes;

#[async_trait]
impl Collector for Desk {
    async fn place(&self, mailbox: &str) -> Result<Option<(u32, u32)>, Fault> {
        let mut db = self.store.reader().await.map_err(|error| fault(&error.into()))?;
        mailboxes::place(&mut db, mailbox).await.map_err(|error| fault(&error.into()))
    }

    async fn keep_place(&self, mailbox: &str, place: (u32, u32)) -> Result<(), Fault> {
        let mut db = self.store.reader().await.map_err(|error| fault(&error.into()))?;
        mailboxes::keep_place(&mut db, mailbox, place).await.map_err(|error| fault(&error.into()))
    }

    async fn take(&self, raw: &[u8]) -> Result<(), Fault> {
        self.take_fetched(raw).await.map_err(|error| fault(&error))
    }
}

impl Desk {
    /// Stores a letter for every address of ours that it names; for the postmaster when it names none that is
    /// served, so that no letter is lost.
    async fn take_fetched(&self, raw: &[u8]) -> Result<(), DeskError> {
        let (from, named) = letter::envelope_by_head(raw);
        let origin = Origin::by(Way::Imap);
        let mut is_stored = false;
        for to in named.iter().filter(|to| read_address(to, &self.settings).is_some()) {
            is_stored |= self.take_letter_by(&origin, &from, to, raw).await? != Taken::NoSuchAddress;
        }
        if !is_stored {
            let postmaster = format!("postmaster@{}", self.settings.mail_domain);
            self.take_letter_by(&origin, &from, &postmaster, raw).await?;
        }
        Ok(())
    }
}

fn fault(error: &DeskError) -> Fault {
    Fault(error.to_string())
}
