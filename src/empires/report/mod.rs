//! The chronicle as each reader may see it.
