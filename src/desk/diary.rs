//! The audit: who did what and when. A GM sees what was done in his game, everybody what he did himself.

use super::archive::card;
use super::views::{AuditRow, GameCard, When};
use super::{AccountId, Desk, DeskError, may_look, zone_of};
use crate::store::acts;
use crate::store::audit::{self, Act};

pub use crate::store::audit::Wanted;

/// Rows on one page.
const SHOWN: i64 = 50;

/// A page of the audit of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiaryPage {
    /// The game.
    pub game: GameCard,
    /// Every kind of act that was done in it, as it is kept and as people read it, by the latter.
    pub actions: Vec<(String, String)>,
    /// Everybody who did something in it, by account and name.
    pub people: Vec<(AccountId, String)>,
    /// The rows, newest first.
    pub rows: Vec<AuditRow>,
    /// From where older rows follow; none at the end.
    pub older: Option<i64>,
}

/// A page of one's own acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnDiaryPage {
    /// The rows with the games they are about, newest first.
    pub rows: Vec<(AuditRow, Option<String>)>,
    /// From where older rows follow; none at the end.
    pub older: Option<i64>,
}

impl Desk {
    /// The audit of a game: acts of one kind, or of one person, or all, older than a row.
    pub async fn diary(
        &self,
        account: AccountId,
        slug: &str,
        wanted: &Wanted,
    ) -> Result<DiaryPage, DeskError> {
        let mut db = self.store.reader().await?;
        let table = self.table(&mut db, slug).await?;
        may_look(&table.row, account)?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let acts = audit::of_game(&mut db, table.row.id, wanted, SHOWN + 1).await?;
        let (acts, older) = cut(acts);
        let actions = audit::actions(&mut db, table.row.id).await?;
        let mut actions: Vec<_> =
            actions.into_iter().map(|action| (action.clone(), words(&action))).collect();
        actions.sort_by(|one, other| one.1.cmp(&other.1));
        Ok(DiaryPage {
            game: card(&mut db, &table, &zone).await?,
            actions,
            people: audit::people(&mut db, table.row.id).await?,
            rows: acts.into_iter().map(|act| row(act, &zone)).collect(),
            older,
        })
    }

    /// What an account did itself, older than a row.
    pub async fn own_diary(
        &self,
        account: AccountId,
        before: Option<i64>,
    ) -> Result<OwnDiaryPage, DeskError> {
        let mut db = self.store.reader().await?;
        let zone = zone_of(&mut db, Some(account)).await?;
        let (acts, older) = cut(audit::of_account(&mut db, account, before, SHOWN + 1).await?);
        let rows = acts.into_iter().map(|act| {
            let game = act.game.clone();
            (row(act, &zone), game)
        });
        Ok(OwnDiaryPage { rows: rows.collect(), older })
    }
}

/// The rows of one page, and from where the next begins.
fn cut(mut acts: Vec<Act>) -> (Vec<Act>, Option<i64>) {
    let shown = usize::try_from(SHOWN).unwrap_or(usize::MAX);
    let is_more = acts.len() > shown;
    acts.truncate(shown);
    let last = acts.last().map(|act| act.id);
    (acts, last.filter(|_| is_more))
}

pub(super) fn row(act: Act, zone: &str) -> AuditRow {
    let detail = match (act.about, act.detail) {
        (Some(about), detail) if detail.is_empty() => about,
        (Some(about), detail) => format!("{detail}: {about}"),
        (None, detail) => detail,
    };
    let words = words(&act.action);
    AuditRow { at: When::new(act.at, zone), who: act.who, action: act.action, words, detail }
}

/// An act as people read it. One that an older server wrote down, and that is done no more, stands there by its name.
fn words(action: &str) -> String {
    acts::words(action).map_or_else(|| action.replace('-', " "), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_where_the_next_begins() {
        let act = |id: i64| Act {
            id,
            at: jiff::Timestamp::UNIX_EPOCH,
            who: None,
            about: None,
            action: "close".to_owned(),
            game: None,
            detail: String::new(),
        };
        let (rows, older) = cut((1..=51).rev().map(act).collect());
        assert_eq!((rows.len(), older), (50, Some(2)));
        let (rows, older) = cut((1..=50).rev().map(act).collect());
        assert_eq!((rows.len(), older), (50, None));
    }
}
