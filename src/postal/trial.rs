//! Games that built-in players play, so that figures can be judged.

/// A whole game that the built-in players of a game play among themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// Where it begins.
    pub scenario: String,
    /// Which of the built-in players ([`Game::policies`](super::game::Game::policies)).
    pub policy: String,
    /// Pentades at most.
    pub pentades: u32,
    /// Players who wait for a side.
    pub waiting_players: u32,
    /// Master secret of its dice.
    pub master: [u8; 32],
}
