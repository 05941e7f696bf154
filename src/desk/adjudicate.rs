//! Closes the orders of a pentade and adjudicates it into a draft.
//!
//! Closing freezes the inputs under the pentade's lock; from then on the result is decided. Adjudication runs
//! outside any lock and may be repeated: the same inputs give the same draft.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::crash;
use crate::store::{PgConnection, Reader};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use super::absent::{Filled, fill};
use super::calendar::Closing;
use super::decide::with_decisions;
use super::edition::check_edition;
use super::gm::pentade_view;
use super::kept::text_of;
use super::views::{PentadeState, PentadeView, Publishes};
use super::{AccountId, Desk, DeskError, Table, find_game, may_run, span_of, zone_of};
use crate::postal::dice::Seed;
use crate::postal::game::{ChronicleText, Edition, Game, Inputs, Outcome, WorldText, result_hash};
use crate::postal::question::Question;
use crate::store::absence::{self, FilledIn};
use crate::store::games::GameRow;
use crate::store::pentades::{self, Draft, PentadeRow};
use crate::store::sheets::{self, SheetRow};
use crate::store::{StoreError, audit, calendars, games, letters as letter_rows};

/// How long whoever closed a pentade has for playing it before another process does.
const PLAYED_WITHIN: SignedDuration = SignedDuration::from_secs(60);

/// Rounds of reading letters that came in time before orders are closed without them.
const SETTLING_ROUNDS: u32 = 5;

impl Desk {
    /// Closes the orders now and makes the draft: the GM's button.
    ///
    /// Pressed twice, or beside the deadline's own job, it closes once; the second sees what the first did.
    ///
    /// Errors: refused when the pentade is a draft, held or public already.
    pub async fn close_pentade(&self, account: AccountId, slug: &str) -> Result<PentadeView, DeskError> {
        self.check_gm(account, slug).await?;
        self.close_at(Some(account), slug, Timestamp::now()).await?;
        self.make_draft(Some(account), slug).await?;
        self.current_view(account, slug).await
    }

    /// Adjudicates the closed inputs again, after a fault was mended. Where the fault came before orders were closed, they
    /// are closed now.
    ///
    /// Errors: refused when orders are still open or the pentade is public.
    pub async fn adjudicate_again(&self, account: AccountId, slug: &str) -> Result<PentadeView, DeskError> {
        self.check_gm(account, slug).await?;
        let mut tx = self.store.begin().await?;
        let held = self.locked_table(&mut tx, slug).await?.pentade.id;
        let was_open = pentades::open_again(&mut tx, held).await?;
        tx.commit().await.map_err(StoreError::from)?;
        if was_open {
            self.close_at(Some(account), slug, Timestamp::now()).await?;
        }
        self.make_draft(Some(account), slug).await?;
        self.current_view(account, slug).await
    }

    /// Closes a pentade that waits for nothing more and makes its draft, or makes that of one which was closed by a process
    /// that did not live to adjudicate it: the deadline's job. Does nothing when the deadline was moved or somebody was faster.
    pub async fn close_overdue(&self, slug: &str) -> Result<(), DeskError> {
        self.close_at(None, slug, Timestamp::now()).await?;
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        let is_closed = table.pentade.state == PentadeState::Closing;
        if is_closed { self.draft_of(None, db, table).await } else { Ok(()) }
    }

