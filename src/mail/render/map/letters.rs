//! How wide words are in the faces that we ship, and how they are made to fit.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The faces of the map, the first that has a letter draws it. Other scripts stand in the one without serifs only.
pub fn faces() -> [&'static [u8]; 5] {
    use dejavu::{sans, serif};
    [serif::bold(), serif::regular(), serif::italic(), sans::bold(), sans::regular()]
}

static MEASURED: LazyLock<Vec<FontRef<'static>>> = LazyLock::new(|| {
    let parsed = [dejavu::serif::bold(), dejavu::sans::bold()].map(FontRef::new);
    parsed.into_iter().map(|face| face.expect("a face that we ship")).collect()
});

/// Width of a letter that no face has, in line heights: the widest there is.
const UNKNOWN: f32 = 1.2;

/// Width of words in the bold face, the widest that the map uses. Units: those of `size`.
///
/// `spacing_hundredths` of the size stand behind every letter.
pub fn width(words: &str, size: i32, spacing_hundredths: i32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "sizes are small")]
    let (size, spacing) = (size as f32, spacing_hundredths as f32 / 100.0);
    words.chars().map(|letter| (advance(letter) + spacing) * size).sum()
}

fn advance(letter: char) -> f32 {
    for face in MEASURED.iter() {
        if let Some(glyph) = face.charmap().map(letter) {
            let metrics = face.glyph_metrics(Size::new(1.0), LocationRef::default());
            return metrics.advance_width(glyph).unwrap_or(UNKNOWN);
        }
    }
    if letter.is_control() { 0.0 } else { UNKNOWN }
}

/// Words without what no drawing may hold: controls, and marks that turn the order of all that follows.
pub fn legible(words: &str) -> String {
    let is_mark = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}');
    words.chars().filter(|letter| *letter == '\n' || !letter.is_control() && !is_mark(*letter)).collect()
}

/// Words cut so that they are no wider than `most`; what is cut ends in an ellipsis.
pub fn fit(words: &str, size: i32, most: i32) -> String {
    #[expect(clippy::cast_precision_loss, reason = "the map is a few thousand units wide")]
    let most = most as f32;
    if width(words, size, 0) <= most {
        return words.to_owned();
    }
    let mut kept = words.to_owned();
    while !kept.is_empty() && width(&kept, size, 0) + width("\u{2026}", size, 0) > most {
        kept.pop();
    }
    format!("{}\u{2026}", kept.trim_end())
}

/// Words in lines of at most `columns` letters and at most `most` lines; what is too long ends in an ellipsis.
pub fn wrapped(words: &str, columns: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let fits = |line: &String| line.chars().count() + 1 + word.chars().count() <= columns;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    let is_cut = lines.len() > most;
    lines.truncate(most);
    for line in &mut lines {
        if line.chars().count() > columns {
            *line = line.chars().take(columns.saturating_sub(1)).collect();
            line.push('\u{2026}');
        }
    }
    if let Some(last) = lines.last_mut().filter(|last| is_cut && !last.ends_with('\u{2026}')) {
        last.push('\u{2026}');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_words_are_wider_in_every_script() {
        assert!(width("Saxony", 100, 0) > width("Saxon", 100, 0));
        assert!((200.0..600.0).contains(&width("Saxony", 100, 0)), "{}", width("Saxony", 100, 0));
        for words in ["القدس", "ירושלים", "Θεσσαλονίκη", "Łódź"] {
            let each = width(words, 100, 0) / 100.0;
            let letters = words.chars().count();
            #[expect(clippy::cast_precision_loss, reason = "a few letters")]
            let least = letters as f32 * 0.2;
            assert!(each > least, "{words}: {each}");
        }
        assert!(
            (width("ab", 100, 50) - width("ab", 100, 0) - 100.0).abs() < 0.1,
            "spacing stands behind both"
        );
    }

    #[test]
    fn what_is_too_long_is_cut_and_says_so() {
        assert_eq!(fit("Rome", 10, 1_000), "Rome");
        let cut = fit(&"Bohemia ".repeat(25), 10, 200);
        assert!(cut.ends_with('\u{2026}') && width(&cut, 10, 0) <= 200.0, "{cut}");
        assert_eq!(wrapped("Ile de France", 9, 3), ["Ile de", "France"]);
        assert_eq!(wrapped(&"x".repeat(200), 9, 3), ["xxxxxxxx\u{2026}"]);
        assert_eq!(wrapped(&"ab ".repeat(60), 9, 2), ["ab ab ab", "ab ab ab\u{2026}"]);
        assert!(wrapped("  ", 9, 2).is_empty());
        assert_eq!(legible("a\u{0}b\u{202e}c\nd\u{7}"), "abc\nd");
    }
}
