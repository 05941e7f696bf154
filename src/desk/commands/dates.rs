//! Days as people write them: `2026-12-20`, `20 December 2026`, `20.12.2026`, `20 Dec`.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::postal::commands::{CommandWords, Particle};

/// The first and the last day of `20 December to 5 January`; the same day twice where one is named. A day without a year
/// is the next one from `today` on.
pub(super) fn days(words: &CommandWords, text: &str, today: Date) -> Option<(Date, Date)> {
    let (first, last) = parted(words, text);
    let first = day(words, first, today)?;
    let last = match last {
        Some(last) => day(words, last, first)?,
        None => first,
    };
    (first <= last).then_some((first, last))
}

/// Parts two days at the word between them.
fn parted<'t>(words: &CommandWords, text: &'t str) -> (&'t str, Option<&'t str>) {
    let mut at = 0;
    for word in text.split(' ') {
        if at > 0 && words.is(Particle::Until, word) {
            return (text[..at].trim(), Some(text[at + word.len()..].trim()));
        }
        at += word.len() + 1;
    }
    (text.trim(), None)
}

/// One day.
pub(super) fn day(words: &CommandWords, text: &str, from: Date) -> Option<Date> {
    let text = text.trim().trim_end_matches('.');
    let mut parts: Vec<&str> = text.split([' ', ',', '/']).filter(|part| !part.is_empty()).collect();
    if parts.first().is_some_and(|part| words.is(Particle::From, part) || words.is(Particle::Until, part)) {
        parts.remove(0);
    }
    match parts[..] {
        [one] if one.contains('-') => one.parse().ok(),
        [one] => {
            let numbers: Vec<&str> = one.split('.').collect();
            let [day, month, year] = numbers[..] else { return None };
            date(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
        }
        [day, month] => {
            let (day, month) = day_and_month(words, day, month)?;
            let this_year = date(from.year(), month, day)?;
            if this_year >= from { Some(this_year) } else { date(from.year() + 1, month, day) }
        }
        [day, month, year] => {
            let (day, month) = day_and_month(words, day, month)?;
            date(year.parse().ok()?, month, day)
        }
        _ => None,
    }
}

/// `20 December` and `December 20th`.
fn day_and_month(words: &CommandWords, one: &str, other: &str) -> Option<(i8, i8)> {
    let number = |word: &str| {
        let word = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.');
        word.parse::<i8>().ok()
    };
    match (number(one), words.month(other)) {
        (Some(day), Some(month)) => Some((day, month)),
        _ => Some((number(other)?, words.month(one)?)),
    }
}

fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    Date::new(year, month, day).ok()
}

/// The day `days` after another.
pub(super) fn after(day: Date, days: i32) -> Date {
    day.checked_add(days.days()).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_people_write_them() {
        let words = CommandWords::parse(include_str!("../../../config/commands.toml")).expect("sound");
        let today: Date = "2026-11-30".parse().expect("a day");
        let read = |text: &str| days(&words, text, today).map(|(a, b)| format!("{a} {b}"));
        for text in [
            "2026-12-20 to 2027-01-05",
            "from 20 December 2026 until 5 January 2027",
            "20 Dec - 5 Jan",
            "20.12.2026 till 5.1.2027",
            "December 20th, 2026 to January 5, 2027",
        ] {
            assert_eq!(read(text).as_deref(), Some("2026-12-20 2027-01-05"), "{text}");
        }
        assert_eq!(read("24 December").as_deref(), Some("2026-12-24 2026-12-24"));
        for text in [
            "",
            "to",
            "next week",
            "2026-02-30",
            "5 January 2027 to 20 December 2026",
            "99.99.9999",
            "1 2 3 4",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
