//! Entries of victory points and awards (26).

use serde::{Deserialize, Serialize};

/// The kinds of entry of victory points and awards (26).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreHappening {}
