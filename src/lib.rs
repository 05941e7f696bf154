//! Pentade: a play-by-email GM adjudication server for Empires of the Middle Ages.
//!
//! # The map of the house
//!
//! Read downward: a room may use what stands above it.
//!
//! | room | what it is |
//! |---|---|
//! | [`postal`] | what every postal game shares: the seam, keyed dice, chronicle, questions, documents, pictures |
//! | [`empires`] | Empires of the Middle Ages, pure |
//! | [`games`] | the one place that lists the games |
//! | ~ ~ ~ | the pure line: nothing above touches clock, disk, network or unkeyed chance |
//! | [`settings`] | environment, `config/server.toml`, the config files as text |
//! | [`store`] | PostgreSQL: the only SQL; also the embedded database |
//! | [`mail`] | letters in (SMTP, standard input) and out (three postmen); knows no game |
//! | [`desk`] | one use case a file, one transaction each |
//! | [`jobs`] | background work, claimed by row lock, safe to run twice |
//! | [`web`] | pages for players, GM and archive |

pub mod desk;
pub mod empires;
pub mod games;
pub mod jobs;
pub mod mail;
pub mod postal;
pub mod settings;
pub mod store;
pub mod web;
