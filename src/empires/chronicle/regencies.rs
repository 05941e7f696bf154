//! Entries of regencies (30).

use serde::{Deserialize, Serialize};

/// The kinds of entry of regencies (30).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegencyHappening {}
