//! Names that look alike though their letters differ: Cyrillic, Greek or full-width ones that a reader takes for Latin
//! ones, and marks that nobody sees.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::header_text::header_text;

/// Longest text that is looked at, in characters.
const LONGEST: usize = 300;

/// Letters of other alphabets, and the Latin ones that they look like.
const ALIKE: &[(&str, char)] = &[
    ("\u{391}\u{410}", 'A'),
    ("\u{3b1}\u{430}", 'a'),
    ("\u{392}\u{412}", 'B'),
    ("\u{3f9}\u{421}", 'C'),
    ("\u{3f2}\u{441}", 'c'),
    ("\u{501}", 'd'),
    ("\u{395}\u{415}", 'E'),
    ("\u{435}", 'e'),
    ("\u{50c}", 'G'),
    ("\u{261}", 'g'),
    ("\u{397}\u{41d}", 'H'),
    ("\u{4bb}", 'h'),
    ("\u{399}\u{406}\u{4c0}", 'I'),
    ("\u{3b9}\u{456}\u{131}", 'i'),
    ("\u{408}", 'J'),
    ("\u{3f3}\u{458}", 'j'),
    ("\u{39a}\u{41a}", 'K'),
    ("\u{3ba}\u{43a}", 'k'),
    ("\u{4cf}", 'l'),
    ("\u{39c}\u{41c}", 'M'),
    ("\u{39d}", 'N'),
    ("\u{39f}\u{41e}", 'O'),
    ("\u{3bf}\u{3c3}\u{43e}", 'o'),
    ("\u{3a1}\u{420}", 'P'),
    ("\u{3c1}\u{440}", 'p'),
    ("\u{51a}", 'Q'),
    ("\u{51b}", 'q'),
    ("\u{405}", 'S'),
    ("\u{455}", 's'),
    ("\u{3a4}\u{422}", 'T'),
    ("\u{3bd}\u{475}", 'v'),
    ("\u{51c}", 'W'),
    ("\u{51d}", 'w'),
    ("\u{3a7}\u{425}", 'X'),
    ("\u{3c7}\u{445}", 'x'),
    ("\u{3a5}\u{423}\u{4ae}", 'Y'),
    ("\u{3b3}\u{443}\u{4af}", 'y'),
    ("\u{396}", 'Z'),
];

/// Whether a reader takes one for the other. Two that are the same look alike.
pub fn look_alike(one: &str, other: &str) -> bool {
    let (one, other) = (seen(one), seen(other));
    one.to_lowercase() == other.to_lowercase() || strokes(&one) == strokes(&other)
}

/// What a reader sees, in Latin letters where it looks like these.
fn seen(text: &str) -> String {
    let joined: String = header_text(text, LONGEST).nfkc().filter(|c| !is_combining_mark(*c)).collect();
    let latin = |c: char| ALIKE.iter().find(|(others, _)| others.contains(c)).map_or(c, |(_, latin)| *latin);
    // A mark that nobody sees stood between letters of one word.
    joined.chars().filter(|c| !c.is_whitespace()).map(latin).collect()
}

/// The same where one stroke is as good as another: `I`, `l` and `1`; `O` and `0`.
fn strokes(seen: &str) -> String {
    let stroke = |c: char| match c {
        'I' | '1' | '|' => 'l',
        '0' => 'O',
        other => other,
    };
    seen.chars().map(stroke).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_alphabets_are_seen_through() {
        for (name, other) in [
            ("Anna", "\u{410}nn\u{430}"),
            ("Anna", "\u{391}nna"),
            ("anna@example.org", "anna@ex\u{430}mple.org"),
            ("Anna", "\u{ff21}\u{ff4e}\u{ff4e}\u{ff41}"),
            ("Anna", "An\u{200b}na"),
            ("Anna", "A\u{336}n\u{336}n\u{336}a\u{336}"),
            ("Boris", "\u{412}\u{43e}ri\u{455}"),
            ("\u{411}\u{43e}\u{440}\u{438}\u{441}", "\u{411}op\u{438}c"),
            ("Ilse", "llse"),
            ("Ilse", "1lse"),
            ("Otto", "0tto"),
            ("The GM", "the \u{50c}\u{39c}"),
            ("J\u{fc}rg", "Ju\u{308}rg"),
            ("anna", "Anna"),
            ("Anna  Smith", "AnnaSmith"),
        ] {
            assert!(look_alike(name, other), "{name} {other}");
            assert!(look_alike(other, name), "{other} {name}");
        }
    }

    #[test]
    fn names_that_differ_stay_apart() {
        for (name, other) in [
            ("Anna", "Anne"),
            ("Ila", "Lia"),
            ("J\u{fc}rg", "Jurg"),
            ("Marta", "\u{41c}\u{430}\u{440}\u{442}\u{430}"),
            ("", "Anna"),
            ("\u{418}\u{432}\u{430}\u{43d}", "Ivan"),
        ] {
            assert!(!look_alike(name, other), "{name} {other}");
        }
        assert!(!look_alike(&"a".repeat(100_000), "a"), "a long one costs no time");
    }
}
