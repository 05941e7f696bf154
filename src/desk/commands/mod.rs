//! What players ask for beside their orders, by letter or on a page. A letter's commands are answered in one letter,
//! each under its own heading.

mod answers;
mod away;
mod dates;
mod in_letter;
mod leave;
mod messages;
mod pending;
mod vote;

use jiff::{Timestamp, ToSpan};

use super::letters::{self, Answered, Post};
use super::{AccountId, Desk, DeskError, Table, sentence};
use crate::mail::outgoing::Attachment;
use crate::postal::commands::{Command, Kind, Parted};
use crate::postal::document::{Block, Document};
use crate::store::games::{Seat, SeatPlayer};
use crate::store::{PgConnection, outbox};

pub(super) use away::today;
pub use away::{AwayPage, DayRow};
pub(super) use in_letter::asks;
pub(super) use messages::names;
pub(super) use messages::row as message_row;
pub use messages::{Addressees, MessageRow, NewMessage, PressPage, Sent};
pub use pending::PendingPage;

/// Who acts for a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Actor {
    pub account: AccountId,
    pub name: String,
    pub email: String,
    pub zone: String,
    /// Whether he only stands in for the side's player.
    pub stands_in: bool,
}

impl Actor {
    /// The person of a seat that `is_he` picks: its player, or who stands in for him.
    pub fn of(seat: &Seat, is_he: impl Fn(&SeatPlayer) -> bool) -> Option<Self> {
        let actor = |person: &SeatPlayer, stands_in| Self {
            account: person.account,
            name: person.name.clone(),
            email: person.email.clone(),
            zone: person.zone.clone(),
            stands_in,
        };
        let player = seat.player.as_ref().filter(|one| is_he(one)).map(|one| actor(one, false));
        player.or_else(|| seat.stand_in.as_ref().filter(|one| is_he(one)).map(|one| actor(one, true)))
    }
}

/// What a letter's commands gave.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub document: Document,
    pub attachments: Vec<Attachment>,
}

impl Answer {
    fn paragraph(&mut self, words: impl Into<String>) {
        self.document.paragraph(words);
    }

    /// The parts of another document, one level of headings lower.
    fn append(&mut self, document: Document) {
        if !document.title.is_empty() {
            self.document.heading(3, document.title);
        }
        self.document.blocks.extend(document.blocks.into_iter().map(|block| match block {
            Block::Heading { level, text } => Block::Heading { level: (level + 1).clamp(3, 4), text },
            other => other,
        }));
    }
}

/// A letter whose commands are obeyed.
pub(super) struct Asked<'a> {
    /// The letter's number.
    pub letter: i64,
    /// Its subject.
    pub subject: &'a str,
    /// Its commands and the rest of it.
    pub parted: &'a Parted,
    /// Whether the rest is read as orders and answered apart.
    pub holds_orders: bool,
}

impl Desk {
    /// Obeys the commands of a letter and answers them.
    ///
    /// Errors: the database, or a letter of ours that cannot be written. What cannot be done is told to the writer.
    pub(super) async fn obey(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        asked: &Asked<'_>,
        answered: Answered,
    ) -> Result<(), DeskError> {
        let given = outbox::answered_since(db, actor.account, Timestamp::now() - 1.hour()).await?;
        let most = self.settings.mail_in.answers_an_hour;
        let mut answer = Answer::default();
        for command in &asked.parted.commands {
            // Who asks too often is not answered, but what he decides counts.
            if given >= most && is_question(command.kind) {
                continue;
            }
            answer.document.heading(2, command.quoted.clone());
            match self.obey_one(db, table, (seat, actor), (command, asked), &mut answer).await {
                Err(DeskError::Refused(reason)) => answer.paragraph(sentence(&reason)),
                Err(DeskError::NotAllowed(reason)) => answer.paragraph(sentence(reason)),
                Err(DeskError::NotFound(what)) => answer.paragraph(format!("There is no {what}.")),
                done => done?,
            }
        }
        if given >= most {
            return Ok(());
        }
        self.tell_of_the_rest(&mut answer, asked, given + 1 == most);
        let words = letters::answer(&self.settings, &table.row.slug, &actor.name, asked.subject, answer)?;
        let (about, key) = ((&table.row, Some(&seat.side)), format!("command.{}", asked.letter));
        let to = (actor.name.as_str(), actor.email.as_str());
        let answers = Some(answered);
        let post = Post { answers, ..Post::of_game(&self.settings, "answer", about, &key, to) };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }

    async fn obey_one(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        (command, asked): (&Command, &Asked<'_>),
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let arguments = command.arguments.as_str();
        match command.kind {
            Kind::Help => self.help(db, table, seat, answer).await,
            Kind::Status => self.tell_status(db, table, (seat, actor), answer).await,
            Kind::Map => self.map(db, table, seat, arguments, answer).await,
            Kind::Report => self.report_again(db, table, seat, arguments, answer).await,
            Kind::Rules => self.tell_rules(table, arguments, answer),
            Kind::History => self.tell_history(db, table, seat, arguments, answer).await,
            Kind::Vote => self.vote_by_letter(db, table, (seat, actor), (command, asked), answer).await,
            Kind::Press => self.press_by_letter(db, table, (seat, actor), command, answer).await,
            Kind::Vacation => self.vacation_by_letter(db, table, (seat, actor), arguments, answer).await,
            Kind::Substitute => self.substitute_by_letter(db, table, (seat, actor), arguments, answer).await,
            Kind::Resign => self.resign_by_letter(db, table, (seat, actor), answer).await,
            Kind::Ready | Kind::NotReady => {
                let is_ready = command.kind == Kind::Ready;
                answer.paragraph(self.note_ready(db, table, (seat, actor.account), is_ready).await?);
                Ok(())
            }
            Kind::Confirm => self.confirm_by_letter(db, table, (seat, actor), arguments, answer).await,
        }
    }

    /// What became of the lines that are no commands.
    fn tell_of_the_rest(&self, answer: &mut Answer, asked: &Asked<'_>, is_last: bool) {
        const SHOWN: usize = 10;
        let words = &self.settings.command_words;
        let rest: Vec<&str> = asked.parted.rest.lines().filter(|line| !line.trim().is_empty()).collect();
        if asked.holds_orders {
            answer.document.heading(2, "Your orders");
            answer.paragraph(
                "The rest of your letter was read as orders; a letter of its own acknowledges them.",
            );
        } else if !rest.is_empty() && !asked.parted.commands.iter().any(|one| one.kind == Kind::Vote) {
            answer.document.heading(2, "The rest of your letter");
            answer.paragraph("It holds no order and no command, and changes nothing:");
            let shown = rest.iter().take(SHOWN).map(|line| line.trim().chars().take(66).collect());
            answer.document.blocks.push(Block::Verbatim(shown.collect()));
        }
        if asked.parted.too_many {
            answer.paragraph(
                "Your letter holds more commands than are read from one letter; the last ones were left out.",
            );
        }
        if is_last {
            answer.paragraph(format!(
                "This is the last answer that you get within an hour. Letters with orders are read all the same, and {} works again later.",
                words.name(Kind::Help)
            ));
        }
    }
}

/// Whether a command only asks and changes nothing.
fn is_question(kind: Kind) -> bool {
    matches!(kind, Kind::Help | Kind::Status | Kind::Map | Kind::Report | Kind::Rules | Kind::History)
}
