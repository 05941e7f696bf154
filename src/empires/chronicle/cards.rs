//! Entries of event cards (19).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, EventKind};

/// The kinds of entry of event cards (19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardHappening {
    /// A card was drawn (19.1).
    Drawn {
        /// What it is.
        card: EventKind,
    },
    /// The spent cards became the deck, as an empire was to draw and it was exhausted (19.2).
    Reshuffled,
    /// A card in play came to its end.
    Expired {
        /// What it is.
        card: EventKind,
    },
    /// A card found nothing to work on.
    InVain {
        /// What it is.
        card: EventKind,
    },
    /// Famine struck (19.3).
    Famine {
        /// Where.
        areas: Vec<AreaId>,
    },
    /// There was plenty (19.3).
    Plenty {
        /// Where.
        areas: Vec<AreaId>,
    },
    /// An area whose social state could change no more was tested for its population (33.1).
    PopulationTested {
        /// By how much the population changed; 0 for not at all.
        by: i32,
    },
}
