//! The reading half of the room `mail`.

#[path = "../../../src/mail/correspondent.rs"]
pub mod correspondent;
#[path = "../../../src/mail/header_text.rs"]
mod header_text;
#[path = "../../../src/mail/letter/mod.rs"]
pub mod letter;
