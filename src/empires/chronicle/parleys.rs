//! Entries of parleys and their votes (20).

use serde::{Deserialize, Serialize};

/// The kinds of entry of parleys and their votes (20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParleyHappening {}
