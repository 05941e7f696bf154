//! Entries of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).

use serde::{Deserialize, Serialize};

use crate::empires::terms::Ground;

/// The kinds of entry of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchHappening {
    /// A ruler was excommunicated (22.1).
    Excommunicated {
        /// What he was accused of (27.5).
        grounds: Vec<Ground>,
    },
    /// An excommunication ended (22.1).
    ExcommunicationEnded {
        /// `by a parley`, `by penance`, `after its time`.
        how: String,
    },
    /// A court was declared a patriarchate (29.2).
    PatriarchateFounded,
}
