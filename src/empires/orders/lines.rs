//! Lines to statements: labels, headings, lists, continued lines, press.

use std::collections::{BTreeMap, BTreeSet};

use super::courts::speaks_of_orders;
use super::cursor::Cursor;
use super::endeavours::is_part_of_form;
use super::headings::{Addressed, Heading};
use super::reader::{Frame, MOST_ORDERS, Reader, Span};
use super::regencies::Parts;
use super::tokens::{Kind, LineKind};
use super::words::{SectionKind, Word};
use crate::empires::terms::{EmpireId, When};
use crate::postal::reading::Weight;

/// Lines with words that are read; the rest is complained about.
const MOST_LINES: usize = 2_000;

/// Where a line stands.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    pub whens: Vec<When>,
    /// Whether the years hold until another label: they stood alone on their line.
    pub block: bool,
    /// Whether what follows is not for this empire or not for this pentade.
    pub passed_over: bool,
    pub section: SectionKind,
    pub section_indent: Option<u32>,
    /// Whether the section had its first words behind its heading and ends with its paragraph.
    pub section_inline: bool,
}

impl Default for Standing {
    fn default() -> Self {
        Self {
            whens: Vec::new(),
            block: false,
            passed_over: false,
            section: SectionKind::Orders,
            section_indent: None,
            section_inline: false,
        }
    }
}

/// A line about to be read.
#[derive(Debug, Clone, Copy)]
struct Head {
    index: usize,
    indent: u32,
    bullet: bool,
    after_blank: bool,
}

impl<'a> Reader<'a> {
    /// Reads the whole letter; the parts for empires whose regent the writer is are given back, each as the letter with
    /// all other words blank.
    pub fn letter(&mut self, regent_of: &BTreeSet<EmpireId>) -> BTreeMap<EmpireId, String> {
        let mut standing = Standing::default();
        let mut parts = Parts::default();
        let mut index = 0;
        let mut after_blank = true;
        let mut addressed = Addressed::Own;
        let mut read = 0;
        while index < self.letter.lines.len() {
            let line = &self.letter.lines[index];
            if line.kind != LineKind::Text || line.from == line.to {
                self.quoted(index);
                after_blank |= line.kind == LineKind::Blank;
                index += 1;
                continue;
            }
            read += 1;
            if self.drafts.len() >= MOST_ORDERS {
                self.cut_off(line.from, &format!("{MOST_ORDERS} orders"));
                break;
            }
            if read > MOST_LINES {
                self.cut_off(line.from, &format!("{MOST_LINES} lines"));
                break;
            }
            let mut c = Cursor::new(self.letter, line.from, line.to);
            let bullet = self.bullet(&mut c);
            let head = Head { index, indent: line.indent, bullet, after_blank };
            after_blank = false;
            addressed = self.heading_off(&mut c, regent_of).unwrap_or(addressed);
            if let Addressed::Regency(empire) = &addressed {
                parts.keep(empire, index, self.rest_from(index, &c));
            }
            let passed = addressed != Addressed::Own || c.at_end();
            index = if passed { index + 1 } else { self.line(c, head, &mut standing) };
        }
        parts.texts()
    }

    /// Tells once that quoted lines never count, if one of them looks like an order.
    fn quoted(&mut self, index: usize) {
        const TOLD: &str =
            "lines that begin with > never count; to order the same again, write it without the mark";
        let line = &self.letter.lines[index];
        let ordering = line.kind == LineKind::Quoted && self.vocabulary.has_verb(line.raw);
        if !ordering || self.complaints.iter().any(|complaint| complaint.message == TOLD) {
            return;
        }
        self.complaints.push(crate::postal::reading::Complaint {
            line: u32::try_from(index + 1).unwrap_or(u32::MAX),
            column: 0,
            length: u32::try_from(line.raw.chars().count()).unwrap_or(u32::MAX),
            quoted: line.raw.trim_end().to_owned(),
            message: TOLD.to_owned(),
            suggestion: None,
            rule: None,
            weight: Weight::Note,
        });
    }

    /// Takes `-`, `*`, `1.`, `a)` before the words.
    pub fn bullet(&self, c: &mut Cursor<'a>) -> bool {
        let start = *c;
        if c.peek_any_mark(&['-', '*', '+', '=']) {
            c.at += 1;
            return true;
        }
        let numbered = c.number().is_some_and(|number| number < 100)
            || c.token(0).is_some_and(|token| {
                token.kind == Kind::Word && (token.length == 1 || is_roman(&token.word)) && {
                    c.at += 1;
                    true
                }
            });
        if numbered && (c.mark(')') || c.mark('.')) && !c.at_end() {
            return true;
        }
        *c = start;
        false
    }

