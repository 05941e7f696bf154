//! Words written from right to left among words written from left to right (UAX #9): each run of them is set apart, so
//! that the figures and points behind it stand where they were written.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

/// Begins a run that takes its direction from its own first letter.
const BEGINS: char = '\u{2068}';
/// Ends it.
const ENDS: char = '\u{2069}';

/// `text` with every run of letters from right to left set apart by marks that nobody sees, and without marks that turn what
/// follows them. A run goes on over spaces and commas, not over figures, brackets and colons: what stands between two
/// names in a table or a count is not turned with them.
pub fn set_apart(text: &(impl AsRef<str> + ?Sized)) -> Cow<'_, str> {
    let text = text.as_ref();
    if !needs_care(text) {
        return Cow::Borrowed(text);
    }
    let mut done = String::with_capacity(text.len() + 16);
    let mut run = String::new();
    let mut behind = String::new();
    for letter in text.chars().filter(|letter| !turns(*letter)) {
        if is_rightward(letter) {
            run.push_str(&std::mem::take(&mut behind));
            run.push(letter);
        } else if !run.is_empty() && goes_on(letter) {
            behind.push(letter);
        } else {
            end_run(&mut done, &mut run, &mut behind);
            done.push(letter);
        }
    }
    end_run(&mut done, &mut run, &mut behind);
    Cow::Owned(done)
}

/// A line of somebody's own words as a whole: it reads from right to left if its first letter does.
pub fn line_apart(line: &(impl AsRef<str> + ?Sized)) -> Cow<'_, str> {
    let line = line.as_ref();
    if !needs_care(line) {
        return Cow::Borrowed(line);
    }
    let plain: String = line.chars().filter(|letter| !turns(*letter)).collect();
    match plain.chars().any(is_rightward) {
        true => Cow::Owned(format!("{BEGINS}{plain}{ENDS}")),
        false => Cow::Owned(plain),
    }
}

fn needs_care(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|letter| is_rightward(letter) || turns(letter))
}

fn end_run(done: &mut String, run: &mut String, behind: &mut String) {
    if !run.is_empty() {
        // Marks belong to the letter that they stand on.
        let marks = behind.find(|letter| !is_combining_mark(letter)).unwrap_or(behind.len());
        run.push_str(&behind[..marks]);
        behind.drain(..marks);
        done.push(BEGINS);
        done.push_str(&std::mem::take(run));
        done.push(ENDS);
    }
    done.push_str(&std::mem::take(behind));
}

/// Whether a letter is written from right to left: Hebrew, Arabic and their neighbours.
fn is_rightward(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Whether a run from right to left may go on behind this letter.
fn goes_on(letter: char) -> bool {
    letter == ' '
        || is_combining_mark(letter)
        || matches!(letter, ',' | '-' | '\'' | '\u{2019}' | '.' | '\u{200c}' | '\u{200d}')
}

/// Marks that turn, or stop turning, what follows them.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "אנה הגדולה";

    #[test]
    fn a_name_from_right_to_left_keeps_what_follows_in_its_place() {
        for (text, wanted) in [
            ("The Reds (Anna) 12", "The Reds (Anna) 12"),
            ("Köln, 976", "Köln, 976"),
            (NAME, "\u{2068}אנה הגדולה\u{2069}"),
            ("אנה: 12, בוריס: 7", "\u{2068}אנה\u{2069}: 12, \u{2068}בוריס\u{2069}: 7"),
            ("אנה (12) and القدس!", "\u{2068}אנה\u{2069} (12) and \u{2068}القدس\u{2069}!"),
            ("אנה, who plays", "\u{2068}אנה\u{2069}, who plays"),
            ("אָ", "\u{2068}אָ\u{2069}"),
            ("a\u{202e}b \u{2066}c\u{2069}", "ab c"),
        ] {
            assert_eq!(set_apart(text), wanted, "{text}");
            assert_eq!(set_apart(&set_apart(text)), wanted, "once is as good as twice: {text}");
        }
    }

    #[test]
    fn a_line_of_ones_own_is_one_piece() {
        assert_eq!(line_apart("tax Rome"), "tax Rome");
        assert_eq!(line_apart("שלום 976, Anna"), "\u{2068}שלום 976, Anna\u{2069}");
        assert_eq!(line_apart("a\u{202e}b"), "ab");
    }
}
