//! Press: words that players wrote to each other, in their orders or as messages, set below the reports.

use super::DeskError;
use super::commands::names;
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document, Span as Run};
use crate::postal::reading::Press;
use crate::store::games::{self, GameId, Seat};
use crate::store::wishes::{self, Message};
use crate::store::{PgConnection, sheets};

/// The press of one pentade, each piece once, in the order it came.
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    seats: Vec<Seat>,
    /// Whether a piece may go without its writer's name.
    anonymous_press: bool,
}

/// One piece, with whom it is for.
struct Piece {
    from: SideId,
    to: To,
    /// Pen name, if not the side's own; an empty one is anonymous.
    signed: Option<String>,
    text: String,
}

/// Whom a piece is for. What names nobody who still plays is for nobody, and never for all.
enum To {
    Everybody,
    /// These sides, and how they are told of.
    Named(Vec<SideId>, String),
}

impl Pieces {
    /// Everything that was written for a pentade.
    pub async fn of(db: &mut PgConnection, game: GameId, pentade: i64) -> Result<Self, DeskError> {
        let seats = games::seats(db, game).await?;
        let mut ordered: Vec<(SideId, Press)> = Vec::new();
        for piece in sheets::press(db, pentade).await? {
            // A letter that was sent again, corrected, holds its press a second time.
            if !ordered.contains(&piece) {
                ordered.push(piece);
            }
        }
        let mut pieces: Vec<Piece> =
            ordered.into_iter().map(|(from, press)| Piece::ordered(&seats, from, press)).collect();
        let messages = wishes::messages(db, pentade).await?;
        pieces.extend(messages.into_iter().map(|message| Piece::sent(&seats, message)));
        let anonymous_press = wishes::customs(db, game).await?.anonymous_press;
        Ok(Self { pieces, seats, anonymous_press })
    }

    /// Sets what `reader` may see below a report.
    pub fn append(&self, document: &mut Document, reader: &Reader) {
        let shown: Vec<&Piece> = self.pieces.iter().filter(|piece| self.allows(reader, piece)).collect();
        if shown.is_empty() {
            return;
        }
        document.heading(2, "Press");
        for piece in shown {
            document.blocks.push(Block::Paragraph(vec![Run::Strong(self.head(piece, reader))]));
            for paragraph in piece.text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
                document.paragraph(paragraph.trim());
            }
        }
    }

    fn allows(&self, reader: &Reader, piece: &Piece) -> bool {
        let is_hidden = piece.signed.is_some() && !self.anonymous_press;
        match (reader, &piece.to) {
            (Reader::Gm, _) => true,
            (Reader::Side(side), _) if *side == piece.from => true,
            _ if is_hidden => false,
            (_, To::Everybody) => true,
            (Reader::Side(side), To::Named(sides, _)) => sides.contains(side),
            (Reader::Public, To::Named(..)) => false,
        }
    }

    /// Who signs, and to whom. Only the GM and the writer see behind a pen name.
    fn head(&self, piece: &Piece, reader: &Reader) -> String {
        let seat = self.seats.iter().find(|seat| seat.side == piece.from);
        let own = seat.map_or_else(|| piece.from.to_string(), |seat| seat.name.clone());
        let signed = match piece.signed.as_deref().map(str::trim) {
            None => own.clone(),
            Some("") => "Unsigned".to_owned(),
            Some(pen_name) => format!("\u{201c}{pen_name}\u{201d}"),
        };
        let sees_behind = *reader == Reader::Gm || *reader == Reader::Side(piece.from.clone());
        let behind = if piece.signed.is_some() && sees_behind { format!(" [{own}]") } else { String::new() };
        match &piece.to {
            To::Everybody => format!("{signed}{behind}, to all:"),
            To::Named(_, names) => format!("{signed}{behind}, to {names}:"),
        }
    }
}

impl Piece {
    /// Words among the orders, whose addressees were named by their writer.
    fn ordered(seats: &[Seat], from: SideId, press: Press) -> Self {
        let to = match press.to.is_empty() {
            true => To::Everybody,
            false => {
                let is_meant = |seat: &&Seat| press.to.iter().any(|name| is_named(seat, name));
                let sides = seats.iter().filter(is_meant).map(|seat| seat.side.clone()).collect();
                To::Named(sides, press.to.join(", "))
            }
        };
        Self { from, to, signed: press.signed, text: press.text }
    }

    /// A message of its own.
    fn sent(seats: &[Seat], message: Message) -> Self {
        let to = match names(seats, &message) {
            None => To::Everybody,
            Some(names) => To::Named(message.to, names.join(", ")),
        };
        Self { from: message.side, to, signed: message.anonymous.then(String::new), text: message.text }
    }
}

fn is_named(seat: &Seat, name: &str) -> bool {
    let name = name.trim().to_lowercase();
    seat.name.to_lowercase() == name || seat.side.as_str() == name || seat.aliases.contains(&name)
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
        let seats = vec![seat("red", "The Reds"), seat("blue", "The Blues"), seat("green", "The Greens")];
        Pieces {
            pieces: vec![
                Piece::ordered(&seats, red.clone(), press(&[], Some("a fur trader"), "squirrel is up")),
                Piece::ordered(&seats, red, press(&["Blues"], None, "meet me\n\nat noon")),
            ],
            seats,
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
    fn a_message_to_a_side_that_is_gone_is_not_for_all() {
        let mut document = Document::new("report");
        let mut pieces = pieces();
        pieces.pieces = vec![Piece::sent(
            &pieces.seats,
            Message {
                id: 1,
                side: SideId::new("red"),
                everybody: false,
                to: vec![SideId::new("gone")],
                to_gm: false,
                anonymous: false,
                text: "between us".to_owned(),
                sent_at: jiff::Timestamp::UNIX_EPOCH,
            },
        )];
        for reader in [Reader::Public, Reader::Side(SideId::new("blue"))] {
            pieces.append(&mut document, &reader);
        }
        assert_eq!(document.blocks, Vec::new());
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
            pieces.head(&pieces.pieces[0], reader)
        };
        assert_eq!(head(&blue), "\u{201c}a fur trader\u{201d}, to all:");
        assert_eq!(head(&Reader::Gm), "\u{201c}a fur trader\u{201d} [The Reds], to all:");
    }
}
