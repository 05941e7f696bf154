//! Background work: one job a file, claimed by row lock, safe to run twice.
