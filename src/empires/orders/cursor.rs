//! A place in the tokens of one statement, with the questions the grammar asks there.

use super::tokens::{Kind, Letter, Token};
use super::vocabulary::{Match, Meaning};
use super::words::Word;

/// Small words that are looked over before a verb.
pub(super) const MOST_SMALL: usize = 8;

/// Reads forward over some tokens of a letter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    letter: &'a Letter<'a>,
    /// The token to be read next.
    pub at: usize,
    /// The token behind the last.
    pub end: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(letter: &'a Letter<'a>, at: usize, end: usize) -> Self {
        Self { letter, at, end: end.min(letter.tokens.len()) }
    }

    /// The same letter between other tokens.
    pub fn within(&self, at: usize, end: usize) -> Self {
        Self::new(self.letter, at, end)
    }

    pub fn at_end(&self) -> bool {
        self.at >= self.end
    }

    /// The token `ahead` of the next one.
    pub fn token(&self, ahead: usize) -> Option<&'a Token> {
        let at = self.at + ahead;
        if at < self.end { self.letter.tokens.get(at) } else { None }
    }

    fn matches(&self) -> &'a [Match] {
        let letter = self.letter;
        self.token(0).map_or(&[], |token| &letter.matches[token.first_match..token.last_match])
    }

    /// The longest meaning that `wanted` accepts, with its length in tokens.
    pub fn find<T>(&self, wanted: impl Fn(Meaning) -> Option<T>) -> Option<(T, usize)> {
        self.matches().iter().find_map(|found| {
            let tokens = usize::from(found.tokens);
            if self.at + tokens > self.end {
                return None;
            }
            wanted(found.meaning).map(|value| (value, tokens))
        })
    }

    /// Whether some meaning of the next words is accepted.
    pub fn means(&self, wanted: impl Fn(Meaning) -> bool) -> bool {
        self.find(|meaning| wanted(meaning).then_some(())).is_some()
    }

    /// Whether the next words have any meaning at all.
    pub fn is_known(&self) -> bool {
        self.means(|_| true)
    }

    pub fn peek(&self, word: Word) -> Option<usize> {
        self.find(|meaning| (meaning == Meaning::Word(word)).then_some(())).map(|(_, tokens)| tokens)
    }

    /// Takes the words of `word` if they stand here.
    pub fn word(&mut self, word: Word) -> bool {
        let tokens = self.peek(word);
        self.at += tokens.unwrap_or(0);
        tokens.is_some()
    }

    pub fn peek_mark(&self, mark: char) -> bool {
        self.token(0).is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    pub fn peek_any_mark(&self, marks: &[char]) -> bool {
        self.token(0).is_some_and(|token| matches!(token.kind, Kind::Mark(mark) if marks.contains(&mark)))
    }

    pub fn mark(&mut self, mark: char) -> bool {
        let here = self.peek_mark(mark);
        self.at += usize::from(here);
        here
    }

    pub fn peek_number(&self, ahead: usize) -> Option<i32> {
        match self.token(ahead).map(|token| token.kind) {
            Some(Kind::Number(number)) => Some(number),
            _ => None,
        }
    }

    pub fn number(&mut self) -> Option<i32> {
        let number = self.peek_number(0)?;
        self.at += 1;
        Some(number)
    }

    /// A number in figures or as a word up to ten.
    pub fn count(&mut self) -> Option<i32> {
        const WORDS: [(Word, i32); 10] = [
            (Word::One, 1),
            (Word::Two, 2),
            (Word::Three, 3),
            (Word::Four, 4),
            (Word::Five, 5),
            (Word::Six, 6),
            (Word::Seven, 7),
            (Word::Eight, 8),
            (Word::Nine, 9),
            (Word::Ten, 10),
        ];
        self.number()
            .or_else(|| WORDS.into_iter().find(|(word, _)| self.word(*word)).map(|(_, number)| number))
    }

    /// Whether the next token stands against the one before it, without a blank.
    pub fn is_tight(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.letter.tokens.get(at));
        self.token(0).zip(before).is_some_and(|(token, before)| token.start == before.end)
    }

    /// Passes over articles and other words that carry nothing.
    pub fn skip_filler(&mut self) {
        while self.word(Word::Filler) {}
    }

    /// Passes over a few small words and `we`: no sentence has more of them before its verb.
    pub fn skip_few_small(&mut self) {
        for _ in 0..MOST_SMALL {
            if !self.word(Word::We) && !self.word(Word::Filler) {
                return;
            }
        }
    }

    /// Passes over `then`, `and`, `we` and other small words that may stand before a verb.
    pub fn skip_small(&mut self) {
        while self.word(Word::Filler) || self.word(Word::Then) || self.word(Word::And) {}
    }

    /// Whether there are none but small words.
    pub fn is_small(mut self) -> bool {
        self.skip_small();
        self.at_end()
    }

    /// Passes over these marks.
    pub fn skip_marks(&mut self, marks: &[char]) {
        while self.peek_any_mark(marks) {
            self.at += 1;
        }
    }

    /// Takes one thing by a reader that may fail; on failure nothing is taken.
    pub fn attempt<T>(&mut self, reader: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = reader(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    /// Whether the sentence ends here.
    pub fn ends_sentence(&self) -> bool {
        self.at_end() || self.peek_any_mark(&SENTENCE_ENDS)
    }

    /// The place behind the parenthesis that opens here, its matching end or the end of the tokens.
    pub fn behind_parenthesis(&self) -> usize {
        let mut depth = 0_usize;
        for at in self.at..self.end {
            match self.letter.tokens[at].kind {
                Kind::Mark('(') => depth += 1,
                Kind::Mark(')') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
        }
        self.end
    }
}

/// Marks that end a sentence.
pub(super) const SENTENCE_ENDS: [char; 6] = ['.', '!', '?', ';', '\u{2026}', '/'];
