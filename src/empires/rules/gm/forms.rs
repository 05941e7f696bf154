//! Rulings through a form: what may stand in each field on this world, the words that a filled form comes to, and a ruling's
//! words as a filled form (19.20, 26.5).

use super::kinds::{self, About, CONTINENTS, Hole, KINDS, Kind, Place, SUBJECT, by_id};
use super::words::{self, Ground};
use super::{Fact, NEW_AREA, facts_of, read};
use crate::empires::atlas::fold;
use crate::empires::rulebook::Rulebook;
use crate::empires::world::World;
use crate::postal::rulings::{FieldInput, LaidEffect, RulingFault, RulingField, RulingKind};

/// The most characters of a leader's or an area's name.
const LONGEST_NAME: usize = 40;

/// Characters that part a ruling's words, which no name may hold.
const MARKS: [char; 3] = [',', ';', ':'];

/// Every kind of effect with what may stand in its fields on this world.
pub fn kinds_on(rulebook: &Rulebook, world: &World) -> Vec<RulingKind> {
    let rulebook = &*rulebook.of_world(world);
    let ground = Ground { rulebook, world, year: world.pentade.first_year() };
    let kind = |kind: &Kind| {
        let fields: Vec<RulingField> = subject_place(kind.about)
            .iter()
            .chain(kind.places)
            .map(|place| RulingField {
                id: place.id.to_owned(),
                title: place.title.to_owned(),
                input: input(&ground, place.hole),
                needed: place.needed,
                most: place.most,
            })
            .collect();
        let group = match kind.about {
            About::Area => "Areas",
            About::Empire => "Empires",
            About::Deck | About::Game => "Deck and game",
            About::NewArea => "The map",
        };
        RulingKind { id: kind.id.to_owned(), group: group.to_owned(), title: kind.title.to_owned(), fields }
    };
    KINDS.iter().map(kind).collect()
}

/// The field of what a fact is about.
fn subject_place(about: About) -> Option<Place> {
    let place = |title, hole| Place { id: SUBJECT, title, hole, needed: true, most: 1 };
    match about {
        About::Area => Some(place("Area", Hole::Area)),
        About::Empire => Some(place("Empire", Hole::Empire)),
        About::NewArea => Some(place("Name of the new area", Hole::Name)),
        About::Deck | About::Game => None,
    }
}

fn input(ground: &Ground<'_>, hole: Hole) -> FieldInput {
    let rulebook = ground.rulebook;
    let few =
        |names: Vec<String>| FieldInput::Few(names.into_iter().map(|name| (name.clone(), name)).collect());
    let sorted = |mut names: Vec<String>| {
        names.sort_by_key(|name| fold(name));
        names
    };
    match hole {
        Hole::Area => {
            FieldInput::Many(sorted(rulebook.atlas.areas().map(|area| area.name.clone()).collect()))
        }
        Hole::Sea => few(sorted(rulebook.atlas.seas().map(|sea| sea.name.clone()).collect())),
        Hole::Empire => {
            few(sorted(ground.world.empires.values().map(|empire| empire.name.clone()).collect()))
        }
        Hole::Religion => few(rulebook.religions.iter().map(|one| one.name.clone()).collect()),
        Hole::Language => few(sorted(rulebook.languages.values().map(|one| one.name.clone()).collect())),
        Hole::EventCard => few(sorted(rulebook.event_cards.iter().map(|one| one.name.clone()).collect())),
        Hole::Grade => few(rulebook.new_leaders.grades().map(|grade| grade.to_string()).collect()),
        Hole::How => FieldInput::Few(
            [("+", "raised by"), ("-", "lowered by"), ("=", "set to")]
                .map(|(value, label)| (value.to_owned(), label.to_owned()))
                .to_vec(),
        ),
        Hole::Points(most) => FieldInput::Number { lowest: -most, highest: most },
        Hole::Number(lowest, highest) => FieldInput::Number { lowest, highest },
        Hole::YearCard => {
            let numbers = || rulebook.year_cards.iter().filter_map(|card| i32::try_from(card.number).ok());
            FieldInput::Number {
                lowest: numbers().min().unwrap_or_default(),
                highest: numbers().max().unwrap_or_default(),
            }
        }
        Hole::Year => FieldInput::Number { lowest: ground.world.pentade.last_year(), highest: i32::MAX },
        Hole::Name => FieldInput::Words { longest: LONGEST_NAME },
        Hole::Word(word) => FieldInput::Few(vec![(word.to_owned(), "yes".to_owned())]),
        Hole::Continent => few(CONTINENTS.map(str::to_owned).to_vec()),
    }
}

