//! What is so of every text that is read as a mail.

use pentade::mail::letter::{LetterKind, Postmark, identity, read};

/// Reads bytes as a mail to a table of ours.
pub fn hold(bytes: &[u8]) {
    let postmark =
        Postmark { sender: "anna@example.org", recipient: "orders+g7@gm.example", own_domain: "gm.example" };
    let letter = read(&postmark, bytes);
    assert_eq!(letter, read(&postmark, bytes), "the same bytes read otherwise");
    assert_eq!(letter.identity, identity(&postmark, bytes));
    assert_eq!(letter.identity.len(), 64);
    assert!(letter.subject.chars().count() <= 200 && !letter.subject.contains(['\r', '\n', '\0']));
    let words = [&letter.text].into_iter().chain(&letter.other_text);
    for text in words.chain(letter.files.iter().map(|file| &file.text)) {
        assert!(!text.contains('\0'), "a NUL, which the database cannot hold");
    }
    for file in &letter.files {
        assert!(!file.name.contains(['/', '\\', '\r', '\n', '\0']), "{:?}", file.name);
    }
    if letter.held.is_none() && letter.kind == LetterKind::Person {
        assert!(!letter.text.trim().is_empty() || letter.quoted_lines > 0 || !letter.files.is_empty());
    }
}
