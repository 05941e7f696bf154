//! Text to tokens: words without case and accents, whole numbers, marks.
//!
//! Dashes, quotes and blanks of every sort are one sort here; a hyphen between letters parts two words; an
//! apostrophe is dropped, and with it a possessive s. Every token knows its line, its column and its bytes.

use smol_str::SmolStr;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::vocabulary::{Match, Vocabulary};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word; its folded letters are in [`Token::word`].
    Word,
    /// A whole number; what does not fit is the largest.
    Number(i32),
    /// A mark; `…` stands for two full stops or more.
    Mark(char),
}

/// One token.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub word: SmolStr,
    /// Line from 1.
    pub line: u32,
    /// First column in characters from 0.
    pub column: u32,
    /// Length in characters.
    pub length: u32,
    /// Bytes in the text.
    pub start: usize,
    pub end: usize,
    /// Its meanings, as a range of [`Letter::matches`].
    pub first_match: usize,
    pub last_match: usize,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Text,
    Blank,
    /// Begins with `>` or announces a quotation.
    Quoted,
    /// Begins with `#` or `//`, or is a row of dashes.
    Passed,
}

/// One line with its tokens.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    pub raw: &'a str,
    pub kind: LineKind,
    /// Blanks before the first character; a tab counts four.
    pub indent: u32,
    /// Its first byte in the text.
    pub start: usize,
    /// Its tokens, as a range of [`Letter::tokens`].
    pub from: usize,
    pub to: usize,
}

/// A letter in tokens.
#[derive(Debug, Clone)]
pub(super) struct Letter<'a> {
    pub text: &'a str,
    pub lines: Vec<Line<'a>>,
    pub tokens: Vec<Token>,
    pub matches: Vec<Match>,
}

/// The letter as tokens with all their meanings.
pub(super) fn lex<'a>(vocabulary: &Vocabulary, text: &'a str) -> Letter<'a> {
    let mut letter = Letter { text, lines: Vec::new(), tokens: Vec::new(), matches: Vec::new() };
    let mut start = 0;
    let signature = signature_line(text);
    for (number, piece) in text.split_inclusive('\n').enumerate() {
        let raw = piece.trim_end_matches(['\n', '\r']);
        let line = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let kind = if signature.is_some_and(|at| number >= at) { LineKind::Passed } else { kind_of(raw) };
        let from = letter.tokens.len();
        if kind == LineKind::Text {
            lex_line(without_comment(raw), line, start, &mut letter.tokens);
        }
        letter.lines.push(Line { raw, kind, indent: indent_of(raw), start, from, to: letter.tokens.len() });
        start += piece.len();
    }
    find_meanings(vocabulary, &mut letter);
    letter
}

/// The line of `--` that begins a signature: the last one, if little follows it and none of that is a year.
fn signature_line(text: &str) -> Option<usize> {
    const LONGEST_SIGNATURE: usize = 12;
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().rposition(|line| line.trim_end() == "--")?;
    let after = &lines[at + 1..];
    let little = after.iter().filter(|line| kind_of(line) == LineKind::Text).count() <= LONGEST_SIGNATURE;
    let year = |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    (little && !after.iter().any(year)).then_some(at)
}

fn indent_of(raw: &str) -> u32 {
    raw.chars().take_while(|c| is_blank(*c)).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

fn kind_of(raw: &str) -> LineKind {
    let trimmed = raw.trim_matches(is_blank);
    if trimmed.is_empty() {
        LineKind::Blank
    } else if trimmed.starts_with('>') || announces_quotation(trimmed) {
        LineKind::Quoted
    } else if trimmed.starts_with('#') || trimmed.starts_with("//") || is_rule(trimmed) {
        LineKind::Passed
    } else {
        LineKind::Text
    }
}

/// Whether a line says that somebody wrote what follows: `Am 30.11. schrieb g7 GM <gm@example.org>:`.
fn announces_quotation(line: &str) -> bool {
    const VERBS: [&str; 4] = ["schrieb", "wrote", "crit", "escribi"];
    line.ends_with(':') && line.contains('@') && VERBS.iter().any(|verb| line.contains(verb))
}

fn is_rule(line: &str) -> bool {
    line.chars().all(|c| fold_mark(c) == '-' || matches!(c, '=' | '_' | '*' | '~'))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_unseen(c)
}

/// What nobody sees in a text: soft hyphens, joiners, byte order marks, marks of direction.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A line up to the comment that ends it: `# …` or `// …` behind a blank. `#2` is a number, `https://` an address.
pub(super) fn without_comment(raw: &str) -> &str {
    let mut behind_blank = false;
    for (at, c) in raw.char_indices() {
        let mut rest = raw[at..].chars().skip(1);
        let comment = match c {
            '#' => rest.next().is_none_or(|next| !next.is_ascii_digit()),
            '/' => rest.next() == Some('/'),
            _ => false,
        };
        if comment && behind_blank {
            return &raw[..at];
        }
        behind_blank = is_blank(c);
    }
    raw
}

/// Dashes and quotes of every sort as one.
fn fold_mark(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '`' | '\u{b4}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{2022}' | '\u{b7}' | '\u{25aa}' | '\u{2023}' => '*',
        '[' | '{' => '(',
        ']' | '}' => ')',
        '|' => ',',
        '\u{2026}' => '\u{2026}',
        other => other,
    }
}

