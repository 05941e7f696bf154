//! Rulings of the second game: a point for a side, by form or in words.

use pentade::postal::game::GameError;
use pentade::postal::rulings::{FieldInput, LaidEffect, RulingFault, RulingField, RulingGround, RulingKind};

use super::{World, read};

pub fn kinds(ground: RulingGround<'_>) -> Result<Vec<RulingKind>, GameError> {
    let world: World = read("world", ground.world.as_str())?;
    let sides = world.points.keys().map(|side| (side.clone(), format!("<{side}>"))).collect();
    let field = |id: &str, input| {
        let title = format!("Which {id}");
        RulingField { id: id.to_owned(), title, input, needed: true, most: 1 }
    };
    Ok(vec![RulingKind {
        id: "point".to_owned(),
        group: "Points".to_owned(),
        title: "A point".to_owned(),
        fields: vec![field("side", FieldInput::Few(sides)), field("why", FieldInput::Words { longest: 9 })],
    }])
}

pub fn words(
    ground: RulingGround<'_>,
    effects: &[LaidEffect],
) -> Result<Result<String, Vec<RulingFault>>, GameError> {
    let world: World = read("world", ground.world.as_str())?;
    let (mut words, mut faults) = (Vec::new(), Vec::new());
    for (nth, effect) in effects.iter().enumerate() {
        match effect.values("side").next() {
            Some(side) if world.points.contains_key(side) => words.push(format!("a point for {side}")),
            side => faults.push(RulingFault {
                effect: Some(nth),
                field: Some("side".to_owned()),
                reason: format!("{side:?} does not play"),
            }),
        }
    }
    Ok(if faults.is_empty() { Ok(words.join("; ")) } else { Err(faults) })
}

pub fn effects(words: &str) -> Option<Vec<LaidEffect>> {
    let side = |part: &str| part.trim().strip_prefix("a point for ").map(str::to_owned);
    let effect =
        |side: String| LaidEffect { kind: "point".to_owned(), filled: vec![("side".to_owned(), side)] };
    words.split(';').map(|part| side(part).map(effect)).collect()
}

pub fn check(ground: RulingGround<'_>, words: &str) -> Result<Option<String>, RulingFault> {
    if !words.contains("point") {
        return Err(RulingFault::of_all(format!("{words:?} gives no point")));
    }
    if ground.others.iter().any(|other| other.words == words) {
        return Err(RulingFault { effect: Some(0), ..RulingFault::of_all("the point is given already") });
    }
    Ok(ground.year.filter(|year| year % 100 == 4).map(|_| "the bank is closed".to_owned()))
}
