//! Instants that a calendar gives: deadlines and reminders, in the game's own time zone.
//!
//! A clock time that a night skips is as much later as the clocks are put forward, and of one that a night has twice the
//! later one counts: whoever goes by a clock on the wall is never late.

use jiff::civil::{Date, Time};
use jiff::tz::{Disambiguation, TimeZone};
use jiff::{SignedDuration, Timestamp, ToSpan};

use super::blackout::Blackout;
use crate::desk::DeskError;
use crate::store::calendars::Calendar;

/// Days looked at for one on which orders may be due.
const LOOKED_AT: i32 = 3660;
/// Most days off that one calendar names.
const MOST_BLACKOUTS: usize = 100;
/// The least time from a letter that tells a deadline to a reminder of it.
const SOONEST: SignedDuration = SignedDuration::from_hours(12);
/// Most reminders of one deadline.
const MOST_REMINDERS: usize = 10;

/// A calendar whose words were read.
#[derive(Debug, Clone)]
pub struct Schedule {
    days: i32,
    clock: Time,
    zone: TimeZone,
    blackouts: Vec<Blackout>,
    reminder_days: Vec<i32>,
}

/// A reminder before a deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reminding {
    /// When it is due.
    pub at: Timestamp,
    /// Days before the deadline.
    pub days: i32,
}

impl Reminding {
    /// Whether it would come so soon after its deadline was set, and told, that it reminds nobody of anything.
    pub fn is_void(&self, set_at: Timestamp) -> bool {
        self.at < set_at + SOONEST
    }
}

impl Schedule {
    /// Reads a calendar.
    ///
    /// Errors: refused with what is wrong: days, zone, reminders or days off.
    pub fn of(calendar: &Calendar) -> Result<Self, DeskError> {
        let refuse = |reason: String| Err(DeskError::Refused(reason));
        if !(1..=366).contains(&calendar.days) {
            return refuse("a pentade takes 1 to 366 days".to_owned());
        }
        if !(0..=336).contains(&calendar.grace_hours) {
            return refuse("grace is 0 to 336 hours".to_owned());
        }
        if calendar.reminder_days.len() > MOST_REMINDERS
            || !calendar.reminder_days.iter().all(|days| (1..=60).contains(days))
        {
            return refuse(format!(
                "at most {MOST_REMINDERS} reminders, each 1 to 60 days before the deadline"
            ));
        }
        if !(1..=60).contains(&calendar.answer_days) {
            return refuse("players have 1 to 60 days for an answer".to_owned());
        }
        let Ok(zone) = TimeZone::get(&calendar.zone) else {
            return refuse(format!("there is no time zone {:?}: one is called Europe/Vienna", calendar.zone));
        };
        if calendar.blackouts.len() > MOST_BLACKOUTS {
            return refuse(format!("at most {MOST_BLACKOUTS} days off can be named"));
        }
        let read = calendar.blackouts.iter().map(|text| Blackout::parse(text)).collect::<Result<Vec<_>, _>>();
        let blackouts = read.map_err(DeskError::Refused)?;
        let is_off = |day: u8| {
            let weekday = |one: &Blackout| matches!(one, Blackout::Weekday(d) if d.to_monday_zero_offset() == day as i8);
            blackouts.iter().any(weekday)
        };
        if (0..7).all(is_off) {
            return refuse("every day of the week is off: orders could never be due".to_owned());
        }
        let (days, clock, reminder_days) = (calendar.days, calendar.clock, calendar.reminder_days.clone());
        Ok(Self { days, clock, zone, blackouts, reminder_days })
    }

    /// The deadline of a pentade that opens at `opens`: at the game's clock time, so many days after that day, on the first
    /// day that is not off. Where less than half of that time would be left, a day later.
    ///
    /// Errors: refused when ten years hold no such day.
    pub fn deadline(&self, opens: Timestamp) -> Result<Timestamp, DeskError> {
        self.due_in(self.days, opens)
    }

