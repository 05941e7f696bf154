//! Years: labels before orders, and years inside a clause.

use super::cursor::{Cursor, MOST_SMALL};
use super::reader::{Reader, Span};
use super::tokens::Kind;
use super::vocabulary::Meaning;
use super::words::Word;
use crate::empires::terms::When;
use crate::postal::reading::Weight;

/// Years further than this from the pentade are numbers of something else.
const PLAUSIBLE: i32 = 150;

/// Behind `in` a number from this on is a year, however long ago (6.5).
const OLDEST: i32 = 500;

impl<'a> Reader<'a> {
    fn is_year(&self, number: i32) -> bool {
        (number - self.context.pentade.first_year()).abs() <= PLAUSIBLE
    }

    fn may_be_past(&self, number: i32) -> bool {
        self.is_year(number) || (OLDEST..self.context.pentade.first_year()).contains(&number)
    }

    /// One year: `976`, `year 1`, `Y1`.
    pub fn year(&self, c: &mut Cursor<'a>) -> Option<i32> {
        self.year_that(c, &|number| self.is_year(number))
    }

    fn year_that(&self, c: &mut Cursor<'a>, is_year: &dyn Fn(i32) -> bool) -> Option<i32> {
        c.attempt(|c| {
            if let Some(year) = self.counted_year(c) {
                return Some(year);
            }
            let worded = c.word(Word::Year);
            let number = c.number()?;
            match number {
                1..=9 if worded || (c.word(Word::Ordinal) && c.word(Word::Year)) => {
                    Some(self.year_one + number - 1)
                }
                _ if is_year(number) => Some(number),
                _ => None,
            }
        })
    }

    /// `the second year`, `the last year`.
    fn counted_year(&self, c: &mut Cursor<'a>) -> Option<i32> {
        const WORDS: [Word; 5] =
            [Word::FirstYear, Word::SecondYear, Word::ThirdYear, Word::FourthYear, Word::FifthYear];
        if c.word(Word::LastYear) {
            let pentade = self.context.pentade;
            return Some(self.year_one + pentade.last_year() - pentade.first_year());
        }
        WORDS.into_iter().zip(self.year_one..).find(|(word, _)| c.word(*word)).map(|(_, year)| year)
    }

    /// `-78` behind 976: the figures that differ, up to a year of the pentade.
    fn short_year(&self, c: &mut Cursor<'a>, first: i32) -> Option<i32> {
        c.attempt(|c| {
            let tight = c.is_tight();
            let number = c.number().filter(|number| tight && (0..100).contains(number))?;
            let year = first - first % if number < 10 { 10 } else { 100 } + number;
            let ours = year > first && self.context.pentade.years().contains(&year);
            (ours && c.peek(Word::Gold).is_none()).then_some(year)
        })
    }

    /// Years parted by `and`, `or` or commas; `976-978`, `976 to 978`, `976-78` is all between.
    pub fn years(&self, c: &mut Cursor<'a>) -> Vec<i32> {
        self.years_that(c, &|number| self.is_year(number))
    }

    fn years_that(&self, c: &mut Cursor<'a>, is_year: &dyn Fn(i32) -> bool) -> Vec<i32> {
        let mut years: Vec<i32> = Vec::new();
        let Some(first) = self.year_that(c, is_year) else { return years };
        years.push(first);
        loop {
            let next = c.attempt(|c| {
                let first = years.last().copied()?;
                let range = c.mark('-') || c.word(Word::To) || c.word(Word::Until);
                let joined = range
                    || c.mark(',')
                    || (c.is_tight() && c.mark('/'))
                    || c.word(Word::Or)
                    || c.word(Word::And)
                    || c.mark('+')
                    || c.mark('&');
                if !joined {
                    return None;
                }
                let short = if range { self.short_year(c, first) } else { None };
                let year = short.or_else(|| self.year_that(c, is_year))?;
                Some((range, year))
            });
            let Some((range, year)) = next else { return years };
            let last = years.last().copied().unwrap_or(year);
            if range && (last..last + PLAUSIBLE).contains(&year) {
                years.extend(last + 1..=year);
            } else if !years.contains(&year) {
                years.push(year);
            }
        }
    }

