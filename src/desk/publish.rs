//! Makes a draft public: the world becomes current, the next pentade opens, every report goes into the outbox.
//! One transaction, so that it happens wholly or not at all, and once.

use crate::store::PgConnection;
use jiff::Timestamp;

use super::archive::Kept;
use super::calendar::next_deadline;
use super::create_game::open_pentade;
use super::draft_letters::Composed;
use super::letters::{self, Post};
use super::views::{PentadeState, Published};
use super::{AccountId, Desk, DeskError, Table, may_run};
use crate::crash;
use crate::postal::chronicle::SideId;
use crate::postal::game::{Side, Span, WorldText};
use crate::store::games::{self, GameStatus, Seat};
use crate::store::{StoreError, audit, dead_letters, pentades};

impl Desk {
    /// Publishes the draft of the pentade that begins with `first_year`. Done again, it changes nothing and says
    /// what was published.
    ///
    /// Errors: refused when that pentade is no draft.
    pub async fn publish(
        &self,
        account: AccountId,
        slug: &str,
        first_year: i32,
    ) -> Result<Published, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if let Some(done) = published_before(&mut tx, &table, first_year).await? {
            return Ok(done);
        }
        if table.pentade.first_year != first_year {
            return Err(DeskError::NotFound(format!("draft of {first_year}")));
        }
        let done = self.publish_draft(&mut tx, &table, Some(account)).await?;
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("published");
        Ok(done)
    }

    /// The same on a locked table that shows the draft; the caller commits.
    pub(super) async fn publish_draft(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        account: Option<AccountId>,
    ) -> Result<Published, DeskError> {
        let kept = Kept::of(db, &table.pentade).await?.filter(|_| table.pentade.state == PentadeState::Draft);
        let (Some(kept), Some(result_hash)) = (kept, table.pentade.result_hash.clone()) else {
            let state = table.pentade.state.as_str();
            return Err(DeskError::Refused(format!("there is no draft to publish: the pentade is {state}")));
        };
        let now = Timestamp::now();
        if !pentades::publish(db, table.pentade.id, now).await? {
            return Err(DeskError::Refused("the draft has just changed: look at it again".to_owned()));
        }
        let next = next_of(db, table, &kept, now).await?;
        let letters = self.letters_of(db, table, &kept, (next, None)).await?;
        let held = dead_letters::held_of_draft(db, table.pentade.id).await?;
        self.open_next(db, table, &kept, next).await?;
        let is_held = |letter: &&Composed| held.contains(&letter.key);
        let held: Vec<String> = letters.iter().filter(is_held).map(|held| held.message_id.clone()).collect();
        let sides: Vec<Option<SideId>> = letters.iter().map(|letter| letter.side.clone()).collect();
        let posts = letters.into_iter().zip(&sides).map(|(letter, side)| {
            let Composed { kind, message_id, to, words, .. } = letter;
            let (game, side) = (Some(&table.row), side.as_ref());
            (Post { kind, message_id, to, game, side, answers: None }, words)
        });
        letters::write_all(&self.settings, db, &table.row, posts.collect()).await?;
        for message_id in held {
            dead_letters::hold_new(db, &message_id, now).await?;
        }
        if let Some((span, _)) = next {
            self.open_with_early(db, &table.row, span).await?;
        }
        let detail = format!("{} result {result_hash}", table.span());
        audit::note(db, account, "publish", Some(table.row.id), &detail).await?;
        crash::point("publishing");
        Ok(Published { span: table.span(), result_hash, is_new: true })
    }

    /// Opens the next pentade, or ends the game.
    async fn open_next(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        next: Option<(Span, Timestamp)>,
    ) -> Result<(), DeskError> {
        let Some((span, deadline)) = next else {
            games::set_status(db, table.row.id, GameStatus::Over).await?;
            return Ok(());
        };
        open_pentade(db, &table.row, &kept.after, span, deadline).await?;
        seat_new_sides(db, table, &kept.after).await
    }
}

/// The pentade after a draft that is published at `now`, with its deadline; none when the game is over.
///
/// Errors: refused when the world stands before a pentade that was played.
pub(super) async fn next_of(
    db: &mut PgConnection,
    table: &Table<'_>,
    kept: &Kept,
    now: Timestamp,
) -> Result<Option<(Span, Timestamp)>, DeskError> {
    if table.game.is_over(&kept.after)? {
        return Ok(None);
    }
    let span = table.game.span(&kept.after)?;
    if span.first_year <= table.pentade.first_year {
        let reason = format!("the world after {} stands before {span}", table.span());
        return Err(DeskError::Refused(reason));
    }
    Ok(Some((span, next_deadline(db, table.row.id, now).await?)))
}

/// Seats, which nobody holds yet, for the sides that arose in the pentade. They come after the seats there are.
pub(super) async fn seat_new_sides(
    db: &mut PgConnection,
    table: &Table<'_>,
    after: &WorldText,
) -> Result<(), DeskError> {
    let seats = games::seats(db, table.row.id).await?;
    let sides = table.game.sides(after)?;
    let new = sides.into_iter().filter(|side| !seats.iter().any(|seat| seat.side == side.id));
    let places = (0_i32..).skip(seats.len());
    for (position, side) in places.zip(new) {
        let Side { id, name, aliases, playable } = side;
        let seat = Seat { side: id, name, aliases, playable, player: None, stand_in: None };
        games::add_seat(db, table.row.id, position, &seat).await?;
    }
    Ok(())
}

/// What was published, if that pentade is public already.
async fn published_before(
    db: &mut PgConnection,
    table: &Table<'_>,
    first_year: i32,
) -> Result<Option<Published>, DeskError> {
    let all = pentades::published(db, table.row.id).await?;
    Ok(all.into_iter().find(|turn| turn.first_year == first_year).map(|turn| Published {
        span: Span { first_year: turn.first_year, last_year: turn.last_year },
        result_hash: turn.result_hash,
        is_new: false,
    }))
}
