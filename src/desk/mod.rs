//! The desk: one use case a file, one transaction each. Joins games, database and mail; knows no SQL, no MIME
//! and no HTTP.
//!
//! Every use case is a method of [`Desk`]. The account that acts is the first argument; the desk decides what it
//! may see and do. What comes back is a row or page of [`views`], already cut to its reader.
//!
//! | use case | file | method |
//! |---|---|---|
//! | begin a game | `create_game`, `game_file`, `new_game` | `create_game(NewGame)` from the command line, `offers() -> Vec<Offer>`; at the desk `may_begin(account)`, `new_game_page(account, kind, scenario) -> NewGamePage`, `begin_game(account, &GameFile) -> Result<(), Vec<Fault>>` |
//! | games for everyone | `archive` | `games(viewer: Option<AccountId>) -> Vec<GameCard>`, `game(viewer, slug) -> GamePage` |
//! | who may see a game | `members` | `may_read(viewer, slug) -> bool`: one for its members alone is to others as if it were not there |
//! | a published pentade | `archive` | `turn(viewer, slug, first_year, &Reader) -> TurnPage`, `bundle(viewer, slug, first_year) -> Bundle`, `public_bundle(slug, turn) -> PublicBundle` (`bundle`) |
//! | maps alone | `archive` | `picture(viewer, slug, first_year: Option<i32>, &Reader) -> Picture` (none: the current world) |
//! | the map, and whose the land was | `map` | `map_page(slug, turn) -> MapPage`, `ownership(slug) -> Ownership` |
//! | the whole past | `past` | `past(slug, Which) -> Past`, `past_of(slug, first_year)`, `standings(slug)`, `moments(slug) -> Moments`, `subjects(slug)`, `events(slug, subject, …) -> Events`, `search(slug, words) -> Found`: what everyone may read; `make_past() -> bool` for the jobs |
//! | the rulebook | `archive` | `rules(viewer, slug) -> Vec<RuleRow>`, `readings(slug) -> ReadingsPage` of its switches, `rulebooks(viewer) -> Vec<Rulebook>` of every game |
//! | what is mine | `player` | `home(account) -> Home` |
//! | all games of a GM | `screen` | `screen(account) -> Vec<GameOnScreen>` |
//! | the player's page | `player` | `player_page(account, slug, &SideId) -> PlayerPage` |
//! | orders by form | `take_form` | `take_form(account, slug, &SideId, &[(String, String)]) -> FormAnswer` |
//! | orders in one box | `take_form` | `take_words(account, slug, &SideId, words) -> FormAnswer` |
//! | orders tried out | `take_form` | `check_orders(account, slug, &SideId, Typed) -> Checked`, which keeps nothing |
//! | a former version | `take_form` | `bring_back(account, slug, &SideId, version) -> FormAnswer`; [`changes::changes`] compares two |
//! | the GM's desk | `gm` | `gm_page(account, slug) -> GmPage`, `letter(account, slug, id) -> LetterPage`, `draft(account, slug) -> DraftPage` |
//! | a dry run | `look_ahead` | `look_ahead(account, slug) -> DraftPage` with the orders so far |
//! | a published pentade for the GM | `gm` | `gm_turn(account, slug, (first_year, revision)) -> GmTurnPage` |
//! | close and adjudicate | `adjudicate` | `close_pentade(account, slug)`, `adjudicate_again(account, slug)` -> `PentadeView` |
//! | answers | `decide` | `answer_questions(account, slug, &[(key, answer)])`, `take_defaults(account, slug)` -> `PentadeView`; `vote(account, slug, &SideId, &[(key, answer)])` of a player |
//! | rulings | `rulings` | `rulings_page(account, slug, year) -> RulingsPage`, `lay_down(account, slug, &NewRuling)`, `rule(account, slug, &NewRuling, &RulingSaid, replaces) -> RulingAnswer`, `withdraw_ruling(account, slug, id)`; the form's words and the words' form: `ruling_words`, `ruling_effects` |
//! | powers that nobody plays | `powers` | `powers_page(account, slug) -> PowersPage`, `order_power(account, slug, &SideId, words) -> SheetView` |
//! | a GM who plays too | `sealing` | `seal_orders(account, slug) -> String`, `take_seal_back`, `open_others`; what others have ordered is closed to him before |
//! | who waits | `decide` | `set_waiting(account, slug, count)` |
//! | a seat | `give_seat`, `waiting` | `give_seat(account, slug, &SideId, (name, email))`, `add_waiting(account, slug, (name, email, note))`, `end_waiting(account, slug, id)`, `adopt(account, slug, &SideId, bool)` |
//! | corrections | `correct` | `amend_page(account, slug, first_year, entry) -> AmendPage`, `amend(account, slug, first_year, &NewAmendment, reason)`, `withdraw_amendment`, `take_correction_back(account, slug, id)`, `correction_page(account, slug) -> Option<CorrectionPage>`, `publish_correction(account, slug, id, &Publication) -> Corrected`, `drop_correction`; for everyone `corrections(viewer, slug)`, `correction(viewer, slug, id, &Reader) -> CorrectionView` |
//! | publish | `publish` | `publish(account, slug, first_year) -> Published` |
//! | the letters of a draft | `draft_letters` | `draft_letters(account, slug) -> DraftLettersPage`, `draft_letter(account, slug, key) -> DraftLetter`, `hold_draft_letter(account, slug, key, holds)` |
//! | a letter once more | `send_again` | `send_again(account, slug, id)` of the GM and of whom it was for |
//! | due pentades | `due` | `claim_due(worker, lease_seconds, limit) -> Vec<Due>`, `keep_due(worker, lease_seconds)`, `do_due(worker, &Due)` for the jobs |
//! | another edition | `edition` | `tell_of_other_editions() -> Vec<String>` at the start, `take_edition(account, slug, &Readings)` |
//! | deadlines | `deadline` | `set_deadline(account, slug, Timestamp) -> PentadeView` |
//! | the calendar | `calendar` | `calendar_page(account, slug) -> CalendarPage`, `set_calendar(account, slug, &Calendar)`, `extend(account, slug, &SideId, Option<DateTime>)`, `pause(account, slug, reason)`, `resume(account, slug)`; of a player `set_ready(account, slug, &SideId, bool) -> String`; for the jobs `near_deadline(now)`, `remind(slug, now) -> usize`, `asking()`, `remind_of_answers(slug, now) -> usize`, `end_time_to_answer(slug, now)`, `go_on_if_answered(slug)` |
//! | sign in | `sign_in` | `sign_in(email, password) -> Option<Account>`, `ask_link(email) -> ()`, `link_is_good(token) -> bool` (for the page with the button; [`sign_in::link_path`] is its path), `use_link(token) -> Option<Account>`, `account(id) -> Option<Account>` |
//! | my account | `account` | `set_password(account, former: Option<&str>, new: &str)`, `replace_password(account, new)`, `set_zone(account, zone: &str)`, `set_plain_letters(account, bool)`, `set_name(account, name: &str)` |
//! | letters on their way | `post`, `undeliverable`, `read_bounce` | for the jobs |
//! | letters that did not arrive | `dead_letters` | `dead_letters(account, slug) -> DeadLettersPage`, `raw_post`, `send_again`, `mark_done`, `hold_post`, `release_post` |
//! | my addresses | `addresses` | `my_addresses(account)`, `add_address`, `mail_address_link`, `confirm_address(token)`, `remove_address` |
//! | following a game | `follow` | `ask_to_follow(slug, address)`, `follow_page(purpose, token)`, `confirm_follow(token)`, `unfollow(token)` |
//! | the server | `status`, `self_test` | `status(account) -> StatusPage` for operators; the daily letter from us to us |
//! | the past of a name | `past` | `history(viewer, slug, name, side) -> (title, Lookup)`, `history_of(slug, &Named, name) -> Document` |
//! | press | `commands` | `press_page(account, slug, &SideId) -> PressPage`, `send_press(account, slug, &SideId, &NewMessage) -> Sent` |
//! | away | `commands` | `away_page(account, slug, &SideId) -> AwayPage`, `set_vacation`, `set_stand_in`; `settle_stand_in(account, slug, id, agrees)` of the GM |
//! | leaving | `commands` | `resign(account, slug, &SideId)` |
//! | what waits for a word | `commands` | `pending_page(account, slug, &SideId, code) -> PendingPage`, `confirm(..) -> String` |
//! | who runs a game | `gms` | `gms_page(account, slug) -> GmsPage`, `add_gm(account, slug, (name, email), GmRole)`, `remove_gm(account, slug, AccountId)`: by `may_look` everyone of them sees the desk, by `may_run` all but observers act on it, by `owner_only` some acts are the owner's |
//! | invitations | `invitations` | `invitations_page(account, slug)`, `invite(account, slug, &SideId, (name, email))`, `invite_again`, `withdraw_invitation`; of the invited `invited(token) -> Option<Invited>`, `answer_invitation(token, accepts)` |
//! | waiting for a seat | `join` | `ask_to_join(slug, (name, email))`, `joining(token) -> Option<Joining>`, `join(token, note)` |
//! | a game as a whole | `whole` | `whole_page(account, slug)`, `put_away(account, slug)`, `take_out(account, slug)`, `clone_game(account, slug, &NewClone)`, `delete_game(account, slug, typed, is_fresh)` of its owner |
//! | a game as a file | `transfer` | `export_game(account: Option<AccountId>, slug, Choice) -> Vec<u8>`, `import_game(account: Option<AccountId>, bytes, slug: Option<&str>) -> String` |
//! | the audit | `diary` | `diary(account, slug, &Wanted) -> DiaryPage` of those who run a game, `own_diary(account, before) -> OwnDiaryPage` |
//! | personal data | `personal` | `personal_data(account) -> Value`, `erase_person(account, typed, is_fresh)` |
//! | customs | `gm` | `set_customs(account, slug, Customs)` |
//! | letters we wrote | `post` | `post_page(account, slug, id) -> PostPage`: what a player or the GM was written |
//! | sessions | `mod` | `sessions() -> Sessions`, a `tower_sessions::SessionStore` on our own table; `end_other_sessions(account, kept)` |
//! | letters in | `take_letter`, `read_letter` | for the mail listener and the jobs |
//! | letters in, otherwise | `collect`, `take_posted` | `Collector` for a mailbox; `take_posted(&Posted) -> PostedAnswer` for a provider's signed post |
//! | is it yours? | `confirm` | `unconfirmed(token) -> Option<Unconfirmed>` (for the page), `confirm_letter(token) -> bool` |
//! | my reply address | `reply_address` | `my_reply_address(account, slug, &SideId) -> String`, `renew_reply_address(account, slug, &SideId)` |
//! | health | `archive` | `health() -> Health` |
//!
//! All are `async` and answer `Result<_, DeskError>` unless the table says otherwise. `DeskError::NotFound` is a
//! 404, `NotAllowed` a 403, `Refused` a 409 with its words for the reader, the others a 500.

