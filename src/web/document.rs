//! A game's document as a part of a page.

use askama::Template;

use crate::postal::document::{Block, Span};

/// Blocks of a document, to be put into a page.
#[derive(Debug, Clone, Copy, Template)]
#[template(path = "web/document.html")]
pub struct Blocks<'a> {
    blocks: &'a [Block],
    lowered: u8,
}

impl<'a> Blocks<'a> {
    /// Blocks whose headings of level 2 stay of level 2.
    pub fn new(blocks: &'a [Block]) -> Self {
        Self { blocks, lowered: 0 }
    }

    /// Blocks that stand under a heading of level 2: their own headings go down by one.
    pub fn under(blocks: &'a [Block]) -> Self {
        Self { blocks, lowered: 1 }
    }
}
