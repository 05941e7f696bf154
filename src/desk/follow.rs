//! Following a game by mail without playing it: asked for on a page, confirmed by a link that is mailed, ended by one
//! click.
//!
//! Nothing here tells who follows what.

use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

use super::letters::{self, Post};
use super::views::FollowPage;
use super::{Desk, DeskError, find_game};
use crate::mail::return_path::{is_proof, proof};
use crate::store::followers::Follower;
use crate::store::games::{self, GameRow};
use crate::store::{PgConnection, StoreError, audit, followers, wishes};

/// Path of the page that confirms.
pub fn follow_path(token: &str) -> String {
    format!("/follow/{token}")
}

/// Path of the page that ends it; a POST there needs nothing else (RFC 8058).
pub fn unfollow_path(token: &str) -> String {
    format!("/unfollow/{token}")
}

/// Longest address that is taken, RFC 5321.
const LONGEST_ADDRESS: usize = 254;

/// An address somebody typed, in lower case.
///
/// Errors: refused when mail cannot be sent there.
pub(super) fn typed_address(text: &str) -> Result<String, DeskError> {
    let address = text.trim().to_lowercase();
    let is_lawful = address.len() <= LONGEST_ADDRESS && crate::mail::outgoing::can_be_sent_to(&address);
    match is_lawful {
        true => Ok(address),
        false => Err(DeskError::Refused(format!("{:?} is no address that mail can be sent to", text.trim()))),
    }
}

impl Desk {
    /// Mails a link to the address, unless it follows already or asked a moment ago. Says nothing either way.
    ///
    /// Errors: refused when the address is none, or the game is for its members alone.
    pub async fn ask_to_follow(&self, slug: &str, address: &str) -> Result<(), DeskError> {
        let address = typed_address(address)?;
        let mut tx = self.store.begin().await?;
        let row = find_game(&mut tx, slug).await?;
        if wishes::customs(&mut tx, row.id).await?.members_only {
            return Err(DeskError::Refused(format!(
                "{} is for its members alone: nobody can follow it",
                row.title
            )));
        }
        let now = Timestamp::now();
        let asked = followers::last_asked(&mut tx, &address).await?;
        if asked.is_some_and(|at| at > now - 10.minutes()) {
            return Ok(());
        }
        let follower = followers::ask(&mut tx, row.id, &address, now).await?;
        if !follower.is_active {
            let token = self.token("follow", follower.id).await?;
            let link = self.settings.link(&follow_path(&token));
            let words = letters::follow(&self.settings, &row.title, &link)?;
            let post = Post {
                kind: "confirm",
                message_id: format!(
                    "follow.{}.{}@{}",
                    follower.id,
                    now.as_second(),
                    self.settings.mail_domain
                ),
                to: (String::new(), address),
                game: None,
                side: None,
                answers: None,
            };
            letters::write(&self.settings, &mut tx, post, words).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// What a link of `purpose` `follow` or `unfollow` is about; none when it is not ours.
    pub async fn follow_page(&self, purpose: &str, token: &str) -> Result<Option<FollowPage>, DeskError> {
        let mut db = self.store.reader().await?;
        let Some((follower, row)) = self.follower(&mut db, purpose, token).await? else { return Ok(None) };
        Ok(Some(FollowPage {
            slug: row.slug,
            title: row.title,
            address: follower.address,
            is_active: follower.is_active,
        }))
    }

    /// Sends the reports from now on. Done again, it changes nothing.
    pub async fn confirm_follow(&self, token: &str) -> Result<Option<FollowPage>, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some((follower, row)) = self.follower(&mut tx, "follow", token).await? else { return Ok(None) };
        if !follower.is_active {
            followers::confirm(&mut tx, follower.id, Timestamp::now()).await?;
            audit::note(&mut tx, None, "followed", Some(row.id), "").await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        let (slug, title) = (row.slug, row.title);
        Ok(Some(FollowPage { slug, title, address: follower.address, is_active: true }))
    }

    /// Sends nothing any more. Done again, it changes nothing.
    pub async fn unfollow(&self, token: &str) -> Result<Option<FollowPage>, DeskError> {
        let mut tx = self.store.begin().await?;
        let Some((follower, row)) = self.follower(&mut tx, "unfollow", token).await? else { return Ok(None) };
        followers::leave(&mut tx, follower.id, Timestamp::now()).await?;
        audit::note(&mut tx, None, "followed-no-more", Some(row.id), "").await?;
        tx.commit().await.map_err(StoreError::from)?;
        let (slug, title) = (row.slug, row.title);
        Ok(Some(FollowPage { slug, title, address: follower.address, is_active: false }))
    }

    /// The link that ends a follower's letters.
    pub(super) async fn unfollow_link(&self, follower: &Follower) -> Result<String, DeskError> {
        Ok(self.settings.link(&unfollow_path(&self.token("unfollow", follower.id).await?)))
    }

    async fn token(&self, purpose: &str, follower: Uuid) -> Result<String, DeskError> {
        let id = follower.simple().to_string();
        Ok(format!("{id}.{}", proof(self.secret().await?, purpose, &id)))
    }

    async fn follower(
        &self,
        db: &mut PgConnection,
        purpose: &str,
        token: &str,
    ) -> Result<Option<(Follower, GameRow)>, DeskError> {
        let Some((id, given)) = token.split_once('.') else { return Ok(None) };
        if !is_proof(self.secret().await?, purpose, id, given) {
            return Ok(None);
        }
        let Ok(id) = id.parse::<Uuid>() else { return Ok(None) };
        let Some(follower) = followers::by_id(db, id).await? else { return Ok(None) };
        Ok(games::by_id(db, follower.game).await?.map(|row| (follower, row)))
    }
}
