//! Reads a stored letter: whose it is, what it orders, and what is answered. One transaction with the sheet and
//! the answer; done again it changes nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::store::PgConnection;

use super::carry_out::Decision;
use super::commands::{Actor, asks};
use super::read_bounce::is_return_path;
use super::self_test::is_self_test;
use super::take_letter::{Address, LONGEST_LOOK, read_address};
use super::views::{LetterState, PentadeState};
use super::who_wrote::{Proof, holds, writer_of};
use super::{Desk, DeskError, Table};
use crate::crash;
use crate::mail::letter::{self, Held, Letter, LetterKind, Postmark, Sender};
use crate::postal::chronicle::SideId;
use crate::postal::commands::Kind;
use crate::postal::game::Span;
use crate::postal::reading::{Reading, Sheet};
use crate::store::StoreError;
use crate::store::games::{self, GameStatus, Seat};
use crate::store::letters::{self as rows, Unread, Verdict};
use crate::store::sheets;

/// How the subject of an answer or a forwarded letter begins.
const ANSWERS: [&str; 7] = ["re:", "aw:", "sv:", "antw:", "fwd:", "fw:", "wg:"];

const SEND_AGAIN: &str = "Please send your orders again as plain text, or use the order form.";

/// Which pentade's orders are looked for in a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// The one that is played.
    ThisPentade,
    /// The one after it, as the subject says.
    NextPentade,
    /// Orders are closed: only what names years of the next one is not too late.
    WhoeverIsLate,
}

impl For {
    fn decision(self, seat: Seat, text: String, notes: Vec<String>, orders_read: u32) -> Decision {
        match self {
            Self::ThisPentade => Decision::Orders { seat, text, notes },
            Self::NextPentade => Decision::Early { seat, text, notes, whole: true },
            Self::WhoeverIsLate if orders_read > 0 => Decision::Early { seat, text, notes, whole: false },
            Self::WhoeverIsLate => Decision::Late(seat),
        }
    }
}

/// A text in which nothing was found.
fn nothing() -> Reading {
    let sheet = Sheet { data: String::new(), words: String::new() };
    Reading { sheet, orders_read: 0, complaints: Vec::new(), press: Vec::new() }
}

impl Desk {
    /// Reads the letter with this number. Does nothing when it was read before.
    ///
    /// Errors: only the database, and a letter of ours that cannot be written. Whatever is in the letter is no
    /// error: it is kept for the GM.
    pub async fn read_letter(&self, id: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        let before = rows::unread_of_the_sender_before(&mut db, id).await?;
        drop(db);
        for former in before {
            // One that cannot be read is tried again by its own job, and holds up no other.
            if let Err(error) = self.read_alone(former).await {
                tracing::warn!(letter = former, %error, "a former letter could not be read");
            }
        }
        self.read_alone(id).await
    }

