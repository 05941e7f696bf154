//! What the dice of a case show.

use std::collections::BTreeMap;

use pentade::empires::rulebook::Rulebook;
use pentade::empires::terms::EmpireId;
use pentade::empires::world::World;
use pentade::postal::dice::{Dice, Seed};

use crate::board;
use crate::names::Names;

/// Dice of which some are laid down, and the keys of those that must be rolled. `drawn` are the event cards.
///
/// Words: `year 1 rebellion Lombardy`, `year 2 stature check Germany`, with ` #2` for the second of its kind, and
/// `year 1 card Germany` for the card that an empire's endeavour turns; `opening famine Germany` and `close …` for what
/// belongs to no year. `cards Pope` are the cards of a power without a hand, in the order in which it turns them. What
/// would happen by itself is quiet unless it is laid down.
///
/// Errors: words that mean nothing.
pub fn laid_down(
    rulebook: &Rulebook,
    names: &Names,
    world: &World,
    given: &BTreeMap<String, Vec<u32>>,
    drawn: BTreeMap<String, Vec<u32>>,
) -> Result<(Dice, Vec<String>), String> {
    let first = world.pentade.first_year();
    let mut fixed = BTreeMap::new();
    let mut places: BTreeMap<u32, u32> = BTreeMap::new();
    let mut powers = BTreeMap::new();
    for (words, values) in given {
        if let Some(power) = words.strip_prefix("cards ") {
            let id = names.power(world, power).ok_or_else(|| format!("dice \"{words}\" mean nothing"))?;
            let places = (0..).zip(values).map(|(place, card)| (place, *card)).collect();
            let key = format!("{first}/-/year cards/{id}/0");
            powers.insert(key, deck(rulebook.year_cards.count(), &places)?);
            continue;
        }
        let unknown = || format!("dice \"{words}\" mean nothing");
        let (year, rest) = year_of(words, first).ok_or_else(unknown)?;
        let key_year = year.map_or_else(|| "-".to_owned(), |year| year.to_string());
        if let Some(empire) = rest.strip_prefix("card ") {
            let seat = names.empire(empire).and_then(|id| world.empires.get(id)).and_then(|own| own.seat);
            let hand = u32::try_from(rulebook.figures.hand).map_err(|error| error.to_string())?;
            let place = year
                .and_then(|year| u32::try_from(year - first).ok())
                .zip(seat)
                .map(|(year, seat)| seat * hand + year);
            places.insert(place.ok_or_else(unknown)?, *values.first().ok_or_else(unknown)?);
        } else {
            let (purpose, subject, nth) = draw(names, world, rest).ok_or_else(unknown)?;
            fixed.insert(format!("{first}/{key_year}/{purpose}/{subject}/{nth}"), values.clone());
        }
    }
    let keys = fixed.keys().cloned().collect();
    for (key, values) in board::quiet(rulebook, first) {
        fixed.entry(key).or_insert(values);
    }
    for (key, of_age) in heirs_of_age(world) {
        fixed.entry(key).or_insert(of_age);
    }
    fixed.extend(powers);
    fixed.extend(drawn);
    fixed.insert(format!("{first}/-/year cards/deck/0"), deck(rulebook.year_cards.count(), &places)?);
    Ok((Dice::with_fixed(Seed::new([76; 32]), fixed), keys))
}

/// The year of a draw, none for one of the opening or the close, and what is drawn.
fn year_of(words: &str, first: i32) -> Option<(Option<i32>, &str)> {
    if let Some(rest) = words.strip_prefix("opening ").or_else(|| words.strip_prefix("close ")) {
        return Some((None, rest));
    }
    let (number, rest) = words.strip_prefix("year ")?.split_once(' ')?;
    let number: i32 = number.parse().ok()?;
    let year = if number <= 5 { first + number - 1 } else { number };
    (first..first + 5).contains(&year).then_some((Some(year), rest))
}

/// Purpose, subject and number of `rebellion Lombardy #2`.
fn draw(names: &Names, world: &World, words: &str) -> Option<(String, String, u32)> {
    let (words, nth) = match words.rsplit_once(" #") {
        Some((words, number)) => (words, number.parse::<u32>().ok()?.checked_sub(1)?),
        None => (words, 0),
    };
    for (space, _) in words.match_indices(' ') {
        let (purpose, name) = (&words[..space], words[space + 1..].trim());
        let area = names.area(name).map(ToString::to_string);
        let seat = seat_of(names, world, name);
        let of_heresy = name
            .split_once(" of ")
            .and_then(|(area, heresy)| Some(format!("{} of {}", names.area(area)?, names.religion(heresy)?)));
        if let Some(subject) = of_heresy {
            return Some((purpose.to_owned(), subject, nth));
        }
        let arising = names.power(world, name).or_else(|| (name == "map").then(|| EmpireId::new(name)));
        if let Some(seat) = name.strip_prefix("regent of ").and_then(|name| seat_of(names, world, name)) {
            return Some((purpose.to_owned(), format!("regent of seat-{seat}"), nth));
        }
        let of_areas = matches!(
            purpose,
            "rebellion"
                | "population"
                | "civil war"
                | "heirless"
                | "epidemic spreads"
                | "magnate in the marches"
        );
        let of_pair = name.split_once(" by ").and_then(|(area, by)| pair(names, world, area, by));
        let subject = match (area, seat) {
            _ if of_pair.is_some() => of_pair,
            (Some(area), _) if of_areas => Some(area),
            (_, Some(seat)) if !of_areas => Some(format!("seat-{seat}")),
            (area, _) => area.or_else(|| arising.map(|id| id.to_string())),
        };
        if let Some(subject) = subject {
            return Some((purpose.to_owned(), subject, nth));
        }
    }
    None
}

fn seat_of(names: &Names, world: &World, name: &str) -> Option<u32> {
    names.empire(name).and_then(|id| world.empires.get(id)).and_then(|empire| empire.seat)
}

/// No heir is under age unless the case says so (30.1).
fn heirs_of_age(world: &World) -> impl Iterator<Item = (String, Vec<u32>)> {
    let first = world.pentade.first_year();
    let seats = world.empires.values().filter_map(|empire| empire.seat);
    let keys = seats.flat_map(move |seat| {
        let years = (first..first + 5).map(|year| year.to_string()).chain(["-".to_owned()]);
        let years = years.flat_map(|year| (0..6).map(move |nth| (year.clone(), nth)));
        years.map(move |(year, nth)| format!("{first}/{year}/heir under age/seat-{seat}/{nth}"))
    });
    keys.map(|key| (key, vec![100]))
}

/// `Lombardy by Germany`: an area and who did something to it.
fn pair(names: &Names, world: &World, area: &str, by: &str) -> Option<String> {
    let id = names.power(world, by)?;
    let seat = world.empires.get(&id)?.seat;
    let by = seat.map_or_else(|| id.to_string(), |seat| format!("seat-{seat}"));
    Some(format!("{} by {by}", names.area(area)?))
}

/// The deck with some cards in their places and the others in order of numbers.
fn deck(cards: u32, places: &BTreeMap<u32, u32>) -> Result<Vec<u32>, String> {
    let mut others = (1..=cards).filter(|card| !places.values().any(|placed| placed == card));
    let mut deck = Vec::new();
    for place in 0..cards {
        let card = places.get(&place).copied().or_else(|| others.next());
        deck.push(card.ok_or("a card is laid down twice")?);
    }
    Ok(deck)
}
