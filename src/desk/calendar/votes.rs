//! Until when players may answer what a held pentade asks: reminders, and what is done for those who say nothing.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::remind::{due_reminders, note_reminders};
use super::schedule;
use crate::crash;
use crate::desk::decide::{open_ballots, open_questions};
use crate::desk::letters::{self, Asking, Post};
use crate::desk::views::{PentadeState, When};
use crate::desk::{Desk, DeskError, Table};
use crate::postal::question::{Question, ballot_id};
use crate::store::calendars::AbsentVotes;
use crate::store::games::{self, GameStatus, Seat, SeatPlayer};
use crate::store::{PgConnection, StoreError, audit, calendars, decisions};

/// Rounds of questions that defaults may answer in one go; each is one more run of the pentade.
const MOST_ROUNDS: u32 = 200;

impl Desk {
    /// Running games whose players are asked something.
    pub async fn asking(&self) -> Result<Vec<String>, DeskError> {
        let mut db = self.store.reader().await?;
        Ok(calendars::asking(&mut db).await?)
    }

    /// Plays a pentade on whose questions are all answered: whoever kept the last answer did not live to do it. Does nothing
    /// while one is open.
    pub async fn go_on_if_answered(&self, slug: &str) -> Result<(), DeskError> {
        self.play_if_answered(None, slug).await
    }

    /// Sets until when the players may answer what the pentade now asks. What it has asked before keeps its time; new
    /// questions have time of their own. The caller holds the game's lock; the table is as it was before.
    pub(in crate::desk) async fn give_time_to_answer(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        questions: &[Question],
    ) -> Result<(), DeskError> {
        let ballots = |questions: &[Question]| -> Vec<String> {
            let asked = questions.iter().filter(|question| !question.electorate.is_empty());
            asked.flat_map(Question::keys).collect()
        };
        let new = ballots(questions);
        let former = ballots(&crate::desk::decide::asked(&table.pentade)?);
        let has_time = calendars::asked(db, table.pentade.id).await?.is_some();
        if new.is_empty() {
            return Ok(calendars::set_answers_due(db, table.pentade.id, None).await?);
        }
        if has_time && new.iter().all(|ballot| former.contains(ballot)) {
            return Ok(());
        }
        let now = Timestamp::now();
        let days = calendars::of(db, table.row.id).await?.answer_days;
        let due = schedule(db, table.row.id).await?.due_in(days, now)?;
        Ok(calendars::set_answers_due(db, table.pentade.id, Some((now, due))).await?)
    }

    /// What a letter says about an answer, by the clocks of its reader.
    async fn asking_of(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        person: &SeatPlayer,
    ) -> Result<Asking, DeskError> {
        let due = calendars::asked(db, table.pentade.id).await?.map(|(_, due)| due);
        let absent = calendars::of(db, table.row.id).await?.absent_votes;
        Ok(Asking {
            due: due.map(|due| When::new(due, &person.zone)),
            defaults_stand: absent == AbsentVotes::Default,
            is_reminder: false,
            so_far: BTreeMap::new(),
        })
    }

