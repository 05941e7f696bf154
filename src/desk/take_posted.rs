//! A letter that a provider posts by HTTP, signed with a secret that we share with it.
//!
//! The signature is HMAC-SHA-256, in hexadecimal, over the time in seconds, a line feed, the query of the address
//! (who wrote, and for whom), a line feed, and the letter. One that is too old or from the future is refused; within
//! that time a letter that is posted again is known for what it is.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::take_letter::Taken;
use super::{Desk, DeskError};
use crate::mail::envelope::{Origin, Way};

/// Seconds by which the clocks of two machines may differ, and a letter be under way.
pub const WINDOW_SECONDS: i64 = 300;
/// Recipients of one letter.
const MOST_RECIPIENTS: usize = 20;

/// A posted letter, with nothing of it believed yet.
#[derive(Debug, Clone, Copy)]
pub struct Posted<'a> {
    /// The head `pentade-timestamp`.
    pub timestamp: &'a str,
    /// The head `pentade-signature`.
    pub signature: &'a str,
    /// The query as it stood in the address.
    pub query: &'a str,
    /// The envelope's sender, empty for a bounce, and the recipients in the query; none when it cannot be taken apart.
    pub named: Option<(&'a str, &'a [String])>,
    /// The letter.
    pub raw: &'a [u8],
}

/// What becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PostedAnswer {
    /// It is stored, durably, for so many recipients; a second copy counts as stored.
    Stored(usize),
    /// Nobody may post here.
    Closed,
    /// Signature or time is wrong.
    Unsigned,
    /// It is empty, names no recipients or too many, or its query cannot be taken apart.
    Unreadable(&'static str),
    /// None of its recipients is served here.
    NoSuchAddress,
}

impl Desk {
    /// Takes a posted letter, if its signature is good.
    ///
    /// Errors: the database; the provider keeps the letter then, and posts it again.
    pub async fn take_posted(&self, posted: &Posted<'_>) -> Result<PostedAnswer, DeskError> {
        let Some(secret) = &self.settings.mail_in.http_secret else { return Ok(PostedAnswer::Closed) };
        if !is_signed(secret, posted, Timestamp::now().as_second()) {
            return Ok(PostedAnswer::Unsigned);
        }
        if posted.raw.is_empty() {
            return Ok(PostedAnswer::Unreadable("there is no letter"));
        }
        let Some((from, recipients)) = posted.named else {
            return Ok(PostedAnswer::Unreadable(
                "the query cannot be taken apart: from=...&to=... is wanted, with %40 for @ and %2B for +",
            ));
        };
        if recipients.is_empty() || recipients.len() > MOST_RECIPIENTS {
            return Ok(PostedAnswer::Unreadable("one to twenty recipients are wanted"));
        }
        let origin = Origin::by(Way::Http);
        let mut stored = 0;
        for to in recipients {
            let taken = self.take_letter_by(&origin, from, to, posted.raw).await?;
            stored += usize::from(taken != Taken::NoSuchAddress);
        }
        Ok(if stored > 0 { PostedAnswer::Stored(stored) } else { PostedAnswer::NoSuchAddress })
    }
}

/// Whether the signature is good, and its time at most [`WINDOW_SECONDS`] from now.
fn is_signed(secret: &str, posted: &Posted<'_>, now: i64) -> bool {
    let own = signature(secret, posted.timestamp, posted.query, posted.raw);
    let is_good = bool::from(own.as_bytes().ct_eq(posted.signature.trim().to_ascii_lowercase().as_bytes()));
    let is_fresh = posted
        .timestamp
        .parse::<i64>()
        .is_ok_and(|at| at.checked_sub(now).is_some_and(|apart| apart.abs() <= WINDOW_SECONDS));
    is_good && is_fresh
}

/// The signature of a letter, as the provider makes it.
pub fn signature(secret: &str, timestamp: &str, query: &str, raw: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length will do");
    for piece in [timestamp.as_bytes(), b"\n", query.as_bytes(), b"\n", raw] {
        mac.update(piece);
    }
    hex::encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_one_letter_one_query_and_a_short_time() {
        let good = signature("secret", "1000", "to=a", b"letter");
        let posted =
            Posted { timestamp: "1000", signature: &good, query: "to=a", named: None, raw: b"letter" };
        assert!(is_signed("secret", &posted, 1000 + WINDOW_SECONDS));
        assert!(is_signed("secret", &Posted { signature: &good.to_uppercase(), ..posted }, 1000));
        for (wrong, now) in [
            (posted, 1001 + WINDOW_SECONDS),
            (posted, 999 - WINDOW_SECONDS),
            (Posted { timestamp: "1001", ..posted }, 1000),
            (Posted { timestamp: "-9223372036854775808", ..posted }, 1000),
            (Posted { query: "to=b", ..posted }, 1000),
            (Posted { raw: b"Letter", ..posted }, 1000),
            (Posted { signature: "", ..posted }, 1000),
        ] {
            assert!(!is_signed("secret", &wrong, now), "{wrong:?}");
        }
        assert!(!is_signed("another", &posted, 1000));
    }
}
