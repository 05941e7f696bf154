//! The letters that publishing a draft writes: composed alike for the preview and for the post.

use jiff::Timestamp;

use super::archive::{Kept, card};
use super::letters::{self, MapFiles, Maps, OrderForm, Reported, Words};
use super::publish::next_of;
use super::views::{DraftLetter, DraftLetterRow, DraftLettersPage, PentadeState, When};
use super::{AccountId, Desk, DeskError, Table, may_look, may_run, zone_of};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::game::Span;
use crate::store::followers::{self, Follower};
use crate::store::games::{self, Seat, SeatPlayer};
use crate::store::{PgConnection, StoreError, addresses, audit, dead_letters};

/// A letter that is not posted yet.
pub(super) struct Composed {
    /// What the GM holds it back by: `red`, `red.stand-in`, `f` and a follower's id.
    pub key: String,
    pub kind: &'static str,
    pub message_id: String,
    pub to: (String, String),
    pub side: Option<SideId>,
    pub words: Words,
}

impl Desk {
    /// Every letter that goes out when a draft is published: a report to each player and stand-in, the public one to each
    /// follower. With `only`, that one alone.
    pub(super) async fn letters_of(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        (next, only): (Option<(Span, Timestamp)>, Option<&str>),
    ) -> Result<Vec<Composed>, DeskError> {
        let is_meant = |key: &str| only.is_none_or(|only| only == key);
        let mut maps =
            Maps::after(table.pentade.id, format!("{}-map-{}", table.row.slug, table.span().last_year));
        let mut all = Vec::new();
        for seat in games::seats(db, table.row.id).await?.iter().filter(|seat| seat.playable) {
            for player in seat.persons() {
                if is_meant(&key_of(seat, player)) {
                    let world = (table.game.as_ref(), &kept.after);
                    let map = maps.to(db, world, (&seat.side, player.plain_letters)).await?;
                    all.push(self.report_to(table, kept, (seat, player), (next, map))?);
                }
            }
        }
        let mut followers = followers::of_game(db, table.row.id).await?;
        followers.retain(|follower| is_meant(&key_of_follower(follower)));
        all.extend(self.reports_to_followers(db, table, kept, (followers, &mut maps)).await?);
        Ok(all)
    }

    fn report_to(
        &self,
        table: &Table<'_>,
        kept: &Kept,
        (seat, player): (&Seat, &SeatPlayer),
        (next, map): (Option<(Span, Timestamp)>, Option<&MapFiles>),
    ) -> Result<Composed, DeskError> {
        let document = kept.report(table.game.as_ref(), &Reader::Side(seat.side.clone()))?;
        let lines = || table.game.form_lines(&kept.after, &seat.side);
        let form =
            next.map(|(span, _)| Ok::<_, DeskError>(OrderForm { span, lines: lines()? })).transpose()?;
        let next = next.map(|(span, deadline)| (span, When::new(deadline, &player.zone)));
        let result_hash = table.pentade.result_hash.as_deref().ok_or_else(|| StoreError::Unreadable {
            what: "draft",
            reason: format!("that of {} has no hash of its result", table.span()),
        })?;
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
        let key = key_of(seat, player);
        let (slug, year, revision) = (&table.row.slug, table.pentade.first_year, table.pentade.revision);
        Ok(Composed {
            kind: "report",
            message_id: format!("{slug}.{year}.r{revision}.{key}@{}", self.settings.mail_domain),
            to: (player.name.clone(), player.email.clone()),
            side: Some(seat.side.clone()),
            words: letters::report(&self.settings, &told, &document)?,
            key,
        })
    }

    /// The public report for those who follow the game without playing it.
    async fn reports_to_followers(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        kept: &Kept,
        (all, maps): (Vec<Follower>, &mut Maps),
    ) -> Result<Vec<Composed>, DeskError> {
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let document = kept.report(table.game.as_ref(), &Reader::Public)?;
        let map = maps.of(db, (table.game.as_ref(), &kept.after), None).await?;
        let (slug, year, revision) = (&table.row.slug, table.pentade.first_year, table.pentade.revision);
        let addresses: Vec<&str> = all.iter().map(|follower| follower.address.as_str()).collect();
        let plain = addresses::want_plain(db, &addresses).await?;
        let mut composed = Vec::new();
        for follower in all {
            let unfollow = self.unfollow_link(&follower).await?;
            let named = (slug.as_str(), table.row.title.as_str());
            let key = key_of_follower(&follower);
            let told = (&document, map.filter(|_| !plain.contains(&follower.address)));
            composed.push(Composed {
                kind: "public-report",
                message_id: format!("{slug}.{year}.r{revision}.{key}@{}", self.settings.mail_domain),
                to: (String::new(), follower.address),
                side: None,
                words: letters::public_report(&self.settings, named, table.span(), told, &unfollow)?,
                key,
            });
        }
        Ok(composed)
    }

