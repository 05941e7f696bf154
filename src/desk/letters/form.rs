//! The order form in the letters that open a pentade: a player writes into the quotation, and answers.

use crate::mail::letter::form;
use crate::postal::document::{Block, Document};
use crate::postal::game::Span;

/// The form of one side for one pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderForm {
    /// The pentade it is for.
    pub span: Span,
    /// What stands in it ([`Game::form_lines`](crate::postal::game::Game::form_lines)); empty for a game without one.
    pub lines: Vec<String>,
}

/// The form as the last part of a letter.
pub(super) fn part(form: &OrderForm) -> Vec<Block> {
    if form.lines.is_empty() {
        return Vec::new();
    }
    let mut part = Document::default();
    part.heading(2, format!("Your orders for {}", form.span));
    part.paragraph(
        "A letter in your own words will do. Or answer this one and write each order into the form, below the line it \
         belongs to, in the quotation as it stands. What you leave empty changes nothing.",
    );
    part.blocks.push(Block::Verbatim(form::sheet(&form.lines)));
    part.blocks
}
