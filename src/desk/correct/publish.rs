//! Publishes a correction: new revisions, another opening world for the current pentade, notices to those whose view has
//! changed. One transaction, so that it happens wholly or not at all, and once.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use super::replay::{Past, Replayed, amendments, replay, sum};
use super::{current, last_world_differs, told};
use crate::desk::calendar::next_deadline;
use crate::desk::create_game::open_pentade;
use crate::desk::kept::text_of;
use crate::desk::letters::{self, CorrectedTold, Post};
use crate::desk::publish::seat_new_sides;
use crate::desk::views::{Corrected, PentadeState, When};
use crate::desk::{AccountId, Desk, DeskError, Table, may_run, sealing};
use crate::postal::chronicle::SideId;
use crate::postal::document::Document;
use crate::postal::game::{Span, result_hash};
use crate::postal::history::Played;
use crate::store::corrections::{self, CorrectionState};
use crate::store::games::{self, GameStatus, Seat, SeatPlayer};
use crate::store::revisions::{self, NewRevision};
use crate::store::{PgConnection, StoreError, audit};

/// Longest explanation, in characters.
const LONGEST_EXPLANATION: usize = 2000;

/// What the GM publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication<'a> {
    /// The sum of what he saw on the page of the correction.
    pub seen: &'a str,
    /// What everybody is told.
    pub explanation: &'a str,
    /// Whether he takes what the rules of today change beside his amendments.
    pub takes_drift: bool,
}

/// A correction that can be published, made before the game is locked.
struct Ready {
    id: i64,
    explanation: String,
    past: Arc<Past>,
    amended: Vec<Played>,
    amendment_ids: Vec<i64>,
    differences: BTreeMap<SideId, Vec<Document>>,
}

impl Ready {
    fn first(&self) -> Result<Span, DeskError> {
        let first = self.past.played.first().map(|played| played.span);
        first.ok_or_else(|| DeskError::NotFound("published pentade".to_owned()))
    }
}

