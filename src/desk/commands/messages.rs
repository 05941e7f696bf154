//! Press: words from a side to one, several or all others, signed or without a name where the game allows it. The server
//! delivers them; no reader learns the address, or of an unsigned one the writer.

use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use super::{Actor, Answer};
use crate::desk::views::When;
use crate::desk::{AccountId, Desk, DeskError, Table, letters, own_seat, zone_of};
use crate::postal::chronicle::SideId;
use crate::postal::commands::{Command, CommandWords, Kind, Particle};
use crate::postal::document::Block;
use crate::store::games::{Seat, SeatPlayer};
use crate::store::wishes::{self, Message, Pending};
use crate::store::{PgConnection, StoreError, accounts, audit, games};

/// Longest message, in characters.
const LONGEST: usize = 8_000;

/// Messages shown on a page.
const SHOWN: i64 = 200;

/// Whom a message is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addressees {
    /// Everybody who plays.
    pub everybody: bool,
    /// Else these sides.
    pub sides: Vec<SideId>,
    /// The GM too.
    pub gm: bool,
}

/// A message to be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMessage {
    /// Whom it is for.
    pub to: Addressees,
    /// Whether it bears no name.
    pub anonymous: bool,
    /// Its words.
    pub text: String,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Names of those it was delivered to.
    pub to: Vec<String>,
    /// Names of those who are nobody's, so that it could not be.
    pub unheld: Vec<String>,
}

/// A message as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageRow {
    /// Who signs it.
    pub from: String,
    /// Whom it is for, in words.
    pub to: String,
    /// When it was sent.
    pub sent_at: When,
    /// The words.
    pub text: String,
}

/// The page of a side's press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressPage {
    /// Title of the game.
    pub title: String,
    /// Name of the side.
    pub side_name: String,
    /// Whether the reader may write for it.
    pub may_write: bool,
    /// Sides that can be written to.
    pub others: Vec<(SideId, String)>,
    /// Whether a message may go without a name.
    pub anonymous_press: bool,
    /// What the side wrote and was written, newest first.
    pub messages: Vec<MessageRow>,
}

impl Desk {
    pub(super) async fn press_by_letter(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        command: &Command,
        answer: &mut Answer,
    ) -> Result<(), DeskError> {
        let words = &self.settings.command_words;
        let seats = games::seats(db, table.row.id).await?;
        let (to, anonymous) = addressees(words, &seats, &command.arguments).map_err(DeskError::Refused)?;
        let text = clean(&command.text);
        if !command.is_ended && self.reads_as_orders(table, seat, &text) {
            return Err(DeskError::Refused(format!(
                "some of these words read as orders, and nothing says where the message ends: it was not sent, and \
                 nothing of it was taken as an order. Put a line with \"{}\" behind its last word and send it again, \
                 with your orders below that line",
                words.particle(Particle::EndPress)
            )));
        }
        let message = NewMessage { to, anonymous, text };
        self.check_message(db, table, actor, &message).await?;
        if anonymous {
            let detail = serde_json::to_string(&message).map_err(|e| DeskError::Letter(e.to_string()))?;
            let pending = Pending { side: seat.side.clone(), action: "press".to_owned(), detail };
            let code = self.keep_pending(db, table, actor.account, &pending).await?;
            answer.paragraph(
                "This, and nothing else, would go out without your name. Look for what gives you away:",
            );
            answer.document.blocks.push(Block::Verbatim(letters::lines(&message.text)));
            answer.paragraph(self.how_to_confirm(table, seat, &code));
            return Ok(());
        }
        let sent = self.send_message(db, table, (seat, actor), &message).await?;
        answer.paragraph(format!("Sent to {}, signed {}:", sent.to.join(", "), seat.name));
        answer.document.blocks.push(Block::Verbatim(letters::lines(&message.text)));
        if !sent.unheld.is_empty() {
            answer.paragraph(format!("Nobody holds {}: not delivered there.", sent.unheld.join(", ")));
        }
        Ok(())
    }

    fn reads_as_orders(&self, table: &Table<'_>, seat: &Seat, text: &str) -> bool {
        let world = table.world();
        let read = || table.game.read(&world, &seat.side, text, None);
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
        // What stops the reader is not sent to anybody unlooked at.
        !matches!(read, Ok(Ok(reading)) if reading.orders_read == 0)
    }

