//! The GM's desk: who has sent, what was complained about, letters set aside, the draft.

use crate::store::PgConnection;

use super::archive::{self, Kept, card, turns};
use super::commands::{message_row, today};
use super::decide::{asked, open_ballots, open_questions};
use super::diary::{self, Wanted};
use super::edition::other_edition;
use super::player::sheet_view;
use super::post::post_row;
use super::views::{
    Customs, DayRow, DraftPage, GmPage, GmSeat, GmTurnPage, GmWishes, LetterPage, LetterRow, PentadeState,
    PentadeView, PostRow, RulingView, SheetView, StandInRow, When,
};
use super::{
    AccountId, Desk, DeskError, Table, find_game, may_look, may_run, sealing, span_of, waiting, zone_of,
};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::game::{ChronicleText, Turn, WorldText};
use crate::store::decisions::RulingRow;
use crate::store::letters::{self, LetterEntry};
use crate::store::pentades::PentadeRow;
use crate::store::{accounts, audit, calendars, decisions, games, outbox, revisions, sheets, wishes};

/// Rows shown of each list.
const SHOWN: i64 = 50;

/// What stands for the subject of a letter that is closed to a GM who plays.
pub(super) const CLOSED: &str = "closed until you have sealed your orders";

impl Desk {
    /// The GM's desk for one game.
    pub async fn gm_page(&self, account: AccountId, slug: &str) -> Result<GmPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let role = may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let game = table.row.id;
        let held = letters::latest(&mut db, Some(game), true, SHOWN).await?;
        let all = letters::latest(&mut db, Some(game), false, SHOWN).await?;
        let post = outbox::latest(&mut db, game, None, SHOWN).await?;
        let acts = audit::of_game(&mut db, game, &Wanted::default(), SHOWN).await?;
        let sealing = sealing::sealing(&mut db, &table, account, &zone).await?;
        let is_closed = sealing.as_ref().is_some_and(|one| one.is_closed);
        let own = archive::role(&mut db, &table.row, Some(account)).await?.sides;
        let is_shown = |side: Option<&SideId>| !is_closed || side.is_some_and(|side| own.contains(side));
        let row = |letter: LetterEntry| {
            let shown = is_shown(letter.side.as_ref());
            let row = letter_row(letter, &zone);
            if shown { row } else { LetterRow { subject: Some(CLOSED.to_owned()), reason: None, ..row } }
        };
        Ok(GmPage {
            role,
            game: card(&mut db, &table, &zone).await?,
            pentade: PentadeView {
                questions: open_questions(&mut db, &table.pentade).await?,
                answers_due: calendars::asked(&mut db, table.pentade.id)
                    .await?
                    .map(|(_, due)| When::new(due, &zone)),
                ..pentade_view(&table.pentade, &zone)?
            },
            ballots: open_ballots(&mut db, &table.pentade, None).await?,
            rulings: decisions::rulings(&mut db, table.pentade.id)
                .await?
                .into_iter()
                .map(|row| ruling_view(row, &zone))
                .collect(),
            waiting_players: decisions::waiting_players(&mut db, game).await?,
            waiting: waiting::rows(&mut db, game, &zone).await?,
            wishes: gm_wishes(&mut db, &table, &zone).await?,
            seats: gm_seats(&mut db, &table, &zone, is_shown).await?,
            held: held.into_iter().map(row).collect(),
            letters: all.into_iter().map(row).collect(),
            sealing,
            post: post
                .into_iter()
                .map(|posted| {
                    let row = post_row(posted, &zone);
                    let shown = row.side.is_none() || is_shown(row.side.as_ref());
                    if shown { row } else { PostRow { subject: CLOSED.to_owned(), ..row } }
                })
                .collect(),
            audit: acts.into_iter().map(|act| diary::row(act, &zone)).collect(),
            turns: turns(&mut db, &table.row, &zone).await?,
            other_edition: other_edition(&table),
        })
    }

    /// Sets how a game takes what its players ask for.
    pub async fn set_customs(
        &self,
        account: AccountId,
        slug: &str,
        customs: Customs,
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        wishes::set_customs(&mut tx, table.row.id, customs).await?;
        let detail = format!(
            "unsigned press {}, stand-ins {}, orders of those who leave {}, waiting list {}, pages for {}",
            if customs.anonymous_press { "allowed" } else { "not allowed" },
            if customs.gm_confirms_stand_ins { "need the GM" } else { "are free" },
            if customs.withdraws_departed { "withdrawn" } else { "kept" },
            if customs.opens_waiting { "open" } else { "closed" },
            if customs.members_only { "members alone" } else { "everyone" }
        );
        audit::note(&mut tx, Some(account), "customs", Some(table.row.id), &detail).await?;
        tx.commit().await.map_err(crate::store::StoreError::from)?;
        Ok(())
    }

    /// One letter that came to a game.
    pub async fn letter(&self, account: AccountId, slug: &str, id: i64) -> Result<LetterPage, DeskError> {
        let mut db = self.store.reader().await?;
        let row = find_game(&mut db, slug).await?;
        may_look(&row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let found = letters::whole(&mut db, Some(row.id), id).await?;
        let of = found.as_ref().and_then(|(letter, ..)| letter.side.clone());
        let table = self.table(&mut db, slug).await?;
        sealing::may_see(&mut db, (&row, &table.pentade), account, of.as_ref()).await?;
        letter_page(found, id, &zone)
    }

    /// Whether an account runs the server: it is marked so, or its address is the setting `gm.email`.
    pub async fn is_operator(&self, account: AccountId) -> Result<bool, DeskError> {
        let mut db = self.store.reader().await?;
        let found = accounts::by_id(&mut db, account).await?;
        Ok(found.is_some_and(|found| found.is_operator || found.email == self.settings.gm_email))
    }

    /// Letters that belong to no game, newest first.
    ///
    /// Errors: not allowed for anyone but the operator.
    pub async fn postmaster_letters(&self, account: AccountId) -> Result<Vec<LetterRow>, DeskError> {
        let zone = self.operators_zone(account).await?;
        let mut db = self.store.reader().await?;
        let all = letters::latest(&mut db, None, false, SHOWN).await?;
        Ok(all.into_iter().map(|letter| letter_row(letter, &zone)).collect())
    }

    /// One of them.
    ///
    /// Errors: not allowed for anyone but the operator.
    pub async fn postmaster_letter(&self, account: AccountId, id: i64) -> Result<LetterPage, DeskError> {
        let zone = self.operators_zone(account).await?;
        let mut db = self.store.reader().await?;
        letter_page(letters::whole(&mut db, None, id).await?, id, &zone)
    }

    async fn operators_zone(&self, account: AccountId) -> Result<String, DeskError> {
        if !self.is_operator(account).await? {
            return Err(DeskError::NotAllowed("only who runs the server may do this"));
        }
        let mut db = self.store.reader().await?;
        zone_of(&mut db, Some(account)).await
    }

    /// The draft of the pentade now played.
    ///
    /// Errors: refused when there is no draft.
    pub async fn draft(&self, account: AccountId, slug: &str) -> Result<DraftPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let kept =
            Kept::of(&mut db, &table.pentade).await?.filter(|_| table.pentade.state == PentadeState::Draft);
        let kept = kept.ok_or_else(|| {
            DeskError::Refused(format!("there is no draft: the pentade is {}", table.pentade.state.as_str()))
        })?;
        draft_page(&mut db, &table, &kept, &zone).await
    }

    /// A published pentade as its GM sees it: the revision named, or the one in force.
    ///
    /// Errors: not found when there is no such revision.
    pub async fn gm_turn(
        &self,
        account: AccountId,
        slug: &str,
        (first_year, revision): (i32, Option<i32>),
    ) -> Result<GmTurnPage, DeskError> {
        let page = self.revision(Some(account), slug, (first_year, revision), &Reader::Gm).await?;
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let kept = revisions::kept(&mut db, table.row.id, first_year, page.turn.revision).await?;
        let kept = kept.ok_or_else(|| DeskError::NotFound(format!("published pentade {first_year}")))?;
        let (before, after) = (WorldText::new(kept.world_before), WorldText::new(kept.world_after));
        let chronicle = ChronicleText::new(kept.chronicle);
        let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
        let now = match table.pentade.state {
            PentadeState::Published => table.pentade.last_year + 1,
            _ => table.pentade.first_year,
        };
        Ok(GmTurnPage {
            game: card(&mut db, &table, &zone).await?,
            entries: table.game.entries(turn, &Reader::Gm)?,
            highlights: table.game.highlights(turn)?,
            names: names(&mut db, &table).await?,
            too_old: table.game.may_correct(first_year, now).err(),
            turn: page.turn,
            revisions: page.revisions,
        })
    }
}