    async fn check_gm(&self, account: AccountId, slug: &str) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        may_run(&find_game(&mut db, slug).await?, account)
    }

    async fn current_view(&self, account: AccountId, slug: &str) -> Result<PentadeView, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        pentade_view(&self.table(&mut db, slug).await?.pentade, &zone)
    }

    /// Reads the letters to a game that came before `until` and wait to be read, so that they count in the order in which
    /// they came.
    pub(super) async fn read_waiting(&self, slug: &str, until: Timestamp) -> Result<(), DeskError> {
        for _ in 0..SETTLING_ROUNDS {
            let mut db = self.store.reader().await?;
            let row = find_game(&mut db, slug).await?;
            let unread = letter_rows::unread_before(&mut db, row.id, until).await?;
            drop(db);
            if unread.is_empty() {
                break;
            }
            for letter in unread {
                self.read_letter(letter).await?;
            }
        }
        Ok(())
    }

    /// Freezes the inputs: every sheet that came before `until`, letters not yet read included.
    async fn close_at(
        &self,
        account: Option<AccountId>,
        slug: &str,
        until: Timestamp,
    ) -> Result<(), DeskError> {
        self.read_waiting(slug, until).await?;
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let by_deadline = account.is_none();
        if table.pentade.state != PentadeState::Open {
            return match (by_deadline, table.pentade.state) {
                (true, _) | (false, PentadeState::Closing) => Ok(()),
                (false, state) => Err(DeskError::Refused(format!(
                    "orders are closed already: the pentade is {}",
                    state.as_str()
                ))),
            };
        }
        check_edition(&table)?;
        let closing = self.closing(&mut tx, &table, until).await?;
        if by_deadline && closing == Closing::NotYet {
            return Ok(());
        }
        let sent = sheets::all_in_force(&mut tx, table.pentade.id).await?;
        let filled = fill(&mut tx, &table, &sent).await?;
        let inputs = frozen_inputs(&table, sent, &filled)?;
        let told: Vec<FilledIn> = filled.into_iter().map(|one| one.told).collect();
        absence::keep(&mut tx, table.row.id, table.pentade.first_year, &told).await?;
        let hash = hex::encode(Sha256::digest(inputs.as_bytes()));
        let now = Timestamp::now();
        pentades::close(&mut tx, table.pentade.id, (now, now + PLAYED_WITHIN), (&inputs, &hash)).await?;
        let why = match closing {
            Closing::AllReady => "everybody is ready, ",
            Closing::Due | Closing::NotYet => "",
        };
        audit::note(&mut tx, account, "close", Some(table.row.id), &format!("{why}inputs {hash}")).await?;
        crash::point("closing");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("closed");
        Ok(())
    }

    /// Plays the closed inputs and keeps the draft, or holds the pentade with the reason.
    pub(super) async fn make_draft(&self, account: Option<AccountId>, slug: &str) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        self.draft_of(account, db, table).await
    }

    /// The same of a pentade that was just looked up.
    async fn draft_of(
        &self,
        account: Option<AccountId>,
        mut db: Reader,
        table: Table<'_>,
    ) -> Result<(), DeskError> {
        check_may_adjudicate(&table.pentade)?;
        check_edition(&table)?;
        let inputs = with_decisions(&mut db, &table).await?;
        let (game, slug, pentade) =
            (table.game.clone(), table.row.slug, PentadeRow { inputs, ..table.pentade });
        drop(db);
        let edition = game.edition();
        let played = play(game, &pentade).await;

        let mut tx = self.store.begin().await?;
        let mut now = self.locked_table(&mut tx, &slug).await?;
        let is_another = now.pentade.id != pentade.id
            || now.pentade.closed_at != pentade.closed_at
            || now.pentade.world_before != pentade.world_before;
        if is_another || check_may_adjudicate(&now.pentade).is_err() {
            // Somebody was faster, and has published already, or corrected the past.
            return Ok(());
        }
        if let Some(inputs) = &pentade.inputs {
            let hash = Some(hex::encode(Sha256::digest(inputs.as_bytes())));
            if now.pentade.inputs_hash != hash {
                pentades::keep_inputs(&mut tx, pentade.id, inputs, hash.as_deref()).await?;
                now.pentade.inputs_hash = hash;
            }
        }
        self.keep_played(&mut tx, &now, &played, &edition).await?;
        let (action, detail) = match &played {
            Played::Drafted { hash, .. } => ("draft", format!("result {hash}")),
            Played::Held { reason, .. } => ("hold", reason.clone()),
        };
        audit::note(&mut tx, account, action, Some(now.row.id), &detail).await?;
        let publishes = self.publishes_itself(&mut tx, &now, account).await?;
        if account.is_none() {
            self.tell_what_came(&mut tx, &now.row, &pentade, (&played, publishes)).await?;
        }
        self.ask_electors(&mut tx, &now, &played).await?;
        crash::point("drafting");
        if let Played::Drafted { world, chronicle, hash } = played
            && publishes
        {
            now.pentade = PentadeRow {
                state: PentadeState::Draft,
                world_before: pentade.world_before,
                inputs: pentade.inputs,
                world_after: Some(world),
                chronicle: Some(chronicle),
                result_hash: Some(hash),
                edition_name: Some(edition.name),
                edition_hash: Some(edition.hash),
                ..now.pentade
            };
            self.publish_draft(&mut tx, &now, account).await?;
        }
        tx.commit().await.map_err(StoreError::from)?;
        crash::point(if publishes { "published" } else { "drafted" });
        Ok(())
    }

    /// Keeps what came of a pentade: the draft, or why it is held.
    async fn keep_played(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        played: &Played,
        edition: &Edition,
    ) -> Result<(), DeskError> {
        let pentade = table.pentade.id;
        match played {
            Played::Drafted { world, chronicle, hash } => {
                let draft = Draft {
                    world_after: world.as_str(),
                    chronicle: chronicle.as_str(),
                    result_hash: hash,
                    edition: (&edition.name, &edition.hash),
                };
                pentades::keep_draft(db, pentade, draft).await?;
            }
            Played::Held { reason, questions } => {
                let asked = (!questions.is_empty()).then(|| text_of("list of questions", questions));
                let asked = asked.transpose()?;
                pentades::hold(db, pentade, reason, asked.as_deref()).await?;
                self.give_time_to_answer(db, table, questions).await?;
            }
        }
        Ok(())
    }

    /// Whether what is adjudicated now is published without a review: by the custom of the game, and not when one of its GMs has
    /// pressed a button, as he then looks at it.
    async fn publishes_itself(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        account: Option<AccountId>,
    ) -> Result<bool, DeskError> {
        let is_gm = account.is_some_and(|account| may_run(&table.row, account).is_ok());
        Ok(!is_gm && calendars::of(db, table.row.id).await?.publishes == Publishes::AtOnce)
    }

    /// Nobody sits at the page when the deadline's job has worked: the GM gets a letter.
    async fn tell_what_came(
        &self,
        db: &mut PgConnection,
        row: &GameRow,
        pentade: &PentadeRow,
        (played, publishes): (&Played, bool),
    ) -> Result<(), DeskError> {
        let told = match played {
            Played::Drafted { .. } if publishes => {
                ("the pentade is published", "by the custom of the game it was published at once")
            }
            Played::Drafted { .. } => {
                ("the draft is ready", "look it over and publish it; until then nobody else can see it")
            }
            Played::Held { reason, .. } => ("the pentade is held", reason.as_str()),
        };
        let name = format!("{}.gm.{}", pentade.first_year, Timestamp::now().as_millisecond());
        self.tell_gm(db, (row, span_of(pentade)), &name, told).await
    }
}

