//! Instants in words.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::views::When;

/// The time zone of an IANA name; UTC for one that is not known here.
pub fn time_zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

const FORM: &str = "%A %-d %B %Y, %H:%M";

impl When {
    /// An instant for a reader in `zone`, an IANA name. An unknown zone is read as UTC.
    pub fn new(at: Timestamp, zone: &str) -> Self {
        let utc = at.to_zoned(TimeZone::UTC).strftime(&format!("{FORM} UTC")).to_string();
        let local = match TimeZone::get(zone) {
            Ok(known) if !is_utc(zone) => Some(format!("{} {zone} time", at.to_zoned(known).strftime(FORM))),
            _ => None,
        };
        Self { at, utc, local }
    }
}

impl std::fmt::Display for When {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.utc)?;
        match &self.local {
            Some(local) => write!(f, " ({local})"),
            None => Ok(()),
        }
    }
}

fn is_utc(zone: &str) -> bool {
    ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"].iter().any(|name| name.eq_ignore_ascii_case(zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_said_in_utc_and_in_the_readers_zone() {
        let at: Timestamp = "2026-12-04T20:00:00Z".parse().expect("an instant");
        assert_eq!(
            When::new(at, "Europe/Vienna").to_string(),
            "Friday 4 December 2026, 20:00 UTC (Friday 4 December 2026, 21:00 Europe/Vienna time)"
        );
        assert_eq!(When::new(at, "UTC").to_string(), "Friday 4 December 2026, 20:00 UTC");
        assert_eq!(When::new(at, "Nowhere/Else").local, None);
    }
}