    async fn read_alone(&self, id: i64) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        let Some(mut unread) = rows::unread(&mut db, id).await? else { return Ok(()) };
        drop(db);
        let looked = self.look_at(&mut unread).await;
        let invitation = match read_address(&unread.recipient, &self.settings) {
            Some(Address::Invitation(token)) => Some(token),
            _ => None,
        };
        let proof = match (&looked, unread.game) {
            (Some(_), Some(_)) if invitation.is_some() => Proof::Missing("its address proves it".to_owned()),
            (Some(letter), Some(game)) => self.prove(&unread, letter, game).await?,
            _ => Proof::Missing("it belongs to no game".to_owned()),
        };
        let mut tx = self.store.begin().await?;
        if !rows::lock_unread(&mut tx, id).await? {
            return Ok(());
        }
        let Some(letter) = looked else {
            let reason = Some("it cannot be taken apart".to_owned());
            let verdict = Verdict { kind: "unreadable".to_owned(), reason, ..Verdict::default() };
            rows::settle(&mut tx, id, LetterState::Held, &verdict).await?;
            return commit(tx).await;
        };
        if is_self_test(&unread.recipient) {
            let (state, verdict) = self.read_self_test(&mut tx, &unread.recipient).await?;
            rows::settle(&mut tx, id, state, &verdict).await?;
            return commit(tx).await;
        }
        if is_return_path(&unread.recipient) {
            let is_person = letter.kind != LetterKind::Bounce;
            let (state, verdict) = self.read_bounce(&mut tx, &unread, is_person).await?;
            rows::settle(&mut tx, id, state, &verdict).await?;
            return commit(tx).await;
        }
        let mut verdict = first_verdict(&letter);
        if let Some(token) = invitation {
            let state = self.read_invited(&mut tx, &token, &letter, &mut verdict).await?;
            rows::settle(&mut tx, id, state, &verdict).await?;
            return commit(tx).await;
        }
        let Some(game) = unread.game else {
            return self.read_without_game(tx, &unread, &letter, verdict).await;
        };
        let row = games::by_id(&mut tx, game).await?.ok_or_else(|| DeskError::NotFound("game".to_owned()))?;
        let table = self.locked_table(&mut tx, &row.slug).await?;
        let waits = table.pentade.state == PentadeState::Held;
        let decision = self.decide(&mut tx, &table, (&unread, &letter), proof, &mut verdict).await?;
        let state = self.carry_out(&mut tx, &table, (&unread, &letter), decision, &mut verdict).await?;
        rows::settle(&mut tx, id, state, &verdict).await?;
        commit(tx).await?;
        if let Some(account) = verdict.account.filter(|_| waits) {
            // The last answer that a pentade waits for may have been in it.
            self.play_if_answered(Some(account), &row.slug).await?;
        }
        Ok(())
    }

    /// A letter to the postmaster, or the word for a held one.
    async fn read_without_game(
        &self,
        mut tx: crate::store::Tx,
        unread: &Unread,
        letter: &Letter,
        mut verdict: Verdict,
    ) -> Result<(), DeskError> {
        let token = match read_address(&unread.recipient, &self.settings) {
            Some(Address::Confirm(token)) => token,
            _ => {
                verdict.reason = Some("it is for the postmaster".to_owned());
                rows::settle(&mut tx, unread.id, LetterState::Held, &verdict).await?;
                return commit(tx).await;
            }
        };
        // A machine that answers by itself says nothing.
        let is_good = letter.kind == LetterKind::Person && self.confirm_letter(&token).await?;
        let (state, reason) = match is_good {
            true => (LetterState::Read, "it confirmed a letter"),
            false => (LetterState::Ignored, "it confirms no letter"),
        };
        verdict.reason = Some(reason.to_owned());
        rows::settle(&mut tx, unread.id, state, &verdict).await?;
        commit(tx).await
    }

    /// Takes the letter apart, on a thread that can be left to itself.
    async fn look_at(&self, unread: &mut Unread) -> Option<Letter> {
        let raw = Arc::new(std::mem::take(&mut unread.raw));
        let (bytes, sender) = (raw.clone(), unread.envelope_from.clone());
        let (recipient, own_domain) = (unread.recipient.clone(), self.settings.mail_domain.clone());
        let look = tokio::task::spawn_blocking(move || {
            let postmark = Postmark { sender: &sender, recipient: &recipient, own_domain: &own_domain };
            letter::read(&postmark, &bytes)
        });
        let looked = tokio::time::timeout(LONGEST_LOOK, look).await;
        unread.raw = Arc::try_unwrap(raw).unwrap_or_else(|shared| shared.to_vec());
        looked.ok()?.ok()
    }

    async fn decide(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (unread, letter): (&Unread, &Letter),
        proof: Proof,
        verdict: &mut Verdict,
    ) -> Result<Decision, DeskError> {
        match letter.kind {
            LetterKind::Person => {}
            LetterKind::Bounce => {
                return Ok(Decision::Hold("it reports that a letter could not be delivered".to_owned()));
            }
            LetterKind::AutoReply => return Ok(Decision::Ignore("a machine answered by itself".to_owned())),
            LetterKind::OwnLoop => {
                return Ok(Decision::Ignore("it is a letter of ours that came back".to_owned()));
            }
            LetterKind::ListMail => return Ok(Decision::Ignore("it comes from a mailing list".to_owned())),
        }
        let Sender::One(sender) = &letter.from else {
            let held = letter.held.as_ref().unwrap_or(&Held::SeveralSenders);
            return Ok(Decision::Hold(held.to_string()));
        };
        let address = sender.address.to_lowercase();
        let seats = games::seats(db, table.row.id).await?;
        let own: Vec<Seat> = seats.iter().filter(|seat| holds(seat, &address)).cloned().collect();
        if own.is_empty() {
            return Ok(Decision::Hold(self.stranger(db, table, sender, &seats).await?));
        }
        let side = match proof {
            Proof::Given(how, side) => {
                verdict.proof = Some(how);
                side
            }
            Proof::OfAnother => {
                return Ok(Decision::Hold("it came to the reply address of another player".to_owned()));
            }
            Proof::Missing(reason) => return Ok(Decision::Ask { seat: own[0].clone(), reason }),
        };
        let mut named = named_side(&seats, &letter.text);
        if let Some(ward) = named
            && self.is_ward(table, &own, &ward.side)?
        {
            // His letter holds these orders beside his own.
            named = None;
        }
        if let Some(named) = named.filter(|named| !own.iter().any(|seat| seat.side == named.side))
            && !self.may_order(db, table, writer_of(&own[0], &address), &named.side).await?
        {
            return Ok(Decision::Refuse { seat: own[0].clone(), side: named.name.clone() });
        }
        let seat = match (named, side) {
            (Some(named), _) => Some(named),
            (None, Some(side)) => own.iter().find(|seat| seat.side == side),
            (None, None) => meant_seat(&own, &letter.subject),
        };
        let Some(seat) = seat.cloned() else {
            return Ok(Decision::Hold(
                "its subject does not name which of the writer's sides it is for".to_owned(),
            ));
        };
        self.decide_words(db, table, (unread, letter), seat, &address).await
    }

    /// Whether the rules let the player of one of these seats order for a side in his own letter.
    fn is_ward(&self, table: &Table<'_>, own: &[Seat], side: &SideId) -> Result<bool, DeskError> {
        let world = table.world();
        for seat in own.iter().filter(|seat| seat.side != *side) {
            if table.game.wards(&world, &seat.side)?.contains(side) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is decided about the words of a letter whose writer and side are known.
    async fn decide_words(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (unread, letter): (&Unread, &Letter),
        seat: Seat,
        address: &str,
    ) -> Result<Decision, DeskError> {
        // A letter without words may still hold a command in its subject.
        if let Some(held) = letter.held.as_ref().filter(|held| **held != Held::NoText) {
            return Ok(Decision::Tell { seat, reason: held.to_string(), advice: SEND_AGAIN });
        }
        let parted = self.commands_of(table, &seat, letter)?;
        let actor = Actor::of(&seat, |person| person.has(address));
        let Some(actor) = actor.filter(|_| !parted.commands.is_empty()) else {
            if let Some(held) = &letter.held {
                return Ok(Decision::Tell { seat, reason: held.to_string(), advice: SEND_AGAIN });
            }
            return self.decide_orders(db, table, unread, seat, letter).await;
        };
        let rest = Letter { text: parted.rest.clone(), other_text: None, ..letter.clone() };
        let is_vote = parted.commands.iter().any(|command| command.kind == Kind::Vote);
        let holds_words = !parted.rest.trim().is_empty() || !rest.files.is_empty();
        let then = match holds_words && !(is_vote && asks(table, &seat)?) {
            true => Some(self.decide_orders(db, table, unread, seat.clone(), &rest).await?),
            false => None,
        };
        // Thanks and greetings below commands are no sheet, and not too late.
        let then = then.filter(|then| match then {
            Decision::Orders { text, .. } | Decision::Early { text, .. } => {
                self.orders_in(table, &seat, text) > 0
            }
            Decision::Late(_) => self.orders_in(table, &seat, &rest.text) > 0 || !rest.files.is_empty(),
            _ => true,
        });
        Ok(Decision::Obey { seat, actor, parted, then: then.map(Box::new) })
    }

    /// What is decided about words that are no commands.
    async fn decide_orders(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        unread: &Unread,
        seat: Seat,
        letter: &Letter,
    ) -> Result<Decision, DeskError> {
        let other = other_years(&letter.subject, table.span());
        let is_played = matches!(table.row.status, GameStatus::Running | GameStatus::Paused);
        let takes_early =
            is_played && table.game.read_early(&table.world(), &seat.side, "", None, true)?.is_some();
        if matches!(other, Some(OtherYears::Next(_))) && takes_early {
            return self.choose_text(db, table, seat, letter, For::NextPentade).await;
        }
        if !self.takes_orders(db, table, &seat.side, unread.received_at).await? {
            return self.choose_text(db, table, seat, letter, For::WhoeverIsLate).await;
        }
        if let Some(OtherYears::Next(years) | OtherYears::Elsewhere(years)) = other {
            let reason =
                format!("its subject is about {years}, and orders are now taken for {}", table.span());
            let advice = "Please send your orders again with the years that are played now in the subject.";
            return Ok(Decision::Tell { seat, reason, advice });
        }
        self.choose_text(db, table, seat, letter, For::ThisPentade).await
    }

    /// Which words are the orders: the letter's own, or those of a text file that came with it.
    async fn choose_text(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        seat: Seat,
        letter: &Letter,
        meant: For,
    ) -> Result<Decision, DeskError> {
        let former = sheets::in_force(db, table.pentade.id, &seat.side).await?.map(|row| row.sheet);
        let world = table.world();
        let read = |text: &str| {
            let reading = catch_unwind(AssertUnwindSafe(|| match meant {
                For::ThisPentade => table.game.read(&world, &seat.side, text, former.as_ref()).map(Some),
                For::NextPentade => table.game.read_early(&world, &seat.side, text, None, true),
                For::WhoeverIsLate => {
                    let early = table.game.read_early(&world, &seat.side, text, None, false);
                    early.map(|early| early.or_else(|| Some(nothing())))
                }
            }));
            reading.ok().and_then(Result::ok).flatten()
        };
        let Some(own) = read(&letter.text) else {
            let reason = "its words stopped the reader".to_owned();
            return Ok(Decision::Tell { seat, reason, advice: SEND_AGAIN });
        };
        let mut notes = letter.notes.clone();
        if let Some(other) = &letter.other_text
            && read(other).is_none_or(|other| other.sheet != own.sheet)
        {
            let reason = "its plain text and its HTML text give different orders".to_owned();
            return Ok(Decision::Tell { seat, reason, advice: SEND_AGAIN });
        }
        let in_files =
            letter.files.iter().map(|file| (file, read(&file.text).map_or(0, |one| one.orders_read)));
        let mut in_files = in_files.filter(|(_, orders)| *orders > 0);
        let Some((file, orders)) = in_files.next() else {
            return Ok(meant.decision(seat, letter.text.clone(), notes, own.orders_read));
        };
        // Which of two sheets is meant is not for us to guess.
        let twice = match (own.orders_read, in_files.next()) {
            (0, None) => None,
            (0, Some((other, _))) => Some(format!("the files {} and {}", file.name, other.name)),
            (_, _) => Some(format!("its text and the file {}", file.name)),
        };
        if let Some(both) = twice {
            let reason = format!("both {both} hold orders");
            return Ok(Decision::Tell { seat, reason, advice: SEND_AGAIN });
        }
        notes.push(format!("the orders were read from the file {}", file.name));
        Ok(meant.decision(seat, file.text.clone(), notes, orders))
    }
}

async fn commit(tx: crate::store::Tx) -> Result<(), DeskError> {
    crash::point("letter-reading");
    tx.commit().await.map_err(StoreError::from)?;
    crash::point("letter-read");
    Ok(())
}

fn first_verdict(letter: &Letter) -> Verdict {
    let kind = match letter.kind {
        LetterKind::Person => "person",
        LetterKind::AutoReply => "auto-reply",
        LetterKind::Bounce => "bounce",
        LetterKind::OwnLoop => "own letter",
        LetterKind::ListMail => "list",
    };
    let from = match &letter.from {
        Sender::One(sender) => Some(sender.address.clone()),
        Sender::None => None,
        Sender::Several(senders) => {
            Some(senders.iter().map(|sender| sender.address.as_str()).collect::<Vec<_>>().join(", "))
        }
    };
    Verdict {
        kind: kind.to_owned(),
        from: from.map(|from| from.replace('\0', "")),
        subject: Some(letter.subject.replace('\0', "")),
        message_id: letter.message_id.as_ref().map(|id| id.replace('\0', "")),
        // The database's texts hold no NUL.
        body: Some(letter.text.replace('\0', "")),
        ..Verdict::default()
    }
}

/// The only seat, or the one that the subject names.
fn meant_seat<'a>(own: &'a [Seat], subject: &str) -> Option<&'a Seat> {
    if let [only] = own {
        return Some(only);
    }
    let subject = subject.to_lowercase();
    let names = |seat: &&Seat| {
        subject.contains(&seat.name.to_lowercase())
            || seat.aliases.iter().any(|alias| subject.contains(alias))
    };
    let mut named = own.iter().filter(names);
    let first = named.next()?;
    named.next().is_none().then_some(first)
}

