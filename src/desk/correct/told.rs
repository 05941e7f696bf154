//! Who is told of a correction, and what: each reader his own difference, and only if his view has changed.

use std::collections::BTreeMap;

use crate::desk::DeskError;
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::{Block, Document};
use crate::postal::game::{Game, GameError, Side, Span};
use crate::postal::history::Played;

/// What differs for each side: the pentades whose report, or whose world after it, is another one for it. Sides for which
/// nothing differs are not in it.
pub(super) fn differences(
    game: &dyn Game,
    was: &[Played],
    is: &[Played],
) -> Result<BTreeMap<SideId, Vec<Document>>, DeskError> {
    let mut all: BTreeMap<SideId, Vec<Document>> = BTreeMap::new();
    for (was, is) in was.iter().zip(is).filter(|(was, is)| was != is) {
        let (former, amended) = (game.sides(&was.after)?, game.sides(&is.after)?);
        let mut sides: Vec<&Side> = former.iter().collect();
        sides.extend(amended.iter().filter(|side| !former.iter().any(|one| one.id == side.id)));
        for side in sides.into_iter().filter(|side| side.playable) {
            let reader = Reader::Side(side.id.clone());
            let view = |played: &Played, sides: &[Side]| match sides.iter().any(|one| one.id == side.id) {
                true => view(game, played, &reader).map(Some),
                false => Ok(None),
            };
            if view(was, &former)? != view(is, &amended)? {
                let difference = game.compare(was.turn(), is.turn(), &reader)?;
                all.entry(side.id.clone()).or_default().push(difference);
            }
        }
    }
    Ok(all)
}

/// Everything that a side's player sees of a pentade.
fn view(game: &dyn Game, played: &Played, reader: &Reader) -> Result<(Document, Document), GameError> {
    let Reader::Side(side) = reader else { return Ok(Default::default()) };
    Ok((game.report(played.turn(), reader)?, game.situation(&played.after, side)?))
}

/// Several documents as one: each title a heading, its own headings below it.
pub(super) fn together(documents: &[Document]) -> Document {
    let mut whole = Document::new(String::new());
    for document in documents {
        whole.heading(2, document.title.clone());
        whole.blocks.extend(document.blocks.iter().map(lowered));
    }
    whole
}

fn lowered(block: &Block) -> Block {
    match block {
        Block::Heading { level, text } => Block::Heading { level: level + 1, text: text.clone() },
        other => other.clone(),
    }
}

/// The differences of pentades for one reader, oldest first; those in which nothing differs for him are left out.
pub(super) fn for_reader(
    game: &dyn Game,
    pairs: &[(Played, Played)],
    reader: &Reader,
) -> Result<Vec<(Span, Document)>, DeskError> {
    let mut documents = Vec::new();
    for (was, is) in pairs {
        if let Reader::Side(side) = reader {
            let knows = |played: &Played| -> Result<bool, GameError> {
                Ok(game.sides(&played.after)?.iter().any(|one| one.id == *side))
            };
            if knows(was)? && knows(is)? && view(game, was, reader)? == view(game, is, reader)? {
                continue;
            }
        } else if game.report(was.turn(), reader)? == game.report(is.turn(), reader)? {
            continue;
        }
        documents.push((was.span, game.compare(was.turn(), is.turn(), reader)?));
    }
    Ok(documents)
}
