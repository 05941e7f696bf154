//! Tables, decks, editions, rulings, switches: parsed from text, cross-checked, typed.

/// All that does not change in a game.
#[derive(Debug, Clone)]
pub struct Rulebook {}
