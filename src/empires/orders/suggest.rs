//! Near-miss words: the one name that was clearly meant, or the nearest few.

use strsim::osa_distance;

use super::vocabulary::{Sort, Vocabulary};

/// Words longer than this are no misspelling of anything.
const LONGEST: usize = 40;

/// Errors that a word of this many letters may hold: one, and one more for every four letters, but fewer in
/// words of less than ten letters, for the language is full of other short words.
fn bound(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=5 => 1,
        6..=9 => 2,
        _ => 1 + letters / 4,
    }
}

/// The row whose spelling is clearly nearest to `word`, if it is near enough.
///
/// `word` is folded. Two rows equally near are no answer.
pub(super) fn nearest(vocabulary: &Vocabulary, sort: Sort, word: &str) -> Option<u16> {
    let letters = word.chars().count();
    let bound = bound(letters);
    if bound == 0 || letters > LONGEST {
        return None;
    }
    let mut best: Option<(usize, u16)> = None;
    let mut clear = false;
    for (spelling, row) in vocabulary.spellings(sort) {
        if spelling.len().abs_diff(word.len()) > bound + 1 {
            continue;
        }
        let distance = osa_distance(word, spelling);
        if distance > bound {
            continue;
        }
        match best {
            Some((nearest, of)) if distance > nearest || (distance == nearest && of == *row) => {}
            Some((nearest, _)) if distance == nearest => clear = false,
            _ => {
                best = Some((distance, *row));
                clear = true;
            }
        }
    }
    best.filter(|_| clear).map(|(_, row)| row)
}

/// The rows nearest to `word`, at most two, for a suggestion; none when nothing is at all like it.
pub(super) fn nearest_two(vocabulary: &Vocabulary, sort: Sort, word: &str) -> Vec<u16> {
    let letters = word.chars().count();
    if letters > LONGEST {
        return Vec::new();
    }
    let alike = if sort == Sort::Area { 1 + letters / 2 } else { 1 + letters / 4 };
    let mut found: Vec<(usize, u16)> = vocabulary
        .spellings(sort)
        .iter()
        .filter(|(spelling, _)| spelling.len().abs_diff(word.len()) <= alike)
        .map(|(spelling, row)| (osa_distance(word, spelling), *row))
        .filter(|(distance, _)| *distance <= alike)
        .collect();
    found.sort_unstable();
    let mut rows: Vec<u16> = Vec::new();
    for (_, row) in found {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows.truncate(2);
    rows
}