    async fn check_message(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        actor: &Actor,
        message: &NewMessage,
    ) -> Result<(), DeskError> {
        let refuse = |reason: String| Err(DeskError::Refused(reason));
        let length = message.text.chars().count();
        if message.text.is_empty() {
            return refuse("the message holds no words: it was not sent".to_owned());
        }
        if length > LONGEST {
            return refuse(format!(
                "the message has {length} characters, {LONGEST} are allowed: it was not sent"
            ));
        }
        if message.anonymous && !wishes::customs(db, table.row.id).await?.anonymous_press {
            return refuse("this game allows no messages without a name: it was not sent".to_owned());
        }
        let since = Timestamp::now() - 1.hour();
        let most = self.settings.messages_an_hour;
        if wishes::messages_since(db, table.row.id, actor.account, since).await? >= most {
            return refuse(format!("you have sent {most} messages within an hour: this one was not sent"));
        }
        Ok(())
    }

    /// Keeps a message and writes it to everybody it is for. The caller has checked it.
    pub(super) async fn send_message(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, actor): (&Seat, &Actor),
        message: &NewMessage,
    ) -> Result<Sent, DeskError> {
        self.check_message(db, table, actor, message).await?;
        let kept = Message {
            id: 0,
            side: seat.side.clone(),
            everybody: message.to.everybody,
            to: message.to.sides.clone(),
            to_gm: message.to.gm,
            anonymous: message.anonymous,
            text: message.text.clone(),
            sent_at: Timestamp::now(),
        };
        let id = wishes::add_message(db, table.pentade.id, actor.account, &kept).await?;
        let seats = games::seats(db, table.row.id).await?;
        let told = letters::Pressed {
            slug: &table.row.slug,
            from: if message.anonymous { "" } else { &seat.name },
            to: &to_words(&seats, &kept),
            text: &message.text,
            press: self.settings.command_words.name(Kind::Press),
        };
        let mut sent = Sent { to: Vec::new(), unheld: Vec::new() };
        for other in seats.iter().filter(|other| other.side != seat.side) {
            let is_named = message.to.sides.contains(&other.side);
            if !is_named && !message.to.everybody {
                continue;
            }
            let readers: Vec<&SeatPlayer> = other.persons().collect();
            if readers.is_empty() {
                sent.unheld.extend(is_named.then(|| other.name.clone()));
                continue;
            }
            for (nth, reader) in readers.into_iter().enumerate() {
                let key = format!("press.{id}.{}.{nth}", other.side);
                self.deliver(db, table, (&key, Some(&other.side)), (&reader.name, &reader.email), &told)
                    .await?;
            }
            sent.to.push(other.name.clone());
        }
        if message.to.gm
            && let Some(gm) = accounts::by_id(db, table.row.gm).await?
        {
            self.deliver(db, table, (&format!("press.{id}.gm"), None), (&gm.name, &gm.email), &told).await?;
            sent.to.push("the GM".to_owned());
        }
        let detail = format!("{} to {}", seat.side, sent.to.join(", "));
        audit::note(db, Some(actor.account), "press", Some(table.row.id), &detail).await?;
        Ok(sent)
    }

    async fn deliver(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (key, side): (&str, Option<&SideId>),
        (name, email): (&str, &str),
        told: &letters::Pressed<'_>,
    ) -> Result<(), DeskError> {
        let words = letters::press(&self.settings, name, told)?;
        let post = letters::Post::of_game(&self.settings, "press", (&table.row, side), key, (name, email));
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }

    /// Sends a message from a page.
    ///
    /// Errors: not allowed for another's side; refused without words or addressees, without a name where the game wants
    /// one, or when too many were sent.
    pub async fn send_press(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        message: &NewMessage,
    ) -> Result<Sent, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let seat = own_seat(&mut tx, &table.row, side, account).await?;
        let actor = Actor::of(&seat, |one| one.account == account)
            .ok_or(DeskError::NotAllowed("this side is held by somebody else"))?;
        let seats = games::seats(&mut tx, table.row.id).await?;
        if !message.to.everybody && !message.to.gm && message.to.sides.is_empty() {
            return Err(DeskError::Refused("the message names nobody: it was not sent".to_owned()));
        }
        let is_there = |one: &SideId| seats.iter().any(|seat| seat.side == *one && seat.side != *side);
        if let Some(stranger) = message.to.sides.iter().find(|one| !is_there(one)) {
            return Err(DeskError::Refused(format!(
                "{stranger} cannot be written to: the message was not sent"
            )));
        }
        let message = NewMessage { text: clean(&message.text), ..message.clone() };
        let sent = self.send_message(&mut tx, &table, (&seat, &actor), &message).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(sent)
    }

    /// The press of a side, for its player, who stands in for him, and the GM.
    pub async fn press_page(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
    ) -> Result<PressPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let role = crate::desk::archive::role(&mut db, &table.row, Some(account)).await?;
        let reader = crate::postal::chronicle::Reader::Side(side.clone());
        crate::desk::archive::check_reader(&role, &reader)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let seats = games::seats(&mut db, table.row.id).await?;
        let own = seats.iter().find(|seat| seat.side == *side).ok_or_else(|| crate::desk::no_side(side))?;
        let held = seats.iter().filter(|seat| seat.side != *side && seat.player.is_some());
        let all = wishes::latest_messages(&mut db, table.row.id, SHOWN).await?;
        let readable = all.iter().filter(|one| one.side == *side || one.everybody || one.to.contains(side));
        Ok(PressPage {
            title: table.row.title.clone(),
            side_name: own.name.clone(),
            may_write: role.sides.contains(side),
            others: held.map(|seat| (seat.side.clone(), seat.name.clone())).collect(),
            anonymous_press: wishes::customs(&mut db, table.row.id).await?.anonymous_press,
            messages: readable.map(|one| row(&seats, one, one.side == *side, &zone)).collect(),
        })
    }
}

