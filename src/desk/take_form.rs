//! Orders by form, and what letters and forms have in common: a new version of the sheet and its answer.

use crate::store::PgConnection;
use jiff::Timestamp;

use super::changes::changes;
use super::early::next_span;
use super::foresee::foresee;
use super::letters::{self, Acknowledged, Answered, Post};
use super::player::{asked_of, sheet_view};
use super::views::{Checked, FormAnswer, When};
use super::{AccountId, Desk, DeskError, Table, own_seat, sealing};
use crate::postal::chronicle::SideId;
use crate::postal::reading::{Reading, Sheet};
use crate::store::games::{Seat, SeatPlayer};
use crate::store::sheets::{self, Origin, SheetRow, SheetSource};
use crate::store::{StoreError, audit, calendars};

/// Longest text of a filled form, in bytes.
pub const LONGEST_FORM: usize = 200_000;

/// Words of a side, on their way into its sheet.
pub(super) struct Incoming<'a> {
    pub text: &'a str,
    pub letter: Option<i64>,
    pub account: Option<AccountId>,
    pub source: SheetSource,
    pub received_at: Timestamp,
    /// How a letter was read, for its writer.
    pub notes: &'a [String],
    /// The letter that is answered, and its subject.
    pub answers: Option<(Answered, String)>,
}

/// A version on its way into the book.
#[derive(Clone, Copy)]
struct Kept<'a> {
    reading: &'a Reading,
    /// The version that it brings back.
    restores: Option<i32>,
    /// What the same text orders for the next pentade.
    early: Option<&'a Reading>,
}

/// Typed orders as they were read.
pub(super) struct ReadTyped<'a> {
    pub table: Table<'a>,
    pub text: String,
    pub reading: Reading,
    /// The sheet in force.
    pub former: Option<Sheet>,
}

