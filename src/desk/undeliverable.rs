//! What follows when a letter cannot be delivered: the address is marked, the letter goes once to the player's next
//! address, and the GM is told.

use jiff::Timestamp;

use super::{Desk, DeskError, span_of};
use crate::mail::bounce::{Bounce, Fate};
use crate::mail::outgoing::readdressed;
use crate::store::dead_letters::{self, Bounced};
use crate::store::outbox::NewPost;
use crate::store::{PgConnection, accounts, addresses, audit, games, pentades};

impl Desk {
    /// Notes that the letter with this number was not delivered, as `told`. A report that it is late, or arrived,
    /// changes nothing else. Told twice, the second changes nothing.
    pub(super) async fn undeliverable(
        &self,
        db: &mut PgConnection,
        letter: i64,
        told: &Bounce,
    ) -> Result<(), DeskError> {
        let Some(letter) = dead_letters::lock(db, letter).await? else { return Ok(()) };
        let now = Timestamp::now();
        let words = match &told.status {
            Some(status) => format!("{status}: {}", told.reason),
            None => told.reason.clone(),
        };
        let is_final = matches!(told.fate, Fate::BadAddress | Fate::Refused);
        if !is_final || letter.bounce.is_some() {
            let detail = format!("letter {}: {:?}", letter.id, told.fate);
            return Ok(audit::note(db, None, "letter-reported-on", letter.game, &detail).await?);
        }
        dead_letters::note_bounce(db, letter.id, &words, now).await?;
        if told.fate == Fate::BadAddress {
            addresses::mark_bad(db, &letter.to, &words, letter.id, now).await?;
        }
        let next = self.send_to_next_address(db, &letter, now).await?;
        let detail = format!("letter {}", letter.id);
        audit::note(db, None, "letter-bounced", letter.game, &detail).await?;
        self.tell_gm_of_bounce(db, &letter, &words, next.as_deref()).await
    }

    /// The letter once more, to the next address of whoever has the one that failed. A copy is never copied again, and
    /// what signs somebody in goes to no other address.
    async fn send_to_next_address(
        &self,
        db: &mut PgConnection,
        letter: &Bounced,
        now: Timestamp,
    ) -> Result<Option<String>, DeskError> {
        if letter.copy_of.is_some() || letter.kind == "link" || letter.bytes.is_empty() {
            return Ok(None);
        }
        let Some(owner) = addresses::owner(db, &letter.to).await? else { return Ok(None) };
        let all = addresses::of_account(db, owner).await?;
        let is_next = |one: &&addresses::Address| {
            one.is_verified && one.bad.is_none() && !one.address.eq_ignore_ascii_case(&letter.to)
        };
        let Some(next) = all.iter().find(is_next) else { return Ok(None) };
        let message_id = second_id(&letter.message_id);
        let Some(bytes) = readdressed(&letter.bytes, &message_id, &next.address) else { return Ok(None) };
        let copy = NewPost {
            message_id: &message_id,
            kind: &letter.kind,
            game: letter.game,
            side: letter.side.as_ref(),
            envelope_from: &letter.envelope_from,
            envelope_to: &next.address,
            subject: &letter.subject,
            plain: &letter.plain,
            bytes: &bytes,
            shown: letter.shown,
        };
        dead_letters::add_copy(db, &copy, letter.id, now).await?;
        Ok(Some(next.address.clone()))
    }

    async fn tell_gm_of_bounce(
        &self,
        db: &mut PgConnection,
        letter: &Bounced,
        words: &str,
        next: Option<&str>,
    ) -> Result<(), DeskError> {
        let Some(game) = letter.game else { return Ok(()) };
        let Some(row) = games::by_id(db, game).await? else { return Ok(()) };
        let Some(gm) = accounts::by_id(db, row.gm).await? else { return Ok(()) };
        // Whoever cannot be reached is not written to about it.
        let Some(pentade) = pentades::current(db, row.id).await? else { return Ok(()) };
        if gm.email.eq_ignore_ascii_case(&letter.to) || letter.kind == "public-report" {
            return Ok(());
        }
        let then = match next {
            Some(next) => format!("It goes once more, to {next}"),
            None => "There is no other address to try: the letter waits on your list of dead letters, and the player \
                     can still read it on the web"
                .to_owned(),
        };
        let detail =
            format!("the letter \"{}\" to {} came back ({words}). {then}", letter.subject, letter.to);
        let told = ("a letter could not be delivered", detail.as_str());
        self.tell_gm(db, (&row, span_of(&pentade)), &format!("bounce.{}", letter.id), told).await
    }
}

/// The Message-ID of the copy to a second address.
fn second_id(id: &str) -> String {
    match id.rsplit_once('@') {
        Some((local, domain)) => format!("{local}.2@{domain}"),
        None => format!("{id}.2"),
    }
}
