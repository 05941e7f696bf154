//! All games that somebody runs, on one screen: how each stands, and what wants its GM, the most pressing first.

use super::archive::card;
use super::decide::open_questions;
use super::edition::other_edition;
use super::views::{GameCard, GmRole, When};
use super::{AccountId, Desk, DeskError, Table, zone_of};
use crate::postal::question::Question;
use crate::store::games::GameStatus;
use crate::store::letters::LetterState;
use crate::store::pentades::PentadeState;
use crate::store::{
    PgConnection, calendars, corrections, dead_letters, games, letters, pentades, sheets, wishes,
};

/// The most letters that are counted.
const COUNTED: i64 = 100;

/// Something in a game that its GM has to see to. Those that stop the game stand first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Want {
    /// The pentade is held for a fault, for this reason.
    Fault(String),
    /// The rules that are loaded are not those of the game.
    OtherEdition,
    /// So many answers are his to give: those asked of him, and those of players whose time is over.
    Answers(usize),
    /// A draft waits to be read and published.
    Draft,
    /// A correction is under way.
    Correction,
    /// So many letters of ours did not arrive, or are held back.
    DeadLetters(usize),
    /// So many letters that came since the last pentade was published could not be taken.
    HeldLetters(usize),
    /// So many stand-ins wait for his word.
    StandIns(usize),
    /// So many sides have no player.
    VacantSides(usize),
}

impl Want {
    /// What is to be done, and where on the desk of the game: behind its address.
    pub fn words(&self) -> (String, &'static str) {
        let many = |count: &usize, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {more}"),
        };
        match self {
            Self::Fault(reason) => (format!("held: {reason}"), ""),
            Self::OtherEdition => ("played under rules that are not loaded".to_owned(), ""),
            Self::Answers(count) => (many(count, "answer to give", "answers to give"), "#asks"),
            Self::Draft => ("a draft to read and publish".to_owned(), "/draft"),
            Self::Correction => ("a correction under way".to_owned(), "/correction"),
            Self::DeadLetters(count) => (many(count, "dead letter", "dead letters"), "/dead-letters"),
            Self::HeldLetters(count) => {
                (many(count, "letter that wants your eye", "letters that want your eye"), "#held")
            }
            Self::StandIns(count) => (many(count, "stand-in to confirm", "stand-ins to confirm"), "#wishes"),
            Self::VacantSides(count) => {
                (many(count, "side without a player", "sides without a player"), "#seats")
            }
        }
    }
}

/// A game on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOnScreen {
    /// The game.
    pub game: GameCard,
    /// What the reader is on its desk.
    pub role: GmRole,
    /// Sides of players from which orders are here, and all sides of players.
    pub orders: (usize, usize),
    /// Those whose orders are missing.
    pub missing: Vec<String>,
    /// Answers that are open, of players and of the GM.
    pub open_answers: usize,
    /// Until when the players may answer.
    pub answers_due: Option<When>,
    /// What wants the GM, the most pressing first; nothing for who only looks.
    pub wants: Vec<Want>,
}

impl GameOnScreen {
    /// Whether it is played, its clock running or not.
    pub fn is_played(&self) -> bool {
        matches!(self.game.status, GameStatus::Running | GameStatus::Paused)
    }
}

/// Which way to go through the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the next.
    Onward,
    /// To the one before.
    Back,
}

impl Desk {
    /// The game beside `here` among those that want somebody, in the order of the screen and round; from any other place the
    /// first or the last. None where no other wants him.
    pub async fn wanting(
        &self,
        account: AccountId,
        here: &str,
        way: Way,
    ) -> Result<Option<GameOnScreen>, DeskError> {
        let mut all = self.screen(account).await?;
        all.retain(|one| !one.wants.is_empty());
        if way == Way::Back {
            all.reverse();
        }
        let at = all.iter().position(|one| one.game.slug == here);
        let next = at.map_or(0, |at| (at + 1) % all.len());
        Ok((Some(next) != at && next < all.len()).then(|| all.swap_remove(next)))
    }

