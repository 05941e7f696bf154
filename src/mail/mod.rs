//! Letters in and out. Knows no game and no database.
//!
//! | file | what it does |
//! |---|---|
//! | [`smtp_in`] | listens for SMTP or LMTP and hands raw letters to an [`smtp_in::Inbox`] |
//! | [`letter`] | bytes to a [`letter::Letter`]: who wrote, what kind of letter it is, the words to read |
//! | [`render`] | a document as plain text or as HTML |
//! | [`outgoing`] | a letter of ours as bytes |
//! | [`postman`] | carries those bytes: to an SMTP server, into a folder, into memory |
//!
//! Reading a letter never fails and never panics: what cannot be read is *held* with a reason. A letter is
//! answered with 250 only after the inbox said that it is stored.

pub mod correspondent;
pub mod envelope;
mod header_text;
pub mod letter;
pub mod outgoing;
pub mod postman;
pub mod render;
pub mod smtp_in;