/// The side that the letter says it is for, in a line of its own: `empire Germany`, `orders for Germany`.
fn named_side<'a>(seats: &'a [Seat], text: &str) -> Option<&'a Seat> {
    const OPENERS: [&str; 6] = ["empire", "side", "orders for", "orders of", "orders from", "sheet of"];
    const LOOKED_AT: usize = 20;
    let lines = text.lines().map(|line| line.trim().to_lowercase()).filter(|line| !line.is_empty());
    lines.take(LOOKED_AT).find_map(|line| {
        let rest = OPENERS.iter().find_map(|opener| line.strip_prefix(opener))?;
        let name = rest.strip_prefix([' ', ':'])?.trim_matches(|c: char| !c.is_alphanumeric());
        let name = name.strip_prefix("the ").unwrap_or(name);
        seats.iter().find(|seat| {
            let own = seat.name.to_lowercase();
            own.strip_prefix("the ").unwrap_or(&own) == name || seat.aliases.iter().any(|alias| alias == name)
        })
    })
}

/// Whether a subject is that of an answer or of a forwarded letter.
pub(super) fn is_answer(subject: &str) -> bool {
    let lower = subject.trim().to_lowercase();
    ANSWERS.iter().any(|mark| lower.starts_with(mark))
}

/// Years other than those that are played.
#[derive(Debug, Clone, PartialEq, Eq)]
enum OtherYears {
    /// Those of the pentade that comes next, in words.
    Next(String),
    /// Any other, in words.
    Elsewhere(String),
}

