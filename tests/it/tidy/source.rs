//! The files of the repository, and Rust text taken apart just enough for the checks.

use std::path::Path;
use std::process::Command;

/// A tracked text file.
#[derive(Debug, Clone)]
pub struct Source {
    /// From the repository's root, with `/`.
    pub path: String,
    /// As it is on disk.
    pub text: String,
}

/// Rust text with everything else blanked; each line keeps its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// Without comments, and with empty strings and characters.
    pub code: String,
    /// Comments only.
    pub comments: String,
}

impl Source {
    /// A sample for the checks' own tests.
    pub fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether it is Rust of the program itself.
    pub fn is_program(&self) -> bool {
        self.path.starts_with("src/") && self.path.ends_with(".rs")
    }

    /// Whether the whole file is a test.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// Above the pure line.
    pub fn is_pure(&self) -> bool {
        self.is_program() && (self.path.starts_with("src/postal/") || self.path.starts_with("src/empires/"))
    }

    /// The program's code alone: no comments, no strings, no tests.
    pub fn program_code(&self) -> String {
        if self.is_test() { String::new() } else { without_tests(&parts(&self.text).code) }
    }

    /// Segments of the module the file is: `src/empires/rules/mod.rs` is `empires`, `rules`.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        if segments.last().is_some_and(|last| last == "mod" || last == "lib") {
            segments.pop();
        }
        segments
    }
}

/// Every text file that git tracks, or would if it were told to.
pub fn tracked() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .expect("git is needed to list the files");
    assert!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));

    let names = String::from_utf8(listed.stdout).expect("file names are UTF-8");
    let files: Vec<Source> = names
        .split_terminator('\0')
        .filter_map(|name| Some(Source::new(name, &std::fs::read_to_string(root.join(name)).ok()?)))
        .collect();
    assert!(files.iter().any(|file| file.path == "src/lib.rs"), "the list of files is not ours");
    files
}

/// The number of the line that `at` is in, from 1.
pub fn line_at(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Takes Rust text apart.
pub fn parts(text: &str) -> Parts {
    let mut parts =
        Parts { code: String::with_capacity(text.len()), comments: String::with_capacity(text.len()) };
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, length) = next_piece(rest, parts.code.chars().next_back());
        let (piece, after) = rest.split_at(length);
        match kind {
            Kind::Code => parts.push(piece, &blank(piece)),
            Kind::Comment => parts.push(&blank(piece), piece),
            Kind::Literal => parts.push(&blank(piece), &blank(piece)),
        }
        rest = after;
    }
    parts
}

impl Parts {
    fn push(&mut self, code: &str, comment: &str) {
        self.code.push_str(code);
        self.comments.push_str(comment);
    }
}

enum Kind {
    Code,
    Comment,
    Literal,
}

/// Spaces, one a byte so that places stay the same; ends of lines stay.
fn blank(piece: &str) -> String {
    piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

fn next_piece(rest: &str, before: Option<char>) -> (Kind, usize) {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, block_comment(rest));
    }
    if !in_word && let Some(length) = raw_string(rest) {
        return (Kind::Literal, length);
    }
    if rest.starts_with('"') {
        return (Kind::Literal, quoted(rest, '"'));
    }
    if rest.starts_with('\'') && is_character(rest) {
        return (Kind::Literal, quoted(rest, '\''));
    }
    (Kind::Code, rest.chars().next().map_or(1, char::len_utf8))
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of `r"..."`, `br#"..."#` and their like at the start, if one is there.
fn raw_string(rest: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"].iter().find(|prefix| {
        rest.strip_prefix(**prefix).is_some_and(|after| after.trim_start_matches('#').starts_with('"'))
    })?;
    let hashes = rest[prefix.len()..].bytes().take_while(|byte| *byte == b'#').count();
    let close = format!("\"{}", "#".repeat(hashes));
    let open = prefix.len() + hashes + 1;
    Some(rest[open..].find(&close).map_or(rest.len(), |at| open + at + close.len()))
}

/// The length of a literal with escapes.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// A character, not a lifetime.
fn is_character(rest: &str) -> bool {
    let mut inside = rest.chars().skip(1);
    match inside.next() {
        Some('\\') => true,
        Some(_) => inside.next() == Some('\''),
        None => false,
    }
}

/// Blanks what stands under `#[cfg(test)]`.
pub fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        let length = item_length(&rest[at..]);
        kept.push_str(&rest[..at]);
        kept.push_str(&blank(&rest[at..at + length]));
        rest = &rest[at + length..];
    }
    kept.push_str(rest);
    kept
}

/// To the item's closing brace, or its semicolon if that comes before any brace.
fn item_length(item: &str) -> usize {
    match item.find(['{', ';']) {
        Some(at) if item[at..].starts_with('{') => closing_brace(item, at) + 1,
        Some(at) => at + 1,
        None => item.len(),
    }
}

/// The place of the brace that closes the one at `open`.
pub fn closing_brace(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at;
        }
    }
    code.len().saturating_sub(1)
}

/// The identifiers of code with the place of each; raw identifiers without their `r#`.
pub fn identifiers(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += code[at..].find(is_part)?;
            let length = code[at..].find(|c| !is_part(c)).unwrap_or(code.len() - at);
            let found = (at, &code[at..at + length]);
            at += length;
            if !found.1.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(found);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_strings_and_characters_are_told_from_code() {
        let text = "a /* b /* c */ d */ \"e // f\" // g \"h\"\nr#\"i \" j\"# 'k' '\\'' l::<'m>(\"\\\"n\")";
        let Parts { code, comments } = parts(text);

        assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "l::<'m>(", ")"]);
        assert_eq!(comments.split_whitespace().collect::<Vec<_>>().join(" "), "/* b /* c */ d */ // g \"h\"");
        assert_eq!(code.len(), text.len());
        assert_eq!(code.find('\n'), text.find('\n'));
    }

    #[test]
    fn tests_are_blanked_and_what_follows_is_not() {
        let code = "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() { {} }\n}\n#[cfg(test)]\nmod c;\nfn d() {}";
        let kept = without_tests(code);

        assert_eq!(kept.split_whitespace().collect::<Vec<_>>(), ["fn", "a()", "{}", "fn", "d()", "{}"]);
        assert_eq!(line_at(&kept, kept.find("fn d").unwrap()), 8);
    }

    #[test]
    fn a_file_knows_its_module() {
        assert_eq!(Source::new("src/empires/rules/mod.rs", "").module(), ["empires", "rules"]);
        assert_eq!(Source::new("src/games.rs", "").module(), ["games"]);
        assert_eq!(Source::new("src/lib.rs", "").module(), Vec::<String>::new());
    }

    #[test]
    fn identifiers_have_places() {
        let found: Vec<_> = identifiers("let ab_1 = 2x + Cd;").collect();
        assert_eq!(found, [(0, "let"), (4, "ab_1"), (16, "Cd")]);
    }
}
