//! Makes a draft public: the world becomes current, the next pentade opens, every report goes into the outbox.
//! One transaction, so that it happens wholly or not at all, and once.

use crate::store::PgConnection;
use jiff::Timestamp;

use super::archive::Kept;
use super::calendar::next_deadline;
use super::create_game::open_pentade;
use super::letters::{self, MapFiles, Maps, OrderForm, Post, Reported};
use super::views::{PentadeState, Published, When};
use super::{AccountId, Desk, DeskError, Table, gm_only};
use crate::crash;
use crate::postal::chronicle::Reader;
use crate::postal::game::{Side, Span, WorldText};
use crate::store::games::{self, GameStatus, Seat, SeatPlayer};
use crate::store::{StoreError, audit};
use crate::store::{followers, pentades};

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
        gm_only(&table.row, account)?;
        if let Some(done) = published_before(&mut tx, &table, first_year).await? {
            return Ok(done);
        }
        if table.pentade.first_year != first_year {
            return Err(DeskError::NotFound(format!("draft of {first_year}")));
        }
        let kept =
            Kept::of(&mut tx, &table.pentade).await?.filter(|_| table.pentade.state == PentadeState::Draft);
        let (Some(kept), Some(result_hash)) = (kept, table.pentade.result_hash.clone()) else {
            let state = table.pentade.state.as_str();
            return Err(DeskError::Refused(format!("there is no draft to publish: the pentade is {state}")));
        };
        let now = Timestamp::now();
        if !pentades::publish(&mut tx, table.pentade.id, now).await? {
            return Err(DeskError::Refused("the draft has just changed: look at it again".to_owned()));
        }
        let next = self.open_next(&mut tx, &table, &kept, now).await?;
        let mut maps = Maps::named(table.row.id, format!("{slug}-map-{}", table.span().last_year));
        for seat in games::seats(&mut tx, table.row.id).await?.into_iter().filter(|seat| seat.playable) {
            for player in seat.player.iter().chain(&seat.stand_in) {
                let map = table.game.picture(&kept.after, &Reader::Side(seat.side.clone()))?;
                let map = maps.of(&mut tx, map).await?;
                self.report(&mut tx, &table, &kept, (&seat, player), (next, map), &result_hash).await?;
            }
        }
        self.report_to_followers(&mut tx, &table, &kept, &mut maps).await?;
        if next.is_some() {
            let opened = self.table(&mut tx, slug).await?;
            let seats = games::seats(&mut tx, table.row.id).await?;
            self.open_with_early(&mut tx, &opened, &seats).await?;
        }
        let detail = format!("{} result {result_hash}", table.span());
        audit::note(&mut tx, Some(account), "publish", Some(table.row.id), &detail).await?;
        crash::point("publishing");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("published");
        Ok(Published { span: table.span(), result_hash, is_new: true })
    }

    /// Opens the next pentade, or ends the game.
    async fn open_next(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        now: Timestamp,
    ) -> Result<Option<(Span, Timestamp)>, DeskError> {
        if table.game.is_over(&kept.after)? {
            games::set_status(db, table.row.id, GameStatus::Over).await?;
            return Ok(None);
        }
        let span = table.game.span(&kept.after)?;
        if span.first_year <= table.pentade.first_year {
            let reason = format!("the world after {} stands before {span}", table.span());
            return Err(DeskError::Refused(reason));
        }
        let deadline = next_deadline(db, table.row.id, now).await?;
        open_pentade(db, &table.row, &kept.after, span, deadline).await?;
        seat_new_sides(db, table, &kept.after).await?;
        Ok(Some((span, deadline)))
    }

    async fn report(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        (seat, player): (&Seat, &SeatPlayer),
        (next, map): (Option<(Span, Timestamp)>, Option<&MapFiles>),
        result_hash: &str,
    ) -> Result<(), DeskError> {
        let document = kept.report(table.game.as_ref(), &Reader::Side(seat.side.clone()))?;
        let lines = || table.game.form_lines(&kept.after, &seat.side);
        let form =
            next.map(|(span, _)| Ok::<_, DeskError>(OrderForm { span, lines: lines()? })).transpose()?;
        let next = next.map(|(span, deadline)| (span, When::new(deadline, &player.zone)));
        let told = Reported {
            slug: &table.row.slug,
            side: &seat.side,
            side_name: &seat.name,
            player: &player.name,
            span: table.span(),
            next: next.as_ref(),
            result_hash,
            seed: &table.pentade.seed,
            edition: table.pentade.edition_name.as_deref().unwrap_or(&table.row.edition_name),
            map,
            form: form.as_ref(),
        };
        let words = letters::report(&self.settings, &told, &document)?;
        let (slug, year, revision) = (&table.row.slug, table.pentade.first_year, table.pentade.revision);
        let who = seat.mark_of(player.account);
        let post = Post {
            kind: "report",
            message_id: format!("{slug}.{year}.r{revision}.{}{who}@{}", seat.side, self.settings.mail_domain),
            to: (player.name.clone(), player.email.clone()),
            game: Some(&table.row),
            side: Some(&seat.side),
            answers: None,
        };
        letters::write(&self.settings, db, post, words).await?;
        Ok(())
    }
}

impl Desk {
    /// The public report for those who follow the game without playing it.
    async fn report_to_followers(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        maps: &mut Maps,
    ) -> Result<(), DeskError> {
        let all = followers::of_game(db, table.row.id).await?;
        if all.is_empty() {
            return Ok(());
        }
        let document = kept.report(table.game.as_ref(), &Reader::Public)?;
        let map = maps.of(db, table.game.picture(&kept.after, &Reader::Public)?).await?;
        let (slug, year, revision) = (&table.row.slug, table.pentade.first_year, table.pentade.revision);
        for follower in all {
            let unfollow = self.unfollow_link(&follower).await?;
            let named = (slug.as_str(), table.row.title.as_str());
            let told = (&document, map);
            let words = letters::public_report(&self.settings, named, table.span(), told, &unfollow)?;
            let id = follower.id.simple();
            let post = Post {
                kind: "public-report",
                message_id: format!("{slug}.{year}.r{revision}.f{id}@{}", self.settings.mail_domain),
                to: (String::new(), follower.address),
                game: Some(&table.row),
                side: None,
                answers: None,
            };
            letters::write(&self.settings, db, post, words).await?;
        }
        Ok(())
    }
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
