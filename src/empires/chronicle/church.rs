//! Entries of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).

use serde::{Deserialize, Serialize};

/// The kinds of entry of the Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChurchHappening {}
