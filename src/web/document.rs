//! A game's document as a part of a page.

use askama::Template;

use crate::postal::document::{Block, Span};
use crate::postal::reading::Forecast;

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

/// A forecast, to be put into a page under headings of level 2.
#[derive(Debug, Clone, Default)]
pub struct Foreseen {
    refusals: Vec<Block>,
    blocks: Vec<Block>,
}

impl Foreseen {
    /// What a page shows of a forecast.
    pub fn new(forecast: &Forecast) -> Self {
        let refusals = forecast.refusals.clone();
        let refusals = (!refusals.is_empty()).then_some(Block::List(refusals));
        Self { refusals: refusals.into_iter().collect(), blocks: forecast.blocks.clone() }
    }

    /// Orders that will be refused as things stand; empty if none will.
    pub fn refusals(&self) -> Option<Blocks<'_>> {
        (!self.refusals.is_empty()).then(|| Blocks::new(&self.refusals))
    }

    /// What the orders would come to; none if the game tells nothing.
    pub fn blocks(&self) -> Option<Blocks<'_>> {
        (!self.blocks.is_empty()).then(|| Blocks::new(&self.blocks))
    }
}