pub(in crate::desk) fn row(seats: &[Seat], message: &Message, sees_behind: bool, zone: &str) -> MessageRow {
    let name = seats.iter().find(|seat| seat.side == message.side).map_or("", |seat| seat.name.as_str());
    let from = match (message.anonymous, sees_behind) {
        (false, _) => name.to_owned(),
        (true, true) => format!("{name}, unsigned"),
        (true, false) => "unsigned".to_owned(),
    };
    MessageRow {
        from,
        to: to_words(seats, message),
        sent_at: When::new(message.sent_at, zone),
        text: message.text.clone(),
    }
}

/// Whom a message is for.
pub(in crate::desk) fn to_words(seats: &[Seat], message: &Message) -> String {
    names(seats, message).map_or_else(|| "all".to_owned(), |names| names.join(", "))
}

/// The names of those a message is for; none for everybody.
pub(in crate::desk) fn names(seats: &[Seat], message: &Message) -> Option<Vec<String>> {
    if message.everybody {
        return None;
    }
    let named = seats.iter().filter(|seat| message.to.contains(&seat.side)).map(|seat| seat.name.clone());
    Some(named.chain(message.to_gm.then(|| "the GM".to_owned())).collect())
}

/// Reads `anonymous France, Poland and the GM`.
///
/// Errors: a name that nobody bears, with those that can be written to; nobody named at all.
fn addressees(words: &CommandWords, seats: &[Seat], text: &str) -> Result<(Addressees, bool), String> {
    let mut to = Addressees::default();
    let mut anonymous = false;
    let mut names: Vec<String> = Vec::new();
    for piece in text.split([',', ';', '&']) {
        let mut piece: Vec<&str> = piece.split_whitespace().collect();
        while let Some(first) = piece.first().copied() {
            let is_anonymous = words.is(Particle::Anonymous, first);
            if !is_anonymous && !words.is(Particle::Until, first) && !words.is(Particle::And, first) {
                break;
            }
            anonymous |= is_anonymous;
            piece.remove(0);
        }
        if piece.last().is_some_and(|last| words.is(Particle::Anonymous, last)) {
            anonymous = true;
            piece.pop();
        }
        names.extend(parted(words, seats, &piece.join(" ")));
    }
    for name in names {
        if words.is(Particle::All, &name) {
            to.everybody = true;
        } else if words.is(Particle::Gm, &name) {
            to.gm = true;
        } else {
            let side = side_called(seats, &name).ok_or_else(|| nobody(seats, &name))?;
            if !to.sides.contains(&side) {
                to.sides.push(side);
            }
        }
    }
    if !to.everybody && !to.gm && to.sides.is_empty() {
        return Err(format!("{}: it was not sent", nobody(seats, "")));
    }
    Ok((to, anonymous))
}

