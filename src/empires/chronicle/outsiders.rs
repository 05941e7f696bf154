//! Entries of raiders, magnates, exiles (21, 24).

use serde::{Deserialize, Serialize};

/// The kinds of entry of raiders, magnates, exiles (21, 24).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsiderHappening {}
