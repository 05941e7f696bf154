//! Entries of heresies (19.4, 19.5, 31).

use serde::{Deserialize, Serialize};

/// The kinds of entry of heresies (19.4, 19.5, 31).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeresyHappening {}
