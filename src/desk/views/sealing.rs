//! What pages show of sealed orders.

use super::When;

/// The sealed orders of a GM who plays too, as everybody may see them before the turn: the hash alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealView {
    /// Name of who sealed.
    pub who: String,
    /// SHA-256 of orders and nonce, in hexadecimal.
    pub hash: String,
    /// When they were sealed.
    pub sealed_at: When,
    /// Whether the orders of others have been open to him since.
    pub is_opened: bool,
}

/// How it stands with the orders of a GM who plays too. For himself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealing {
    /// Whether the orders of others are closed to him.
    pub is_closed: bool,
    /// His seal, once he has sealed.
    pub seal: Option<SealView>,
}
