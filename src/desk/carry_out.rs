//! What becomes of a letter that was read: kept, answered, asked about, or taken as orders.

use super::calendar::due_for;
use super::commands::{Actor, Asked};
use super::letters::{self, Answered, Post};
use super::take_form::Incoming;
use super::views::{LetterState, When};
use super::who_wrote::writer_of;
use super::{Desk, DeskError, Table};
use crate::mail::letter::{Letter, Sender};
use crate::postal::commands::Parted;
use crate::store::PgConnection;
use crate::store::games::{Seat, SeatPlayer};
use crate::store::letters::{Unread, Verdict};
use crate::store::sheets::{self, SheetSource};

/// What reading decided.
pub(super) enum Decision {
    /// Kept for the GM, unanswered.
    Hold(String),
    /// Kept, and nobody needs to look.
    Ignore(String),
    /// Kept until the player whose name it bears stands by it: he is asked.
    Ask { seat: Seat, reason: String },
    /// Kept, the writer is told that it is no letter for him to write, and the GM is told too.
    Refuse { seat: Seat, side: String },
    /// Kept for the GM, and the player whose name it bears is told.
    Tell { seat: Seat, reason: String, advice: &'static str },
    /// Too late.
    Late(Seat),
    /// For the pentade after the one that is played, as its subject says or, when orders are closed, its words.
    Early { seat: Seat, text: String, notes: Vec<String>, whole: bool },
    /// Words to be read as orders.
    Orders { seat: Seat, text: String, notes: Vec<String> },
    /// Commands, and what is decided about the rest of the letter.
    Obey { seat: Seat, actor: Actor, parted: Parted, then: Option<Box<Decision>> },
}

const OWN_SIDE_ONLY: &str =
    "Orders are taken for your own side alone. If you act for its player, ask the GM to say so.";

impl Desk {
    /// Does what was decided about a letter, and says what becomes of it.
    pub(super) async fn carry_out(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (unread, letter): (&Unread, &Letter),
        decision: Decision,
        verdict: &mut Verdict,
    ) -> Result<LetterState, DeskError> {
        let answered =
            Answered { message_id: letter.message_id.clone(), references: letter.references.clone() };
        match decision {
            Decision::Hold(reason) => {
                verdict.reason = Some(reason);
                Ok(LetterState::Held)
            }
            Decision::Ignore(reason) => {
                verdict.reason = Some(reason);
                Ok(LetterState::Ignored)
            }
            Decision::Ask { seat, reason } => {
                if let Some(player) = writer(&seat, letter) {
                    let to = (&seat, player);
                    self.ask_to_confirm(db, table, to, (unread, letter), &reason, verdict).await?;
                }
                verdict.side = Some(seat.side);
                verdict.reason = Some(format!("nothing proves who wrote it: {reason}"));
                Ok(LetterState::Held)
            }
            Decision::Refuse { seat, side } => {
                let reason = format!("it gives orders for {side}, which is not yours");
                self.refuse(db, table, (&seat, &side), (unread, letter), answered, &reason).await?;
                verdict.side = Some(seat.side);
                verdict.reason = Some(reason);
                Ok(LetterState::Held)
            }
            Decision::Tell { seat, reason, advice } => {
                let (slug, subject) = (&table.row.slug, letter.subject.as_str());
                if let Some(player) = writer(&seat, letter) {
                    let told = (reason.as_str(), advice);
                    let words = letters::unread(&self.settings, slug, &player.name, told, subject)?;
                    self.answer(db, table, (&seat, player), unread.id, answered, words).await?;
                }
                verdict.side = Some(seat.side);
                verdict.reason = Some(reason);
                Ok(LetterState::Held)
            }
            Decision::Late(seat) => {
                self.tell_late(db, table, &seat, (unread, letter), answered).await?;
                verdict.side = Some(seat.side);
                verdict.reason = Some("it came too late".to_owned());
                Ok(LetterState::Held)
            }
            Decision::Obey { seat, actor, parted, then } => {
                let whole = (unread, letter);
                self.obey_letter(db, table, whole, (seat, actor, parted, then), verdict).await
            }
            Decision::Early { seat, text, notes, whole } => {
                let incoming = incoming(&seat, (unread, letter), (&text, &notes), answered);
                self.take_early(db, table, &seat, &incoming, whole).await?;
                verdict.account = incoming.account;
                verdict.side = Some(seat.side);
                Ok(LetterState::Read)
            }
            Decision::Orders { seat, text, notes } => {
                let incoming = incoming(&seat, (unread, letter), (&text, &notes), answered);
                match unread.confirmed_at {
                    Some(_) => self.store_sheet_in_its_place(db, table, &seat, &incoming).await?,
                    None => drop(self.store_sheet(db, table, &seat, &incoming).await?),
                }
                verdict.account = incoming.account;
                verdict.side = Some(seat.side);
                Ok(LetterState::Read)
            }
        }
    }