/// What sides are called.
async fn names(db: &mut PgConnection, table: &Table<'_>) -> Result<Vec<(SideId, String)>, DeskError> {
    let seats = games::seats(db, table.row.id).await?;
    Ok(seats.into_iter().map(|seat| (seat.side, seat.name)).collect())
}

/// A result that is not public yet.
pub(super) async fn draft_page(
    db: &mut PgConnection,
    table: &Table<'_>,
    kept: &Kept,
    zone: &str,
) -> Result<DraftPage, DeskError> {
    let game = table.game.as_ref();
    let mut reports = Vec::new();
    let seats = games::seats(db, table.row.id).await?;
    for seat in seats.into_iter().filter(|seat| seat.playable && seat.player.is_some()) {
        let report = kept.report(game, &Reader::Side(seat.side.clone()))?;
        reports.push((seat.side, seat.name, report));
    }
    Ok(DraftPage {
        game: card(db, table, zone).await?,
        pentade: pentade_view(&table.pentade, zone)?,
        entries: game.entries(kept.turn(), &Reader::Gm)?,
        highlights: game.highlights(kept.turn())?,
        names: names(db, table).await?,
        asked: Vec::new(),
        is_look_ahead: false,
        chronicle: kept.report(game, &Reader::Gm)?,
        public: kept.report(game, &Reader::Public)?,
        reports,
        standings: game.standings(&kept.after)?,
        picture: game.picture(&kept.after, &Reader::Gm)?,
    })
}

