//! Years: labels before orders, and years inside a clause.

use super::cursor::Cursor;
use super::reader::{Reader, Span};
use super::words::Word;
use crate::empires::terms::When;
use crate::postal::reading::Weight;

/// Years further than this from the pentade are numbers of something else.
const PLAUSIBLE: i32 = 150;

impl<'a> Reader<'a> {
    fn is_year(&self, number: i32) -> bool {
        (number - self.context.pentade.first_year()).abs() <= PLAUSIBLE
    }

    /// One year: `976`, `year 1`, `Y1`.
    pub fn year(&self, c: &mut Cursor<'a>) -> Option<i32> {
        c.attempt(|c| {
            let worded = c.word(Word::Year);
            let number = c.number()?;
            let first = self.context.pentade.first_year();
            match number {
                1..=9 if worded => Some(first + number - 1),
                _ if self.is_year(number) => Some(number),
                _ => None,
            }
        })
    }

    /// Years parted by `and`, `or` or commas; `976-978` is all between.
    pub fn years(&self, c: &mut Cursor<'a>) -> Vec<i32> {
        let mut years: Vec<i32> = Vec::new();
        let Some(first) = self.year(c) else { return years };
        years.push(first);
        loop {
            let next = c.attempt(|c| {
                let range = c.mark('-');
                if !range
                    && !c.mark(',')
                    && !c.word(Word::Or)
                    && !c.word(Word::And)
                    && !c.mark('+')
                    && !c.mark('&')
                {
                    return None;
                }
                let year = self.year(c)?;
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
            Some(self.years(c)).filter(|years| !years.is_empty())
        });
        found.unwrap_or_default()
    }

    /// The years of a clause: `in 978`, `from 977 on`. Years of another pentade are complained about.
    ///
    /// None if no year stands here.
    pub fn clause_years(&mut self, c: &mut Cursor<'a>) -> Option<Vec<When>> {
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
            return c.word(Word::EveryYear).then(|| vec![When::EveryYear]);
        }
        Some(self.whens(&years, Span { from, to: c.at }, When::Year))
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
        if c.word(Word::EveryYear) {
            return Some(vec![When::EveryYear]);
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

    /// Keeps the years of this pentade and complains of the others.
    fn whens(&mut self, years: &[i32], span: Span, when: fn(i32) -> When) -> Vec<When> {
        let pentade = self.context.pentade;
        let ours = |year: &&i32| pentade.years().contains(*year);
        if let Some(wrong) = years.iter().find(|year| !ours(year)) {
            let (first, last) = (pentade.first_year(), pentade.last_year());
            let message =
                format!("{wrong} is no year of this pentade, which is {first}\u{2013}{last}; set aside");
            self.suggest(span, Weight::SetAside, None, message, Some(format!("{first} to {last}")));
        }
        years.iter().filter(ours).map(|year| when(*year)).collect()
    }
}
