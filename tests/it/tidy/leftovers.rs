//! What must not be left in a repository: unfinished pieces, and traces of the place where it was written.

use super::Fault;
use super::source::Source;

/// Marks of unfinished work. Written in two halves, so that this list is not found by itself.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("TO", "DO"),
    concat!("#[ig", "nore"),
];

/// Traces of a workplace: folders of one machine, tools, and who or what typed the text.
const WORKPLACE: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("work", "tree"),
    concat!("land", ".sh"),
    concat!("brief", ".md"),
    concat!("issues ", "show"),
    concat!("sub", "agent"),
    concat!("chat", "bot"),
    concat!("Cl", "aude"),
    concat!("Anthr", "opic"),
    concat!("Chat", "GPT"),
    concat!("Open", "AI"),
    concat!("Co", "pilot"),
    concat!("language ", "model"),
    concat!("artificial ", "intelligence"),
];

/// Kinds of files that people write; data and lock files may hold any word.
const WRITTEN: &[&str] = &["rs", "html", "txt", "svg", "sh", "toml", "sql", "md", "css", "tsv", "csv", ""];

/// Words of either list, in any tracked file that people write.
pub fn check(file: &Source) -> Vec<Fault> {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    let mut faults = Vec::new();
    for (at, line) in file.text.lines().enumerate() {
        let words = UNFINISHED.iter().filter(|_| WRITTEN.contains(&kind)).chain(WORKPLACE);
        for word in words.filter(|word| says(line, word)) {
            faults.push(Fault::new(&file.path, at + 1, format!("\"{word}\" is left over")));
        }
    }
    faults
}

/// Whether the line has the word, not as a part of a longer one. Capitals count only for marks in capitals.
fn says(line: &str, word: &str) -> bool {
    let capitals = !word.chars().any(char::is_lowercase) && word.chars().any(char::is_uppercase);
    let (line, word) = if capitals {
        (line.to_owned(), word.to_owned())
    } else {
        (line.to_lowercase(), word.to_lowercase())
    };
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(&word).any(|(at, _)| {
        let starts_in_word =
            word.starts_with(char::is_alphanumeric) && is_part(line[..at].chars().next_back());
        let ends_in_word =
            word.ends_with(char::is_alphanumeric) && is_part(line[at + word.len()..].chars().next());
        !starts_in_word && !ends_in_word
    })
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    #[test]
    fn each_word_of_both_lists_is_found() {
        for word in UNFINISHED.iter().chain(WORKPLACE) {
            let file = Source::new("src/web/mod.rs", &format!("fn a() {{}}\n// {word} b\n"));
            assert_eq!(in_short(&check(&file)), [format!("2: \"{word}\" is left over")]);
        }
    }

    #[test]
    fn a_part_of_a_word_is_not_the_word() {
        let harmless = format!(
            "// the {}ology of net{}ing, a log{}\n",
            concat!("to", "do"),
            "work/",
            concat!("TO", "DOX")
        );
        assert_eq!(check(&Source::new("src/web/mod.rs", &harmless)), []);
    }
}
