//! A whole game as one file, and a game from such a file.
//!
//! The format is open. A file is gzip over lines of JSON in UTF-8, each ended by a line feed. The first line is the manifest:
//! `format` is `pentade-game`, `version` is 2, then `slug`, `exported_at`, `private`, `letters`, and `parts`, a list of
//! `{"part": name, "rows": number, "sha256": hash}`. The rows of the parts follow in that order, one a line; a part's hash is
//! SHA-256 over its lines with their line feeds. The parts and their fields are those of [`crate::store::transfer`]: times are
//! RFC 3339, worlds, inputs and chronicles are texts whose hashes stand beside them, people are numbered by the part
//! `people`, corrections by their own. Unless the file is private, a pentade that is not public stands in it as it was
//! opened, without the seed of its dice, and so does the game without its master secret.
//!
//! A file of version 1 is read too: its game has no `readings`, which are the switches of the rules that a game reads otherwise
//! than its edition, and is not `members_only`.
//!
//! A file is taken whole or not at all: whatever is wrong in it is told with its line.

mod check;
mod export;
mod file;
mod import;

pub use export::Choice;
pub use file::MOST_PACKED;