/// The canonical words of a filled form.
///
/// Errors: what is wrong in which field.
pub fn words_of(
    rulebook: &Rulebook,
    world: &World,
    effects: &[LaidEffect],
) -> Result<String, Vec<RulingFault>> {
    let rulebook = &*rulebook.of_world(world);
    let ground = Ground { rulebook, world, year: world.pentade.first_year() };
    let (mut facts, mut faults, mut added) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, effect) in effects.iter().enumerate() {
        let at = |field: Option<&str>, reason: String| RulingFault {
            effect: Some(nth),
            field: field.map(str::to_owned),
            reason,
        };
        let Some(kind) = by_id(&effect.kind) else {
            faults.push(at(None, format!("there is no kind of effect \u{201c}{}\u{201d}", effect.kind)));
            continue;
        };
        match canonical(&ground, kind, effect, &added) {
            Ok(effect) => {
                if kind.about == About::NewArea {
                    added.extend(effect.values(SUBJECT).map(str::to_owned));
                }
                facts.push(apart_from_empires(&ground, kind, kinds::worded(kind, &effect)));
            }
            Err(wrong) => faults.extend(wrong.into_iter().map(|(field, reason)| at(Some(field), reason))),
        }
    }
    if effects.is_empty() {
        faults.push(RulingFault::of_all("it says nothing"));
    }
    if faults.is_empty() { Ok(joined(&facts)) } else { Err(faults) }
}

/// `area Burgundy` where an empire bears the name.
fn apart_from_empires(ground: &Ground<'_>, kind: &Kind, fact: Fact) -> Fact {
    match kind.about == About::Area && words::empire(ground, &fact.subject).is_some() {
        true => Fact { subject: format!("area {}", fact.subject), ..fact },
        false => fact,
    }
}

/// Facts about one subject that follow each other stand in one part.
fn joined(facts: &[Fact]) -> String {
    let mut words = String::new();
    let mut former: Option<&str> = None;
    for Fact { subject, fact } in facts {
        let is_new = subject.starts_with(NEW_AREA);
        match former {
            Some(one) if one == subject && !is_new => words.push_str(", "),
            Some(_) => words.push_str(&format!("; {subject}: ")),
            None => words.push_str(&format!("{subject}: ")),
        }
        words.push_str(fact);
        former = Some(subject);
    }
    words
}

/// An effect with every name as the rulebook writes it.
///
/// Errors: fields that are empty or hold what may not stand there, with the reason.
fn canonical(
    ground: &Ground<'_>,
    kind: &Kind,
    effect: &LaidEffect,
    added: &[String],
) -> Result<LaidEffect, Vec<(&'static str, String)>> {
    let mut filled = Vec::new();
    let mut wrong = Vec::new();
    let subject = subject_place(kind.about);
    for place in subject.iter().chain(kind.places) {
        let values: Vec<&str> = effect.values(place.id).collect();
        if values.is_empty() && place.needed {
            wrong.push((place.id, "this must be filled".to_owned()));
        }
        if values.len() > place.most {
            wrong.push((place.id, format!("this can be filled {} times at most", place.most)));
        }
        for value in values {
            match lawful(ground, place.hole, value, added) {
                Ok(value) => filled.push((place.id.to_owned(), value)),
                Err(reason) => wrong.push((place.id, reason)),
            }
        }
    }
    let how = |sign: &str| effect.values("how").any(|how| how == sign);
    let points = effect.values("points").next().and_then(|points| points.parse::<i32>().ok());
    if (how("+") || how("-")) && points.is_some_and(|points| points < 1) {
        wrong.push(("points", "this must be 1 or more".to_owned()));
    }
    if wrong.is_empty() { Ok(LaidEffect { kind: effect.kind.clone(), filled }) } else { Err(wrong) }
}

