//! Orders of chapters that are not in force yet: kept whole, and said so.

use super::cursor::{Cursor, SENTENCE_ENDS};
use super::reader::{Frame, Reader, Span};
use super::words::{SectionKind, Verb, Word};
use crate::empires::terms::{Act, Condition, Order, RuleId, When};
use crate::postal::reading::Weight;

use super::reader::Draft;

/// The rule of votes, which stand whatever year they are written under (20.4).
const VOTE: &str = "20.3";

/// Rules that say only that a card, a vote or a call is meant; the topic of the sentence tells more.
const GENERAL: [&str; 2] = ["19.1", "20.1"];

impl<'a> Reader<'a> {
    /// A sentence in a section whose chapter is not in force.
    pub fn later_section(&mut self, c: &mut Cursor<'a>, frame: &Frame) -> bool {
        let (SectionKind::Later, Some(rule)) = (frame.section, frame.rule.clone()) else { return false };
        let from = c.at;
        let told = self.verb(c).filter(|(verb, rule, _)| {
            (*verb == Verb::Later || verb.is_political())
                && rule.as_str() != VOTE
                && !GENERAL.contains(&rule.as_str())
        });
        let rule = told.map_or(rule, |(_, rule, _)| rule.clone());
        self.sentence_of_later(c, &SENTENCE_ENDS);
        self.keep_sentence(Span { from, to: c.at }, frame, &rule);
        true
    }

    /// The sentence from `from` on, kept whole.
    pub fn later(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, rule: &RuleId) {
        self.sentence_of_later(c, &['.', '!', '?', '\u{2026}', '/']);
        self.keep_sentence(Span { from, to: c.at }, frame, rule);
    }

    fn keep_sentence(&mut self, span: Span, frame: &Frame, rule: &RuleId) {
        let general = GENERAL.contains(&rule.as_str());
        let rule = self.topic(span).filter(|_| general).cloned().unwrap_or_else(|| rule.clone());
        if self.withdraws_itself(span) {
            let message = "read as withdrawn by its own remark".to_owned();
            return self.note(span, message);
        }
        self.keep(span, frame, &rule);
    }

    /// A conditional endeavour that waits on a later chapter, kept without its `else`.
    pub fn later_until_else(&mut self, from: usize, c: &mut Cursor<'a>, frame: &Frame, rule: &RuleId) {
        while !c.at_end() && !c.peek_any_mark(&SENTENCE_ENDS) && c.peek(Word::Else).is_none() {
            c.at += 1;
        }
        self.keep(Span { from, to: c.at }, frame, rule);
    }

    /// To the end of the sentence or to a second thought. A full stop inside a parenthesis ends nothing.
    pub fn sentence_of_later(&self, c: &mut Cursor<'a>, ends: &[char]) {
        let mut depth = 0_u32;
        while let Some(token) = c.token(0) {
            match token.kind {
                super::tokens::Kind::Mark('(') => depth += 1,
                super::tokens::Kind::Mark(')') => depth = depth.saturating_sub(1),
                super::tokens::Kind::Mark(mark)
                    if ends.contains(&mark) && depth == 0 && !c.within(c.at + 1, c.end).peek_mark('(') =>
                {
                    return;
                }
                _ => {}
            }
            let second_thought = c.peek(Word::Retract).is_some_and(|tokens| tokens > 1);
            if second_thought && depth == 0 {
                c.at -= usize::from(c.at > 0);
                return;
            }
            c.at += 1;
        }
    }

    /// `(… then do not call it)`.
    pub fn withdraws_itself(&self, span: Span) -> bool {
        let mut c = self.cursor(span);
        let mut depth = 0_u32;
        while !c.at_end() {
            depth += u32::from(c.peek_mark('('));
            if depth > 0 && c.word(Word::DoNot) {
                c.at += 1;
                if c.peek(Word::It).is_some() || c.token(0).is_some_and(|token| token.word == "it") {
                    return true;
                }
                continue;
            }
            c.at += 1;
        }
        false
    }

    /// Keeps the words of a span as an order not in force.
    pub fn keep(&mut self, span: Span, frame: &Frame, rule: &RuleId) {
        let words = self.words(span);
        if words.is_empty() {
            return;
        }
        let message = format!("not in force yet (chapter {}); kept", rule.chapter());
        self.complain(span, Weight::NotInForce, Some(rule.as_str()), message);
        let vote = rule.as_str() == VOTE && frame.whens.iter().all(|when| matches!(when, When::Year(_)));
        let whens = match frame.whens.as_slice() {
            _ if vote => vec![When::Standing],
            [] => vec![self.year_spoken_of(span)],
            whens => whens.to_vec(),
        };
        for when in whens {
            let act = Act::NotInForce { rule: rule.clone(), words: words.clone() };
            self.drafts.push(Draft { order: Order { when, condition: None, act }, span });
        }
    }

    /// The one year of this pentade that a sentence names, if it names just one.
    fn year_spoken_of(&mut self, span: Span) -> When {
        let mut c = self.cursor(span);
        let mut found = Vec::new();
        while !c.at_end() {
            let since = c.peek(Word::From).is_some();
            let mut ahead = c;
            ahead.word(Word::From);
            if let Some(year) =
                self.year(&mut ahead).filter(|year| self.context.pentade.years().contains(year))
            {
                let onward = since && ahead.word(Word::Onward);
                found.push(if onward { When::From(year) } else { When::Year(year) });
                c = ahead;
            } else {
                c.at += 1;
            }
        }
        found.dedup();
        match found.as_slice() {
            [when] => *when,
            _ => When::Standing,
        }
    }

    /// `later 19.6: play …`: the canonical form of an order not in force.
    pub fn later_kept(
        &mut self,
        from: usize,
        c: &mut Cursor<'a>,
        frame: &Frame,
        condition: Option<Condition>,
    ) {
        let rule = c.attempt(|c| {
            let chapter = c.number()?;
            let article = if c.mark('.') { Some(c.number()?) } else { None };
            c.mark(':').then_some(())?;
            Some(article.map_or_else(|| format!("{chapter}"), |article| format!("{chapter}.{article}")))
        });
        let Some(rule) = rule.map(|rule| RuleId::new(&rule)) else { return };
        let start = c.at;
        c.at = c.end;
        let words = self.kept_words(Span { from: start, to: c.at });
        if words.is_empty() {
            return;
        }
        let span = Span { from, to: c.at };
        let message = format!("not in force yet (chapter {}); kept", rule.chapter());
        self.complain(span, Weight::NotInForce, Some(rule.as_str()), message);
        let act = Act::NotInForce { rule, words };
        self.emit(span, frame, None, Some(When::Standing), condition, act);
    }

    /// The words as they were kept: to the letter, but for blanks, up to the end of their line.
    pub fn kept_words(&self, span: Span) -> String {
        let Some(first) = self.letter.tokens.get(span.from).filter(|_| span.from < span.to) else {
            return String::new();
        };
        let line = usize::try_from(first.line).unwrap_or(usize::MAX).saturating_sub(1);
        let end = self.letter.lines.get(line).map_or(first.end, |line| line.start + line.raw.len());
        self.letter.text[first.start..end].split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
