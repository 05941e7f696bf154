//! The order form: one box a year, one for the opening and one for what stands; the same again for each empire whose
//! regent the player is (30.4).

use std::collections::BTreeSet;

use super::wards::{Letter, wards_of};
use crate::empires::forecast;
use crate::empires::orders::{Vocabulary, print};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{EmpireId, OrderSheet, When};
use crate::empires::world::World;
use crate::postal::form::Menu;
use crate::postal::game::FormPart;

/// Field of the orders for the opening.
const OPENING: &str = "opening";

/// Field of the orders for every year, or from a year on.
const EVERY_YEAR: &str = "every_year";

/// Field of the orders without a year.
const STANDING: &str = "standing";

/// The form with the letter in force in it.
pub(super) fn parts(
    rulebook: &Rulebook,
    vocabulary: &Vocabulary,
    world: &World,
    empire: &EmpireId,
    letter: &Letter,
) -> Vec<FormPart> {
    let rulebook = &*rulebook.of_world(world);
    let none = OrderSheet::default();
    let mut parts = parts_of(rulebook, vocabulary, world, empire, &letter.own);
    for ward in wards_of(world, empire) {
        let name = vocabulary.empire_name(ward);
        let sheet = letter.wards.get(ward).unwrap_or(&none);
        let of_ward = parts_of(rulebook, vocabulary, world, ward, sheet).into_iter();
        parts.extend(of_ward.map(|part| FormPart {
            field: field_for(ward, &part.field),
            title: format!("{name}, {}", part.title),
            ..part
        })); // rule:30.4
    }
    parts
}

/// The boxes of one empire.
fn parts_of(
    rulebook: &Rulebook,
    vocabulary: &Vocabulary,
    world: &World,
    empire: &EmpireId,
    sheet: &OrderSheet,
) -> Vec<FormPart> {
    let own = world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(empire));
    let area = own.map(|(id, _)| rulebook.atlas.name(id)).next();
    let part = |field: &str, title: &str, example: String, meant: &dyn Fn(When) -> bool| FormPart {
        can_choose: field != OPENING,
        field: field.to_owned(),
        title: title.to_owned(),
        example,
        words: words(vocabulary, sheet, meant),
    };
    let last = world.pentade.last_year();
    let example = format!("give 1 year card to the crusade, without an endeavour in {last}");
    let mut parts = vec![part(OPENING, "Opening", example, &|when| when == When::Opening)];
    for year in world.pentade.years() {
        let example = area.map_or_else(String::new, |area| format!("tax {area}\nrule {area} with 1 gold"));
        let title = format!("Year {year}");
        parts.push(part(&field_of(year), &title, example, &|when| when == When::Year(year)));
    }
    let every = |when| matches!(when, When::EveryYear | When::From(_));
    let example = area.map_or_else(String::new, |area| format!("do not tax {area}"));
    parts.push(part(EVERY_YEAR, "Every year", example, &every));
    let example = "if the leader dies, name his heir Otto III\nvote no on any excommunication".to_owned();
    parts.push(part(STANDING, "Standing", example, &|when| when == When::Standing));
    parts
}

/// What can be chosen for a field; nothing for one that the form does not have.
pub(super) fn menu(
    rulebook: &Rulebook,
    vocabulary: &Vocabulary,
    world: &World,
    empire: &EmpireId,
    (letter, field): (&Letter, &str),
) -> Menu {
    let rulebook = &*rulebook.of_world(world);
    let none = OrderSheet::default();
    let mut of = (empire, &letter.own, field.to_owned());
    for ward in wards_of(world, empire) {
        let fields = [STANDING.to_owned(), EVERY_YEAR.to_owned()].into_iter();
        let mut fields = fields.chain(world.pentade.years().map(field_of));
        if let Some(asked) = fields.find(|one| field_for(ward, one) == field) {
            of = (ward, letter.wards.get(ward).unwrap_or(&none), asked); // rule:30.4
        }
    }
    let (empire, sheet, field) = of;
    if field == STANDING {
        return forecast::standing_menu(vocabulary);
    }
    if field == EVERY_YEAR {
        let own = world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(empire));
        return forecast::every_year_menu(vocabulary, &own.map(|(id, _)| id.clone()).collect::<Vec<_>>());
    }
    match world.pentade.years().find(|year| field_of(*year) == field) {
        Some(year) => {
            let offers = forecast::year_offers(rulebook, world, empire, sheet, year);
            forecast::year_menu(vocabulary, &offers)
        }
        None => Menu::default(),
    }
}

/// The form as lines of a letter: a heading and room for each box, empire by empire.
pub(super) fn lines(vocabulary: &Vocabulary, world: &World, empire: &EmpireId) -> Vec<String> {
    let mut lines = headings(world);
    for ward in wards_of(world, empire) {
        lines.push(format!("Orders for {}", vocabulary.empire_name(ward))); // rule:30.4
        lines.extend(headings(world));
    }
    lines
}

fn headings(world: &World) -> Vec<String> {
    let years = world.pentade.years().map(|year| format!("Year {year}:"));
    let all = std::iter::once("Opening:".to_owned()).chain(years);
    let all = all.chain(["Every year:".to_owned(), "Standing:".to_owned()]);
    all.flat_map(|heading| [heading, String::new()]).collect()
}

fn field_of(year: i32) -> String {
    format!("y{year}")
}

/// A field of an empire whose regent writes.
fn field_for(ward: &EmpireId, field: &str) -> String {
    format!("for-{ward}-{field}")
}

/// The canonical words of some of the orders, without heading and indent where they have just one heading.
fn words(vocabulary: &Vocabulary, sheet: &OrderSheet, meant: &dyn Fn(When) -> bool) -> String {
    let orders: Vec<_> = sheet.orders.iter().filter(|order| meant(order.when)).cloned().collect();
    let headings: BTreeSet<When> = orders.iter().map(|order| order.when).collect();
    let text = print(vocabulary, &OrderSheet { orders });
    if headings.len() > 1 || headings.iter().any(|when| matches!(when, When::From(_))) {
        return text.trim_end().to_owned();
    }
    let lines = text.lines().skip(1).map(|line| line.strip_prefix("  ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// One text of a filled form, which replaces the whole letter: the player's own orders, then those for every empire that has
/// a regent and a box here.
pub(super) fn text(world: &World, filled: &[(String, String)]) -> String {
    let mut text = "replace all\n".to_owned();
    text.push_str(&blocks(world, filled, &str::to_owned));
    for (ward, empire) in world.empires.iter().filter(|(id, _)| world.regencies.by_empire.contains_key(*id)) {
        let field = |field: &str| field_for(ward, field);
        let is_there = filled.iter().any(|(name, _)| *name == field(OPENING) || *name == field(STANDING));
        if is_there {
            let blocks = blocks(world, filled, &field);
            text.push_str(&format!("\norders for {}\nreplace all\n{blocks}", empire.name)); // rule:30.4
        }
    }
    text
}

/// The blocks of one empire, by what its fields are called.
fn blocks(world: &World, filled: &[(String, String)], called: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut block = |heading: &str, field: &str| {
        let field = called(field);
        for (_, words) in filled.iter().filter(|(name, words)| *name == field && !words.trim().is_empty()) {
            text.push_str(&format!("\n{heading}\n{}\n", words.trim_end()));
        }
    };
    block("Opening", OPENING);
    for year in world.pentade.years() {
        block(&format!("Year {year}"), &field_of(year));
    }
    block("Every year", EVERY_YEAR);
    block("Standing", STANDING);
    text
}
