//! A player's own address for a game: `orders+g7.<token>@…`. Whoever writes to it knows the token.
//!
//! The token is made of the game's secret, the side, the account and the number of times a new one was asked for:
//! it is kept nowhere, and a seat that passes to another player has another.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::{AccountId, Desk, DeskError, own_seat};
use crate::postal::chronicle::SideId;
use crate::settings::Settings;
use crate::store::games::{GameRow, ReplyTurn};
use crate::store::{PgConnection, StoreError, audit, games};

/// Bytes of a token: 96 bits, which nobody guesses by mail.
const TOKEN_BYTES: usize = 12;

/// The token of a seat's player.
fn token(game: &GameRow, of: &ReplyTurn) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&game.master_secret).expect("a key of any length will do");
    mac.update(b"reply address\0");
    mac.update(of.side.as_str().as_bytes());
    mac.update(b"\0");
    mac.update(of.account.0.as_bytes());
    mac.update(&of.turn.to_be_bytes());
    hex::encode(&mac.finalize().into_bytes()[..TOKEN_BYTES])
}

/// Whose token one of these is, if it is anybody's. Takes the same time whichever it is.
pub(super) fn owner<'a>(game: &GameRow, turns: &'a [ReplyTurn], tokens: &[String]) -> Option<&'a ReplyTurn> {
    let mut found = None;
    for turn in turns {
        let own = token(game, turn);
        for given in tokens {
            if bool::from(own.as_bytes().ct_eq(given.as_bytes())) {
                found = Some(turn);
            }
        }
    }
    found
}

/// The address that a letter to `to` about a side is answered at, if that is the player's own address: nobody else
/// is told it.
pub(super) async fn reply_address(
    settings: &Settings,
    db: &mut PgConnection,
    game: &GameRow,
    (side, to): (&SideId, &str),
) -> Result<Option<String>, DeskError> {
    let turns = games::reply_turns(db, game.id).await?;
    Ok(reply_address_among(settings, game, &turns, (side, to)))
}

/// The same where the players' turns are known.
pub(super) fn reply_address_among(
    settings: &Settings,
    game: &GameRow,
    turns: &[ReplyTurn],
    (side, to): (&SideId, &str),
) -> Option<String> {
    let turn = turns.iter().find(|turn| turn.side == *side && turn.email == to);
    turn.map(|turn| settings.reply_address(&game.slug, &token(game, turn)))
}

impl Desk {
    /// The address to which the player of a side sends his letters without further proof.
    ///
    /// Errors: not allowed when the side is somebody else's.
    pub async fn my_reply_address(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
    ) -> Result<String, DeskError> {
        let mut db = self.store.reader().await?;
        let row = super::find_game(&mut db, slug).await?;
        let seat = own_seat(&mut db, &row, side, account).await?;
        let email = seat.player.map_or_else(String::new, |player| player.email);
        let address = reply_address(&self.settings, &mut db, &row, (side, &email)).await?;
        address.ok_or_else(|| super::no_side(side))
    }

    /// Gives the player of a side a new reply address: letters to the former one need another proof from now on.
    ///
    /// Errors: not allowed when the side is somebody else's.
    pub async fn renew_reply_address(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let row = super::find_game(&mut tx, slug).await?;
        own_seat(&mut tx, &row, side, account).await?;
        games::renew_reply_address(&mut tx, row.id, side).await?;
        let detail = format!("a new reply address for {side}");
        audit::note(&mut tx, Some(account), "new-reply-address", Some(row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}
