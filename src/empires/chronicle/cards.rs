//! Entries of event cards (19).

use serde::{Deserialize, Serialize};

/// The kinds of entry of event cards (19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardHappening {}
