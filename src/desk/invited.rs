//! The answer to an invitation that comes by letter: to the address that the invitation alone names, with the word accept
//! or decline on its first line. What becomes of it is told to the address that was invited.

use jiff::Timestamp;

use super::invitations::{InvitationState, invitation_of};
use super::{Desk, DeskError};
use crate::mail::letter::{Letter, LetterKind};
use crate::store::invitations::Invitation;
use crate::store::letters::{LetterState, Verdict};
use crate::store::{PgConnection, games};

/// First lines that take the seat, and those that do not; nothing else stands on them.
const ACCEPTS: [&str; 5] = ["accept", "accepted", "i accept", "yes", "yes please"];
const DECLINES: [&str; 5] = ["decline", "declined", "i decline", "no", "no thanks"];

impl Desk {
    /// Reads a letter that answers an invitation. The caller has locked the letter, and settles it with what is returned.
    ///
    /// Errors: the database. Whatever is in the letter is none: it is kept, and answered.
    pub(super) async fn read_invited(
        &self,
        db: &mut PgConnection,
        token: &str,
        letter: &Letter,
        verdict: &mut Verdict,
    ) -> Result<LetterState, DeskError> {
        let Some(found) = invitation_of(db, token).await? else {
            verdict.reason = Some("it answers an invitation that a newer letter has replaced".to_owned());
            return Ok(LetterState::Held);
        };
        if letter.kind != LetterKind::Person {
            verdict.reason = Some("a machine answered an invitation".to_owned());
            return Ok(LetterState::Ignored);
        }
        verdict.proof = Some("it came to the address that an invitation named".to_owned());
        let Some(accepts) = meant(&letter.text) else {
            verdict.reason =
                Some(format!("it answers the invitation of {} with neither yes nor no", found.name));
            let told = "Your answer says neither accept nor decline on its first line, so nothing has changed. The GM sees \
                        what you wrote; answer once more with one of these words alone.";
            let hour = Timestamp::now().as_second() / 3600;
            self.tell_invited(db, &found, &format!("unclear.{hour}"), told).await?;
            return Ok(LetterState::Held);
        };
        let outcome = self.answer_invitation(token, accepts).await;
        let state = match &outcome {
            Ok(Some(invited)) => invited.state,
            Ok(None) => found.state,
            Err(DeskError::Refused(reason)) => {
                verdict.reason = Some(reason.clone());
                let told = format!("You cannot have the seat any more: {reason}.");
                self.tell_invited(db, &found, "refused", &told).await?;
                return Ok(LetterState::Read);
            }
            Err(_) => return outcome.map(|_| LetterState::Read),
        };
        let meant = if accepts { InvitationState::Accepted } else { InvitationState::Declined };
        verdict.reason = Some(format!("the invitation of {} is {}", found.name, state.as_str()));
        // Who takes a seat has the letter that opens it for an answer.
        let told = match state {
            InvitationState::Accepted if state == meant => return Ok(LetterState::Read),
            InvitationState::Accepted => {
                "You have accepted already. To give your seat up, write resign.".to_owned()
            }
            InvitationState::Declined if state == meant => {
                "You have declined, and the GM has been told.".to_owned()
            }
            InvitationState::Declined => {
                "You have declined already. Write to the GM if you want to play after all.".to_owned()
            }
            InvitationState::Withdrawn => "The GM has taken this invitation back.".to_owned(),
            InvitationState::Open => {
                "Your answer could not be kept: please press the button behind the link.".to_owned()
            }
        };
        self.tell_invited(db, &found, &format!("{}.{accepts}", state.as_str()), &told).await?;
        Ok(LetterState::Read)
    }

    /// Writes to the invited person, once for each `name`.
    async fn tell_invited(
        &self,
        db: &mut PgConnection,
        invitation: &Invitation,
        name: &str,
        told: &str,
    ) -> Result<(), DeskError> {
        let missing = || DeskError::NotFound("such game".to_owned());
        let row = games::by_id(db, invitation.game).await?.ok_or_else(missing)?;
        let table = self.table(db, &row.slug).await?;
        let key = format!("invitation.{}.answered.{name}", invitation.id);
        let to = (invitation.name.as_str(), invitation.email.as_str());
        self.write_note(db, &table, (&key, None), to, ("your answer", &[told.to_owned()])).await
    }
}

/// Whether a letter takes the seat; none when its first line says neither.
fn meant(text: &str) -> Option<bool> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?.to_lowercase().replace(',', "");
    let first = first.trim_end_matches(['.', '!', ' ']);
    if ACCEPTS.contains(&first) {
        return Some(true);
    }
    DECLINES.contains(&first).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_first_line_that_says_nothing_else_decides() {
        for yes in ["accept", "\n  Yes, please!\n\nI look forward to it", "I accept."] {
            assert_eq!(meant(yes), Some(true), "{yes}");
        }
        for no in ["decline", "No, thanks.", "no\naccept"] {
            assert_eq!(meant(no), Some(false), "{no}");
        }
        for neither in ["", "no problem, I accept", "Dear GM,\naccept", "accept or decline", "yes?"] {
            assert_eq!(meant(neither), None, "{neither}");
        }
    }
}