mod absent;
pub mod account;
pub mod addresses;
pub mod adjudicate;
pub mod archive;
mod bonds;
pub mod bundle;
pub mod calendar;
mod called;
mod carry_out;
pub mod changes;
pub mod collect;
pub mod commands;
pub mod confirm;
pub mod correct;
pub mod create_game;
pub mod dead_letters;
pub mod deadline;
pub mod decide;
mod departed;
pub mod diary;
pub mod draft_letters;
mod drawings;
pub mod due;
mod early;
mod edition;
mod error;
pub mod follow;
mod foresee;
pub mod game_file;
pub mod give_seat;
pub mod gm;
pub mod gms;
pub mod invitations;
mod invited;
pub mod join;
mod kept;
mod letters;
pub mod look_ahead;
pub mod map;
mod may_order;
pub mod members;
mod my_sessions;
pub mod new_game;
pub mod offers;
pub mod passkeys;
pub mod past;
pub mod paths;
pub mod personal;
pub mod player;
pub mod post;
pub mod powers;
mod press;
pub mod publish;
mod read_bounce;
pub mod read_letter;
mod reply_address;
pub mod rulings;
pub mod screen;
pub mod sealing;
pub mod self_test;
mod send_again;
pub mod sign_in;
pub mod status;
mod strangers;
pub mod take_form;
pub mod take_letter;
pub mod take_posted;
mod tell_gm;
pub mod transfer;
mod undeliverable;
pub mod views;
mod waiting;
mod when;
pub mod whole;
pub use when::time_zone;
mod who_wrote;
pub mod work;

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use tokio::sync::OnceCell;

