//! Games that are begun at the desk: who may, what can be begun, and the act.

use super::game_file::{Fault, GameFile};
use super::{AccountId, Desk, DeskError};
use crate::postal::game::{Scenario, Side};
use crate::postal::switches::Switch;
use crate::store::{accounts, games};

/// What is asked before a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGamePage {
    /// Id of what is played.
    pub kind: String,
    /// Its name.
    pub kind_title: String,
    /// The scenario.
    pub scenario: Scenario,
    /// Sides that players may hold.
    pub sides: Vec<Side>,
    /// Name of the edition of the rules.
    pub edition: String,
    /// The switches of the rules, each with every reading that can be chosen.
    pub switches: Vec<Switch>,
    /// The form before anything is filled in.
    pub usual: GameFile,
}

impl Desk {
    /// Whether an account may begin games: it owns one, runs the server, or is named in the setting `gm.creators`.
    pub async fn may_begin(&self, account: AccountId) -> Result<bool, DeskError> {
        if self.is_operator(account).await? {
            return Ok(true);
        }
        let mut db = self.store.reader().await?;
        let found = accounts::by_id(&mut db, account).await?;
        let is_named = found.is_some_and(|found| self.settings.gm_creators.contains(&found.email));
        Ok(is_named || games::all(&mut db).await?.iter().any(|row| row.gm == account))
    }

    pub(super) async fn check_may_begin(&self, account: AccountId) -> Result<(), DeskError> {
        match self.may_begin(account).await? {
            true => Ok(()),
            false => Err(DeskError::NotAllowed(
                "games are begun by those who run one here, and whom the server names",
            )),
        }
    }

    /// What is asked before a game of a scenario begins.
    ///
    /// Errors: not allowed for those who may not begin games; not found without such a scenario.
    pub async fn new_game_page(
        &self,
        account: AccountId,
        kind: &str,
        scenario: &str,
    ) -> Result<NewGamePage, DeskError> {
        self.check_may_begin(account).await?;
        let missing = || DeskError::NotFound(format!("scenario {scenario} of {kind}"));
        let game = self.games.get(kind).ok_or_else(missing)?;
        let found = game.scenarios().into_iter().find(|one| one.id == scenario).ok_or_else(missing)?;
        let mut sides = game.sides(&game.begin(scenario)?)?;
        sides.retain(|side| side.playable);
        let mut db = self.store.reader().await?;
        let zone = super::zone_of(&mut db, Some(account)).await?;
        Ok(NewGamePage {
            kind: kind.to_owned(),
            kind_title: game.title().to_owned(),
            usual: GameFile::usual(kind, &found, &zone),
            scenario: found,
            sides,
            edition: game.edition().name,
            switches: game.switches(),
        })
    }

    /// What is wrong with the game that a file describes, for the one who would own it.
    ///
    /// Errors: not allowed for those who may not begin games.
    pub async fn faults_of_file(&self, account: AccountId, file: &GameFile) -> Result<Vec<Fault>, DeskError> {
        self.check_may_begin(account).await?;
        let mut db = self.store.reader().await?;
        let gm = accounts::by_id(&mut db, account).await?;
        let gm = gm.ok_or_else(|| DeskError::NotFound("such account".to_owned()))?;
        let new = match file.new_game((gm.name, gm.email)) {
            Ok(new) => new,
            Err(fault) => return Ok(vec![fault]),
        };
        let mut faults = self.faults_of(&new)?;
        if games::by_slug(&mut db, &file.slug).await?.is_some() {
            faults.insert(0, Fault::of("slug", format!("there is a game {} already", new.slug)));
        }
        Ok(faults)
    }

    /// Begins the game that a form or a file describes, as its owner. Nothing is begun when anything is wrong.
    ///
    /// Errors: not allowed for those who may not begin games; whatever keeps a sound game from being begun.
    pub async fn begin_game(
        &self,
        account: AccountId,
        file: &GameFile,
    ) -> Result<Result<(), Vec<Fault>>, DeskError> {
        let faults = self.faults_of_file(account, file).await?;
        if !faults.is_empty() {
            return Ok(Err(faults));
        }
        let mut db = self.store.reader().await?;
        let gm = accounts::by_id(&mut db, account).await?;
        let gm = gm.ok_or_else(|| DeskError::NotFound("such account".to_owned()))?;
        drop(db);
        let new = match file.new_game((gm.name, gm.email)) {
            Ok(new) => new,
            Err(fault) => return Ok(Err(vec![fault])),
        };
        self.begin_checked(&new, None, false).await.map(Ok)
    }
}