    /// Obeys the commands of a letter, and does what was decided about the rest of it.
    async fn obey_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (unread, letter): (&Unread, &Letter),
        (seat, actor, parted, then): (Seat, Actor, Parted, Option<Box<Decision>>),
        verdict: &mut Verdict,
    ) -> Result<LetterState, DeskError> {
        let answered =
            Answered { message_id: letter.message_id.clone(), references: letter.references.clone() };
        let asked = Asked {
            letter: unread.id,
            subject: &letter.subject,
            parted: &parted,
            holds_orders: then.is_some(),
        };
        self.obey(db, table, (&seat, &actor), &asked, answered).await?;
        verdict.account = Some(actor.account);
        verdict.side = Some(seat.side.clone());
        let names: Vec<&str> =
            parted.commands.iter().map(|one| self.settings.command_words.name(one.kind)).collect();
        let commands = format!("commands: {}", names.join(", "));
        let Some(mut then) = then else {
            verdict.reason = Some(commands);
            return Ok(LetterState::Read);
        };
        if let Decision::Orders { notes, .. } | Decision::Early { notes, .. } = then.as_mut() {
            notes.push(format!("its {commands} are answered in a letter of their own"));
        }
        let state = Box::pin(self.carry_out(db, table, (unread, letter), *then, verdict)).await?;
        verdict.reason.get_or_insert(commands);
        Ok(state)
    }

    /// Tells the writer that a side is not his, and the GM that he wrote for it.
    async fn refuse(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, side): (&Seat, &str),
        (unread, letter): (&Unread, &Letter),
        answered: Answered,
        reason: &str,
    ) -> Result<(), DeskError> {
        let Some(player) = writer(seat, letter) else { return Ok(()) };
        let told = (reason, OWN_SIDE_ONLY);
        let words = letters::unread(&self.settings, &table.row.slug, &player.name, told, &letter.subject)?;
        self.answer(db, table, (seat, player), unread.id, answered, words).await?;
        let detail = format!("{} wrote orders for {side}; they were refused", player.name);
        let name = format!("gm.foreign.{}", unread.id);
        self.tell_gm(db, (&table.row, table.span()), &name, ("orders for a side of somebody else", &detail))
            .await
    }

    /// Answers a letter that came too late with what counts instead.
    async fn tell_late(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: &Seat,
        (unread, letter): (&Unread, &Letter),
        answered: Answered,
    ) -> Result<(), DeskError> {
        let Some(player) = writer(seat, letter) else { return Ok(()) };
        let counted = sheets::in_force(db, table.pentade.id, &seat.side).await?;
        let late = letters::Late {
            slug: &table.row.slug,
            player: &player.name,
            span: table.span(),
            received_at: &When::new(unread.received_at, &player.zone),
            deadline: &When::new(due_for(db, table, &seat.side).await?, &player.zone),
            counted: counted.as_ref().map(|row| (row.version, row.sheet.words.as_str())),
            subject: &letter.subject,
        };
        let words = letters::late(&self.settings, &late)?;
        self.answer(db, table, (seat, player), unread.id, answered, words).await
    }

    /// Answers a letter that gave no new sheet.
    async fn answer(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        letter: i64,
        answers: Answered,
        words: letters::Words,
    ) -> Result<(), DeskError> {
        if !self.may_answer(db, table, player).await? {
            return Ok(());
        }
        let (about, key) = ((&table.row, Some(&seat.side)), format!("answer.{letter}"));
        let to = (player.name.as_str(), player.email.as_str());
        let answers = Some(answers);
        let post = Post { answers, ..Post::of_game(&self.settings, "acknowledgement", about, &key, to) };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}

/// Who of a seat wrote the letter.
fn writer<'s>(seat: &'s Seat, letter: &Letter) -> Option<&'s SeatPlayer> {
    match &letter.from {
        Sender::One(sender) => writer_of(seat, &sender.address.to_lowercase()),
        Sender::None | Sender::Several(_) => None,
    }
}

/// The words of a letter, on their way into a sheet.
fn incoming<'a>(
    seat: &Seat,
    (unread, letter): (&Unread, &Letter),
    (text, notes): (&'a str, &'a [String]),
    answered: Answered,
) -> Incoming<'a> {
    Incoming {
        text,
        letter: Some(unread.id),
        account: writer(seat, letter).map(|player| player.account),
        source: SheetSource::Letter,
        received_at: unread.received_at,
        notes,
        answers: Some((answered, letter.subject.clone())),
    }
}
