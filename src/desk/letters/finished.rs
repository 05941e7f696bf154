//! Words and envelope become a letter in the outbox.

use jiff::Timestamp;

use super::{Post, Words};
use crate::desk::DeskError;
use crate::desk::reply_address::{reply_address, reply_address_among};
use crate::mail::correspondent::Correspondent;
use crate::mail::outgoing::{Attachment, AutoSubmitted, Outgoing, OutgoingError, place_of};
use crate::settings::Settings;
use crate::store::games::{self, GameRow};
use crate::store::outbox::{self, NewPost, Shown};
use crate::store::{PgConnection, addresses, audit};

/// Writes a letter into the outbox. False when it is there already, or cannot be addressed; the latter is kept as
/// given up and noted in the diary, as a letter in must not be lost because its answer cannot be sent.
pub async fn write(
    settings: &Settings,
    db: &mut PgConnection,
    post: Post<'_>,
    words: Words,
) -> Result<bool, DeskError> {
    write_to_answer_at(settings, db, post, words, None).await
}

/// The same, with the address that answers go to; none: the player's own address for the game.
pub async fn write_to_answer_at(
    settings: &Settings,
    db: &mut PgConnection,
    post: Post<'_>,
    words: Words,
    reply_to: Option<String>,
) -> Result<bool, DeskError> {
    let now = Timestamp::now();
    let to = match post.kind {
        // A question about an address goes to that address.
        "confirm" => None,
        _ => addresses::in_use(db, &[&post.to.1]).await?.remove(&post.to.1),
    };
    let reply_to = match (reply_to, post.game, post.side) {
        (Some(address), ..) => Some(address),
        (None, Some(game), Some(side)) => reply_address(settings, db, game, (side, &post.to.1)).await?,
        _ => None,
    };
    let is_plain = !addresses::want_plain(db, &[&post.to.1]).await?.is_empty();
    let words = if is_plain { words.plainly() } else { words };
    let letter = Finished::of(settings, post, words, (to, reply_to), now)?;
    letter.store(db, now).await
}

/// Writes many letters of one game, as [`write`] does each.
pub async fn write_all(
    settings: &Settings,
    db: &mut PgConnection,
    game: &GameRow,
    letters: Vec<(Post<'_>, Words)>,
) -> Result<(), DeskError> {
    let now = Timestamp::now();
    let asked: Vec<&str> = letters.iter().map(|(post, _)| post.to.1.as_str()).collect();
    // An address that takes no mail stays the player's own; letters go to the next one meanwhile.
    let instead = addresses::in_use(db, &asked).await?;
    let plain = addresses::want_plain(db, &asked).await?;
    let turns = games::reply_turns(db, game.id).await?;
    let mut all = Vec::with_capacity(letters.len());
    for (post, words) in letters {
        let words = if plain.contains(&post.to.1) { words.plainly() } else { words };
        let to = instead.get(&post.to.1).cloned();
        let reply_to =
            post.side.and_then(|side| reply_address_among(settings, game, &turns, (side, &post.to.1)));
        all.push(Finished::of(settings, post, words, (to, reply_to), now)?);
    }
    let rows: Vec<NewPost<'_>> = all.iter().map(Finished::row).collect();
    let new = outbox::add_all(db, &rows, now).await?;
    for letter in all.iter().filter(|letter| new.contains(&letter.post.message_id)) {
        letter.give_up_if_it_must(db, now).await?;
    }
    Ok(())
}

/// A letter ready for the outbox.
struct Finished<'a> {
    post: Post<'a>,
    from: String,
    to: String,
    is_answer: bool,
    subject: String,
    plain: String,
    bytes: Vec<u8>,
    /// Why mail cannot be sent to its address. It loses nothing: the letter is kept, as given up.
    bad_address: Option<String>,
    shown: Option<Shown>,
}

impl<'a> Finished<'a> {
    /// A letter to the address of its post or to another of the same person, answered at an address of ours.
    fn of(
        settings: &Settings,
        mut post: Post<'a>,
        words: Words,
        (to, reply_to): (Option<String>, Option<String>),
        now: Timestamp,
    ) -> Result<Self, DeskError> {
        let from = match post.game {
            Some(game) => settings.orders_address(&game.slug),
            None => format!("postmaster@{}", settings.mail_domain),
        };
        let to = to.unwrap_or_else(|| post.to.1.clone());
        let our_name = post.game.map_or("Pentade", |game| game.title.as_str());
        let is_answer = post.answers.is_some();
        let answers = post.answers.take().unwrap_or_default();
        let mut references = answers.references;
        references.extend(answers.message_id.clone());
        let outgoing = Outgoing {
            message_id: post.message_id.clone(),
            date: now,
            from: Correspondent::named(our_name, &from),
            to: match post.to.0.as_str() {
                "" => Correspondent::at(&to),
                name => Correspondent::named(name, &to),
            },
            reply_to: reply_to.map(Correspondent::at),
            subject: words.subject,
            text: words.plain,
            html: words.html,
            in_reply_to: answers.message_id,
            references,
            list_id: post.game.map(|game| format!("{}.{}", game.slug, settings.mail_domain)),
            unsubscribe: words.unsubscribe,
            auto: if is_answer { AutoSubmitted::Replied } else { AutoSubmitted::Generated },
            inline: words.inline,
            attachments: words.attachments,
        };
        let (bytes, bad_address) = match outgoing.bytes() {
            Ok(bytes) => (bytes, None),
            Err(error @ OutgoingError::Address { .. }) => (Vec::new(), Some(error.to_string())),
            Err(error) => return Err(DeskError::Letter(error.to_string())),
        };
        let shown = words.drawing.and_then(|drawing| shown(drawing, &outgoing, &bytes));
        let (subject, plain) = (outgoing.subject, outgoing.text);
        Ok(Self { post, from, to, is_answer, subject, plain, bytes, bad_address, shown })
    }

    fn row(&self) -> NewPost<'_> {
        NewPost {
            message_id: &self.post.message_id,
            kind: self.post.kind,
            game: self.post.game.map(|game| game.id),
            side: self.post.side,
            // RFC 3834: an answer has no return path, so that nothing can answer it in turn.
            envelope_from: if self.is_answer { "" } else { &self.from },
            envelope_to: &self.to,
            subject: &self.subject,
            plain: &self.plain,
            bytes: &self.bytes,
            shown: self.shown,
        }
    }

    /// Puts it into the outbox; false as [`write`] says.
    async fn store(&self, db: &mut PgConnection, now: Timestamp) -> Result<bool, DeskError> {
        if !outbox::add(db, &self.row(), now).await? {
            return Ok(false);
        }
        self.give_up_if_it_must(db, now).await?;
        Ok(self.bad_address.is_none())
    }

    /// Notes a letter in the outbox whose address takes no mail.
    async fn give_up_if_it_must(&self, db: &mut PgConnection, now: Timestamp) -> Result<(), DeskError> {
        let Some(reason) = &self.bad_address else { return Ok(()) };
        outbox::give_up_unsent(db, &self.post.message_id, now, reason).await?;
        let detail = format!("{}: {reason}", self.post.message_id);
        let game = self.post.game.map(|game| game.id);
        Ok(audit::note(db, None, "letter-not-written", game, &detail).await?)
    }
}

/// Where a finished letter takes up its map; none in one that could not be written.
fn shown(drawing: i64, letter: &Outgoing, bytes: &[u8]) -> Option<Shown> {
    let at = |files: &[Attachment]| place_of(bytes, &files.first()?.bytes);
    Some(Shown { drawing, png_at: at(&letter.inline)?, svg_at: at(&letter.attachments)? })
}
