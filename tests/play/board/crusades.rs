//! Words of a case for what is given of crusades, jihads, Crusader States, religious orders (23, 28).

use pentade::empires::terms::{AreaId, EmpireId};
use pentade::empires::world::{Empire, EmpireKind, GivenCard, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if let Some(card) = fact.strip_prefix("extra card ") {
        let (to, card) = (names.empire(subject)?.clone(), card.parse().ok()?);
        let year = world.pentade.first_year();
        world.crusades.given.push(GivenCard { to, giver: None, year, card, used: None });
        world.crusades.given.sort();
        return Some(());
    }
    if subject.starts_with("Crusader State of ") {
        let area = names.area(fact.strip_prefix("holds ")?)?.clone();
        return holds(names.empire(subject)?, subject, world, EmpireKind::CrusaderState, area);
    }
    None
}

/// A power of this kind with an area, which is its court when it is its first.
fn holds(id: &EmpireId, name: &str, world: &mut World, kind: EmpireKind, area: AreaId) -> Option<()> {
    let pope = world.empires.values().find(|empire| empire.kind == EmpireKind::Pope)?;
    let founded = Empire {
        name: name.to_owned(),
        adjective: name.to_owned(),
        kind,
        seat: None,
        court: Some(area.clone()),
        treasury: 0,
        ..pope.clone()
    };
    world.empires.entry(id.clone()).or_insert(founded);
    world.areas.get_mut(&area)?.owner = Some(id.clone());
    Some(())
}