use crate::mail::dkim::Signer;
use crate::store::PgConnection;

use crate::games::Games;
use crate::mail::checks::Checker;
use crate::postal::chronicle::SideId;
use crate::postal::game::{Game, Span, WorldText};
use crate::settings::Settings;
use crate::store::games::{GameRow, GameStatus, Seat};
use crate::store::gms::GmRole;
use crate::store::pentades::PentadeRow;
use crate::store::sessions::Sessions;
use crate::store::{Store, accounts, games, pentades, secrets};

pub use crate::store::sessions::{ACCOUNT_KEY, BROWSER_KEY, SINCE_KEY};
pub use error::{DeskError, sentence};
pub use my_sessions::MySession;
pub use views::{Account, AccountId};

/// The desk. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Desk {
    store: Store,
    games: Games,
    settings: Arc<Settings>,
    signer: Option<Arc<Signer>>,
    secret: Arc<OnceCell<Vec<u8>>>,
    checker: Arc<Checker>,
    longest: Duration,
}

/// A game with the program that plays it and the pentade now played.
pub(crate) struct Table<'a> {
    pub row: GameRow,
    pub game: &'a Arc<dyn Game>,
    pub pentade: PentadeRow,
}

impl Table<'_> {
    /// The years now played.
    pub fn span(&self) -> Span {
        span_of(&self.pentade)
    }

    /// The world the current pentade begins with.
    pub fn world(&self) -> WorldText {
        self.pentade.world_before.clone()
    }
}