/// A word without case and accents.
pub(super) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    if word.is_ascii() {
        folded.extend(word.chars().map(|c| c.to_ascii_lowercase()));
        return folded;
    }
    for c in word.nfkd().filter(|c| !is_combining_mark(*c) && !is_unseen(*c)) {
        match c {
            'ł' | 'Ł' => folded.push('l'),
            'ø' | 'Ø' => folded.push('o'),
            'đ' | 'Đ' | 'ð' | 'Ð' => folded.push('d'),
            'æ' | 'Æ' => folded.push_str("ae"),
            'œ' | 'Œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            other => folded.extend(other.to_lowercase()),
        }
    }
    folded
}

/// One line being read: its characters with their bytes.
struct Scan<'a> {
    raw: &'a str,
    chars: std::iter::Peekable<std::str::CharIndices<'a>>,
    column: u32,
    line: u32,
    offset: usize,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<(usize, char)> {
        self.column += 1;
        self.chars.next()
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|(_, c)| *c)
    }

    /// Takes characters while `wanted`; the byte behind the last.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        self.chars.peek().map_or(self.raw.len(), |(at, _)| *at)
    }

    fn token(&self, kind: Kind, word: SmolStr, column: u32, start: usize, end: usize) -> Token {
        Token {
            kind,
            word,
            line: self.line,
            column,
            length: self.column - column,
            start: self.offset + start,
            end: self.offset + end,
            first_match: 0,
            last_match: 0,
        }
    }
}

fn is_word_part(c: char) -> bool {
    c.is_alphabetic() || is_combining_mark(c) || is_unseen(c) || fold_mark(c) == '\''
}

fn lex_line(raw: &str, line: u32, offset: usize, tokens: &mut Vec<Token>) {
    let mut scan = Scan { raw, chars: raw.char_indices().peekable(), column: 0, line, offset };
    let mut after_letter = false;
    while let Some((start, c)) = scan.next() {
        let column = scan.column - 1;
        let was_letter = std::mem::replace(&mut after_letter, false);
        if c.is_ascii_digit() {
            let end = scan.take(|c| c.is_ascii_digit());
            let number = raw[start..end].parse().unwrap_or(i32::MAX);
            tokens.push(scan.token(Kind::Number(number), SmolStr::default(), column, start, end));
        } else if ["http://", "https://"].iter().any(|scheme| raw[start..].starts_with(scheme)) {
            scan.take(|c| !is_blank(c));
        } else if c.is_alphabetic() {
            let end = scan.take(is_word_part);
            if raw[start..end].eq_ignore_ascii_case("w") && scan.peek() == Some('/') {
                scan.next();
            }
            tokens.push(scan.token(Kind::Word, SmolStr::from(bare(&raw[start..end])), column, start, end));
            after_letter = true;
        } else if c == '<' && tag_end(raw, start).is_some() {
            let end = tag_end(raw, start).unwrap_or(start);
            while scan.chars.peek().is_some_and(|(at, _)| *at < end) {
                scan.next();
            }
        } else if !is_blank(c) && !is_combining_mark(c) {
            push_mark(fold_mark(c), was_letter, (column, start), &mut scan, tokens);
        }
    }
}

/// The byte behind a tag that opens here: `<b>`, `</td>`, `<br/>`. It is passed over like a blank.
fn tag_end(raw: &str, start: usize) -> Option<usize> {
    const LONGEST: usize = 200;
    let inside = raw[start + 1..].trim_start_matches('/');
    inside.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(())?;
    let length = inside.bytes().take(LONGEST).position(|byte| matches!(byte, b'>' | b'<'))?;
    let end = raw.len() - inside.len() + length;
    (raw.as_bytes()[end] == b'>').then_some(end + 1)
}

/// The folded word without apostrophes, a possessive s and the like.
fn bare(word: &str) -> String {
    let folded = fold(word);
    if !folded.contains(|c| fold_mark(c) == '\'') {
        return folded;
    }
    let plain: String = folded.chars().map(fold_mark).collect();
    let trimmed = plain.trim_end_matches('\'');
    trimmed.strip_suffix("'s").unwrap_or(trimmed).replace('\'', "")
}

fn push_mark(mark: char, was_letter: bool, at: (u32, usize), scan: &mut Scan<'_>, tokens: &mut Vec<Token>) {
    let (column, start) = at;
    let hyphen = mark == '-' && was_letter && scan.peek().is_some_and(char::is_alphabetic);
    if hyphen || matches!(mark, '\'' | '"') {
        return;
    }
    let mark = match mark {
        '.' if scan.peek() == Some('.') => {
            scan.take(|c| c == '.');
            '\u{2026}'
        }
        '>' if scan.peek() == Some('=') => {
            scan.next();
            '\u{2265}'
        }
        other => other,
    };
    let end = scan.take(|_| false);
    tokens.push(scan.token(Kind::Mark(mark), SmolStr::default(), column, start, end));
}

fn find_meanings(vocabulary: &Vocabulary, letter: &mut Letter<'_>) {
    for at in 0..letter.tokens.len() {
        let first = letter.matches.len();
        vocabulary.meanings(&letter.tokens[at..], &mut letter.matches);
        letter.tokens[at].first_match = first;
        letter.tokens[at].last_match = letter.matches.len();
    }
}
