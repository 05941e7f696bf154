//! Whose letter it is, and what proves it.

use super::reply_address::owner;
use super::take_letter::{Address, read_address};
use super::{Desk, DeskError};
use crate::mail::checks::{Finding, is_aligned};
use crate::mail::envelope::{Origin, Way};
use crate::mail::letter::{Letter, LetterKind, Sender};
use crate::postal::chronicle::SideId;
use crate::settings::Checks;
use crate::store::StoreError;
use crate::store::games::{self, GameId, Seat, SeatPlayer};
use crate::store::letters::Unread;

/// What is known of a letter's writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Proof {
    /// It is his; with the means, and the side if that is known with it.
    Given(String, Option<SideId>),
    /// Nothing proves it: he is asked.
    Missing(String),
    /// It went to the reply address of somebody else.
    OfAnother,
}

impl Desk {
    /// Looks for a proof. Asks name servers, so it is called before anything is locked.
    ///
    /// Errors: the database.
    pub(super) async fn prove(
        &self,
        unread: &Unread,
        letter: &Letter,
        game: GameId,
    ) -> Result<Proof, DeskError> {
        let Sender::One(sender) = &letter.from else {
            return Ok(Proof::Missing("it names no single writer".to_owned()));
        };
        if letter.kind != LetterKind::Person {
            return Ok(Proof::Missing("a machine wrote it".to_owned()));
        }
        let address = sender.address.to_lowercase();
        let mut db = self.store.reader().await?;
        let Some(row) = games::by_id(&mut db, game).await? else {
            return Ok(Proof::Missing("its game is gone".to_owned()));
        };
        let seats = games::seats(&mut db, game).await?;
        if !seats.iter().any(|seat| holds(seat, &address)) {
            return Ok(Proof::Missing("its writer plays no side of this game".to_owned()));
        }
        if unread.confirmed_at.is_some() {
            return Ok(Proof::Given("its writer confirmed it".to_owned(), None));
        }
        let tokens = self.tokens(unread, letter, &row.slug);
        if !tokens.is_empty() {
            let turns = games::reply_turns(&mut db, game).await?;
            if let Some(owner) = owner(&row, &turns, &tokens) {
                let is_his = seats.iter().any(|seat| seat.side == owner.side && holds(seat, &address));
                return Ok(match is_his {
                    true => Proof::Given(
                        "it came to its writer's own reply address".to_owned(),
                        Some(owner.side.clone()),
                    ),
                    false => Proof::OfAnother,
                });
            }
        }
        drop(db);
        self.check(unread, &address).await
    }

    /// The tokens of reply addresses that the letter or its envelope names.
    fn tokens(&self, unread: &Unread, letter: &Letter, slug: &str) -> Vec<String> {
        let named = letter.addressees.iter().map(String::as_str).chain(unread.addressed_to.as_deref());
        let read = named.filter_map(|address| match read_address(address, &self.settings)? {
            Address::Orders { slug: named, token } if named == slug => token,
            _ => None,
        });
        read.collect()
    }

    async fn check(&self, unread: &Unread, address: &str) -> Result<Proof, DeskError> {
        let strictness = self.settings.mail_in.checks;
        if strictness == Checks::Off {
            return Ok(Proof::Given("its From line is believed".to_owned(), None));
        }
        let way = Way::of(&unread.way).ok_or_else(|| StoreError::Unreadable {
            what: "way by which a letter came",
            reason: format!("there is no way {}", unread.way),
        })?;
        let origin = Origin {
            way,
            peer: unread.peer.as_deref().and_then(|peer| peer.parse().ok()),
            greeting: unread.greeting.clone(),
        };
        let domain =
            |address: &str| address.rsplit_once('@').map_or(String::new(), |(_, domain)| domain.to_owned());
        let comes_from_there = is_aligned(&domain(&unread.envelope_from), &domain(address));
        if strictness == Checks::Envelope && comes_from_there && self.settings.mail_in.authserv_id.is_none() {
            return Ok(Proof::Given("its envelope comes from the same domain".to_owned(), None));
        }
        Ok(match self.checker.check(&unread.raw, address, &unread.envelope_from, &origin).await {
            Finding::Proved(how) => Proof::Given(how, None),
            Finding::Forged(why) => Proof::Missing(why),
            Finding::Unknown(_) if strictness == Checks::Envelope && comes_from_there => {
                Proof::Given("its envelope comes from the same domain".to_owned(), None)
            }
            Finding::Unknown(_) if strictness == Checks::Envelope => Proof::Missing(format!(
                "it came from {} and not from your address",
                shown(&unread.envelope_from)
            )),
            Finding::Unknown(why) => Proof::Missing(why),
        })
    }
}

/// Whether the player of a seat, or who stands in for him, has this address.
pub(super) fn holds(seat: &Seat, address: &str) -> bool {
    seat.playable && writer_of(seat, address).is_some()
}

/// Who of a seat has this address: its player, or who stands in for him.
pub(super) fn writer_of<'s>(seat: &'s Seat, address: &str) -> Option<&'s SeatPlayer> {
    seat.persons().find(|person| person.has(address))
}

fn shown(envelope_from: &str) -> &str {
    if envelope_from.is_empty() { "nobody" } else { envelope_from }
}
