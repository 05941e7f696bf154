//! Near-miss words: the one name that was clearly meant, or the nearest few.

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
/// `word` is folded. Two rows equally near are no answer, unless just one of them may be named there (`lawful`).
pub(super) fn nearest(
    vocabulary: &Vocabulary,
    sort: Sort,
    word: &str,
    lawful: impl Fn(u16) -> bool,
) -> Option<u16> {
    let letters = word.chars().count();
    let bound = bound(letters);
    if bound == 0 || letters > LONGEST {
        return None;
    }
    let mut best: Option<(usize, u16)> = None;
    let mut clear = false;
    for (spelling, row) in vocabulary.spellings(sort) {
        if !alike_at_head(word, spelling) {
            continue;
        }
        let Some(distance) = distance(word, spelling, bound) else { continue };
        match best {
            Some((nearest, of)) if distance > nearest || (distance == nearest && of == *row) => {}
            Some((nearest, of)) if distance == nearest && lawful(of) != lawful(*row) => {
                clear |= lawful(*row);
                best = Some((distance, if lawful(*row) { *row } else { of }));
            }
            Some((nearest, _)) if distance == nearest => clear = false,
            _ => {
                best = Some((distance, *row));
                clear = true;
            }
        }
    }
    best.filter(|_| clear).map(|(_, row)| row)
}

/// How far a suggestion may be from what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// As far as slips of the pen go.
    Slip,
    /// Farther: the words are set aside in any case.
    Far,
}

/// The rows nearest to `word`, at most two, for a suggestion; none when nothing is at all like it. What may be named there
/// (`lawful`) comes before what may not.
pub(super) fn nearest_two(
    vocabulary: &Vocabulary,
    sort: Sort,
    word: &str,
    reach: Reach,
    lawful: impl Fn(u16) -> bool,
) -> Vec<u16> {
    let letters = word.chars().count();
    if letters > LONGEST {
        return Vec::new();
    }
    let alike = match reach {
        Reach::Slip if letters < 2 => return Vec::new(),
        Reach::Slip => bound(letters).max(1),
        Reach::Far if sort == Sort::Area => 1 + letters / 2,
        Reach::Far => 1 + letters / 4,
    };
    let mut found: Vec<(bool, usize, u16)> = vocabulary
        .spellings(sort)
        .iter()
        .filter(|(spelling, _)| spelling.len().abs_diff(word.len()) <= alike)
        .filter(|(spelling, _)| reach == Reach::Far || letters >= 6 || same_head(word, spelling))
        .filter_map(|(spelling, row)| Some((!lawful(*row), distance(word, spelling, alike)?, *row)))
        .collect();
    found.sort_unstable();
    let mut rows: Vec<u16> = Vec::new();
    for (_, _, row) in found {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows.truncate(2);
    rows
}

/// Whether one of the first two letters is right, or both are but swapped. Nearly every misspelt word is so.
fn alike_at_head(a: &str, b: &str) -> bool {
    match (a.as_bytes(), b.as_bytes()) {
        ([a, second, ..], [b, other, ..]) => a == b || second == other || (a == other && second == b),
        _ => false,
    }
}

/// Whether the first letter is right, or the first two are swapped: `may` is no `pay`.
fn same_head(a: &str, b: &str) -> bool {
    match (a.as_bytes(), b.as_bytes()) {
        ([a, second, ..], [b, other, ..]) => a == b || (a == other && second == b),
        _ => false,
    }
}

/// Least number of bytes put in, left out, replaced or swapped with their neighbour that make one word of the
/// other; none if it is more than `most`.
///
/// Words are folded, so a byte is a letter but for alphabets that no name is written in.
pub(super) fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if b.len() > 2 * LONGEST || a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut rows = [[0_usize; 2 * LONGEST + 1]; 3];
    for (column, cell) in rows[0][..=b.len()].iter_mut().enumerate() {
        *cell = column;
    }
    for (i, letter) in a.iter().enumerate() {
        let (now, last, before) = ((i + 1) % 3, i % 3, (i + 2) % 3);
        rows[now][0] = i + 1;
        let mut least = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = rows[last][j] + usize::from(letter != other);
            let mut cost = replaced.min(rows[last][j + 1] + 1).min(rows[now][j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                cost = cost.min(rows[before][j - 1] + 1);
            }
            rows[now][j + 1] = cost;
            least = least.min(cost);
        }
        if least > most {
            return None;
        }
    }
    Some(rows[a.len() % 3][b.len()]).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::{bound, distance};

    #[test]
    fn a_distance_counts_letters_put_in_left_out_replaced_and_swapped() {
        for (a, b, expected) in [
            ("conqer", "conquer", 1),
            ("form", "from", 1),
            ("liovnia", "livonia", 1),
            ("saxony", "saxony", 0),
            ("", "abc", 3),
            ("bavria", "bavaria", 1),
            ("aquitane", "aquitaine", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(a, b, 5), Some(expected), "{a} {b}");
            assert_eq!(distance(b, a, 5), Some(expected), "{b} {a}");
            assert_eq!(distance(a, b, expected), Some(expected), "{a} {b}");
            assert_eq!(expected.checked_sub(1).and_then(|less| distance(a, b, less)), None, "{a} {b}");
        }
    }

    #[test]
    fn short_words_must_be_right() {
        assert_eq!([3, 5, 6, 9, 12].map(bound), [0, 1, 2, 2, 4]);
    }
}