/// The years a subject names, if they are not those that are played. The subject of an answer proves nothing: it
/// names the letter that is answered.
fn other_years(subject: &str, span: Span) -> Option<OtherYears> {
    if is_answer(subject) {
        return None;
    }
    let words = subject.split(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '\u{2013}'));
    let pairs = words.filter_map(|word| word.split_once(['-', '\u{2013}']));
    let (first, last) = pairs
        .filter_map(|(first, last)| Some((first.parse::<i32>().ok()?, last.parse::<i32>().ok()?)))
        .find(|(first, last)| *first >= 100 && (*last < 100 || (*first..=first + 10).contains(last)))?;
    let words = format!("{first}\u{2013}{last}");
    match first {
        _ if first == span.first_year => None,
        _ if first == span.last_year + 1 => Some(OtherYears::Next(words)),
        _ => Some(OtherYears::Elsewhere(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: Span = Span { first_year: 976, last_year: 980 };

    #[test]
    fn a_subject_of_other_years_is_noticed_and_an_answers_is_not() {
        let elsewhere = OtherYears::Elsewhere("971\u{2013}975".to_owned());
        assert_eq!(other_years("g7 971-975", SPAN), Some(elsewhere));
        assert_eq!(other_years("g7 981-985", SPAN), Some(OtherYears::Next("981\u{2013}985".to_owned())));
        assert_eq!(other_years("g7 Germany 976\u{2013}980", SPAN), None);
        assert_eq!(other_years("g7 Germany 976-80", SPAN), None);
        assert_eq!(other_years("Re: g7 - your turn report 971-975", SPAN), None);
        assert_eq!(other_years("orders, 2026-11-30", SPAN), None);
        assert_eq!(other_years("99999999999-99999999999 \u{2013}", SPAN), None);
    }
}