    /// Reads one line with what continues it; the index of the next line.
    fn line(&mut self, mut c: Cursor<'a>, head: Head, standing: &mut Standing) -> usize {
        self.leave(head, &c, standing);
        if self.treaty.is_some() {
            let section = self.heading(&c).map(|heading| heading.kind);
            let labelled = self.peek_label(&c);
            if self.takes_points(head.indent, head.bullet, section) && !labelled {
                let (to, next) = self.continued(head, c, standing);
                let mut points = Cursor::new(self.letter, c.at, to);
                self.treaty_words(&mut points);
                return next;
            }
            self.close_treaty();
            if c.peek(Word::Signed).is_some() {
                return head.index + 1;
            }
        }
        if let Some(heading) = self.heading(&c).filter(|heading| Self::may_open(heading, head, standing)) {
            if heading.kind == SectionKind::Press {
                return self.press(heading.behind, head.index, head.indent);
            }
            return self.open_section(heading, head, standing);
        }
        let mut marked = head.bullet || (standing.block && !standing.whens.is_empty());
        let mut labelled = false;
        if let Some(whens) = self.line_label(&mut c) {
            (marked, labelled) = (true, !whens.is_empty());
            standing.passed_over = whens.is_empty();
            standing.whens = whens;
            standing.block = c.at_end();
            if head.indent <= standing.section_indent.unwrap_or(0)
                && standing.section_indent.is_some()
                && standing.block
            {
                Self::plain_section(standing);
            }
            if c.at_end() {
                return head.index + 1;
            }
        }
        if !marked && standing.section.is_political() && !standing.block {
            standing.whens.clear();
        }
        let before = (self.drafts.len(), self.complaints.len(), self.changes());
        let next = self.content(c, head, standing, marked);
        let same = before == (self.drafts.len(), self.complaints.len(), self.changes());
        if labelled && same && !self.names_verb(c) {
            self.no_order(Span { from: c.at, to: c.end });
        }
        next
    }

    /// Whether a verb stands in a line, if only one that orders nothing: `taxes: none`.
    fn names_verb(&self, mut c: Cursor<'a>) -> bool {
        while !c.at_end() && self.verb(&c).is_none() {
            c.at += 1;
        }
        !c.at_end()
    }

    /// How much of the former sheet is withdrawn or kept so far.
    fn changes(&self) -> (bool, usize, usize, bool) {
        (self.everything, self.withdrawn.len(), self.kept.len(), self.treaty.is_some())
    }

    fn content(&mut self, c: Cursor<'a>, head: Head, standing: &Standing, marked: bool) -> usize {
        let (to, next) = self.continued(head, c, standing);
        if !standing.passed_over {
            let frame = Frame { whens: standing.whens.clone(), section: standing.section, marked };
            self.statement(Cursor::new(self.letter, c.at, to), frame);
        }
        next
    }

    fn plain_section(standing: &mut Standing) {
        standing.section = SectionKind::Orders;
        standing.section_indent = None;
        standing.section_inline = false;
    }

    /// Leaves sections and years that ended with the line before.
    fn leave(&mut self, head: Head, c: &Cursor<'a>, standing: &mut Standing) {
        if !head.after_blank {
            return;
        }
        let out = standing.section_indent.is_some_and(|indent| head.indent <= indent && !head.bullet);
        if standing.section_inline || out {
            Self::plain_section(standing);
        }
        let unlisted = !head.bullet && head.indent == 0;
        if (!standing.block && unlisted) || self.heading(c).is_some() {
            standing.whens.clear();
            standing.passed_over = false;
            standing.block = false;
        }
        if unlisted {
            self.chain = None;
        }
    }

    /// Whether a heading on this line opens a section, or is part of what is open.
    fn may_open(heading: &Heading<'a>, head: Head, standing: &Standing) -> bool {
        let of_a_year = !standing.whens.is_empty() && !head.after_blank && !heading.behind.at_end();
        let listed = matches!(heading.kind, SectionKind::Orders | SectionKind::Taxes | SectionKind::Gifts);
        standing.section_indent.is_none_or(|indent| head.indent <= indent)
            && (standing.whens.is_empty() || head.indent == 0)
            && !(of_a_year && listed)
            && !head.bullet
    }

    fn open_section(&mut self, heading: Heading<'a>, head: Head, standing: &mut Standing) -> usize {
        let Heading { kind, behind } = heading;
        standing.section = kind;
        standing.section_indent = Some(head.indent);
        standing.section_inline = !behind.at_end();
        standing.passed_over = false;
        standing.block = false;
        standing.whens = match kind {
            SectionKind::Opening => vec![When::Opening],
            SectionKind::EveryYear => vec![When::EveryYear],
            SectionKind::Standing => vec![When::Standing],
            _ => Vec::new(),
        };
        standing.block = !standing.whens.is_empty();
        self.chain = None;
        if standing.block {
            standing.section = SectionKind::Orders;
        }
        if behind.at_end() {
            return head.index + 1;
        }
        self.content_of_heading(behind, head, standing)
    }