    /// Reminds those who have not answered, when a reminder is due at `now`; how many letters it was.
    pub async fn remind_of_answers(&self, slug: &str, now: Timestamp) -> Result<usize, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let Some((asked_at, answers_due)) = time_to_answer(&mut tx, &table).await? else { return Ok(0) };
        if now >= answers_due {
            return Ok(0);
        }
        let due = due_reminders(&mut tx, &table, (asked_at, answers_due), now).await?;
        let Some(latest) = due.last().copied() else { return Ok(0) };
        let open = open_questions(&mut tx, &table.pentade).await?;
        let mut count = 0;
        for seat in games::seats(&mut tx, table.row.id).await? {
            let own: Vec<&Question> =
                open.iter().filter(|question| question.electorate.contains(&seat.side)).collect();
            if !own.is_empty() {
                let name = format!("ballot-reminder.{}", latest.at.as_second());
                count += self.write_ballots(&mut tx, &table, (&seat, &own), ("reminder", &name)).await?;
            }
        }
        note_reminders(&mut tx, &table, &due, count).await?;
        let detail = format!("{} days before answers are due: {count} letters", latest.days);
        audit::note(&mut tx, None, "remind", Some(table.row.id), &detail).await?;
        crash::point("reminding-electors");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("electors-reminded");
        Ok(count)
    }

    /// Asks whoever holds a side, or stands in for its player, these questions: for the first time, or in a `reminder`. How
    /// many letters it was; `name` tells them from other letters of the pentade.
    pub(in crate::desk) async fn write_ballots(
        &self,
        db: &mut PgConnection,
        table: &Table<'_>,
        (seat, asked): (&Seat, &[&Question]),
        (kind, name): (&'static str, &str),
    ) -> Result<usize, DeskError> {
        let (row, named) = (&table.row, (&seat.side, seat.name.as_str()));
        let ballots = open_ballots(db, &table.pentade, Some(&seat.side)).await?;
        let so_far = ballots.into_iter().map(|ballot| (ballot.question.id.clone(), ballot.words()));
        let so_far: BTreeMap<String, String> = so_far.collect();
        let mut count = 0;
        for person in seat.persons() {
            let asking = Asking {
                is_reminder: kind == "reminder",
                so_far: so_far.clone(),
                ..self.asking_of(db, table, person).await?
            };
            let to = (row.slug.as_str(), person.name.as_str());
            let words = letters::ballot(&self.settings, to, table.span(), named, asked, &asking)?;
            let (year, who) = (table.pentade.first_year, seat.mark_of(person.account));
            let key = format!("{year}.{name}.{}{who}", seat.side);
            let to = (person.name.as_str(), person.email.as_str());
            let post = Post::of_game(&self.settings, kind, (row, Some(&seat.side)), &key, to);
            count += usize::from(letters::write(&self.settings, db, post, words).await?);
        }
        Ok(count)
    }

    /// Ends the time for answers when it is over at `now`, by the custom of the game: what stands by default stands for those
    /// who said nothing, and the pentade goes on; or the GM is told that he may decide. Done again, it changes nothing.
    pub async fn end_time_to_answer(&self, slug: &str, now: Timestamp) -> Result<(), DeskError> {
        for _ in 0..MOST_ROUNDS {
            if !self.end_one_round(slug, now).await? {
                return Ok(());
            }
            self.play_if_answered(None, slug).await?;
        }
        Ok(())
    }

    /// False when nothing was answered.
    async fn end_one_round(&self, slug: &str, now: Timestamp) -> Result<bool, DeskError> {
        let mut tx = self.store.begin().await?;
        let table = self.locked_table(&mut tx, slug).await?;
        let due = time_to_answer(&mut tx, &table).await?.map(|(_, due)| due);
        let Some(due) = due.filter(|due| *due <= now) else { return Ok(false) };
        let mut open = open_questions(&mut tx, &table.pentade).await?;
        open.retain(|question| !question.electorate.is_empty());
        let defaults = calendars::of(&mut tx, table.row.id).await?.absent_votes == AbsentVotes::Default;
        if open.is_empty() {
            return Ok(false);
        }
        if !defaults {
            let silent: usize = open.iter().map(|question| question.electorate.len()).sum();
            let detail = format!(
                "{silent} answers are missing, and the time for them is over; you may answer for those who are silent, or \
                 wait"
            );
            let name = format!("{}.gm.answers.{}", table.pentade.first_year, due.as_second());
            self.tell_gm(&mut tx, (&table.row, table.span()), &name, ("answers are missing", &detail))
                .await?;
            tx.commit().await.map_err(StoreError::from)?;
            return Ok(false);
        }
        for question in &open {
            for side in &question.electorate {
                let key = ballot_id(&question.id, side);
                decisions::add_answer(&mut tx, table.pentade.id, &key, question.stands_by_default(), None)
                    .await?;
                audit::note(&mut tx, None, "answer-by-default", Some(table.row.id), &key).await?;
            }
        }
        crash::point("defaults-standing");
        tx.commit().await.map_err(StoreError::from)?;
        crash::point("defaults-stand");
        Ok(true)
    }
}

/// When the players of a pentade that waits for them were asked, and until when they may answer; none while the clock
/// stands.
async fn time_to_answer(
    db: &mut PgConnection,
    table: &Table<'_>,
) -> Result<Option<(Timestamp, Timestamp)>, DeskError> {
    if table.pentade.state != PentadeState::Held || table.row.status != GameStatus::Running {
        return Ok(None);
    }
    Ok(calendars::asked(db, table.pentade.id).await?)
}