/// What the players ask for, and how the game takes it.
async fn gm_wishes(db: &mut PgConnection, table: &Table<'_>, zone: &str) -> Result<GmWishes, DeskError> {
    let game = table.row.id;
    let seats = games::seats(db, game).await?;
    let name = |side: &SideId| seats.iter().find(|seat| seat.side == *side).map(|seat| seat.name.clone());
    let stand_ins = wishes::stand_ins(db, game).await?.into_iter().map(|one| StandInRow {
        id: one.id,
        side_name: name(&one.side).unwrap_or_else(|| one.side.to_string()),
        email: one.email,
        last_day: one.last_day.to_string(),
        is_confirmed: one.is_confirmed,
    });
    let holder = |account: AccountId| {
        let seat = seats.iter().find(|seat| seat.player.as_ref().is_some_and(|one| one.account == account));
        seat.map_or_else(String::new, |seat| format!(" ({})", seat.name))
    };
    let away = wishes::vacations(db, game, today(zone)).await?.into_iter().map(|one| DayRow {
        who: format!("{}{}", one.name, holder(one.account)),
        first: one.first_day.to_string(),
        last: one.last_day.to_string(),
    });
    let messages = wishes::latest_messages(db, game, SHOWN).await?;
    Ok(GmWishes {
        customs: wishes::customs(db, game).await?,
        stand_ins: stand_ins.collect(),
        away: away.collect(),
        messages: messages.iter().map(|one| message_row(&seats, one, true, zone)).collect(),
    })
}

/// Every side; of those that are not to be shown only whether and when orders came.
async fn gm_seats(
    db: &mut PgConnection,
    table: &Table<'_>,
    zone: &str,
    is_shown: impl Fn(Option<&SideId>) -> bool,
) -> Result<Vec<GmSeat>, DeskError> {
    let in_force = sheets::all_in_force(db, table.pentade.id).await?;
    let world = table.world();
    let mut seats = Vec::new();
    for seat in games::seats(db, table.row.id).await? {
        let sheet = in_force.iter().find(|sheet| sheet.side == seat.side);
        let shown = is_shown(Some(&seat.side));
        let missing = match seat.playable && shown {
            true => table.game.missing(&world, &seat.side, sheet.map(|sheet| &sheet.sheet))?,
            false => Vec::new(),
        };
        seats.push(GmSeat {
            sheet: sheet.map(|sheet| sheet_view(sheet, zone)).map(|sheet| match shown {
                true => sheet,
                false => SheetView {
                    text: String::new(),
                    words: String::new(),
                    complaints: Vec::new(),
                    orders_read: 0,
                    ..sheet
                },
            }),
            is_closed: !shown,
            missing,
            is_mine: seat.player.as_ref().is_some_and(|player| player.account == table.row.gm),
            player: seat.player.map(|player| (player.name, player.email)),
            side: seat.side,
            name: seat.name,
            playable: seat.playable,
        });
    }
    Ok(seats)
}

pub(super) fn pentade_view(pentade: &PentadeRow, zone: &str) -> Result<PentadeView, DeskError> {
    Ok(PentadeView {
        span: span_of(pentade),
        revision: pentade.revision,
        state: pentade.state,
        deadline: When::new(pentade.deadline, zone),
        closed_at: pentade.closed_at.map(|at| When::new(at, zone)),
        held_reason: pentade.held_reason.clone(),
        questions: asked(pentade)?,
        answers_due: None,
        commitment: pentade.commitment.clone(),
        inputs_hash: pentade.inputs_hash.clone(),
        result_hash: pentade.result_hash.clone(),
    })
}

pub(super) fn ruling_view(row: RulingRow, zone: &str) -> RulingView {
    RulingView {
        id: row.id,
        year: row.year,
        words: row.words,
        reason: row.reason,
        public: row.public,
        made_at: When::new(row.made_at, zone),
        withdrawn_at: row.withdrawn_at.map(|at| When::new(at, zone)),
    }
}

fn letter_page(
    found: Option<(LetterEntry, Option<String>, Vec<u8>)>,
    id: i64,
    zone: &str,
) -> Result<LetterPage, DeskError> {
    let (entry, body, raw) = found.ok_or_else(|| DeskError::NotFound(format!("letter {id}")))?;
    Ok(LetterPage { row: letter_row(entry, zone), body, raw: String::from_utf8_lossy(&raw).into_owned() })
}

fn letter_row(letter: LetterEntry, zone: &str) -> LetterRow {
    LetterRow {
        id: letter.id,
        received_at: When::new(letter.received_at, zone),
        envelope_from: letter.envelope_from,
        from: letter.from,
        subject: letter.subject,
        state: letter.state,
        kind: letter.kind,
        reason: letter.reason,
        side: letter.side,
    }
}
