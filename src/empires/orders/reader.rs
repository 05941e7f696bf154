//! What has been read so far, and how it is complained about.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::cursor::Cursor;
use super::suggest::{Reach, nearest, nearest_two};
use super::tokens::{Letter, without_comment};
use super::vocabulary::{Meaning, Sort, Vocabulary};
use super::words::{Card, SectionKind, Verb};
use super::{Context, Read, Replacement};
use crate::empires::terms::{
    AreaId, Condition, EmpireId, GoldAmount, Order, OrderSheet, RuleId, TreatyOrder, When,
};
use crate::postal::reading::{Complaint, Press, Weight};

/// Complaints that are kept of one letter: who made so many mistakes must begin anew anyhow.
const MOST_COMPLAINTS: usize = 400;

/// Marks that are no part of words kept as they were written, at either end of them.
pub(super) const ENDS: [char; 10] = [' ', ',', '.', ';', ':', '/', '-', '\u{2013}', '\u{2014}', '\u{2026}'];

/// Searches for misspelt words in one letter: what is still misspelt after so many is no letter.
const MOST_SEARCHES: u32 = 2_000;

/// Orders that are taken of one letter.
pub(super) const MOST_ORDERS: usize = 2_000;

/// The circumstances of a statement: its years and its section.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// The years it is for, as its label or block says; empty if none does.
    pub whens: Vec<When>,
    pub section: SectionKind,
    /// Whether it stands where an order must stand: behind a year, or as a point of a list.
    pub marked: bool,
}

/// What an area is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Anything.
    Any,
    /// As a base, or for what only an owner may do.
    Own,
    /// As the target of a foreign endeavour.
    Target,
}

/// A run of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub from: usize,
    pub to: usize,
}

/// An order with the words it was read from.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub order: Order,
    pub span: Span,
}

/// How the last `if` went, for the `else` that may follow.
#[derive(Debug, Clone)]
pub(super) enum Chain {
    /// Its condition was understood.
    Open(Condition),
    /// It was set aside, and its `else` goes with it.
    Refused,
}

/// A treaty whose points are still coming.
#[derive(Debug, Clone)]
pub(super) struct OpenTreaty {
    pub treaty: TreatyOrder,
    pub frame: Frame,
    pub span: Span,
    pub indent: u32,
}

/// Reads one letter.
pub(super) struct Reader<'a> {
    pub vocabulary: &'a Vocabulary,
    pub context: &'a Context,
    /// The year that `year 1` means.
    pub year_one: i32,
    pub letter: &'a Letter<'a>,
    pub drafts: Vec<Draft>,
    pub complaints: Vec<Complaint>,
    pub press: Vec<Press>,
    /// The area spoken of last: what `it` means.
    pub subject: Option<AreaId>,
    pub chain: Option<Chain>,
    /// Whether the condition being read stands behind an `else`.
    pub after_else: bool,
    /// What a withdrawn order waited on, for the one that takes its place.
    pub restated: Option<Condition>,
    /// The card spoken of last: what `it` means behind `play`.
    pub spoken_card: Option<Card>,
    pub treaty: Option<OpenTreaty>,
    /// A year named inside a condition that says when the order itself is for.
    pub year_in_condition: Option<i32>,
    /// Drafts before the last clause, for second thoughts.
    pub before_clause: usize,
    /// Whether the statement has its years before it.
    pub framed: bool,
    /// A base named before its verb: `from Bavaria conquer Bohemia`.
    pub base_before: Option<AreaId>,
    /// A target named before its verb: `Bohemia: conquer from Bavaria`.
    pub target_before: Option<AreaId>,
    /// Gold named before its verb: `2 gold: fortify Lombardy`.
    pub gold_before: Option<GoldAmount>,
    /// The empire spoken of last: what `they` means.
    pub spoken_empire: RefCell<Option<EmpireId>>,
    /// What the next area is named for.
    pub role: Role,
    /// Searches for misspelt words so far.
    searches: Cell<u32>,
    /// What came of them.
    searched: RefCell<BTreeMap<(Sort, Role, SmolStr), Option<u16>>>,
    pub everything: bool,
    pub withdrawn: BTreeSet<i32>,
    pub kept: BTreeSet<i32>,
    /// Nothing is to be done where nothing is ordered.
    pub idle: bool,
}

impl<'a> Reader<'a> {
    pub fn new(vocabulary: &'a Vocabulary, context: &'a Context, letter: &'a Letter<'a>) -> Self {
        Self {
            vocabulary,
            context,
            year_one: context.pentade.first_year(),
            letter,
            drafts: Vec::new(),
            complaints: Vec::new(),
            press: Vec::new(),
            subject: None,
            chain: None,
            after_else: false,
            restated: None,
            spoken_card: None,
            treaty: None,
            year_in_condition: None,
            before_clause: 0,
            framed: false,
            base_before: None,
            target_before: None,
            gold_before: None,
            spoken_empire: RefCell::new(None),
            role: Role::Any,
            searches: Cell::new(0),
            searched: RefCell::new(BTreeMap::new()),
            everything: false,
            withdrawn: BTreeSet::new(),
            kept: BTreeSet::new(),
            idle: false,
        }
    }

