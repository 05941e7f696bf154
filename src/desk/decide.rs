//! Answers to what a game asks in the middle of a pentade.
//!
//! They belong to the pentade's inputs: it is played again from its start with them.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::gm::pentade_view;
use super::kept::{read, text_of};
use super::views::{GameStatus, OpenBallot, PentadeState, PentadeView, When};
use super::{AccountId, Desk, DeskError, Table, may_run, own_seat, rulings, waiting, zone_of};
use crate::postal::chronicle::SideId;
use crate::postal::game::Inputs;
use crate::postal::question::{Ballot, Question, ballot_id};
use crate::store::pentades::PentadeRow;
use crate::store::{PgConnection, StoreError, audit, calendars, decisions, games};

/// Rounds of questions that defaults may answer at one press; each is one more run of the pentade.
const MOST_ROUNDS: u32 = 200;

/// The answer that says how many players wait for a side.
const WAITING_PLAYERS: &str = "waiting-players";

impl Desk {
    /// The GM's answers, by the key of each open answer ([`keys`]). When nothing is left open the pentade is played
    /// again.
    ///
    /// Errors: refused when the pentade asks nothing, or an answer is none of the options; then none is kept.
    pub async fn answer_questions(
        &self,
        account: AccountId,
        slug: &str,
        given: &[(String, String)],
    ) -> Result<PentadeView, DeskError> {
        self.keep_answers(account, slug, None, given).await?;
        self.play_if_answered(Some(account), slug).await?;
        self.asked_view(account, slug).await
    }

    /// A player's vote on a question that his side was asked.
    ///
    /// Errors: not allowed for another's side; refused as for [`Desk::answer_questions`].
    pub async fn vote(
        &self,
        account: AccountId,
        slug: &str,
        side: &SideId,
        given: &[(String, String)],
    ) -> Result<(), DeskError> {
        self.keep_answers(account, slug, Some(side), given).await?;
        self.play_if_answered(Some(account), slug).await
    }

    /// Answers everything that is open with what stands by default, and what is asked after that too, until the pentade
    /// is a draft or held for another reason.
    ///
    /// Errors: refused when the pentade asks nothing.
    pub async fn take_defaults(&self, account: AccountId, slug: &str) -> Result<PentadeView, DeskError> {
        for round in 0..MOST_ROUNDS {
            let mut db = self.store.reader().await?;
            let table = self.table(&mut db, slug).await?;
            may_run(&table.row, account)?;
            let open = open_questions(&mut db, &table.pentade).await?;
            drop(db);
            if open.is_empty() && round > 0 {
                break;
            }
            let given: Vec<(String, String)> = open
                .iter()
                .flat_map(|one| keys(one).into_iter().map(|key| (key, one.stands_by_default().to_owned())))
                .collect();
            self.keep_answers(account, slug, None, &given).await?;
            self.play_if_answered(Some(account), slug).await?;
        }
        self.asked_view(account, slug).await
    }

    /// Sets how many players wait for a side that may arise.
    ///
    /// Errors: refused for more than 99.
    pub async fn set_waiting(&self, account: AccountId, slug: &str, count: i32) -> Result<(), DeskError> {
        if !(0..=99).contains(&count) {
            return Err(DeskError::Refused("between 0 and 99 players can wait".to_owned()));
        }
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        may_run(&table.row, account)?;
        decisions::set_waiting_players(&mut tx, table.row.id, count).await?;
        let detail = format!("{count} players wait");
        audit::note(&mut tx, Some(account), "waiting-players", Some(table.row.id), &detail).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// Keeps answers that the pentade asks for: of `side` where one votes, of anyone where the GM decides.
    async fn keep_answers(
        &self,
        account: AccountId,
        slug: &str,
        side: Option<&SideId>,
        given: &[(String, String)],
    ) -> Result<(), DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        self.keep(&mut tx, &table, side, account, given).await?;
        tx.commit().await.map_err(StoreError::from)?;
        Ok(())
    }

    /// The same on a locked table.
    pub(super) async fn keep(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        side: Option<&SideId>,
        account: AccountId,
        given: &[(String, String)],
    ) -> Result<(), DeskError> {
        match side {
            Some(side) => own_seat(db, &table.row, side, account).await.map(drop)?,
            None => may_run(&table.row, account)?,
        }
        if table.row.status == GameStatus::Archived {
            return Err(DeskError::Refused("the game is put away: the answer was not kept".to_owned()));
        }
        let asked = asked(&table.pentade)?;
        if asked.is_empty() {
            return Err(DeskError::Refused(
                "the pentade asks nothing now: the answer was not kept".to_owned(),
            ));
        }
        for (key, answer) in given {
            let mine = |question: &&Question| match side {
                Some(side) => question.electorate.contains(side) && ballot_id(&question.id, side) == *key,
                None => keys(question).contains(key),
            };
            let question = asked.iter().find(mine).ok_or_else(|| no_question(key))?;
            if answer.trim().is_empty() || !question.allows(answer) {
                let options = question.options.join(", ");
                return Err(DeskError::Refused(format!("{answer:?} is none of the answers: {options}")));
            }
            if side.is_none() && !question.electorate.is_empty() {
                may_decide_for_others(db, table).await?;
            }
            decisions::add_answer(db, table.pentade.id, key, answer, Some(account)).await?;
            // What was answered is told when the ballot is closed, not in the diary.
            audit::note(db, Some(account), "answer", Some(table.row.id), key).await?;
        }
        Ok(())
    }