    /// The letters that publishing the draft now would write.
    ///
    /// Errors: refused when there is no draft.
    pub async fn draft_letters(&self, account: AccountId, slug: &str) -> Result<DraftLettersPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let composed = self.composed(&mut db, account, &table, None).await?;
        let held = dead_letters::held_of_draft(&mut db, table.pentade.id).await?;
        Ok(DraftLettersPage {
            game: card(&mut db, &table, &zone).await?,
            rows: composed.iter().map(|letter| row(letter, &held)).collect(),
        })
    }

    /// One of them as a whole.
    ///
    /// Errors: as [`Desk::draft_letters`]; not found when there is no such letter.
    pub async fn draft_letter(
        &self,
        account: AccountId,
        slug: &str,
        key: &str,
    ) -> Result<DraftLetter, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let composed = self.composed(&mut db, account, &table, Some(key)).await?;
        let held = dead_letters::held_of_draft(&mut db, table.pentade.id).await?;
        let letter = composed.into_iter().next().ok_or_else(|| no_letter(key))?;
        Ok(DraftLetter { row: row(&letter, &held), title: table.row.title, plain: letter.words.plain })
    }

    /// Says whether one of them is to be held back when the draft is published. It then waits on the list of dead letters
    /// until the GM lets it go.
    ///
    /// Errors: as [`Desk::draft_letter`].
    pub async fn hold_draft_letter(
        &self,
        account: AccountId,
        slug: &str,
        key: &str,
        holds: bool,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        if table.pentade.state != PentadeState::Draft {
            return Err(no_draft(&table));
        }
        let seats = games::seats(&mut tx, table.row.id).await?;
        let followers = followers::of_game(&mut tx, table.row.id).await?;
        let of_seat = |seat: &Seat| {
            let mut persons = seat.persons();
            seat.playable && persons.any(|person| key_of(seat, person) == key)
        };
        if !seats.iter().any(of_seat) && !followers.iter().any(|one| key_of_follower(one) == key) {
            return Err(no_letter(key));
        }
        dead_letters::hold_of_draft(&mut tx, table.pentade.id, key, account, holds).await?;
        let action = if holds { "hold-letter" } else { "let-letter-go" };
        let detail = format!("{} of {}", key, table.span());
        audit::note(&mut tx, Some(account), action, Some(table.row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    async fn composed(
        &self,
        db: &mut PgConnection,
        account: AccountId,
        table: &Table<'_>,
        only: Option<&str>,
    ) -> Result<Vec<Composed>, DeskError> {
        may_look(&table.row, account)?;
        let kept = Kept::of(db, &table.pentade).await?.filter(|_| table.pentade.state == PentadeState::Draft);
        let kept = kept.ok_or_else(|| no_draft(table))?;
        let next = next_of(db, table, &kept, Timestamp::now()).await?;
        self.letters_of(db, table, &kept, (next, only)).await
    }
}

fn key_of(seat: &Seat, person: &SeatPlayer) -> String {
    format!("{}{}", seat.side, seat.mark_of(person.account))
}

fn key_of_follower(follower: &Follower) -> String {
    format!("f{}", follower.id.simple())
}

fn no_draft(table: &Table<'_>) -> DeskError {
    DeskError::Refused(format!("there is no draft: the pentade is {}", table.pentade.state.as_str()))
}

fn no_letter(key: &str) -> DeskError {
    DeskError::NotFound(format!("letter {key} in this draft"))
}

fn row(letter: &Composed, held: &[String]) -> DraftLetterRow {
    DraftLetterRow {
        key: letter.key.clone(),
        to_name: letter.to.0.clone(),
        to: letter.to.1.clone(),
        side: letter.side.clone(),
        subject: letter.words.subject.clone(),
        lines: letter.words.plain.lines().count(),
        files: letter.words.attachments.iter().map(|file| file.name.clone()).collect(),
        is_held: held.contains(&letter.key),
    }
}