impl Desk {
    /// Everyone who is asked gets a letter, once for the same questions.
    async fn ask_electors(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        played: &Played,
    ) -> Result<(), DeskError> {
        let Played::Held { questions, .. } = played else { return Ok(()) };
        for seat in games::seats(db, table.row.id).await? {
            let asked: Vec<&Question> =
                questions.iter().filter(|question| question.electorate.contains(&seat.side)).collect();
            if asked.is_empty() {
                continue;
            }
            let ids: Vec<&str> = asked.iter().map(|question| question.id.as_str()).collect();
            let digest = hex::encode(&Sha256::digest(ids.join("\n").as_bytes())[..8]);
            self.write_ballots(db, table, (&seat, &asked), ("notice", &format!("ballot.{digest}"))).await?;
        }
        Ok(())
    }
}

fn check_may_adjudicate(pentade: &PentadeRow) -> Result<(), DeskError> {
    match pentade.state {
        PentadeState::Closing | PentadeState::Draft | PentadeState::Held => Ok(()),
        PentadeState::Open => Err(DeskError::Refused("orders are still open".to_owned())),
        PentadeState::Published => Err(DeskError::Refused("the pentade is public already".to_owned())),
    }
}

/// The sheets in force, with what is done for those who have sent none, as canonical JSON: the same sheets give the same
/// bytes.
pub(super) fn frozen_inputs(
    table: &Table<'_>,
    sent: Vec<SheetRow>,
    filled: &[Filled],
) -> Result<String, DeskError> {
    let sides = table.game.sides(&table.world())?;
    // A correction may have undone a side that has sent orders.
    let known = sent.into_iter().filter(|row| sides.iter().any(|side| side.id == row.side));
    let filled =
        filled.iter().filter_map(|one| Some((one.told.side.clone(), one.sheet.as_ref()?.data.clone())));
    let sheets = known.map(|row| (row.side, row.sheet.data)).chain(filled).collect();
    let inputs = Inputs { sheets, readings: table.row.readings.0.clone(), ..Inputs::default() };
    Ok(text_of("set of inputs", &inputs)?)
}

