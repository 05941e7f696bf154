//! Hold cards (19).

use super::outlook::Outlook;
use crate::empires::terms::Order;

/// Plays for the cards in hand.
pub fn orders(_outlook: &Outlook<'_>) -> Vec<Order> {
    Vec::new()
}
