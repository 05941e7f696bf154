//! How the server is, for whoever runs it.

use jiff::Timestamp;

use super::self_test::is_overdue;
use super::views::{DeadRow, StatusPage, When};
use super::{AccountId, Desk, DeskError, dead_letters::dead_row, zone_of};
use crate::store::{accounts, dead_letters, jobs, self_tests};

/// Version of the program; with the build's own name, when it was given one.
pub fn build() -> String {
    match option_env!("PENTADE_BUILD").filter(|build| !build.is_empty()) {
        Some(build) => format!("{} ({build})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

impl Desk {
    /// The page for operators.
    ///
    /// Errors: not allowed for everyone else.
    pub async fn status(&self, account: AccountId) -> Result<StatusPage, DeskError> {
        let mut db = self.store.reader().await?;
        let is_operator = accounts::by_id(&mut db, account).await?.is_some_and(|account| account.is_operator);
        if !is_operator {
            return Err(DeskError::NotAllowed("only who runs the server may see this"));
        }
        let zone = zone_of(&mut db, Some(account)).await?;
        let now = Timestamp::now();
        let last = self_tests::last(&mut db).await?;
        let overdue = last.is_some_and(|test| is_overdue(&test, now));
        let strays = dead_letters::open(&mut db, None, 50).await?;
        let strays: Vec<DeadRow> = strays.into_iter().map(|letter| dead_row(letter, &zone)).collect();
        let heartbeat = jobs::last_heartbeat(&mut db).await?;
        drop(db);
        Ok(StatusPage {
            health: self.health().await?,
            build: build(),
            rules: self
                .games
                .iter()
                .map(|game| (game.title().to_owned(), game.edition().name, game.edition().hash))
                .collect(),
            heartbeat: heartbeat.map(|at| When::new(at, &zone)),
            self_test_sent: last.map(|test| When::new(test.sent_at, &zone)),
            self_test_returned: last.and_then(|test| test.returned_at).map(|at| When::new(at, &zone)),
            self_test_overdue: overdue,
            strays,
            signs: self.signer.is_some(),
        })
    }
}
