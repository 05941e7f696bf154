//! Press: words that players wrote to each other, in their orders or as messages, set below the reports.

use super::DeskError;
use super::commands::names;
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document, Span as Run};
use crate::postal::reading::Press;
use crate::store::games::{self, GameId, Seat};
use crate::store::{PgConnection, sheets, wishes};

/// The press of one pentade, each piece once, in the order it came.
pub(super) struct Pieces {
    pieces: Vec<(SideId, Press)>,
    seats: Vec<Seat>,
    /// Whether a piece may go without its writer's name.
    anonymous_press: bool,
}

impl Pieces {
    /// Everything that was written for a pentade.
    pub async fn of(db: &mut PgConnection, game: GameId, pentade: i64) -> Result<Self, DeskError> {
        let mut pieces: Vec<(SideId, Press)> = Vec::new();
        for piece in sheets::press(db, pentade).await? {
            // A letter that was sent again, corrected, holds its press a second time.
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        let seats = games::seats(db, game).await?;
        for message in wishes::messages(db, pentade).await? {
            let to = names(&seats, &message).unwrap_or_default();
            let signed = message.anonymous.then(String::new);
            pieces.push((message.side, Press { to, signed, text: message.text }));
        }
        let anonymous_press = wishes::customs(db, game).await?.anonymous_press;
        Ok(Self { pieces, seats, anonymous_press })
    }

    /// Sets what `reader` may see below a report.
    pub fn append(&self, document: &mut Document, reader: &Reader) {
        let shown: Vec<_> =
            self.pieces.iter().filter(|(from, press)| self.allows(reader, from, press)).collect();
        if shown.is_empty() {
            return;
        }
        document.heading(2, "Press");
        for (from, press) in shown {
            document.blocks.push(Block::Paragraph(vec![Run::Strong(self.head(from, press, reader))]));
            for paragraph in press.text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
                document.paragraph(paragraph.trim());
            }
        }
    }

    fn allows(&self, reader: &Reader, from: &SideId, press: &Press) -> bool {
        let is_hidden = press.signed.is_some() && !self.anonymous_press;
        match reader {
            Reader::Gm => true,
            Reader::Public if is_hidden => false,
            Reader::Side(side) if is_hidden && side != from => false,
            Reader::Public => press.to.is_empty(),
            Reader::Side(side) => {
                press.to.is_empty() || side == from || press.to.iter().any(|name| self.is_named(side, name))
            }
        }
    }

    fn is_named(&self, side: &SideId, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        self.seats.iter().any(|seat| {
            let is_name = seat.name.to_lowercase() == name || seat.side.as_str() == name;
            seat.side == *side && (is_name || seat.aliases.contains(&name))
        })
    }

    /// Who signs, and to whom. Only the GM and the writer see behind a pen name.
    fn head(&self, from: &SideId, press: &Press, reader: &Reader) -> String {
        let of =
            |side: &SideId| self.seats.iter().find(|seat| seat.side == *side).map(|seat| seat.name.clone());
        let own = of(from).unwrap_or_else(|| from.to_string());
        let signed = match press.signed.as_deref().map(str::trim) {
            None => own.clone(),
            Some("") => "Unsigned".to_owned(),
            Some(pen_name) => format!("\u{201c}{pen_name}\u{201d}"),
        };
        let sees_behind = *reader == Reader::Gm || *reader == Reader::Side(from.clone());
        let behind = if press.signed.is_some() && sees_behind { format!(" [{own}]") } else { String::new() };
        match press.to.is_empty() {
            true => format!("{signed}{behind}, to all:"),
            false => format!("{signed}{behind}, to {}:", press.to.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        let seat = |side: &str, name: &str| Seat {
            side: SideId::new(side),
            name: name.to_owned(),
            aliases: vec![format!("{side}s")],
            playable: true,
            player: None,
            stand_in: None,
        };
        let press = |to: &[&str], signed: Option<&str>, text: &str| Press {
            to: to.iter().map(|name| (*name).to_owned()).collect(),
            signed: signed.map(str::to_owned),
            text: text.to_owned(),
        };
        let red = SideId::new("red");
        Pieces {
            pieces: vec![
                (red.clone(), press(&[], Some("a fur trader"), "squirrel is up")),
                (red, press(&["Blues"], None, "meet me\n\nat noon")),
            ],
            seats: vec![seat("red", "The Reds"), seat("blue", "The Blues"), seat("green", "The Greens")],
            anonymous_press: true,
        }
    }

    fn shown(reader: &Reader) -> String {
        let mut document = Document::new("report");
        pieces().append(&mut document, reader);
        format!("{:?}", document.blocks)
    }

    #[test]
    fn private_press_reaches_its_reader_and_nobody_else() {
        for reader in [Reader::Public, Reader::Side(SideId::new("green"))] {
            assert!(shown(&reader).contains("squirrel") && !shown(&reader).contains("meet me"), "{reader:?}");
        }
        for reader in [Reader::Gm, Reader::Side(SideId::new("blue")), Reader::Side(SideId::new("red"))] {
            assert!(shown(&reader).contains("meet me") && shown(&reader).contains("at noon"), "{reader:?}");
        }
    }

    #[test]
    fn where_the_game_wants_names_a_pen_name_is_shown_to_no_player() {
        let shown = |reader: &Reader| {
            let mut document = Document::new("report");
            Pieces { anonymous_press: false, ..pieces() }.append(&mut document, reader);
            format!("{:?}", document.blocks)
        };
        for reader in [Reader::Public, Reader::Side(SideId::new("blue"))] {
            assert!(!shown(&reader).contains("squirrel"), "{reader:?}");
        }
        for reader in [Reader::Gm, Reader::Side(SideId::new("red"))] {
            assert!(shown(&reader).contains("squirrel"), "{reader:?}");
        }
    }

    #[test]
    fn a_pen_name_hides_its_writer() {
        let blue = Reader::Side(SideId::new("blue"));
        let head = |reader: &Reader| {
            let pieces = pieces();
            pieces.head(&pieces.pieces[0].0, &pieces.pieces[0].1, reader)
        };
        assert_eq!(head(&blue), "\u{201c}a fur trader\u{201d}, to all:");
        assert_eq!(head(&Reader::Gm), "\u{201c}a fur trader\u{201d} [The Reds], to all:");
    }
}