/// What came of playing a pentade.
pub(super) enum Played {
    Drafted { world: WorldText, chronicle: ChronicleText, hash: String },
    Held { reason: String, questions: Vec<Question> },
}

fn held(reason: String) -> Played {
    Played::Held { reason, questions: Vec::new() }
}

/// Plays a closed pentade. A fault of the rules holds it.
pub(super) async fn play(game: Arc<dyn Game>, pentade: &PentadeRow) -> Played {
    let (inputs, seed) = (pentade.inputs.clone(), pentade.seed.clone());
    let world = pentade.world_before.clone();
    let task = tokio::task::spawn_blocking(move || {
        // A fault of the rules must not take the server down: the pentade waits for the GM.
        catch_unwind(AssertUnwindSafe(|| {
            crash::point("playing");
            adjudicate(game.as_ref(), &world, inputs.as_deref(), &seed)
        }))
    });
    match task.await {
        Ok(Ok(played)) => played,
        Ok(Err(panic)) => held(format!("the rules stopped on a fault of their own: {}", words_of(&*panic))),
        Err(error) => held(format!("the adjudication was stopped: {error}")),
    }
}

fn adjudicate(game: &dyn Game, world: &WorldText, inputs: Option<&str>, seed: &str) -> Played {
    let Some(inputs) = inputs else { return held("there are no inputs".to_owned()) };
    let inputs: Inputs = match serde_json::from_str(inputs) {
        Ok(inputs) => inputs,
        Err(error) => return held(format!("the inputs cannot be read: {error}")),
    };
    let Some(seed) = Seed::from_hex(seed) else { return held("the seed cannot be read".to_owned()) };
    match game.adjudicate(world, &inputs, &seed) {
        Ok(Outcome::Complete { world, chronicle }) => {
            let hash = result_hash(&world, &chronicle);
            Played::Drafted { world, chronicle, hash }
        }
        Ok(Outcome::Undecided { questions }) => {
            let reason = match questions.len() {
                1 => "one question must be answered first".to_owned(),
                many => format!("{many} questions must be answered first"),
            };
            Played::Held { reason, questions }
        }
        Err(error) => held(error.to_string()),
    }
}

/// What a panic said.
pub(super) fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().cloned();
    words
        .or_else(|| panic.downcast_ref::<&str>().map(|words| (*words).to_owned()))
        .unwrap_or_else(|| "no reason given".to_owned())
}
