//! `pentade deliver`: one letter from standard input, for a pipe from Postfix, Exim or procmail.
//!
//! The exit code is one of `sysexits.h`: what is not the letter's fault asks the mail server to keep it.

use std::process::ExitCode;

use anyhow::Result;
use tokio::io::AsyncReadExt;

use super::Place;
use super::house::{Beside, House};
use crate::desk::take_letter::Taken;
use crate::mail::envelope::{Origin, Way};

/// `EX_DATAERR`: the letter is empty or too large.
pub const BAD_LETTER: u8 = 65;
/// `EX_NOUSER`: nobody here has that address.
pub const NO_SUCH_ADDRESS: u8 = 67;
/// `EX_TEMPFAIL`: keep the letter and try again.
pub const TRY_AGAIN: u8 = 75;

/// Stores the letter on standard input; the server reads it.
pub async fn deliver(place: &Place, from: &str, to: &str) -> ExitCode {
    match store(place, from, to).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("pentade: {error:#}");
            ExitCode::from(TRY_AGAIN)
        }
    }
}

async fn store(place: &Place, from: &str, to: &str) -> Result<u8> {
    let (settings, games) = place.read()?;
    let longest = settings.letter_bytes;
    let mut raw = Vec::new();
    let limit = u64::try_from(longest)?.saturating_add(1);
    tokio::io::stdin().take(limit).read_to_end(&mut raw).await?;
    if raw.is_empty() {
        eprintln!("pentade: there is no letter on standard input");
        return Ok(BAD_LETTER);
    }
    if raw.len() > longest {
        eprintln!("pentade: the letter is larger than {longest} bytes");
        return Ok(BAD_LETTER);
    }
    let house = House::open(settings, games, Beside::Anyone).await?;
    let taken = house.desk.take_letter_by(&Origin::by(Way::Pipe), from, to, &raw).await;
    house.close().await;
    match taken? {
        Taken::Stored(_) | Taken::Again => Ok(0),
        Taken::NoSuchAddress => {
            eprintln!("pentade: nobody here has the address {to}");
            Ok(NO_SUCH_ADDRESS)
        }
    }
}
