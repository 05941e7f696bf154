//! Entries of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use serde::{Deserialize, Serialize};

/// The kinds of entry of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeHappening {}
