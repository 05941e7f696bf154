//! Letters in and out. Knows no game and no database.
//!
//! | file | what it does |
//! |---|---|
//! | [`smtp_in`] | listens for SMTP or LMTP and hands raw letters to an [`smtp_in::Inbox`] |
//! | [`checks`] | who wrote a letter, proved by its domain or by the mail server in front of us |
//! | [`collect`] | fetches raw letters from a mailbox for a [`collect::Collector`] |
//! | [`letter`] | bytes to a [`letter::Letter`]: who wrote, what kind of letter it is, the words to read |
//! | [`render`] | a document as plain text or as HTML; a picture as SVG or PNG |
//! | [`outgoing`] | a letter of ours as bytes |
//! | [`dkim`] | signs those bytes |
//! | [`return_path`] | names the letter in its return path, so that a bounce finds it |
//! | [`bounce`] | what a report of (non-)delivery says |
//! | [`postman`], [`smtp_out`] | carries those bytes: to an SMTP server, into a folder, into memory |
//!
//! Reading a letter never fails and never panics: what cannot be read is *held* with a reason. A letter is
//! answered with 250 only after the inbox said that it is stored.

pub mod bounce;
pub mod checks;
pub mod collect;
pub mod correspondent;
pub mod dkim;
pub mod envelope;
pub mod header_text;
pub mod letter;
pub mod look_alike;
pub mod outgoing;
pub mod postman;
pub mod render;
pub mod return_path;
pub mod smtp_in;
pub mod smtp_out;
