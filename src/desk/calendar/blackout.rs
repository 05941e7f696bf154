//! Days on which no orders are due, as people write them.

use jiff::civil::{Date, Weekday};

/// Days on which no orders are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blackout {
    /// The same day of every week.
    Weekday(Weekday),
    /// The same day of every year, by month and day.
    Yearly(i8, i8),
    /// From one day to another.
    Days(Date, Date),
}

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

impl Blackout {
    /// Reads `sunday`, `12-24`, `2026-12-24` and `2026-12-24 to 2027-01-02`.
    ///
    /// Errors: what it is not, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        if let Some((_, day)) = WEEKDAYS.iter().find(|(name, _)| *name == text) {
            return Ok(Self::Weekday(*day));
        }
        let unreadable = || {
            format!(
                "{text:?} is no day off: write a day of the week such as sunday, a day of every year such as 12-24, a date such \
                 as 2026-12-24, or two dates with \"to\" between them"
            )
        };
        // A leap year, so that the 29th of February is a day.
        let yearly = text.len() == 5 && text.as_bytes()[2] == b'-';
        if let Some(day) = yearly.then(|| format!("2028-{text}").parse::<Date>().ok()).flatten() {
            return Ok(Self::Yearly(day.month(), day.day()));
        }
        let (first, last) = text.split_once(" to ").unwrap_or((&text, &text));
        let date = |text: &str| text.trim().parse::<Date>().map_err(|_| unreadable());
        let (first, last) = (date(first)?, date(last)?);
        if first > last {
            return Err(format!("{text:?} ends before it begins"));
        }
        Ok(Self::Days(first, last))
    }

    /// Whether a day is one of them.
    pub fn holds(self, day: Date) -> bool {
        match self {
            Self::Weekday(weekday) => day.weekday() == weekday,
            Self::Yearly(month, number) => (day.month(), day.day()) == (month, number),
            Self::Days(first, last) => (first..=last).contains(&day),
        }
    }
}

impl std::fmt::Display for Blackout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Weekday(day) => {
                let name = WEEKDAYS.iter().find(|(_, known)| known == day).map_or("", |(name, _)| *name);
                f.write_str(name)
            }
            Self::Yearly(month, day) => write!(f, "{month:02}-{day:02}"),
            Self::Days(first, last) if first == last => write!(f, "{first}"),
            Self::Days(first, last) => write!(f, "{first} to {last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_off_are_read_and_written_back() {
        for (text, written) in [
            (" Sunday", "sunday"),
            ("12-24", "12-24"),
            ("02-29", "02-29"),
            ("2026-12-24", "2026-12-24"),
            ("2026-12-24 to 2027-01-02", "2026-12-24 to 2027-01-02"),
            ("2026-12-24 TO 2026-12-24", "2026-12-24"),
        ] {
            let read = Blackout::parse(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
            assert_eq!(read.to_string(), written);
            assert_eq!(Blackout::parse(written), Ok(read));
        }
        for text in ["", "someday", "02-30", "13-01", "2026-02-30", "2027-01-02 to 2026-12-24", "äü-öß", "to"]
        {
            assert!(Blackout::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_day_off_holds_its_days_alone() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        let holds = |text: &str, at: &str| Blackout::parse(text).expect("a day off").holds(day(at));
        assert!(holds("sunday", "2026-12-06") && !holds("sunday", "2026-12-07"));
        assert!(holds("12-24", "2031-12-24") && !holds("12-24", "2031-12-25"));
        for (at, held) in
            [("2026-12-23", false), ("2026-12-24", true), ("2027-01-02", true), ("2027-01-03", false)]
        {
            assert_eq!(holds("2026-12-24 to 2027-01-02", at), held, "{at}");
        }
    }
}