impl Desk {
    /// Publishes the correction under way: revisions of the first pentade it amends and of every later one, the current
    /// pentade's opening world replaced, a letter to everyone whose view has changed. Done again, it changes nothing.
    ///
    /// Errors: refused when it is not what the GM saw, when nothing differs, when it has no explanation, when something
    /// must be answered first, or when the game would end otherwise.
    pub async fn publish_correction(
        &self,
        account: AccountId,
        slug: &str,
        id: i64,
        publication: &Publication<'_>,
    ) -> Result<Corrected, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_run(&table.row, account)?;
        if let Some(done) = done_before(&mut db, &table, id).await? {
            return Ok(done);
        }
        let ready = match self.ready(&mut db, &table, id, publication).await {
            Ok(ready) => ready,
            // Another press may have published it while this one was playing it again.
            Err(error) => return done_before(&mut db, &table, id).await?.ok_or(error),
        };
        drop(db);

        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        if let Some(done) = done_before(&mut tx, &table, id).await? {
            return Ok(done);
        }
        check_unchanged(&mut tx, &table, &ready).await?;
        let first = ready.first()?;
        let now = Timestamp::now();
        if !corrections::mark_published(&mut tx, id, (first.first_year, &ready.explanation), now).await? {
            return Err(changed());
        }
        self.keep_revisions(&mut tx, &table, &ready, now).await?;
        let again = self.go_on(&mut tx, &table, &ready, now).await?;
        let told = self.tell(&mut tx, &table, &ready, &again).await?;
        let detail = format!("correction {id} from {first}: {}", ready.explanation);
        audit::note(&mut tx, Some(account), "publish-correction", Some(table.row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(Corrected { id, first_year: first.first_year, is_new: true, told })
    }

    /// Plays the correction again and compares it with what the GM saw.
    async fn ready(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        id: i64,
        publication: &Publication<'_>,
    ) -> Result<Ready, DeskError> {
        let refuse = |reason: &str| Err(DeskError::Refused(reason.to_owned()));
        let explanation = publication.explanation.trim().to_owned();
        if explanation.is_empty() {
            return refuse("a correction needs an explanation that everyone can read");
        }
        if explanation.chars().count() > LONGEST_EXPLANATION {
            return Err(DeskError::Refused(format!(
                "an explanation has at most {LONGEST_EXPLANATION} characters"
            )));
        }
        let rows = corrections::amendments(db, id).await?;
        let Some(first) = rows.iter().map(|row| row.first_year).min() else {
            return refuse("the correction amends nothing");
        };
        let past = Arc::new(Past::from(db, table, first).await?);
        let replayed = replay(table.game.clone(), past.clone(), amendments(&rows)?).await;
        let (amended, drifted) = match replayed {
            Replayed::Done { amended, drifted } => (amended, drifted),
            Replayed::Asks { .. } => {
                return refuse("something must be answered first: look at the correction");
            }
            Replayed::Impossible(reason) => return Err(DeskError::Refused(reason)),
        };
        if sum(&past, &rows, &amended) != publication.seen {
            return Err(changed());
        }
        if amended == past.played {
            return refuse("nothing differs: there is nothing to publish");
        }
        if !drifted.is_empty() && !publication.takes_drift {
            return refuse("the rules have changed since: say that you take what they change as well");
        }
        let game = table.game.clone();
        let (was, is) = (past.clone(), amended.clone());
        let differences =
            tokio::task::spawn_blocking(move || told::differences(game.as_ref(), &was.played, &is))
                .await
                .map_err(|error| DeskError::Refused(format!("the difference was stopped: {error}")))??;
        let amendment_ids = rows.iter().map(|row| row.id).collect();
        Ok(Ready { id, explanation, past, amended, amendment_ids, differences })
    }

    async fn keep_revisions(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        ready: &Ready,
        now: Timestamp,
    ) -> Result<(), DeskError> {
        let edition = table.game.edition();
        for (former, played) in ready.past.ids.iter().zip(&ready.amended) {
            let inputs = text_of("set of inputs", &played.inputs)?;
            let set_aside = (!played.set_aside.is_empty())
                .then(|| text_of("list of sheets", &played.set_aside))
                .transpose()?;
            let revision = NewRevision {
                former: *former,
                correction: ready.id,
                world_before: played.before.as_str(),
                inputs: &inputs,
                inputs_hash: &hex::encode(Sha256::digest(inputs.as_bytes())),
                set_aside: set_aside.as_deref(),
                world_after: played.after.as_str(),
                chronicle: played.chronicle.as_str(),
                result_hash: &result_hash(&played.after, &played.chronicle),
                edition: (&edition.name, &edition.hash),
            };
            revisions::add(db, revision, now).await?;
        }
        Ok(())
    }

    /// What becomes of the present: the current pentade begins with the corrected world, or the game goes on after all.
    async fn go_on(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        ready: &Ready,
        now: Timestamp,
    ) -> Result<Present, DeskError> {
        let last = ready.amended.last().ok_or_else(changed)?;
        let mut present = Present::default();
        if !last_world_differs(&ready.past, &ready.amended) {
            return Ok(present);
        }
        let (is_over, span) = (table.game.is_over(&last.after)?, table.game.span(&last.after)?);
        if table.pentade.state == PentadeState::Published {
            if is_over {
                return Ok(present);
            }
            let deadline = next_deadline(db, table.row.id, now).await?;
            open_pentade(db, &table.row, &last.after, span, deadline).await?;
            games::set_status(db, table.row.id, GameStatus::Running).await?;
            present.deadline = Some((span, deadline));
        } else {
            if is_over || span != table.span() {
                let reason = format!("the game would end otherwise, and {} is under way", table.span());
                return Err(DeskError::Refused(reason));
            }
            let (deadline, moved, again) = current::begin_anew(db, table, &last.after, ready.id).await?;
            present.deadline = moved.then_some((span, deadline));
            present.again = again;
            let sealed = sealing::seal_again(db, table).await?;
            if !sealed.is_empty() {
                let told = sealing::told_again(&sealed);
                self.tell_all(db, table, "sealed orders were read again", |_| told.clone()).await?;
            }
        }
        seat_new_sides(db, table, &last.after).await?;
        let sides = table.game.sides(&last.after)?;
        let playable: Vec<String> =
            sides.into_iter().filter(|side| side.playable).map(|side| side.id.to_string()).collect();
        games::set_playable(db, table.row.id, &playable).await?;
        Ok(present)
    }

    /// Writes to everyone whose view has changed; to all others only when orders are due at another time.
    async fn tell(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        ready: &Ready,
        present: &Present,
    ) -> Result<usize, DeskError> {
        let mut count = 0;
        for seat in games::seats(db, table.row.id).await? {
            let Some(player) = &seat.player else { continue };
            let differences = ready.differences.get(&seat.side).map_or(&[][..], Vec::as_slice);
            let again = present.again.iter().find(|again| again.side == seat.side);
            if differences.is_empty() && again.is_none() && present.deadline.is_none() {
                continue;
            }
            let deadline = present.deadline.map(|(span, at)| (span, When::new(at, &player.zone)));
            let told = CorrectedTold {
                slug: &table.row.slug,
                id: ready.id,
                side: &seat.side,
                side_name: &seat.name,
                player: &player.name,
                first: ready.first()?,
                explanation: &ready.explanation,
                differs: !differences.is_empty(),
                deadline: deadline.as_ref(),
                again: again.map(|again| (again.version, again.words.as_str(), &again.complaints[..])),
            };
            count += usize::from(self.write_to(db, table, (&seat, player), &told, differences).await?);
        }
        Ok(count)
    }

    async fn write_to(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, player): (&Seat, &SeatPlayer),
        told: &CorrectedTold<'_>,
        differences: &[Document],
    ) -> Result<bool, DeskError> {
        let words = letters::corrected(&self.settings, told, &super::told::together(differences))?;
        let (about, key) = ((&table.row, Some(&seat.side)), format!("correction.{}.{}", told.id, seat.side));
        let post = Post::of_game(&self.settings, "notice", about, &key, (&player.name, &player.email));
        letters::write(&self.settings, db, post, words).await
    }
}

