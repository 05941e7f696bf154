//! Entries of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use serde::{Deserialize, Serialize};

use crate::empires::terms::EmpireId;

/// The kinds of entry of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeHappening {
    /// Year cards were given away (9.3).
    CardsGiven {
        /// To whom: the army of a crusade or jihad, the Pope, a Crusader State.
        to: EmpireId,
        /// How many.
        cards: i32,
    },
    /// The years that a giver leaves without an endeavour (9.3).
    YearsLeftOut {
        /// To whom the cards go.
        to: EmpireId,
        /// In order.
        years: Vec<i32>,
    },
}
