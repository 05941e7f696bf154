//! Seats that are offered by letter: the person accepts or declines on a page, the GM sees what has become of it, sends it
//! once more or takes it back. A seat is filled when it is accepted.

use jiff::{Timestamp, ToSpan};
use rand::Rng;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::archive::card;
use super::called::typed_name;
use super::follow::typed_address;
use super::letters::{self, Post};
use super::strangers::check_newcomer;
use super::views::{GameCard, When};
use super::{AccountId, Desk, DeskError, Table, may_look, may_run, no_side, zone_of};
use crate::postal::chronicle::SideId;
use crate::store::gms::GmRole;
use crate::store::invitations::{self, Invitation};
use crate::store::{PgConnection, StoreError, accounts, audit, games};

pub use crate::store::invitations::InvitationState;

/// Least time between two letters of one invitation.
const PAUSE_MINUTES: i64 = 10;

/// Path of the page on which an invitation is answered.
pub fn invitation_path(token: &str) -> String {
    format!("/invitation/{token}")
}

/// The invitations of a game, for its GM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationsPage {
    /// The game.
    pub game: GameCard,
    /// What the reader is on its desk.
    pub role: GmRole,
    /// The latest first.
    pub rows: Vec<InvitationRow>,
    /// Sides that nobody holds and that are offered to nobody.
    pub free: Vec<(SideId, String)>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    /// Its id.
    pub id: Uuid,
    /// What the side is called.
    pub side_name: String,
    /// Who is invited.
    pub name: String,
    /// His address.
    pub email: String,
    /// What has become of it.
    pub state: InvitationState,
    /// When its letter was written last.
    pub sent_at: When,
    /// When it was answered or taken back.
    pub answered_at: Option<When>,
}

/// An invitation as the invited person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The game.
    pub game: GameCard,
    /// What the side is called.
    pub side_name: String,
    /// Who is invited.
    pub name: String,
    /// What has become of it.
    pub state: InvitationState,
}

