//! Admission of sheets and the sequence of play.
