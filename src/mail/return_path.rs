//! Return paths that name the letter (VERP), so that a report about it is told apart from a forged one.
//!
//! `bounce+<number>.<proof>@<domain>`: the proof is the start of an HMAC-SHA256 over the number, in hexadecimal
//! digits. Case is kept by no mail server for certain, so none matters.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Bytes of a proof: enough that nobody guesses one.
const PROOF: usize = 12;

/// What every return path begins with.
pub const START: &str = "bounce+";

/// A proof that we made something out of `words` ourselves, in hexadecimal digits. `purpose` keeps the proofs of one
/// use from serving another.
pub fn proof(secret: &[u8], purpose: &str, words: &str) -> String {
    let mut mac = <Hmac<Sha256>>::new_from_slice(secret).expect("HMAC takes a key of any length");
    for part in [purpose, words] {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    hex::encode(&mac.finalize().into_bytes()[..PROOF])
}

/// Whether `given` is the proof of `words`. Takes the same time for every wrong one.
pub fn is_proof(secret: &[u8], purpose: &str, words: &str, given: &str) -> bool {
    proof(secret, purpose, words).as_bytes().ct_eq(given.to_lowercase().as_bytes()).into()
}

/// The return path of the letter with this number.
pub fn return_path(secret: &[u8], letter: i64, domain: &str) -> String {
    format!("{START}{letter}.{}@{domain}", proof(secret, "return-path", &letter.to_string()))
}

/// The number of the letter that the local part of a return path of ours names; none when its proof is wrong.
pub fn read_return_path(secret: &[u8], local: &str) -> Option<i64> {
    let head = local.get(..START.len())?;
    let (number, given) = local.get(START.len()..)?.split_once('.')?;
    if !head.eq_ignore_ascii_case(START) || !is_proof(secret, "return-path", number, given) {
        return None;
    }
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_return_paths_are_read() {
        let path = return_path(b"secret", 42, "gm.example");
        let local = path.strip_suffix("@gm.example").expect("our domain");
        assert!(local.len() <= 64, "RFC 5321 allows no longer local part: {local}");
        assert_eq!(read_return_path(b"secret", local), Some(42));
        assert_eq!(read_return_path(b"secret", &local.to_uppercase()), Some(42));
        assert_eq!(read_return_path(b"another", local), None);
        let other = local.replace("42.", "43.");
        let short = &local[..local.len() - 1];
        for forged in
            [other.as_str(), short, "bounce+42.", "bounce+42", "bounce+.", "", "orders+g7", "b\u{f6}unce+42"]
        {
            assert_eq!(read_return_path(b"secret", forged), None, "{forged}");
        }
    }

    #[test]
    fn a_proof_serves_one_purpose() {
        assert_ne!(proof(b"s", "a", "bc"), proof(b"s", "ab", "c"));
        assert!(!is_proof(b"s", "follow", "1", &proof(b"s", "return-path", "1")));
    }
}
