//! The vocabulary as value types.
