//! What pages for everyone are made from.

/// What a page for everyone is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    /// The game of this short name.
    Game(String),
    /// How all games stand.
    Games,
    /// The rulebook.
    Rules,
}