    /// Every game that somebody runs or looks over: first those that want him, the most pressing first; then those that run,
    /// the next deadline first; then those that are over or put away.
    pub async fn screen(&self, account: AccountId) -> Result<Vec<GameOnScreen>, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let mut all = Vec::new();
        for row in games::all(&mut db).await? {
            let Some(role) = row.role_of(account) else { continue };
            let table = self.table(&mut db, &row.slug).await?;
            all.push(on_screen(&mut db, &table, role, &zone).await?);
        }
        all.sort_by_cached_key(|one| {
            let is_quiet = one.wants.is_empty();
            (
                !one.is_played(),
                is_quiet,
                one.wants.first().cloned(),
                one.game.deadline.at,
                one.game.slug.clone(),
            )
        });
        Ok(all)
    }
}

async fn on_screen(
    db: &mut PgConnection,
    table: &Table<'_>,
    role: GmRole,
    zone: &str,
) -> Result<GameOnScreen, DeskError> {
    let sent = sheets::all_in_force(db, table.pentade.id).await?;
    let seats = games::seats(db, table.row.id).await?;
    let held = seats.iter().filter(|seat| seat.playable && seat.player.is_some());
    let (here, missing): (Vec<_>, Vec<_>) =
        held.partition(|seat| sent.iter().any(|sheet| sheet.side == seat.side));
    let open = open_questions(db, &table.pentade).await?;
    let due = calendars::asked(db, table.pentade.id).await?.map(|(_, due)| due);
    let mut one = GameOnScreen {
        game: card(db, table, zone).await?,
        role,
        orders: (here.len(), here.len() + missing.len()),
        missing: missing.iter().map(|seat| seat.name.clone()).collect(),
        open_answers: open.iter().map(|question| question.electorate.len().max(1)).sum(),
        answers_due: due.map(|due| When::new(due, zone)),
        wants: Vec::new(),
    };
    if role != GmRole::Observer && one.is_played() {
        let is_over = due.is_none_or(|due| due <= jiff::Timestamp::now());
        let vacant = seats.iter().filter(|seat| seat.playable && seat.player.is_none()).count();
        one.wants = wants(db, table, (&open, is_over), vacant).await?;
    }
    Ok(one)
}

/// What wants the GM, the most pressing first.
async fn wants(
    db: &mut PgConnection,
    table: &Table<'_>,
    (open, time_is_over): (&[Question], bool),
    vacant: usize,
) -> Result<Vec<Want>, DeskError> {
    let game = table.row.id;
    let mut wants = Vec::new();
    if table.pentade.state == PentadeState::Held && open.is_empty() {
        wants.push(Want::Fault(table.pentade.held_reason.clone().unwrap_or_default()));
    }
    wants.extend(other_edition(table).map(|_| Want::OtherEdition));
    let his = |question: &&Question| question.electorate.is_empty() || time_is_over;
    let answers: usize = open.iter().filter(his).map(|question| question.electorate.len().max(1)).sum();
    wants.extend((answers > 0).then_some(Want::Answers(answers)));
    wants.extend((table.pentade.state == PentadeState::Draft).then_some(Want::Draft));
    wants.extend(corrections::open(db, game).await?.map(|_| Want::Correction));
    let dead = dead_letters::open(db, Some(game), COUNTED).await?.len();
    wants.extend((dead > 0).then_some(Want::DeadLetters(dead)));
    let since = pentades::published(db, game).await?.iter().map(|turn| turn.published_at).max();
    let set_aside = letters::latest(db, Some(game), true, COUNTED).await?;
    let of_now = set_aside.iter().filter(|one| since.is_none_or(|since| one.received_at > since));
    let held = of_now.filter(|one| one.state == LetterState::Held).count();
    wants.extend((held > 0).then_some(Want::HeldLetters(held)));
    let asked = wishes::stand_ins(db, game).await?.iter().filter(|one| !one.is_confirmed).count();
    wants.extend((asked > 0).then_some(Want::StandIns(asked)));
    wants.extend((vacant > 0).then_some(Want::VacantSides(vacant)));
    Ok(wants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stops_a_game_stands_first() {
        let mut wants = [
            Want::VacantSides(1),
            Want::Draft,
            Want::Fault("it does not add up".to_owned()),
            Want::DeadLetters(2),
            Want::Answers(1),
        ];
        wants.sort();
        let words = wants.map(|want| want.words().0);
        assert_eq!(
            words,
            [
                "held: it does not add up",
                "1 answer to give",
                "a draft to read and publish",
                "2 dead letters",
                "1 side without a player",
            ]
        );
    }
}
