//! Orders by form, and what letters and forms have in common: a new version of the sheet and its answer.

use crate::store::PgConnection;
use jiff::{Timestamp, ToSpan};

use super::letters::{self, Acknowledged, Answered, Post};
use super::player::{sheet_view, takes_orders};
use super::views::{FormAnswer, When};
use super::{AccountId, Desk, DeskError, Table, own_seat};
use crate::postal::chronicle::SideId;
use crate::postal::reading::Reading;
use crate::store::games::{GameStatus, Seat};
use crate::store::sheets::{self, Origin, SheetRow};
use crate::store::{StoreError, outbox};

/// Longest text of a filled form, in bytes.
pub const LONGEST_FORM: usize = 200_000;

/// Words of a side, on their way into its sheet.
pub(super) struct Incoming<'a> {
    pub text: &'a str,
    pub letter: Option<i64>,
    pub account: Option<AccountId>,
    pub received_at: Timestamp,
    /// How a letter was read, for its writer.
    pub notes: &'a [String],
    /// The letter that is answered, and its subject.
    pub answers: Option<(Answered, String)>,
}

impl Desk {
    /// Takes a filled form as the new sheet of a side.
    ///
    /// Errors: not allowed when the side is somebody else's; refused when the text is too long.
    pub async fn take_form(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        filled: &[(String, String)],
    ) -> Result<FormAnswer, DeskError> {
        let length = filled.iter().map(|(name, words)| name.len() + words.len()).sum();
        // The database's texts hold no NUL.
        let filled: Vec<_> =
            filled.iter().map(|(name, words)| (name.clone(), words.replace('\0', ""))).collect();
        self.take_typed(account, slug, side, length, |table| {
            Ok(table.game.form_text(&table.world(), &filled)?)
        })
        .await
    }

    /// Takes words typed into one box, which read like a letter: what they do not name stays as it was.
    ///
    /// Errors: as [`Desk::take_form`].
    pub async fn take_words(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        words: &str,
    ) -> Result<FormAnswer, DeskError> {
        self.take_typed(account, slug, side, words.len(), |_| Ok(words.replace('\0', ""))).await
    }

    async fn take_typed(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        length: usize,
        text_for: impl FnOnce(&Table<'_>) -> Result<String, DeskError>,
    ) -> Result<FormAnswer, DeskError> {
        let received_at = Timestamp::now();
        if length > LONGEST_FORM {
            return Err(DeskError::Refused(format!("the orders are longer than {LONGEST_FORM} bytes")));
        }
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        if !takes_orders(&table.pentade, received_at) || table.row.status == GameStatus::Over {
            return Ok(FormAnswer::Late);
        }
        let text = text_for(&table)?;
        let incoming = Incoming {
            text: &text,
            letter: None,
            account: Some(account),
            received_at,
            notes: &[],
            answers: None,
        };
        let stored = self.store_sheet(&mut tx, &table, &seat, &incoming).await?;
        let zone = seat.player.as_ref().map_or("UTC", |player| player.zone.as_str());
        let view = sheet_view(&stored, zone);
        tx.commit().await.map_err(StoreError::from)?;
        Ok(FormAnswer::Taken(view))
    }

    /// Reads words into the sheet in force, keeps the new version and writes the acknowledgement.
    ///
    /// The caller holds the pentade's lock and has made sure that orders are taken.
    pub(super) async fn store_sheet(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
    ) -> Result<SheetRow, DeskError> {
        let former = sheets::in_force(db, table.pentade.id, &seat.side).await?.map(|row| row.sheet);
        let reading = table.game.read(&table.world(), &seat.side, incoming.text, former.as_ref())?;
        let origin = Origin {
            pentade: table.pentade.id,
            side: &seat.side,
            text: incoming.text,
            letter: incoming.letter,
            account: incoming.account,
            received_at: incoming.received_at,
        };
        let version = sheets::add(db, origin, &reading).await?;
        self.acknowledge(db, table, seat, incoming, (version, &reading)).await?;
        let stored = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        stored.ok_or_else(|| DeskError::NotFound(format!("sheet of {}", seat.side)))
    }

    async fn acknowledge(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
        (version, reading): (i32, &Reading),
    ) -> Result<(), DeskError> {
        let Some(player) = &seat.player else { return Ok(()) };
        if !self.may_answer(db, &player.email).await? {
            return Ok(());
        }
        let missing = table.game.missing(&table.world(), &seat.side, Some(&reading.sheet))?;
        let told = Acknowledged {
            slug: &table.row.slug,
            side: &seat.side,
            side_name: &seat.name,
            player: &player.name,
            span: table.span(),
            version,
            reading,
            notes: incoming.notes,
            missing: &missing,
            deadline: When::new(table.pentade.deadline, &player.zone),
            subject: incoming.answers.as_ref().map(|(_, subject)| subject.as_str()),
        };
        let words = letters::acknowledgement(&self.settings, &told)?;
        let (slug, year, side) = (&table.row.slug, table.pentade.first_year, &seat.side);
        let post = Post {
            kind: "acknowledgement",
            message_id: format!("{slug}.{year}.ack.{side}.{version}@{}", self.settings.mail_domain),
            to: (player.name.clone(), player.email.clone()),
            game: Some(&table.row),
            side: Some(&seat.side),
            answers: incoming.answers.as_ref().map(|(answered, _)| answered.clone()),
        };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }

    /// Whether an address may be answered once more: a backstop against machines that answer each other.
    pub(super) async fn may_answer(&self, db: &mut PgConnection, address: &str) -> Result<bool, DeskError> {
        let since = Timestamp::now() - 10.minutes();
        let count = outbox::acknowledged_since(db, address, since).await?;
        Ok(count < self.settings.acknowledgements_in_ten_minutes)
    }
}