pub(crate) fn span_of(pentade: &PentadeRow) -> Span {
    Span { first_year: pentade.first_year, last_year: pentade.last_year }
}

impl Desk {
    /// A desk on an open database.
    pub fn new(store: Store, games: Games, settings: Arc<Settings>) -> Self {
        let (host, checks) = (&settings.mail_domain, &settings.mail_in);
        let checker = Arc::new(Checker::new(host, checks.authserv_id.as_deref(), checks.dns));
        Self { store, games, settings, signer: None, secret: Arc::default(), checker, longest: due::LONGEST }
    }

    /// The same, which gives a due pentade up after so long instead of five minutes.
    pub fn giving_up_after(mut self, longest: Duration) -> Self {
        self.longest = longest;
        self
    }

    /// The same, with letters signed.
    pub fn signing(mut self, signer: Option<Signer>) -> Self {
        self.signer = signer.map(Arc::new);
        self
    }

    /// The server's own secret, made when there is none yet.
    pub(crate) async fn secret(&self) -> Result<&[u8], DeskError> {
        let get = async || {
            let mut fresh = [0_u8; 32];
            rand::rng().fill_bytes(&mut fresh);
            let mut db = self.store.reader().await?;
            Ok::<_, DeskError>(secrets::server_secret(&mut db, &fresh).await?)
        };
        Ok(self.secret.get_or_try_init(get).await?)
    }

    /// What the operator decided.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The session table of the web pages.
    pub fn sessions(&self) -> Sessions {
        self.store.sessions()
    }

    /// Ends every session of an account but the one called `kept`.
    ///
    /// Errors: the database.
    pub async fn end_other_sessions(&self, account: AccountId, kept: &str) -> Result<(), DeskError> {
        Ok(self.store.sessions().end_others(account, kept).await?)
    }

