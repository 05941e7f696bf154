//! Entries of event cards (19).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{Advance, AreaId, CardPlay, EmpireId, EventKind};

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
    /// A hold card was played (6.3 b).
    Played {
        /// How.
        play: Box<CardPlay>,
        /// Last year of its effect, if it stays in play and not for good.
        until: Option<i32>,
    },
    /// A card played for a year that had no use for it went back to the hand (19.7, 19.8, 19.19).
    CameBack {
        /// What it is.
        card: EventKind,
    },
    /// An advisor died with the stature check (19.12).
    AdvisorDied {
        /// What he was.
        card: EventKind,
    },
    /// Demesnes gave gold (16.2).
    DemesneYields {
        /// How much.
        gold: i32,
    },
    /// A coup made the result of a diplomacy T (19.7).
    Coup,
    /// A copy of an advance was given away (19.14).
    CopyGiven {
        /// Of which.
        advance: Advance,
        /// To whom.
        to: EmpireId,
    },
    /// An advance is known to so many that its card returned to the deck (19.14, 19.15).
    Obsolete {
        /// What it is.
        card: EventKind,
    },
    /// Debased coinage (19.16).
    CoinageDebased {
        /// Gold lost.
        gold: i32,
    },
    /// An epidemic (19.17).
    Epidemic {
        /// Where.
        areas: Vec<AreaId>,
    },
    /// A wildcard's wish came true (19.20).
    WishGranted {
        /// The wish, in the player's words.
        wish: String,
        /// Who played a second one.
        with: Option<EmpireId>,
        /// What the GM laid down.
        ruling: String,
    },
    /// A wildcard's wish did not come true (19.20).
    WishRefused {
        /// The wish, in the player's words.
        wish: String,
        /// Who would have played a second one.
        with: Option<EmpireId>,
    },
}