/// Orders as a player typed them on a page.
#[derive(Debug, Clone, Copy)]
pub enum Typed<'a> {
    /// The order form: field names and words. It replaces the whole sheet.
    Form(&'a [(String, String)]),
    /// One box, which reads like a letter.
    Words(&'a str),
}

impl Typed<'_> {
    fn check_length(self) -> Result<(), DeskError> {
        let length = match self {
            Self::Form(filled) => filled.iter().map(|(name, words)| name.len() + words.len()).sum(),
            Self::Words(words) => words.len(),
        };
        if length > LONGEST_FORM {
            return Err(DeskError::Refused(format!("the orders are longer than {LONGEST_FORM} bytes")));
        }
        Ok(())
    }

    /// One text of it. The database's texts hold no NUL.
    fn text(self, table: &Table<'_>) -> Result<String, DeskError> {
        match self {
            Self::Form(filled) => {
                let filled: Vec<_> =
                    filled.iter().map(|(name, words)| (name.clone(), words.replace('\0', ""))).collect();
                Ok(table.game.form_text(&table.world(), &filled)?)
            }
            Self::Words(words) => Ok(words.replace('\0', "")),
        }
    }
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
        self.take_typed(account, slug, side, Typed::Form(filled)).await
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
        self.take_typed(account, slug, side, Typed::Words(words)).await
    }

    /// What typed orders would come to, without keeping anything.
    ///
    /// Errors: as [`Desk::take_form`].
    pub async fn check_orders(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        typed: Typed<'_>,
    ) -> Result<Checked, DeskError> {
        let mut db = self.store.reader().await?;
        let ReadTyped { table, text, reading, former } =
            self.read_typed(&mut db, account, (slug, side), typed).await?;
        let world = table.world();
        let before = former.as_ref().map_or("", |sheet| sheet.words.as_str());
        Ok(Checked {
            changes: changes(before, &reading.sheet.words),
            missing: table.game.missing(&world, side, Some(&reading.sheet))?,
            forecast: foresee(&table, side, Some(&reading.sheet))?,
            form: table.game.form(&world, side, Some(&reading.sheet))?,
            text,
            words: reading.sheet.words,
            complaints: reading.complaints,
            orders_read: reading.orders_read,
        })
    }

    /// Reads typed orders into the sheet in force without keeping anything.
    ///
    /// Errors: as [`Desk::take_form`].
    pub(super) async fn read_typed(
        &self,
        db: &mut PgConnection,
        account: AccountId,
        (slug, side): (&str, &SideId),
        typed: Typed<'_>,
    ) -> Result<ReadTyped<'_>, DeskError> {
        typed.check_length()?;
        let table = self.table(db, slug).await?;
        own_seat(db, &table.row, side, account).await?;
        let text = typed.text(&table)?;
        let former = sheets::in_force(db, table.pentade.id, side).await?.map(|row| row.sheet);
        let reading = table.game.read(&table.world(), side, &text, former.as_ref())?;
        Ok(ReadTyped { table, text, reading, former })
    }

    async fn take_typed(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        typed: Typed<'_>,
    ) -> Result<FormAnswer, DeskError> {
        let received_at = Timestamp::now();
        typed.check_length()?;
        // Letters that came before count before.
        self.read_waiting(slug, received_at).await?;
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        let text = typed.text(&table)?;
        let incoming = Incoming {
            text: &text,
            letter: None,
            account: Some(account),
            source: SheetSource::Form,
            received_at,
            notes: &[],
            answers: None,
        };
        sealing::must_not_be_sealed(&mut tx, &table, side).await?;
        if !self.takes_orders(&mut tx, &table, side, received_at).await? {
            return Ok(FormAnswer::Late);
        }
        let stored = self.store_sheet(&mut tx, &table, &seat, &incoming).await?;
        let zone = seat.player.as_ref().map_or("UTC", |player| player.zone.as_str());
        let view = sheet_view(&stored, zone);
        tx.commit().await.map_err(StoreError::from)?;
        Ok(FormAnswer::Taken(view))
    }

    /// Brings a former version of a sheet back into force, as a new version.
    ///
    /// Errors: not allowed when the side is somebody else's; not found when there is no such version.
    pub async fn bring_back(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        version: i32,
    ) -> Result<FormAnswer, DeskError> {
        let received_at = Timestamp::now();
        self.read_waiting(slug, received_at).await?;
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        sealing::must_not_be_sealed(&mut tx, &table, side).await?;
        if !self.takes_orders(&mut tx, &table, side, received_at).await? {
            return Ok(FormAnswer::Late);
        }
        let sent = sheets::versions(&mut tx, table.pentade.id, side).await?;
        let former = sent.iter().find(|sheet| sheet.version == version);
        let former = former.ok_or_else(|| DeskError::NotFound(format!("version {version}")))?;
        let reading = Reading {
            sheet: former.sheet.clone(),
            orders_read: 0,
            complaints: Vec::new(),
            press: Vec::new(),
        };
        let text = format!("version {version} brought back");
        let incoming = Incoming {
            text: &text,
            letter: None,
            account: Some(account),
            source: SheetSource::Back,
            received_at,
            notes: &[],
            answers: None,
        };
        let kept = Kept { reading: &reading, restores: Some(version), early: None };
        let stored = self.keep_version(&mut tx, &table, &seat, &incoming, kept).await?;
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
        let early = self.keep_early(db, table, &seat.side, incoming, false).await?;
        let kept = Kept { reading: &reading, restores: None, early: early.as_ref() };
        self.keep_version(db, table, seat, incoming, kept).await
    }

    async fn keep_version(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
        kept: Kept<'_>,
    ) -> Result<SheetRow, DeskError> {
        let former = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        let origin = Origin {
            pentade: table.pentade.id,
            side: &seat.side,
            text: incoming.text,
            letter: incoming.letter,
            account: incoming.account,
            source: incoming.source,
            restores: kept.restores,
            received_at: incoming.received_at,
        };
        let version = sheets::add(db, origin, kept.reading).await?;
        let detail = format!("{}, version {version}", seat.side);
        audit::note(db, incoming.account, "orders", Some(table.row.id), &detail).await?;
        self.acknowledge(db, table, seat, incoming, (version, former.as_ref()), kept).await?;
        let stored = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        stored.ok_or_else(|| DeskError::NotFound(format!("sheet of {}", seat.side)))
    }

    /// Acknowledges a sheet to the side's player and to who stands in for him: each knows what the other has ordered.
    async fn acknowledge(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        incoming: &Incoming<'_>,
        (version, former): (i32, Option<&SheetRow>),
        kept: Kept<'_>,
    ) -> Result<(), DeskError> {
        for person in seat.persons() {
            self.acknowledge_to(db, table, (seat, person), incoming, (version, former), kept).await?;
        }
        Ok(())
    }

    async fn acknowledge_to(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        incoming: &Incoming<'_>,
        (version, former): (i32, Option<&SheetRow>),
        kept: Kept<'_>,
    ) -> Result<(), DeskError> {
        // What the server puts into force by itself is always told.
        if incoming.source != SheetSource::Early && !self.may_answer(db, table, player).await? {
            return Ok(());
        }
        let reading = kept.reading;
        // Only the writer's own mail program knows the letter that is answered.
        let is_writer = incoming.account == Some(player.account);
        let who = seat.mark_of(player.account);
        let missing = table.game.missing(&table.world(), &seat.side, Some(&reading.sheet))?;
        let forecast = foresee(table, &seat.side, Some(&reading.sheet))?;
        let former_words = former.map_or("", |row| row.sheet.words.as_str());
        let changes = changes(former_words, &reading.sheet.words);
        let questions = asked_of(db, &table.pentade, &seat.side).await?;
        let told = Acknowledged {
            slug: &table.row.slug,
            side: &seat.side,
            side_name: &seat.name,
            player: &player.name,
            span: table.span(),
            version,
            former: former.map(|row| row.version),
            source: incoming.source,
            restores: kept.restores,
            changes: &changes,
            reading,
            forecast: &forecast,
            questions: &questions,
            early: kept.early.map(|reading| (next_span(table), reading)),
            notes: incoming.notes,
            missing: &missing,
            deadline: When::new(table.pentade.deadline, &player.zone),
            closes_when_ready: calendars::of(db, table.row.id).await?.closes_when_ready,
            subject: incoming.answers.as_ref().map(|(_, subject)| subject.as_str()),
        };
        let words = letters::acknowledgement(&self.settings, &told)?;
        let (year, side) = (table.pentade.first_year, &seat.side);
        let (about, key) = ((&table.row, Some(side)), format!("{year}.ack.{side}.{version}{who}"));
        let to = (player.name.as_str(), player.email.as_str());
        let post = Post {
            answers: incoming.answers.as_ref().filter(|_| is_writer).map(|(answered, _)| answered.clone()),
            ..Post::of_game(&self.settings, "acknowledgement", about, &key, to)
        };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}