impl Desk {
    /// The invitations of a game.
    pub async fn invitations_page(
        &self,
        account: AccountId,
        slug: &str,
    ) -> Result<InvitationsPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let role = may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let seats = games::seats(&mut db, table.row.id).await?;
        let all = invitations::of_game(&mut db, table.row.id).await?;
        let is_offered =
            |side: &SideId| all.iter().any(|one| one.side == *side && one.state == InvitationState::Open);
        let free =
            seats.iter().filter(|seat| seat.playable && seat.player.is_none() && !is_offered(&seat.side));
        let free = free.map(|seat| (seat.side.clone(), seat.name.clone())).collect();
        let name = |side: &SideId| seats.iter().find(|seat| seat.side == *side).map(|seat| seat.name.clone());
        let rows = all.iter().map(|one| InvitationRow {
            id: one.id,
            side_name: name(&one.side).unwrap_or_else(|| one.side.to_string()),
            name: one.name.clone(),
            email: one.email.clone(),
            state: one.state,
            sent_at: When::new(one.sent_at, &zone),
            answered_at: one.answered_at.map(|at| When::new(at, &zone)),
        });
        Ok(InvitationsPage { game: card(&mut db, &table, &zone).await?, role, rows: rows.collect(), free })
    }

    /// Offers a free side to the person with this name and address, by letter.
    ///
    /// Errors: refused without a name or an address, when the side is held or offered to somebody, or when the person helps
    /// to run the game; not found when players cannot hold the side.
    pub async fn invite(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        (name, email): (&str, &str),
    ) -> Result<(), DeskError> {
        let person = (typed_name(name)?, typed_address(email)?);
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        self.offer_seat(&mut tx, &table, side, &person).await?;
        audit::note(&mut tx, Some(account), "invite", Some(table.row.id), side.as_str()).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The same within a transaction.
    pub(super) async fn offer_seat(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: &SideId,
        (name, email): &(String, String),
    ) -> Result<(), DeskError> {
        let seats = games::seats(db, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == *side && seat.playable);
        let seat = seat.ok_or_else(|| no_side(side))?;
        if seat.player.is_some() {
            return Err(DeskError::Refused(format!("{} is held by a player", seat.name)));
        }
        check_newcomer(db, table, &seats, (name, email)).await?;
        let known = accounts::by_email(db, email).await?;
        if known.is_some_and(|known| table.row.role_of(known.id).is_some_and(|role| role != GmRole::Owner)) {
            return Err(DeskError::Refused(format!(
                "{name} helps to run this game and sees what others order"
            )));
        }
        let (token, hash) = new_token();
        let invitation = Invitation {
            id: Uuid::now_v7(),
            game: table.row.id,
            side: side.clone(),
            name: name.clone(),
            email: email.clone(),
            state: InvitationState::Open,
            sent_at: Timestamp::now(),
            answered_at: None,
        };
        if !invitations::add(db, &invitation, &hash).await? {
            return Err(DeskError::Refused(format!("{} is offered to somebody already", seat.name)));
        }
        self.write_invitation(db, table, (&invitation, &seat.name), &token).await
    }

    async fn write_invitation(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (invitation, side_name): (&Invitation, &str),
        token: &str,
    ) -> Result<(), DeskError> {
        let gm = accounts::by_id(db, table.row.gm).await?.map_or_else(String::new, |gm| gm.name);
        let game = self.settings.link(&super::paths::game(&table.row.slug));
        let told = [
            format!(
                "{gm} invites you to play {side_name} in {}, {}. What has come of it so far is to be read at {game}.",
                table.row.title,
                table.game.title()
            ),
            format!("Accept or decline here: {}", self.settings.link(&invitation_path(token))),
            "Or answer this letter, with nothing but the word accept, or decline, on its first line."
                .to_owned(),
            "The seat is yours when you accept. If you do nothing, nothing comes of it.".to_owned(),
        ];
        let key = format!("invitation.{}.{}", invitation.id, Timestamp::now().as_millisecond());
        let to = (invitation.name.as_str(), invitation.email.as_str());
        let words = letters::told(&self.settings, &table.row.slug, to.0, "an invitation", &told)?;
        let post = Post::of_game(&self.settings, "notice", (&table.row, None), &key, to);
        let answers_go_to = Some(self.settings.invitation_address(token));
        letters::write_to_answer_at(&self.settings, db, post, words, answers_go_to).await?;
        Ok(())
    }

    /// Writes the letter of an open invitation once more, with a new link.
    ///
    /// Errors: refused when it was written just now, or is not open; not found when the game has no such invitation.
    pub async fn invite_again(&self, account: AccountId, slug: &str, id: Uuid) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let invitation = self.invitation_of(&mut tx, &table, id).await?;
        let now = Timestamp::now();
        if invitation.sent_at > now - PAUSE_MINUTES.minutes() {
            return Err(DeskError::Refused(format!(
                "it was sent a moment ago: wait {PAUSE_MINUTES} minutes between two letters"
            )));
        }
        let (token, hash) = new_token();
        if !invitations::renew(&mut tx, id, &hash, now).await? {
            return Err(not_open());
        }
        let seats = games::seats(&mut tx, table.row.id).await?;
        let seat = seats.iter().find(|seat| seat.side == invitation.side);
        let name = seat.map_or("a side", |seat| seat.name.as_str());
        self.write_invitation(&mut tx, &table, (&invitation, name), &token).await?;
        let detail = invitation.side.as_str();
        audit::note(&mut tx, Some(account), "invite-again", Some(table.row.id), detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Takes an open invitation back. The person is told.
    ///
    /// Errors: refused when it is not open; not found when the game has no such invitation.
    pub async fn withdraw_invitation(
        &self,
        account: AccountId,
        slug: &str,
        id: Uuid,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        let invitation = self.invitation_of(&mut tx, &table, id).await?;
        if !invitations::end(&mut tx, id, InvitationState::Withdrawn, Timestamp::now()).await? {
            return Err(not_open());
        }
        let told = [format!("The GM has taken back the invitation to play in {}.", table.row.title)];
        let (key, to) =
            (format!("invitation.{id}.back"), (invitation.name.as_str(), invitation.email.as_str()));
        self.write_note(&mut tx, &table, (&key, None), to, ("an invitation", &told)).await?;
        let detail = invitation.side.as_str();
        audit::note(&mut tx, Some(account), "withdraw-invitation", Some(table.row.id), detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    async fn invitation_of(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        id: Uuid,
    ) -> Result<Invitation, DeskError> {
        let all = invitations::of_game(db, table.row.id).await?;
        all.into_iter()
            .find(|one| one.id == id)
            .ok_or_else(|| DeskError::NotFound("such invitation".to_owned()))
    }

    /// What an invitation's link is about; none when it is no good. Changes nothing.
    pub async fn invited(&self, token: &str) -> Result<Option<Invited>, DeskError> {
        let mut db = self.store.reader().await?;
        let Some(invitation) = invitation_of(&mut db, token).await? else {
            return Ok(None);
        };
        self.invited_view(&mut db, invitation).await.map(Some)
    }

    async fn invited_view(
        &self,
        db: &mut PgConnection,
        invitation: Invitation,
    ) -> Result<Invited, DeskError> {
        let missing = || DeskError::NotFound("such game".to_owned());
        let row = games::by_id(db, invitation.game).await?.ok_or_else(missing)?;
        let table = self.table(db, &row.slug).await?;
        let seats = games::seats(db, row.id).await?;
        let seat = seats.into_iter().find(|seat| seat.side == invitation.side);
        Ok(Invited {
            game: card(db, &table, "UTC").await?,
            side_name: seat.map_or_else(String::new, |seat| seat.name),
            name: invitation.name,
            state: invitation.state,
        })
    }

    /// The invited person's answer; none when the link is no good. Accepting fills the seat and writes to the player; the GM
    /// is told either way. A second answer changes nothing.
    ///
    /// Errors: refused when the seat was given to another in the meantime.
    pub async fn answer_invitation(&self, token: &str, accepts: bool) -> Result<Option<Invited>, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some(found) = invitation_of(&mut tx, token).await? else { return Ok(None) };
        let missing = || DeskError::NotFound("such game".to_owned());
        let slug = games::by_id(&mut tx, found.game).await?.ok_or_else(missing)?.slug;
        let table = self.locked_table(&mut tx, &slug).await?;
        let state = if accepts { InvitationState::Accepted } else { InvitationState::Declined };
        if !invitations::end(&mut tx, found.id, state, Timestamp::now()).await? {
            return self.invited(token).await;
        }
        let seats = games::seats(&mut tx, table.row.id).await?;
        let seat =
            seats.into_iter().find(|seat| seat.side == found.side).ok_or_else(|| no_side(&found.side))?;
        let mut who = None;
        if accepts {
            if seat.player.is_some() {
                return Err(DeskError::Refused(format!("{} has been given to another player", seat.name)));
            }
            let player = accounts::find_or_create(&mut tx, &found.name, &found.email).await?;
            self.seat_player(&mut tx, &table, &found.side, &player).await?;
            who = Some(player.id);
        }
        let told = format!("{} {} the invitation to play {}", found.name, done_word(accepts), seat.name);
        let key = format!("gm.invitation.{}", found.id);
        self.tell_gm(&mut tx, (&table.row, table.span()), &key, ("an invitation is answered", &told)).await?;
        let action = if accepts { "accept-invitation" } else { "decline-invitation" };
        audit::note(&mut tx, who, action, Some(table.row.id), found.side.as_str()).await?;
        let invited = self.invited_view(&mut tx, Invitation { state, ..found }).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(Some(invited))
    }
}

/// The invitation that a link, or an address for its answer, names.
pub(super) async fn invitation_of(
    db: &mut PgConnection,
    token: &str,
) -> Result<Option<Invitation>, DeskError> {
    Ok(invitations::by_token(db, &hash_of(token)).await?)
}

fn done_word(accepts: bool) -> &'static str {
    if accepts { "has accepted" } else { "has declined" }
}

fn not_open() -> DeskError {
    DeskError::Refused("the invitation is not open any more".to_owned())
}

/// A new secret for a link, and what is kept of it.
fn new_token() -> (String, [u8; 32]) {
    // The local part of an address holds 64 characters at most; so many bytes are enough for nobody to guess them.
    let mut secret = [0_u8; 16];
    rand::rng().fill_bytes(&mut secret);
    let token = hex::encode(secret);
    let hash = hash_of(&token);
    (token, hash)
}

fn hash_of(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