    fn content_of_heading(&mut self, mut c: Cursor<'a>, head: Head, standing: &mut Standing) -> usize {
        if let Some(whens) = self.line_label(&mut c) {
            standing.passed_over = whens.is_empty();
            standing.whens = whens;
        }
        self.content(c, head, standing, false)
    }

    /// The years before a line's orders, with the marks behind them.
    fn line_label(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        let mut ahead = *c;
        let complaints = self.complaints.len();
        let whens = match self.label(&mut ahead) {
            Some(whens) => whens,
            None => {
                ahead = self.late_label(c)?;
                let whens = self.label(&mut ahead)?;
                self.skip_joining(&mut ahead);
                whens
            }
        };
        let gold = ahead.peek(Word::Gold).is_some();
        if gold {
            self.complaints.truncate(complaints);
            return None;
        }
        ahead.skip_marks(&[':', '-', ',', '.', ')', '=', '>']);
        *c = ahead;
        Some(whens)
    }

    pub fn peek_label(&mut self, c: &Cursor<'a>) -> bool {
        let complaints = self.complaints.len();
        let mut ahead = *c;
        let label = self.label(&mut ahead).is_some() || self.late_label(c).is_some();
        self.complaints.truncate(complaints);
        label
    }

    /// The end of the tokens of a statement that begins on this line, and the line behind it.
    fn continued(&mut self, head: Head, c: Cursor<'a>, standing: &Standing) -> (usize, usize) {
        let mut to = c.end;
        let mut next = head.index + 1;
        if self.keeps_words(c) {
            while self.wish_goes_on(next, to) {
                to = self.letter.lines[next].to;
                next += 1;
            }
            return (to, next);
        }
        while let Some(line) = self.letter.lines.get(next) {
            let apart = standing.section.is_political() && self.parts_sentences(next, to);
            if apart || line.kind == LineKind::Quoted {
                break;
            }
            if line.kind == LineKind::Passed && line.raw.trim_start().starts_with(['#', '/']) {
                next += 1;
                continue;
            }
            if line.kind != LineKind::Text || !self.continues(next, c.at, to) {
                break;
            }
            to = line.to;
            next += 1;
        }
        (to, next)
    }

    /// Whether two lines of a section that is kept word by word are two sentences: the first is short, or the
    /// second has a heading of its own.
    fn parts_sentences(&self, index: usize, to: usize) -> bool {
        const SHORT: usize = 60;
        let (line, before) = (&self.letter.lines[index], &self.letter.lines[index - 1]);
        let open = to > 0 && self.letter.tokens[to - 1].kind == Kind::Mark(':');
        let c = Cursor::new(self.letter, line.from, line.to);
        !open
            && line.indent <= before.indent
            && (before.raw.chars().count() < SHORT || self.colon_within(&c, 8))
    }

    fn continues(&mut self, index: usize, from: usize, to: usize) -> bool {
        let line = &self.letter.lines[index];
        let mut c = Cursor::new(self.letter, line.from, line.to);
        if self.bullet(&mut c) || self.peek_label(&c) || self.heading(&c).is_some() {
            return false;
        }
        let before = Cursor::new(self.letter, to.max(1) - 1, to);
        let joined = c.peek_mark('(') || before.peek(Word::Then).is_some() || before.peek_mark(':');
        if joined || is_part_of_form(&c) || self.is_open(from, to) {
            return true;
        }
        let last = to.checked_sub(1).map(|at| self.letter.tokens[at].kind);
        let ended = matches!(last, Some(Kind::Mark('.' | '!' | '?' | ';' | '\u{2026}')));
        !ended && !self.starts_order(&c) && !self.line_orders(&c) && !speaks_of_orders(c)
    }

    /// Whether a line begins with the head of an order.
    pub fn starts_order(&self, c: &Cursor<'a>) -> bool {
        self.verb(c).is_some()
            || self.takes_back(c)
            || (c.peek(Word::Asks).is_some() && self.asks(*c))
            || [Word::If, Word::Unless, Word::Else, Word::Then, Word::We, Word::Signed]
                .iter()
                .any(|word| c.peek(*word).is_some())
            || self.empire_heading(c).is_some()
    }

    /// Whether a parenthesis is open at the end of these tokens.
    fn is_open(&self, from: usize, to: usize) -> bool {
        const LONGEST_REMARK: usize = 60;
        let tail = &self.letter.tokens[from.max(to.saturating_sub(LONGEST_REMARK))..to];
        let mut depth = 0_i32;
        for token in tail {
            match token.kind {
                Kind::Mark('(') => depth += 1,
                Kind::Mark(')') => depth = (depth - 1).max(0),
                _ => {}
            }
        }
        depth > 0
    }
}

/// Whether a word is a small Roman numeral: `iii`.
fn is_roman(word: &str) -> bool {
    word.len() <= 4 && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
}
