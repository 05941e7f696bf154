//! The desk: one use case a file, one transaction each. Joins games, database and mail; knows no SQL, no MIME
//! and no HTTP.
//!
//! Every use case is a method of [`Desk`]. The account that acts is the first argument; the desk decides what it
//! may see and do. What comes back is a row or page of [`views`], already cut to its reader.
//!
//! | use case | file | method |
//! |---|---|---|
//! | begin a game | `create_game` | `create_game(NewGame) -> Result<(), DeskError>`, `offers() -> Vec<Offer>` |
//! | games for everyone | `archive` | `games(viewer: Option<AccountId>) -> Vec<GameCard>`, `game(viewer, slug) -> GamePage` |
//! | a published pentade | `archive` | `turn(viewer, slug, first_year, &Reader) -> TurnPage`, `bundle(viewer, slug, first_year) -> Bundle` |
//! | maps alone | `archive` | `picture(viewer, slug, first_year: Option<i32>, &Reader) -> Picture` (none: the current world) |
//! | the rulebook | `archive` | `rules(viewer, slug) -> Vec<RuleRow>` |
//! | what is mine | `player` | `home(account) -> Home` |
//! | the player's page | `player` | `player_page(account, slug, &SideId) -> PlayerPage` |
//! | orders by form | `take_form` | `take_form(account, slug, &SideId, &[(String, String)]) -> FormAnswer` |
//! | the GM's desk | `gm` | `gm_page(account, slug) -> GmPage`, `letter(account, slug, id) -> LetterPage`, `draft(account, slug) -> DraftPage` |
//! | close and adjudicate | `adjudicate` | `close_pentade(account, slug)`, `adjudicate_again(account, slug)` -> `PentadeView` |
//! | publish | `publish` | `publish(account, slug, first_year) -> Published` |
//! | deadlines | `deadline` | `set_deadline(account, slug, Timestamp) -> PentadeView` |
//! | sign in | `sign_in` | `sign_in(email, password) -> Option<Account>`, `ask_link(email) -> ()`, `link_is_good(token) -> bool`, `use_link(token) -> Option<Account>`, `account(id) -> Option<Account>` |
//! | my account | `account` | `set_password(account, former: Option<&str>, new: &str)`, `set_zone(account, zone: &str)`, `set_name(account, name: &str)` |
//! | sessions | `mod` | `sessions() -> Sessions`, a `tower_sessions::SessionStore` on our own table |
//! | letters in | `take_letter`, `read_letter` | for the mail listener and the jobs |
//! | health | `archive` | `health() -> Health` |
//!
//! All are `async` and answer `Result<_, DeskError>` unless the table says otherwise. `DeskError::NotFound` is a
//! 404, `NotAllowed` a 403, `Refused` a 409 with its words for the reader, the others a 500.

mod error;
pub mod views;

pub use error::DeskError;