/// `France and Poland` as two names, but `Castile and Leon` as one where a side is called so.
fn parted(words: &CommandWords, seats: &[Seat], piece: &str) -> Vec<String> {
    if piece.is_empty() {
        return Vec::new();
    }
    if side_called(seats, piece).is_some() {
        return vec![piece.to_owned()];
    }
    let said: Vec<&str> = piece.split_whitespace().collect();
    let mut names = Vec::new();
    let mut at = 0;
    while at < said.len() {
        if words.is(Particle::And, said[at]) {
            at += 1;
            continue;
        }
        // A name may hold the word that parts names.
        let known =
            (at + 1..=said.len()).rev().find(|end| side_called(seats, &said[at..*end].join(" ")).is_some());
        let end = known.unwrap_or_else(|| {
            let next = said[at..].iter().position(|word| words.is(Particle::And, word));
            next.map_or(said.len(), |words| at + words)
        });
        names.push(said[at..end].join(" "));
        at = end;
    }
    names
}

fn side_called(seats: &[Seat], name: &str) -> Option<SideId> {
    let name = name.trim().to_lowercase();
    let bare = name.strip_prefix("the ").unwrap_or(&name);
    let is_it = |seat: &&Seat| {
        let own = seat.name.to_lowercase();
        own == name
            || own.strip_prefix("the ").unwrap_or(&own) == bare
            || seat.side.as_str() == bare
            || seat.aliases.iter().any(|alias| alias == bare)
    };
    let mut found = seats.iter().filter(|seat| seat.player.is_some()).filter(is_it);
    let first = found.next().or_else(|| seats.iter().find(is_it))?;
    Some(first.side.clone())
}

fn nobody(seats: &[Seat], name: &str) -> String {
    let held = seats.iter().filter(|seat| seat.player.is_some()).map(|seat| seat.name.as_str());
    let held: Vec<&str> = held.collect();
    let who = if name.is_empty() {
        "the message names nobody".to_owned()
    } else {
        format!("nobody is called {name}")
    };
    format!("{who}: the message was not sent. It can go to all, to the GM, or to {}", held.join(", "))
}

/// Lines and tabs stay; other controls, and marks that change the direction of text, do not.
pub(super) fn clean(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let kept = text.replace("\r\n", "\n");
    let kept: String =
        kept.chars().filter(|c| (!c.is_control() || matches!(c, '\n' | '\t')) && !is_mark(*c)).collect();
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_parted() {
        let words = CommandWords::parse(include_str!("../../../config/commands.toml")).expect("sound");
        let seat = |side: &str, name: &str| Seat {
            side: SideId::new(side),
            name: name.to_owned(),
            aliases: vec![side.replace('-', " ")],
            playable: true,
            player: None,
            stand_in: None,
        };
        let seats =
            [seat("red", "The Reds"), seat("castile-and-leon", "Castile and Leon"), seat("blue", "Blues")];
        let read = |text: &str| addressees(&words, &seats, text);
        let sides = |text: &str| {
            let (to, anonymous) = read(text).expect(text);
            (
                to.sides.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
                to.everybody,
                to.gm,
                anonymous,
            )
        };
        assert_eq!(sides("Reds"), ("red".to_owned(), false, false, false));
        assert_eq!(sides("the reds, Blue and the GM"), ("red blue".to_owned(), false, true, false));
        assert_eq!(
            sides("Castile and Leon and Reds"),
            ("castile-and-leon red".to_owned(), false, false, false)
        );
        assert_eq!(sides("anonymous to all"), (String::new(), true, false, true));
        assert_eq!(sides("to Blues, anonymously"), ("blue".to_owned(), false, false, true));
        for text in ["", "anonymous", "Greens", "reds, <script>", "all the kings"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
