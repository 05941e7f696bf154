//! Pentade: a play-by-email GM adjudication server for Empires of the Middle Ages.

pub mod postal;