/// What stands in a field, as the rulebook writes it.
///
/// Errors: what is wrong with it: lower case, no final stop.
fn lawful(ground: &Ground<'_>, hole: Hole, value: &str, added: &[String]) -> Result<String, String> {
    let rulebook = ground.rulebook;
    match hole {
        Hole::Area => {
            if let Some(new) = added.iter().find(|name| fold(name) == fold(value)) {
                return Ok(new.clone());
            }
            let found = rulebook.atlas.find(value).map(|id| rulebook.atlas.name(id).to_owned());
            found.ok_or_else(|| format!("there is no area \u{201c}{value}\u{201d}"))
        }
        Hole::Empire => {
            let id = words::named_empire(ground, value)?;
            Ok(ground.world.empires.get(&id).map_or_else(|| id.to_string(), |empire| empire.name.clone()))
        }
        Hole::Religion => words::religion(ground, value).map(|id| rulebook.religions.name(&id).to_owned()),
        Hole::Language => {
            let id = words::language(ground, value)?;
            Ok(rulebook.languages.get(&id).map_or_else(|| id.to_string(), |language| language.name.clone()))
        }
        Hole::EventCard => {
            let kind = words::card(ground, value)?;
            Ok(rulebook.event_card(kind).map_or_else(|| value.to_owned(), |card| card.name.clone()))
        }
        Hole::Name => {
            let length = value.chars().count();
            let is_plain = !value.chars().any(|letter| letter.is_control() || MARKS.contains(&letter));
            match length <= LONGEST_NAME && is_plain {
                true => Ok(value.to_owned()),
                false => Err(format!(
                    "a name has 1 to {LONGEST_NAME} characters, without comma, colon and semicolon"
                )),
            }
        }
        _ => match input(ground, hole) {
            FieldInput::Number { lowest, highest } => number(value, lowest, highest),
            FieldInput::Few(choices) => {
                let found =
                    choices.into_iter().map(|(choice, _)| choice).find(|one| fold(one) == fold(value));
                let exactly = ["+", "-", "="].contains(&value).then(|| value.to_owned());
                let found = if hole == Hole::How { exactly } else { found };
                found.ok_or_else(|| format!("\u{201c}{value}\u{201d} is none of the choices"))
            }
            FieldInput::Many(_) | FieldInput::Words { .. } => Ok(value.to_owned()),
        },
    }
}

fn number(value: &str, lowest: i32, highest: i32) -> Result<String, String> {
    let plain = value.trim_start_matches("= ").trim_start_matches("in ").replace('\u{2212}', "-");
    match plain.parse::<i32>() {
        Ok(number) if (lowest..=highest).contains(&number) => Ok(number.to_string()),
        _ if highest == i32::MAX => Err(format!("this must be a whole number from {lowest}")),
        _ => Err(format!("this must be a whole number from {lowest} to {highest}")),
    }
}

/// A ruling's words as a filled form; none where they cannot be read or say what a form cannot.
pub fn effects_of_words(rulebook: &Rulebook, world: &World, words: &str) -> Option<Vec<LaidEffect>> {
    let rulebook = &*rulebook.of_world(world);
    let ground = Ground { rulebook, world, year: world.pentade.first_year() };
    let facts = facts_of(words).ok()?;
    read(ground, &facts).ok()?;
    let mut added: Vec<String> = Vec::new();
    let mut effects = Vec::new();
    for fact in &facts {
        let effect = filled_by(&ground, fact, &added)?;
        let kind = by_id(&effect.kind)?;
        let effect = canonical(&ground, kind, &effect, &added).ok()?;
        if kind.about == About::NewArea {
            added.extend(effect.values(SUBJECT).map(str::to_owned));
        }
        effects.push(effect);
    }
    Some(effects)
}

/// One fact as an effect of the form, in the order in which the reader looks: an empire before an area of its name.
fn filled_by(ground: &Ground<'_>, fact: &Fact, added: &[String]) -> Option<LaidEffect> {
    let subject = fact.subject.as_str();
    let with_subject = |effect: LaidEffect, name: &str| {
        let mut filled = vec![(SUBJECT.to_owned(), name.to_owned())];
        filled.extend(effect.filled);
        LaidEffect { filled, ..effect }
    };
    if let Some(name) = subject.strip_prefix(NEW_AREA) {
        let kind = KINDS.iter().find(|kind| kind.about == About::NewArea)?;
        let effect = LaidEffect { kind: kind.id.to_owned(), filled: kinds::of_new_area(&fact.fact)? };
        return Some(with_subject(effect, name.trim()));
    }
    match words::bare(subject).as_str() {
        "event deck" => return kinds::told_apart(About::Deck, &fact.fact),
        "game" => return kinds::told_apart(About::Game, &fact.fact),
        _ => {}
    }
    let of_empire = words::empire(ground, subject).and_then(|_| kinds::told_apart(About::Empire, &fact.fact));
    if let Some(effect) = of_empire {
        return Some(with_subject(effect, subject));
    }
    let area = subject.strip_prefix("area ").unwrap_or(subject);
    let is_there =
        ground.rulebook.atlas.find(area).is_some() || added.iter().any(|name| fold(name) == fold(area));
    let effect = kinds::told_apart(About::Area, &fact.fact).filter(|_| is_there)?;
    Some(with_subject(effect, area))
}
