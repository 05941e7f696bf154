//! Entries of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).

use serde::{Deserialize, Serialize};

/// The kinds of entry of religion, language and change of the land (22.2 to 22.5, 25, 32, 33).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleHappening {}
