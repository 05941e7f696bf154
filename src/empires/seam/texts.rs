//! Worlds, sheets and chronicles as text and back.

use serde::{Serialize, de::DeserializeOwned};

use crate::empires::chronicle::Entry;
use crate::empires::terms::OrderSheet;
use crate::empires::world::World;
use crate::postal::game::{ChronicleText, GameError, WorldText};

/// A value as text: the same value gives the same bytes.
pub(super) fn text_of<T: Serialize>(what: &'static str, value: &T) -> Result<String, GameError> {
    serde_json::to_string(value).map_err(|error| GameError::Unreadable { what, reason: error.to_string() })
}

fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, GameError> {
    serde_json::from_str(text).map_err(|error| GameError::Unreadable { what, reason: error.to_string() })
}

pub(super) fn world_from(text: &WorldText) -> Result<World, GameError> {
    read("world", &text.0)
}

pub(super) fn sheet_from(text: &str) -> Result<OrderSheet, GameError> {
    read("sheet", text)
}

pub(super) fn entries_from(text: &ChronicleText) -> Result<Vec<Entry>, GameError> {
    read("chronicle", &text.0)
}
