//! Letters from people who play no side of a game: who they are said to be, and whom they only look like.

use super::{Desk, DeskError, Table};
use crate::mail::correspondent::Correspondent;
use crate::mail::header_text::header_text;
use crate::mail::look_alike::look_alike;
use crate::store::games::Seat;
use crate::store::{PgConnection, accounts};

/// Longest name that is shown, in characters.
const LONGEST_NAME: usize = 80;

impl Desk {
    /// Why a letter from `sender` is held, for the GM: with a warning where its name or address is that of somebody of the
    /// game, or only looks like it.
    pub(super) async fn stranger(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        sender: &Correspondent,
        seats: &[Seat],
    ) -> Result<String, DeskError> {
        let address = sender.address.to_lowercase();
        let held = format!("{address} plays no side of this game");
        let gm = accounts::by_id(db, table.row.gm).await?.map(|gm| (gm.name, gm.email));
        let people = seats.iter().flat_map(|seat| seat.persons());
        let people = people.map(|one| (one.name.clone(), one.email.clone())).chain(gm);
        let people: Vec<(String, String)> = people.filter(|(_, email)| *email != address).collect();
        if let Some((name, email)) = people.iter().find(|(_, email)| look_alike(email, &address)) {
            return Ok(format!("{held}; beware: its address only looks like {email}, that of {name}"));
        }
        let called = header_text(sender.name.as_deref().unwrap_or_default(), LONGEST_NAME);
        Ok(match people.iter().find(|(name, _)| look_alike(name, &called)) {
            Some((name, _)) if *name == called => format!("{held}; beware: it bears the name of {name}"),
            Some((name, _)) => format!("{held}; beware: its name {called} only looks like {name}"),
            None => held,
        })
    }

    /// Refuses a name that a reader takes for that of another who shares a game with the account.
    ///
    /// Errors: refused, with the name that it looks like.
    pub(super) async fn check_name(
        &self,
        db: &mut PgConnection,
        account: super::AccountId,
        name: &str,
    ) -> Result<(), DeskError> {
        let others = accounts::names_of_fellows(db, account).await?;
        match others.iter().find(|other| look_alike(other, name)) {
            Some(other) => Err(DeskError::Refused(format!(
                "{other} is in a game with you, and this name looks the same: add something that tells you apart"
            ))),
            None => Ok(()),
        }
    }
}

/// Refuses the name of a newcomer that a reader takes for that of another who plays or runs the game.
///
/// Errors: refused, with the name that it looks like.
pub(super) async fn check_newcomer(
    db: &mut PgConnection,
    table: &Table<'_>,
    seats: &[Seat],
    (name, email): (&str, &str),
) -> Result<(), DeskError> {
    let gm = accounts::by_id(db, table.row.gm).await?.map(|gm| (gm.name, gm.email));
    let people = seats.iter().flat_map(|seat| seat.persons());
    let mut people = people.map(|one| (one.name.clone(), one.email.clone())).chain(gm);
    let other = people.find(|(of, address)| !address.eq_ignore_ascii_case(email) && look_alike(of, name));
    match other {
        Some((other, address)) => Err(DeskError::Refused(format!(
            "{other} ({address}) is in this game, and the name {name} looks the same: add something that tells them apart"
        ))),
        None => Ok(()),
    }
}

/// Two of these names that look alike though they are written with other letters.
pub(super) fn confusable<'n>(names: &[&'n str]) -> Option<(&'n str, &'n str)> {
    names.iter().enumerate().find_map(|(nth, one)| {
        let other = names[..nth].iter().find(|other| *other != one && look_alike(other, one))?;
        Some((*other, *one))
    })
}