    /// Hears of new letters and new work, as a wake-up for the jobs.
    ///
    /// Errors: the database.
    pub async fn listen(&self) -> Result<crate::store::PgListener, DeskError> {
        Ok(self.store.listen(&["outbox", "job"]).await?)
    }

    /// The game by the readings of this row.
    fn player_of(&self, row: &GameRow) -> Result<&Arc<dyn Game>, DeskError> {
        let by = match self.games.by(&row.kind, &row.readings) {
            Some(Ok(game)) => Some(game),
            // What was played can be read all the same; it is not played on (`edition`).
            Some(Err(_)) => self.games.get(&row.kind),
            None => None,
        };
        by.ok_or_else(|| DeskError::Refused(format!("this program does not know the game {}", row.kind)))
    }

    async fn table(&self, db: &mut PgConnection, slug: &str) -> Result<Table<'_>, DeskError> {
        let row = find_game(db, slug).await?;
        let pentade = pentades::current(db, row.id).await?.ok_or_else(|| no_game(slug))?;
        Ok(Table { game: self.player_of(&row)?, row, pentade })
    }

    /// The same, with the pentade locked until the transaction ends.
    async fn locked_table(&self, db: &mut PgConnection, slug: &str) -> Result<Table<'_>, DeskError> {
        let row = find_game(db, slug).await?;
        let pentade = pentades::lock_current(db, row.id).await?.ok_or_else(|| no_game(slug))?;
        Ok(Table { game: self.player_of(&row)?, row, pentade })
    }
}

async fn find_game(db: &mut PgConnection, slug: &str) -> Result<GameRow, DeskError> {
    games::by_slug(db, slug).await?.ok_or_else(|| no_game(slug))
}

fn no_game(slug: &str) -> DeskError {
    DeskError::NotFound(format!("game {slug}"))
}

fn no_side(side: &SideId) -> DeskError {
    DeskError::NotFound(format!("side {side}"))
}

/// Refuses everyone who has no business on the GM's desk of this game.
fn may_look(row: &GameRow, account: AccountId) -> Result<GmRole, DeskError> {
    row.role_of(account).ok_or(DeskError::NotAllowed("only the GM of this game may do this"))
}

/// Refuses everyone who does not run the game: an observer may only look. While the game is put away nobody runs it.
fn may_run(row: &GameRow, account: AccountId) -> Result<(), DeskError> {
    match may_look(row, account)? {
        GmRole::Owner | GmRole::Assistant if row.status == GameStatus::Archived => {
            Err(DeskError::Refused("the game is put away: its owner must bring it back first".to_owned()))
        }
        GmRole::Owner | GmRole::Assistant => Ok(()),
        GmRole::Observer => Err(DeskError::NotAllowed("an observer of this game may only look")),
    }
}

/// Refuses everyone but the game's owner.
fn owner_only(row: &GameRow, account: AccountId) -> Result<(), DeskError> {
    match may_look(row, account)? {
        GmRole::Owner => Ok(()),
        GmRole::Assistant | GmRole::Observer => {
            Err(DeskError::NotAllowed("only the owner of this game may do this"))
        }
    }
}

/// The seat of `side`, if `account` holds it or stands in for its player.
async fn own_seat(
    db: &mut PgConnection,
    row: &GameRow,
    side: &SideId,
    account: AccountId,
) -> Result<Seat, DeskError> {
    let seats = games::seats(db, row.id).await?;
    let seat = seats.into_iter().find(|seat| seat.side == *side).ok_or_else(|| no_side(side))?;
    if seat.persons().any(|person| person.account == account) {
        Ok(seat)
    } else {
        Err(DeskError::NotAllowed("this side is held by somebody else"))
    }
}

/// The zone of a reader: UTC for those who are not signed in.
async fn zone_of(db: &mut PgConnection, viewer: Option<AccountId>) -> Result<String, DeskError> {
    let Some(id) = viewer else { return Ok("UTC".to_owned()) };
    Ok(accounts::by_id(db, id).await?.map_or_else(|| "UTC".to_owned(), |account| account.zone))
}