    /// The same after another number of days.
    ///
    /// Errors: as [`Schedule::deadline`].
    pub fn due_in(&self, days: i32, opens: Timestamp) -> Result<Timestamp, DeskError> {
        let first = self.day_of(opens).checked_add(days.days()).map_err(beyond)?;
        let half = SignedDuration::from_hours(i64::from(days) * 12);
        self.first_from(first, opens.checked_add(half).map_err(beyond)?)
    }

    /// The first moment from `earliest` on at which orders may be due.
    ///
    /// Errors: as [`Schedule::deadline`].
    pub fn first_slot(&self, earliest: Timestamp) -> Result<Timestamp, DeskError> {
        // The clock time of that very day may have been put off into the next one by a skipped day.
        self.first_from(self.day_of(earliest).yesterday().map_err(beyond)?, earliest)
    }

    /// The reminders of a deadline, the earliest first.
    pub fn reminders(&self, deadline: Timestamp) -> Vec<Reminding> {
        let due = deadline.to_zoned(self.zone.clone());
        let reminding = |days: &i32| {
            let day = due.date().checked_sub(days.days()).ok()?;
            Some(Reminding { at: self.at(day, due.time())?, days: *days })
        };
        let mut all: Vec<Reminding> = self.reminder_days.iter().filter_map(reminding).collect();
        all.sort_by_key(|one| (one.at, one.days));
        // Two that fall on one moment, as at a day that a zone left out, are one.
        all.dedup_by_key(|one| one.at);
        all
    }

    /// Days on which no orders are due.
    pub fn blackouts(&self) -> &[Blackout] {
        &self.blackouts
    }

    /// The clock of a wall in the game's zone as an instant.
    ///
    /// Errors: refused beyond the years that can be reckoned with.
    pub fn on_clock(&self, clock: jiff::civil::DateTime) -> Result<Timestamp, DeskError> {
        self.at(clock.date(), clock.time()).ok_or_else(|| beyond("out of range"))
    }

    /// An instant on the clocks of the game's zone, as a form writes it.
    pub fn clock_of(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string()
    }

    fn day_of(&self, at: Timestamp) -> Date {
        at.to_zoned(self.zone.clone()).date()
    }

    fn at(&self, day: Date, time: Time) -> Option<Timestamp> {
        self.zone.to_ambiguous_timestamp(day.to_datetime(time)).disambiguate(Disambiguation::Later).ok()
    }

    fn first_from(&self, first: Date, earliest: Timestamp) -> Result<Timestamp, DeskError> {
        for later in 0..LOOKED_AT {
            let day = first.checked_add(later.days()).map_err(beyond)?;
            let at = self.at(day, self.clock).ok_or_else(|| beyond("out of range"))?;
            // The day on the wall: a zone may leave a whole day out.
            let on_wall = self.day_of(at);
            if at >= earliest && !self.blackouts.iter().any(|off| off.holds(on_wall)) {
                return Ok(at);
            }
        }
        Err(DeskError::Refused(
            "ten years hold no day on which orders may be due: fewer days off are wanted".to_owned(),
        ))
    }
}

