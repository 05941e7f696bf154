//! Tells the commands of a letter from its orders.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::desk::decide::asked;
use crate::desk::read_letter::is_answer;
use crate::desk::{Desk, DeskError, Table};
use crate::mail::letter::Letter;
use crate::postal::commands::{Kind, Parted};
use crate::store::games::Seat;

impl Desk {
    /// The commands of a letter, told from its orders.
    pub(in crate::desk) fn commands_of(
        &self,
        table: &Table<'_>,
        seat: &Seat,
        letter: &Letter,
    ) -> Result<Parted, DeskError> {
        let words = &self.settings.command_words;
        let subject = own_subject(&letter.subject, &table.row.slug, seat);
        let asked = asks(table, seat)?;
        let is_order = |line: &str| {
            let votes = words.is_of(Kind::Vote, line);
            !(votes && asked) && self.orders_in(table, seat, line) > 0
        };
        Ok(words.part(subject, &letter.text, &is_order))
    }

    /// Orders that the game finds in a text by itself; one when the text stops its reader.
    pub(in crate::desk) fn orders_in(&self, table: &Table<'_>, seat: &Seat, text: &str) -> u32 {
        let world = table.world();
        let read = || table.game.read(&world, &seat.side, text, None);
        let read = catch_unwind(AssertUnwindSafe(read));
        read.ok().and_then(Result::ok).map_or(1, |reading| reading.orders_read)
    }
}

/// Whether the pentade waits for an answer of a side.
pub(in crate::desk) fn asks(table: &Table<'_>, seat: &Seat) -> Result<bool, DeskError> {
    let asked = asked(&table.pentade)?;
    Ok(asked.iter().any(|question| question.electorate.contains(&seat.side)))
}

/// The subject without the game's and the side's name before it; nothing when it is the subject of an answer, which only
/// names the letter that is answered.
fn own_subject<'s>(subject: &'s str, slug: &str, seat: &Seat) -> &'s str {
    let mut rest = subject.trim().trim_start_matches('[');
    if is_answer(rest) {
        return "";
    }
    let names = [slug, seat.name.as_str()];
    let names: Vec<&str> = names.into_iter().chain(seat.aliases.iter().map(String::as_str)).collect();
    while let Some(shorter) = names.iter().find_map(|name| {
        let head = rest.get(..name.len()).filter(|_| !name.is_empty())?;
        let behind = &rest[name.len()..];
        let is_word = !behind.starts_with(char::is_alphanumeric);
        (head.eq_ignore_ascii_case(name) && is_word)
            .then(|| behind.trim_start_matches([' ', ':', ',', ']', '-', '.']))
    }) {
        rest = shorter.trim_start_matches('[');
    }
    rest
}