    /// `in 976 or 977`, `in 977`: years inside a clause or a condition.
    pub fn in_years(&self, c: &mut Cursor<'a>) -> Vec<i32> {
        let found = c.attempt(|c| {
            c.mark(',');
            Some(self.years_of_past(c)).filter(|years| !years.is_empty())
        });
        found.unwrap_or_default()
    }

    /// `in 976 or 977` behind what happened: behind a comma it is the year of the order that waits.
    pub fn years_of_past(&self, c: &mut Cursor<'a>) -> Vec<i32> {
        let found = c.attempt(|c| {
            c.word(Word::In).then_some(())?;
            Some(self.years_that(c, &|number| self.may_be_past(number))).filter(|years| !years.is_empty())
        });
        found.unwrap_or_default()
    }

    /// The years of a clause: `in 978`, `from 977 on`. Years of another pentade are complained about.
    ///
    /// None if no year stands here.
    pub fn clause_years(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        if self.next_label(c) { None } else { self.clause_years_here(c) }
    }

    /// The same where no clause can begin.
    pub fn clause_years_here(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        let from = c.at;
        let since = c.attempt(|c| {
            c.mark(',');
            c.word(Word::From).then_some(())?;
            let year = self.year(c)?;
            c.word(Word::Onward);
            Some(year)
        });
        if let Some(year) = since {
            return Some(self.whens(&[year], Span { from, to: c.at }, When::From));
        }
        let mut years = self.in_years(c);
        if years.is_empty() {
            years.extend(self.bare_year(c));
        }
        if years.is_empty() {
            return self.every_year(c);
        }
        Some(self.whens(&years, Span { from, to: c.at }, When::Year))
    }

    /// `every year`, `in every year but 978`.
    fn every_year(&self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        let mut ahead = *c;
        ahead.word(Word::In);
        ahead.word(Word::EveryYear).then_some(())?;
        *c = ahead;
        let but = c.attempt(|c| {
            c.mark(',');
            c.word(Word::ButNot).then_some(())?;
            c.word(Word::In);
            Some(self.years(c)).filter(|years| !years.is_empty())
        });
        let Some(but) = but else { return Some(vec![When::EveryYear]) };
        Some(self.context.pentade.years().filter(|year| !but.contains(year)).map(When::Year).collect())
    }

    /// Whether a year begins the next clause here: `tax everything and in 980 we do nothing`.
    pub fn next_label(&self, c: &Cursor<'a>) -> bool {
        let mut ahead = *c;
        ahead.mark(',');
        let joined = ahead.word(Word::And) || ahead.word(Word::Then) || self.framed;
        ahead.word(Word::In);
        if !joined || self.years(&mut ahead).is_empty() {
            return false;
        }
        ahead.skip_marks(&[',', ':']);
        let begun = ahead.at;
        ahead.skip_few_small();
        let verb = |c: &Cursor<'a>| self.verb(c).is_some_and(|(verb, ..)| verb != super::words::Verb::Idle);
        verb(&ahead) || verb(&ahead.within(begun, ahead.end))
    }

    /// A year of this pentade that stands alone: `2 gold to France 1007`.
    fn bare_year(&self, c: &mut Cursor<'a>) -> Option<i32> {
        c.attempt(|c| {
            let year = c.number()?;
            let ours = self.context.pentade.years().contains(&year);
            (ours && c.peek(Word::Gold).is_none()).then_some(year)
        })
    }