fn beyond(error: impl std::fmt::Display) -> DeskError {
    DeskError::Refused(format!("no calendar reaches so far: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Zones with odd clocks: half an hour of summer time, none, one below zero, a day left out, quarters of an hour.
    const ZONES: [&str; 12] = [
        "UTC",
        "Europe/Vienna",
        "America/New_York",
        "Australia/Lord_Howe",
        "Europe/Dublin",
        "Africa/Casablanca",
        "Pacific/Apia",
        "Pacific/Chatham",
        "Asia/Kathmandu",
        "America/Sao_Paulo",
        "America/Santiago",
        "Asia/Kolkata",
    ];

    fn calendar(zone: &str, days: i32, clock: &str) -> Calendar {
        Calendar { zone: zone.to_owned(), clock: clock.parse().expect("a time"), ..Calendar::every(days) }
    }

    fn at(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    fn deadline(calendar: &Calendar, opens: &str) -> String {
        Schedule::of(calendar).expect("sound").deadline(at(opens)).expect("a deadline").to_string()
    }

    #[test]
    fn a_deadline_keeps_its_clock_time_over_daylight_saving() {
        let vienna = calendar("Europe/Vienna", 7, "20:00");
        assert_eq!(deadline(&vienna, "2026-03-27T20:30:00Z"), "2026-04-03T18:00:00Z", "summer");
        assert_eq!(deadline(&vienna, "2026-10-23T20:30:00Z"), "2026-10-30T19:00:00Z", "winter");
        let new_york = calendar("America/New_York", 14, "23:59:59");
        assert_eq!(deadline(&new_york, "2026-10-25T12:00:00Z"), "2026-11-09T04:59:59Z");
    }

    #[test]
    fn a_clock_time_that_a_night_skips_or_has_twice_is_in_the_players_favour() {
        let vienna = calendar("Europe/Vienna", 7, "02:30");
        // 29 March 2026: 02:00 becomes 03:00; half past two is half past three in summer time.
        assert_eq!(deadline(&vienna, "2026-03-22T09:00:00Z"), "2026-03-29T01:30:00Z");
        // 25 October 2026: 03:00 becomes 02:00; the second half past two is 01:30 UTC, the first 00:30.
        assert_eq!(deadline(&vienna, "2026-10-18T09:00:00Z"), "2026-10-25T01:30:00Z");
        let lord_howe = calendar("Australia/Lord_Howe", 7, "02:15");
        // 4 October 2026: 02:00 becomes 02:30.
        assert_eq!(deadline(&lord_howe, "2026-09-27T00:00:00Z"), "2026-10-03T15:45:00Z");
        // Samoa had no 30 December 2011.
        let apia = calendar("Pacific/Apia", 1, "20:00");
        assert_eq!(deadline(&apia, "2011-12-29T20:00:00Z"), "2011-12-31T06:00:00Z");
    }

    #[test]
    fn no_orders_are_due_on_days_off() {
        let blackouts = ["saturday", "sunday", "2026-12-21 to 2027-01-01"].map(str::to_owned).to_vec();
        let off = Calendar { blackouts, ..calendar("Europe/Vienna", 7, "20:00") };
        assert_eq!(deadline(&off, "2026-11-26T12:00:00Z"), "2026-12-03T19:00:00Z", "a Thursday");
        assert_eq!(deadline(&off, "2026-11-28T12:00:00Z"), "2026-12-07T19:00:00Z", "a Saturday");
        assert_eq!(deadline(&off, "2026-12-15T12:00:00Z"), "2027-01-04T19:00:00Z", "over Christmas");
    }

    #[test]
    fn a_pentade_has_at_least_half_of_its_time() {
        let daily = calendar("UTC", 1, "08:00");
        assert_eq!(deadline(&daily, "2026-12-01T21:00:00Z"), "2026-12-03T08:00:00Z");
        assert_eq!(deadline(&daily, "2026-12-01T20:00:00Z"), "2026-12-02T08:00:00Z");
    }

    #[test]
    fn reminders_keep_the_clock_time_of_the_deadline() {
        let calendar = calendar("Europe/Vienna", 7, "20:00");
        let reminders = Schedule::of(&calendar).expect("sound").reminders(at("2026-03-30T18:00:00Z"));
        let said: Vec<_> = reminders.iter().map(|one| (one.days, one.at.to_string())).collect();
        let days = [(3, "2026-03-27T19:00:00Z"), (1, "2026-03-29T18:00:00Z")];
        assert_eq!(said, days.map(|(days, at)| (days, at.to_owned())));
    }

    #[test]
    fn a_calendar_that_cannot_be_is_refused_with_the_reason() {
        let sound = calendar("UTC", 7, "20:00");
        let week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        for (wrong, says) in [
            (Calendar { days: 0, ..sound.clone() }, "1 to 366 days"),
            (Calendar { days: 367, ..sound.clone() }, "1 to 366 days"),
            (Calendar { grace_hours: 337, ..sound.clone() }, "0 to 336 hours"),
            (Calendar { answer_days: 0, ..sound.clone() }, "1 to 60 days"),
            (Calendar { zone: "Mars/Olympus".to_owned(), ..sound.clone() }, "no time zone"),
            (Calendar { reminder_days: vec![0], ..sound.clone() }, "1 to 60 days"),
            (Calendar { reminder_days: vec![1; 11], ..sound.clone() }, "at most 10"),
            (Calendar { blackouts: vec!["Yule".to_owned()], ..sound.clone() }, "no day off"),
            (
                Calendar { blackouts: week.map(str::to_owned).to_vec(), ..sound.clone() },
                "every day of the week",
            ),
        ] {
            let refused = Schedule::of(&wrong).expect_err(says).to_string();
            assert!(refused.contains(says), "{refused}");
        }
        let ages = Calendar { blackouts: vec!["2026-01-01 to 2090-01-01".to_owned()], ..sound };
        let schedule = Schedule::of(&ages).expect("it can be read");
        assert!(schedule.deadline(at("2026-12-01T12:00:00Z")).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_deadline_is_on_the_clock_on_a_free_day_and_the_first_such(
            zone in 0..ZONES.len(),
            opens in 315_532_800_i64..2_500_000_000,
            days in 1_i32..40,
            (hour, minute, second) in (0_i8..24, 0_i8..60, 0_i8..60),
            weekdays in prop::collection::vec(0_usize..7, 0..4),
            off in (0_i32..60, 0_i32..20),
        ) {
            let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
            let tz = TimeZone::get(ZONES[zone]).expect("known");
            let opens = Timestamp::from_second(opens).expect("in range");
            let today = opens.to_zoned(tz.clone()).date();
            let first_off = today.checked_add(off.0.days()).expect("a day");
            let last_off = first_off.checked_add(off.1.days()).expect("a day");
            let mut blackouts: Vec<String> = weekdays.iter().map(|day| names[*day].to_owned()).collect();
            blackouts.push(format!("{first_off} to {last_off}"));
            let calendar = Calendar {
                days,
                clock: Time::new(hour, minute, second, 0).expect("a time"),
                zone: ZONES[zone].to_owned(),
                blackouts,
                ..Calendar::every(days)
            };
            let schedule = Schedule::of(&calendar).expect("sound");
            let due = schedule.deadline(opens).expect("a deadline");
            let wall = due.to_zoned(tz.clone());
            let is_off = |day: Date| {
                (first_off..=last_off).contains(&day)
                    || weekdays.iter().any(|off| i8::try_from(*off).expect("few") == day.weekday().to_monday_zero_offset())
            };

            prop_assert!(due >= opens + (i64::from(days) * 12).hours());
            prop_assert!(!is_off(wall.date()), "{wall} is off");
            // On the clock to the second, or right behind a skipped stretch.
            let wanted = wall.date().to_datetime(calendar.clock);
            let is_skipped = tz.to_ambiguous_timestamp(wanted).is_ambiguous() || wall.time() != calendar.clock;
            if wall.time() != calendar.clock {
                let just_before = (due - 26.hours()).to_zoned(tz.clone());
                prop_assert!(just_before.offset() != wall.offset(), "{wall} for {}", calendar.clock);
            }
            if !is_skipped {
                prop_assert_eq!(wall.datetime(), wanted);
            }
            // Of two, the later.
            let earlier = tz.to_ambiguous_timestamp(wall.datetime()).disambiguate(Disambiguation::Later).expect("in range");
            prop_assert_eq!(earlier, due);
            // No free day was passed over.
            let mut day = today.checked_add(days.days()).expect("a day");
            while day < wall.date() {
                let at = tz.to_ambiguous_timestamp(day.to_datetime(calendar.clock))
                    .disambiguate(Disambiguation::Later).expect("in range");
                let on_wall = at.to_zoned(tz.clone()).date();
                prop_assert!(
                    is_off(on_wall) || at < opens + (i64::from(days) * 12).hours() || at == due,
                    "{day} was free before {wall}"
                );
                day = day.tomorrow().expect("a day");
            }
            // Reminders come before, each so many days on the wall.
            for reminder in schedule.reminders(due) {
                prop_assert!(reminder.at < due);
                let apart = wall.date().duration_since(reminder.at.to_zoned(tz.clone()).date()).as_hours() / 24;
                prop_assert!((apart - i64::from(reminder.days)).abs() <= 1);
            }
            // What is resumed at once stands where it was.
            prop_assert_eq!(schedule.first_slot(due).expect("a slot"), due);
        }
    }
}
