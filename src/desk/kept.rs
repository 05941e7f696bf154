//! What is kept as JSON text: written and read in one way, with faults that name it.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// What a kept text says; `what` names it in a fault.
///
/// Errors: it cannot be read.
pub(super) fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable { what, reason: error.to_string() })
}

/// The text that is kept of a value. The same value gives the same bytes.
///
/// Errors: it has no such text.
pub(super) fn text_of<T: Serialize + ?Sized>(what: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Unreadable { what, reason: error.to_string() })
}
