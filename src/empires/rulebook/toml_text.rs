//! TOML files with the line of every part that can be at fault.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::fault::Faults;

/// A value that remembers where it stands.
pub(super) type Lined<T> = toml::Spanned<T>;

/// A file as read.
pub(super) struct Parsed<T> {
    pub(super) value: T,
    pub(super) lines: Lines,
}

/// Where the lines of a file begin.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let feeds = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(feeds.map(|(place, _)| place).collect())
    }

    fn at(&self, place: usize) -> u32 {
        u32::try_from(self.0.partition_point(|feed| *feed < place) + 1).unwrap_or(u32::MAX)
    }

    /// The line on which a value begins, from 1.
    pub(super) fn line<T>(&self, value: &Lined<T>) -> u32 {
        self.at(value.span().start)
    }
}

/// The file as a `T`. What cannot be read, or is missing, is a fault.
pub(super) fn parse<T: DeserializeOwned>(
    files: &BTreeMap<String, String>,
    file: &str,
    faults: &Faults,
) -> Option<Parsed<T>> {
    let Some(text) = files.get(file) else {
        faults.of(file, "the file is missing");
        return None;
    };
    let lines = Lines::of(text);
    match toml::from_str(text) {
        Ok(value) => Some(Parsed { value, lines }),
        Err(error) => {
            let reason = format!("cannot be read: {}", error.message());
            match error.span() {
                Some(span) => faults.at(file, lines.at(span.start), reason),
                None => faults.of(file, reason),
            }
            None
        }
    }
}
