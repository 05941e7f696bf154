//! What people and games are called: names and titles as somebody typed them.

use unicode_normalization::char::is_combining_mark;

use super::DeskError;
use crate::mail::header_text::header_text;

/// Longest name or title, in characters.
const LONGEST: usize = 200;

/// Most marks on one letter: a tower of them would cover the lines above and below.
const MOST_MARKS: usize = 4;

/// A person's name, without what is no part of one.
///
/// Errors: refused when nothing of it can be seen, or it is longer than 200 characters, is not on one line, or piles marks on a letter.
pub(super) fn typed_name(name: &str) -> Result<String, DeskError> {
    called("name", name)
}

/// The same of a game's title.
///
/// Errors: as for [`typed_name`].
pub(super) fn typed_title(title: &str) -> Result<String, DeskError> {
    called("title", title)
}

fn called(what: &str, typed: &str) -> Result<String, DeskError> {
    let refuse = |why: String| Err(DeskError::Refused(why));
    let typed = typed.trim();
    if typed.is_empty() || typed.chars().count() > LONGEST || typed.chars().any(char::is_control) {
        return refuse(format!("a {what} has 1 to {LONGEST} characters on one line"));
    }
    // Marks that nobody sees, and those that turn the direction of text, are no part of a name.
    let shown = header_text(typed, LONGEST);
    if !shown.chars().any(is_seen) {
        return refuse(format!("a {what} needs a letter that can be seen"));
    }
    let mut marks = 0;
    for letter in shown.chars() {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return refuse(format!("a letter of a {what} bears at most {MOST_MARKS} marks"));
        }
    }
    Ok(shown)
}

/// Whether a reader sees it alone: no mark on another letter, no filler, no choice of how another is drawn.
fn is_seen(letter: char) -> bool {
    let is_filler = matches!(
        letter,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{2061}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    );
    !(is_filler || letter.is_whitespace() || is_combining_mark(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str) -> String {
        typed_name(name).expect_err("refused").to_string()
    }

    #[test]
    fn what_nobody_sees_is_no_name() {
        for nothing in ["", " ", "\u{a0}\u{2003}", "\u{0}", "\u{7}\u{7}", "\n"] {
            assert_eq!(refused(nothing), "a name has 1 to 200 characters on one line", "{nothing:?}");
        }
        for unseen in
            ["\u{200b}", "\u{202e}\u{2066}", "\u{200d}", "\u{301}", "\u{3164}", "\u{2800}", "\u{ad}\u{fe0f}"]
        {
            assert_eq!(refused(unseen), "a name needs a letter that can be seen", "{unseen:?}");
        }
    }

    #[test]
    fn names_of_every_script_are_taken_as_they_are() {
        let longest = "W".repeat(200);
        let names = [
            "אנה הגדולה",
            "آنا",
            "Anna <b>&\"'",
            "\u{1f3f0}",
            "Zo\u{308}e\u{301}",
            "می\u{200c}خواهم",
            &longest,
        ];
        for name in names {
            assert_eq!(typed_name(name).expect(name), name);
        }
        assert_eq!(typed_title("  A\u{202e}B \u{2067}C\u{61c}\u{ffff} ").expect("a title"), "A B C");
    }

    #[test]
    fn what_is_too_long_or_piled_up_is_refused_and_told() {
        assert_eq!(refused(&"W".repeat(201)), "a name has 1 to 200 characters on one line");
        let tower = format!("Anna{}", "\u{336}".repeat(5));
        assert_eq!(refused(&tower), "a letter of a name bears at most 4 marks");
        assert!(typed_name(&format!("Anna{}", "\u{336}".repeat(4))).is_ok());
    }
}
