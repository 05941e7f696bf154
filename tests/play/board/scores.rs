//! Words of a case for what is given of victory points (26).

use pentade::empires::world::{Award, AwardCause, QUARTERS, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
///
/// `Germany: 40 1/4 points at the period's start`, `Germany: awarded 5 before`, `religion RC: 100 at the period's start`,
/// `the game: last year 980`, `the game: everybody as at the period's start`, `the game: nobody improves` of the empires, and
/// the religions are as they were.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if subject == "the game" {
        match fact.strip_prefix("last year ") {
            Some(year) => world.last_year = year.parse().ok()?,
            None if fact == "everybody as at the period's start" => {
                world.scores.period = Some(world.standing());
            }
            None if fact == "nobody improves" => {
                let mut start = world.standing();
                start.empires.values_mut().for_each(|quarters| *quarters = 1000 * QUARTERS);
                world.scores.period = Some(start);
            }
            None => return None,
        }
        return Some(());
    }
    if let Some(religion) = subject.strip_prefix("religion ").and_then(|code| names.religion(code)) {
        let value = fact.strip_suffix(" at the period's start")?.parse().ok()?;
        world.scores.period.get_or_insert_default().religions.insert(religion.clone(), value);
        return Some(());
    }
    let empire = names.empire(subject)?.clone();
    if let Some(number) = fact.strip_suffix(" points at the period's start") {
        let quarters = quarters(number)?;
        world.scores.period.get_or_insert_default().empires.insert(empire, quarters);
    } else {
        let quarters = quarters(fact.strip_prefix("awarded ")?.strip_suffix(" before")?)?;
        let year = world.pentade.first_year() - 1;
        world.scores.awards.insert(Award {
            year,
            empire,
            cause: AwardCause::Colonised,
            area: None,
            quarters,
        });
    }
    Some(())
}

/// `12`, `12 3/4`, `1/2` in quarters.
pub fn quarters(text: &str) -> Option<i32> {
    let part = |text: &str| match text {
        "1/4" => Some(1),
        "1/2" => Some(2),
        "3/4" => Some(3),
        _ => None,
    };
    if let Some(part) = part(text) {
        return Some(part);
    }
    match text.split_once(' ') {
        Some((whole, rest)) => Some(whole.parse::<i32>().ok()? * QUARTERS + part(rest)?),
        None => Some(text.parse::<i32>().ok()? * QUARTERS),
    }
}
