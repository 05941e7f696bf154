//! Pentade: a play-by-email GM adjudication server for Empires of the Middle Ages.
//!
//! # The map of the house
//!
//! A hall for postal games with one wing so far. Read downward: a room may use what stands above it, and
//! `tests/it/tidy.rs` holds every room to that.
//!
//! | room | what it is |
//! |---|---|
//! | [`postal`] | what every postal game shares: the seam ([`postal::game::Game`]), keyed dice, chronicle, questions, documents, pictures |
//! | [`empires`] | Empires of the Middle Ages: terms, atlas, rulebook, world, orders, rules, policy, pentade, forecast, trial, report |
//! | [`games`] | the one place that lists the games |
//! | ~ ~ ~ | **the pure line**: nothing above touches clock, disk, network or unkeyed chance |
//! | [`crash`] | points at which a test kills the program; nothing in a release build |
//! | [`settings`] | environment, `config/server.toml`, the config files as text |
//! | [`store`] | PostgreSQL: the only SQL; also the embedded database |
//! | [`mail`] | letters in (SMTP, LMTP, standard input) and out (three postmen); knows no game and no database |
//! | [`desk`] | one use case a file, one transaction each |
//! | [`jobs`] | background work, claimed by row lock, safe to run twice |
//! | [`web`] | pages for players, GM and archive |
//! | [`program`] | what the program does: `serve`, `demo`, `deliver`, `adjudicate`, `verify`, `check`, `simulate`, `rules` |
//!
//! # What always holds
//!
//! - Nothing above the line does io.
//! - Only `empires::world::apply` changes a world.
//! - A step sees one frozen scene, so simultaneous means simultaneous (6.1).
//! - Same rulebook, world, inputs and seed: same bytes.
//! - Reading a letter never fails; it yields a sheet and complaints.
//! - A letter is stored as received before it is read, and before the sender is told that it was taken.
//! - What was kept is never edited: sheets, letters and pentades only gain versions.
//! - No SQL outside [`store`]; no game's types outside its wing and [`games`].
//! - `Entry::visibility` alone decides who sees what.
//!
//! # Two walkthroughs
//!
//! **A letter.** `mail::smtp_in` takes the bytes and asks its `Inbox`; `desk::take_letter` stores them and only
//! then answers 250. `jobs` claims the letter: `mail::letter` turns bytes into words, `desk::read_letter` finds
//! the player, has [`postal::game::Game::read`] make a sheet of the words, and in one transaction stores the
//! sheet's new version and puts the acknowledgement into the outbox. `jobs` hands the outbox to a postman.
//!
//! **A pentade.** At the deadline, or when the GM presses the button, `desk::adjudicate` locks the pentade,
//! gathers the sheets in force and calls [`postal::game::Game::adjudicate`]. In the Empires wing
//! `empires::pentade::adjudicate` plays the steps of chapter 6 in order: each reads a frozen scene and returns
//! effects and entries; `empires::world::apply` merges the effects. The result is a draft that only the GM sees.
//! `desk::publish` makes the new world current, renders every report from the chronicle and queues it, all in
//! one transaction; the archive shows the turn from then on.
//!
//! # Finding a rule
//!
//! By id: `grep -r "rule:17.3" src`. By noun: `src/empires/rules/unrest_and_rebellion.rs`. By case:
//! `tests/cases/17_unrest_and_rebellion.toml`. `config/rules/register.tsv` says what is in force and where.

// Rules make many small things that live for one step: this allocator takes a tenth off a pentade of the long game.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod crash;
pub mod desk;
pub mod empires;
pub mod games;
pub mod jobs;
pub mod mail;
pub mod postal;
pub mod program;
pub mod settings;
pub mod store;
pub mod web;