/// What a correction has done to the pentade that is current.
#[derive(Default)]
struct Present {
    /// Its years and when its orders are due, where that is new or orders are open again.
    deadline: Option<(Span, Timestamp)>,
    again: Vec<current::ReadAgain>,
}

fn changed() -> DeskError {
    DeskError::Refused("the game or the correction has changed since you looked: look at it again".to_owned())
}

/// What was published, if it was. A correction that was let be is not.
async fn done_before(
    db: &mut PgConnection,
    table: &Table<'_>,
    id: i64,
) -> Result<Option<Corrected>, DeskError> {
    let row = corrections::by_id(db, table.row.id, id).await?;
    let row = row.ok_or_else(|| DeskError::NotFound(format!("correction {id}")))?;
    match (row.state, row.first_year) {
        (CorrectionState::Published, Some(first_year)) => {
            Ok(Some(Corrected { id, first_year, is_new: false, told: 0 }))
        }
        (CorrectionState::Dropped, _) => Err(DeskError::Refused("the correction was let be".to_owned())),
        _ => Ok(None),
    }
}

/// Under the lock: that nothing was published or amended since the correction was played.
async fn check_unchanged(db: &mut PgConnection, table: &Table<'_>, ready: &Ready) -> Result<(), DeskError> {
    let rows = corrections::amendments(db, ready.id).await?;
    let same_amendments = rows.iter().map(|row| row.id).eq(ready.amendment_ids.iter().copied());
    let ids = revisions::ids_from(db, table.row.id, ready.first()?.first_year).await?;
    if same_amendments && ids == ready.past.ids { Ok(()) } else { Err(changed()) }
}