    pub(super) async fn play_if_answered(
        &self,
        account: Option<AccountId>,
        slug: &str,
    ) -> Result<(), DeskError> {
        let mut db = self.store.reader().await?;
        let pentade = self.table(&mut db, slug).await?.pentade;
        let open = open_questions(&mut db, &pentade).await?;
        drop(db);
        if pentade.state == PentadeState::Held && open.is_empty() {
            self.make_draft(account, slug).await?;
        }
        Ok(())
    }

    async fn asked_view(&self, account: AccountId, slug: &str) -> Result<PentadeView, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let pentade = self.table(&mut db, slug).await?.pentade;
        let open = open_questions(&mut db, &pentade).await?;
        Ok(PentadeView { questions: open, ..pentade_view(&pentade, &zone)? })
    }
}

/// Whether the GM may answer for players now.
///
/// Errors: refused while they still have time, where that is the game's custom.
async fn may_decide_for_others(db: &mut PgConnection, table: &Table<'_>) -> Result<(), DeskError> {
    let due = calendars::asked(db, table.pentade.id).await?.map(|(_, due)| due);
    let is_late_only = calendars::of(db, table.row.id).await?.gm_votes_late;
    match due.filter(|due| is_late_only && Timestamp::now() < *due) {
        Some(due) => Err(DeskError::Refused(format!(
            "by the custom of this game you answer for others only when their time is over: {}",
            When::new(due, "UTC")
        ))),
        None => Ok(()),
    }
}

fn no_question(key: &str) -> DeskError {
    DeskError::Refused(format!("nothing asks for {key} any more: the answer was not kept"))
}

/// The keys under which the answers to a question are kept: one for each elector, or the question's own for the GM.
pub fn keys(question: &Question) -> Vec<String> {
    question.keys()
}

/// What the game asked when the pentade was last played.
///
/// Errors: the kept list cannot be read.
pub(super) fn asked(pentade: &PentadeRow) -> Result<Vec<Question>, DeskError> {
    let Some(text) = &pentade.questions else { return Ok(Vec::new()) };
    Ok(read("list of questions", text)?)
}

/// What of it is not answered yet, each with the electors who are still silent.
pub(super) async fn open_questions(
    db: &mut PgConnection,
    pentade: &PentadeRow,
) -> Result<Vec<Question>, DeskError> {
    let answered = decisions::answers(db, pentade.id).await?;
    let mut open = Vec::new();
    for question in asked(pentade)? {
        let silent = |side: &&SideId| !answered.contains_key(&ballot_id(&question.id, side));
        let electorate: Vec<SideId> = question.electorate.iter().filter(silent).cloned().collect();
        let of_the_gm = question.electorate.is_empty() && !answered.contains_key(&question.id);
        if of_the_gm || !electorate.is_empty() {
            open.push(Question { electorate, ..question });
        }
    }
    Ok(open)
}

/// The open ballots of a pentade, or those of them that a side is asked, with what was answered so far.
pub(super) async fn open_ballots(
    db: &mut PgConnection,
    pentade: &PentadeRow,
    side: Option<&SideId>,
) -> Result<Vec<OpenBallot>, DeskError> {
    let mut asked = asked(pentade)?;
    asked.retain(|question| question.ballot == Ballot::Open && !question.electorate.is_empty());
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let answered = decisions::answers(db, pentade.id).await?;
    let seats = games::seats(db, pentade.game).await?;
    let mut ballots = Vec::new();
    for question in asked {
        // When the pentade was played again in between, who had answered was not asked once more.
        let votes = seats.iter().filter_map(|seat| {
            let answer = answered.get(&ballot_id(&question.id, &seat.side)).cloned();
            (answer.is_some() || question.electorate.contains(&seat.side)).then_some((seat, answer))
        });
        let votes: Vec<_> = votes.collect();
        if votes.len() > 1 && side.is_none_or(|side| votes.iter().any(|(seat, _)| seat.side == *side)) {
            let votes = votes.into_iter().map(|(seat, answer)| (seat.name.clone(), answer)).collect();
            ballots.push(OpenBallot { question, votes });
        }
    }
    Ok(ballots)
}

/// The frozen inputs with the answers, rulings and readings that stand now, as canonical JSON: the same give the same bytes.
///
/// Errors: the frozen inputs cannot be read.
pub(super) async fn with_decisions(
    db: &mut PgConnection,
    table: &Table<'_>,
) -> Result<Option<String>, DeskError> {
    let Some(frozen) = &table.pentade.inputs else { return Ok(None) };
    let frozen: Inputs = read("set of inputs", frozen)?;
    let mut answers: BTreeMap<String, String> = decisions::answers(db, table.pentade.id).await?;
    let waiting = waiting::count(db, table.row.id).await?;
    if waiting > 0 {
        answers.insert(WAITING_PLAYERS.to_owned(), waiting.to_string());
    }
    let rulings = rulings::in_force(db, table.pentade.id, None).await?;
    // The game may have taken another edition, with other readings, since orders were closed.
    let readings = table.row.readings.0.clone();
    let inputs = Inputs { answers, rulings, readings, ..frozen };
    Ok(Some(text_of("set of inputs", &inputs)?))
}
