//! Orders of an empire whose ruler has sent none: his former ones again, or those of a caretaker.

use super::texts::text_of;
use super::wards::{self, Letter};
use super::{Empires, empire_of};
use crate::empires::policy::{self, Policy};
use crate::empires::world::World;
use crate::postal::chronicle::SideId;
use crate::postal::dice::{Dice, Seed};
use crate::postal::game::{GameError, Span};
use crate::postal::reading::Sheet;

/// Former orders read for the pentade before which the world stands, each for the year that answers to its own. None
/// when they order nothing.
///
/// Errors: there is no such empire.
pub(super) fn standing(
    game: &Empires,
    world: &World,
    side: &SideId,
    (former, years): (&Sheet, Span),
) -> Result<Option<Sheet>, GameError> {
    let words = shifted(&former.words, years, world.pentade.first_year() - years.first_year);
    let context = game.context(world, empire_of(world, side)?, world.pentade);
    let parts = game.in_best_language(world, &words, |known| wards::read(known, world, &context, &words))?;
    let reading = game.put_into(world, &context.empire, parts, None)?;
    Ok(Some(reading.sheet).filter(|_| reading.orders_read > 0))
}

/// What a caretaker orders.
///
/// Errors: there is no such empire.
pub(super) fn caretaker(
    game: &Empires,
    world: &World,
    side: &SideId,
    seed: &Seed,
) -> Result<Sheet, GameError> {
    let empire = empire_of(world, side)?;
    let dice = Dice::new(seed.clone());
    let own = policy::sheet(&game.rulebook, world, &empire, &dice, Policy::Caretaker);
    let letter = Letter { own, ..Letter::default() };
    Ok(Sheet { data: text_of("sheet", &letter)?, words: letter.words(&*game.vocabulary(world)?) })
}

/// The words with every number that is one of the years put `by` later.
fn shifted(words: &str, years: Span, by: i32) -> String {
    let mut shifted = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - at);
        let number = &rest[at..at + digits];
        shifted.push_str(&rest[..at]);
        match number.parse::<i32>() {
            Ok(year) if (years.first_year..=years.last_year).contains(&year) => {
                shifted.push_str(&(year + by).to_string());
            }
            _ => shifted.push_str(number),
        }
        rest = &rest[at + digits..];
    }
    shifted + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_put_later_and_other_numbers_stay() {
        let years = Span { first_year: 976, last_year: 980 };
        let words = "976: conquer Lombardy with 25 gold\n980: if the conquest of 977 succeeded\nfrom 979 on, 9760 and 7";
        let later = "981: conquer Lombardy with 25 gold\n985: if the conquest of 982 succeeded\nfrom 984 on, 9760 and 7";
        assert_eq!(shifted(words, years, 5), later);
        assert_eq!(shifted("no number at all \u{2013}", years, 5), "no number at all \u{2013}");
        assert_eq!(shifted("99999999999999 976", years, 10), "99999999999999 986");
    }
}
