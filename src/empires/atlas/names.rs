//! Names as people spell them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name without accents, capitals, hyphens and other signs, words parted by one space: `Île-de-France` becomes
/// `ile de france`.
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        if letter.is_alphanumeric() {
            folded.extend(letter.to_lowercase());
        } else if !folded.is_empty() && !folded.ends_with(' ') && !is_silent(letter) {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Apostrophes part no words: `King's` is one word.
fn is_silent(letter: char) -> bool {
    matches!(letter, '\'' | '\u{2019}' | '\u{2018}' | '`')
}