    /// The sheet of all drafts and what it replaces.
    pub fn finish(mut self) -> Read {
        self.close_treaty();
        self.paid_twice();
        self.card_given_away();
        let mut orders: Vec<Order> = self.drafts.into_iter().map(|draft| draft.order).collect();
        orders.sort_by_key(|order| order.when);
        self.complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        let mut years: BTreeSet<i32> = self.withdrawn;
        years.extend(orders.iter().filter_map(|order| match order.when {
            When::Year(year) => Some(year),
            _ => None,
        }));
        let years = &years - &self.kept;
        let replaced = if self.everything { Replacement::All } else { Replacement::Years(years) };
        let idle = if self.idle { self.context.pentade.years().collect() } else { BTreeSet::new() };
        let (complaints, press) = (self.complaints, self.press);
        Read { sheet: OrderSheet { orders }, replaced, idle, complaints, press }
    }

    /// Adds a complaint about the words of `span`, which are on one line or begin on it.
    pub fn complain(&mut self, span: Span, weight: Weight, rule: Option<&str>, message: String) {
        self.suggest(span, weight, rule, message, None);
    }

    /// A line as it was written, but for what no honest line is long enough for.
    fn quoted_line(&self, line: usize) -> String {
        const LONGEST: usize = 4_000;
        let raw = self.letter.lines.get(line).map_or("", |line| line.raw).trim_end();
        raw.chars().take(LONGEST).collect()
    }

    /// Complains that the text was longer than what is read of it: `2000 lines`.
    pub fn cut_off(&mut self, at: usize, read: &str) {
        let message = format!("only the first {read} of a letter are read; the rest is set aside");
        if self.complaints.iter().any(|complaint| complaint.message == message) {
            return;
        }
        self.complaints.truncate(MOST_COMPLAINTS - 2);
        self.complain(Span { from: at, to: at + 1 }, Weight::SetAside, None, message);
    }

    /// What `word` was clearly meant for. After many searches nothing is looked for any more.
    pub fn near(&self, sort: Sort, word: &str) -> Option<u16> {
        let key = (sort, self.role, SmolStr::from(word));
        if let Some(known) = self.searched.borrow().get(&key) {
            return *known;
        }
        let lawful = |row| self.is_lawful(sort, row);
        let found = self.may_search().then(|| nearest(self.vocabulary, sort, word, lawful)).flatten();
        self.searched.borrow_mut().insert(key, found);
        found
    }

    /// The rows nearest to `word`, at most two.
    pub fn near_two(&self, sort: Sort, word: &str, reach: Reach) -> Vec<u16> {
        let lawful = |row| self.is_lawful(sort, row);
        if self.may_search() { nearest_two(self.vocabulary, sort, word, reach, lawful) } else { Vec::new() }
    }

    fn may_search(&self) -> bool {
        self.searches.set(self.searches.get() + 1);
        self.searches.get() <= MOST_SEARCHES
    }

    pub fn note(&mut self, span: Span, message: String) {
        self.complain(span, Weight::Note, None, message);
    }

    pub fn suggest(
        &mut self,
        span: Span,
        weight: Weight,
        rule: Option<&str>,
        message: String,
        suggestion: Option<String>,
    ) {
        let Some(first) =
            self.letter.tokens.get(span.from).filter(|_| self.complaints.len() < MOST_COMPLAINTS)
        else {
            return;
        };
        let last = self.letter.tokens[span.from..span.to.max(span.from + 1)]
            .iter()
            .take_while(|token| token.line == first.line)
            .last()
            .unwrap_or(first);
        let line = usize::try_from(first.line).unwrap_or(usize::MAX).saturating_sub(1);
        self.complaints.push(Complaint {
            line: first.line,
            column: first.column,
            length: last.column + last.length - first.column,
            quoted: self.quoted_line(line),
            message,
            suggestion,
            rule: rule.map(RuleId::new),
            weight,
        });
    }

    /// The words of a span as they were written, on one line, without marks at the ends.
    pub fn words(&self, span: Span) -> String {
        let tokens = &self.letter.tokens;
        if span.from >= span.to || span.to > tokens.len() {
            return String::new();
        }
        let raw = &self.letter.text[tokens[span.from].start..tokens[span.to - 1].end];
        let lines = raw.lines().filter(|line| !line.trim_start().starts_with('>')).map(without_comment);
        let tidy: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        tidy.join(" ").trim_matches(ENDS).to_owned()
    }

    pub fn cursor(&self, span: Span) -> Cursor<'a> {
        Cursor::new(self.letter, span.from, span.to)
    }

    pub fn verb(&self, c: &Cursor<'a>) -> Option<(Verb, &'a RuleId, usize)> {
        let vocabulary = self.vocabulary;
        let (row, tokens) = c.find(|meaning| match meaning {
            Meaning::Verb(row) => Some(row),
            _ => None,
        })?;
        let (verb, rule) = vocabulary.verb(row);
        Some((verb, rule, tokens))
    }
}