    /// The label before an order: `Year 976`, `976`, `In 977`, `From 978`, `every year`.
    pub fn label(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
        let from = c.at;
        if let Some(whens) = self.every_year(c) {
            return Some(whens);
        }
        let since = c.attempt(|c| c.word(Word::From).then(|| self.year(c)).flatten());
        if let Some(year) = since {
            c.word(Word::Onward);
            return Some(self.whens(&[year], Span { from, to: c.at }, When::From));
        }
        let years = c.attempt(|c| {
            if c.peek(Word::Year).is_none() {
                c.word(Word::In);
            }
            let years = self.years(c);
            (!years.is_empty()).then_some(years)
        })?;
        let pentade = self.context.pentade;
        if years.len() > 1 && years.iter().copied().eq(pentade.years()) {
            return Some(vec![When::EveryYear]);
        }
        Some(self.whens(&years, Span { from, to: c.at }, When::Year))
    }

    /// A year with an order behind it, behind a few other words at the head of a line: `My orders for 977: rule Bavaria`.
    pub fn late_label(&self, c: &Cursor<'a>) -> Option<Cursor<'a>> {
        const WORDS_BEFORE: usize = 4;
        let mut ahead = *c;
        for _ in 0..WORDS_BEFORE {
            let word = ahead.token(0).is_some_and(|token| token.kind == super::tokens::Kind::Word);
            let orders = self.verb(&ahead).is_some()
                || ahead.means(|meaning| {
                    matches!(meaning, Meaning::Area(_) | Meaning::Card(_) | Meaning::Subject(_))
                })
                || [Word::If, Word::Unless, Word::Else].into_iter().any(|word| ahead.peek(word).is_some());
            if !word || orders {
                return None;
            }
            ahead.at += 1;
            ahead.skip_marks(&[',', ':', '!', '.']);
            let mut behind = ahead;
            let ours = self
                .year(&mut behind.clone())
                .is_some_and(|year| self.context.pentade.years().contains(&year));
            if ours && !self.years(&mut behind).is_empty() {
                let begun =
                    |c: &Cursor<'a>| self.verb(c).is_some_and(|(verb, ..)| verb != super::words::Verb::Idle);
                let ordered = begun(&behind) || behind.peek(Word::If).is_some();
                self.skip_joining(&mut behind);
                return (ordered || behind.peek_mark(':')).then_some(ahead);
            }
        }
        None
    }

    /// Passes over what joins a year to its orders: `replace 977 with: …`, `change my 977 order to: …`.
    pub fn skip_joining(&self, c: &mut Cursor<'a>) {
        let mut ahead = *c;
        let heading = |c: &Cursor<'a>| c.find(|meaning| matches!(meaning, Meaning::Section(_)).then_some(()));
        for _ in 0..MOST_SMALL {
            if ahead.word(Word::With)
                || ahead.word(Word::To)
                || ahead.word(Word::Be)
                || ahead.word(Word::Filler)
            {
                continue;
            }
            let Some(((), tokens)) = heading(&ahead) else { break };
            ahead.at += tokens;
        }
        if ahead.peek_mark(':') || self.verb(&ahead).is_some() {
            *c = ahead;
        }
    }

    /// Whether a year stands there by its number and not as `year 7`.
    fn is_numbered(&self, span: Span) -> bool {
        let tokens = self.letter.tokens.get(span.from..span.to).unwrap_or_default();
        tokens.iter().any(|token| matches!(token.kind, Kind::Number(number) if number > 9))
    }

    /// Keeps the years of this pentade and complains of the others.
    fn whens(&mut self, years: &[i32], span: Span, when: fn(i32) -> When) -> Vec<When> {
        let pentade = self.context.pentade;
        let ours = |year: &&i32| pentade.years().contains(*year);
        if let Some(wrong) = years.iter().find(|year| !ours(year)) {
            let (first, last) = (pentade.first_year(), pentade.last_year());
            if pentade.next().years().contains(wrong) && self.is_numbered(span) {
                let message = format!("{wrong} is a year of the pentade after this one; kept for then");
                self.note(span, message);
            } else {
                let message =
                    format!("{wrong} is no year of this pentade, which is {first}\u{2013}{last}; set aside");
                self.suggest(span, Weight::SetAside, None, message, Some(format!("{first} to {last}")));
            }
        }
        years.iter().filter(ours).map(|year| when(*year)).collect()
    }
}
