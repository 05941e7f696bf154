//! Chapter 34: corrections. How far back they reach; replaying is the hall's business.
//!
//! Reads the window of 34.1. No dice.

use super::fixed::Refusal;
use crate::empires::rulebook::Figures;
use crate::empires::terms::Pentade;

/// Rule 34.1: whether a mistake in the pentade that begins with `first_year` may still be corrected when the one that
/// begins with `now` is current. Its age is the years between the two; the last year of the window is still in time.
///
/// Units: years. Errors: a refusal that names both pentades and the window. Cases: 34.A.1 to 34.A.4.
pub fn may_correct(figures: &Figures, first_year: i32, now: i32) -> Result<(), Refusal> {
    let (age, window) = (now - first_year, figures.correction_window_years);
    let span = |year: i32| {
        let pentade = Pentade::of(year);
        format!("{}\u{2013}{}", pentade.first_year(), pentade.last_year())
    };
    if age < 0 {
        let reason = format!("{} is not played yet: {} is current", span(first_year), span(now));
        return Err(Refusal::new("34.1", reason));
    }
    if age > window {
        let reason = format!(
            "{} lies {age} years before {}, and after {window} years a mistake is an act of God",
            span(first_year),
            span(now)
        );
        return Err(Refusal::new("34.1", reason)); // rule:34.1
    }
    Ok(())
}
