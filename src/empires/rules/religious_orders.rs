//! Chapter 28: religious orders: how they arise, what they do of themselves, how they become empires of players.
//!
//! Reads the figures of 28.1. Dice: only those of the best rating (24.5).

use super::communications::own_areas;
use super::crusader_states;
use super::fixed::{Fixed, Refusal};
use super::gold;
use super::muster::refused;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::rulebook::{CATHOLIC, Rulebook};
use crate::empires::terms::{Act, AreaId, EmpireId, ReligionId, Statures};
use crate::empires::world::{Area, CrusadeChange, Effect, Empire, EmpireKind, Foundation, Leader, World};

/// Rules 6.3 (d) and 28.1: areas that players give to the Pope for a religious order.
///
/// Cases: 28.A.1 to 28.A.6.
pub fn take_areas(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for giver in scene.sheets.keys() {
        for order in gold::due(scene, giver, |act| matches!(act, Act::GiveAreaToPope(_))) {
            let Act::GiveAreaToPope(area) = &order.act else { continue };
            match may_be_given(scene, giver, area) {
                Ok(found) => effects.extend(found_order(scene, giver, area, found)),
                Err(refusal) => effects.tell(refused(giver, order, refusal)),
            }
        }
    }
    effects
}

fn may_be_given<'a>(scene: &Scene<'a>, giver: &EmpireId, id: &AreaId) -> Result<&'a Area, Refusal> {
    let name = scene.rulebook.atlas.name(id);
    let area = scene.world.areas.get(id).filter(|area| area.owner.as_ref() == Some(giver));
    let Some(area) = area else {
        return Err(Refusal::new("28.1", format!("{name} is not an own area")));
    };
    if area.religion.is(CATHOLIC) {
        return Err(Refusal::new("28.1", format!("{name} is Catholic already"))); // rule:28.1
    }
    if scene.world.empires.get(giver).is_some_and(|empire| empire.court.as_ref() == Some(id)) {
        return Err(Refusal::new("28.1", format!("{name} is the court")));
    }
    Ok(area)
}

/// An order arises in an area that was given to the Pope.
fn found_order(scene: &Scene<'_>, giver: &EmpireId, id: &AreaId, area: &Area) -> Effects {
    let catholic = ReligionId::new(CATHOLIC);
    let ground = (scene.rulebook, scene.world, scene.year_or_first());
    let mut effects = Effects { effects: founding(ground, id, area, &catholic), ..Effects::default() };
    let arose = CrusadeHappening::OrderArose { order: order_of(id) };
    effects.tell(Entry::new(&["28.1"], Happening::Crusade(arose)).of(giver).at(id));
    effects
}

/// What the id of every order begins with, whoever plays it.
const ORDER: &str = "order-";

fn order_of(area: &AreaId) -> EmpireId {
    EmpireId::new(&format!("{ORDER}{area}"))
}

/// Whether an empire is a Catholic order that has become a player's (27.5, 28.1).
pub fn is_players(id: &EmpireId, empire: &Empire) -> bool {
    let catholic = empire.leader.religion.is(CATHOLIC);
    empire.kind == EmpireKind::Player && catholic && id.as_str().starts_with(ORDER)
}

/// Rule 28.1: an order of a religion arises in an area: a Catholic one of the Pope's, a Muslim one by a wildcard. Where one
/// of the same name stands already, the area becomes its own.
pub fn founding(
    (rulebook, world, year): (&Rulebook, &World, i32),
    id: &AreaId,
    area: &Area,
    religion: &ReligionId,
) -> Vec<Effect> {
    let (power, name, stature) = (order_of(id), rulebook.atlas.name(id), rulebook.figures.order_stature);
    let leader = Leader {
        name: format!("Grand Master of {name}"),
        accession: year,
        statures: Statures { combat: stature, administrative: stature, diplomatic: stature }, // rule:28.1
        language: area.language.clone(),                                                      // rule:2.5
        religion: religion.clone(),                                                           // rule:28.1
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    };
    let founded = Box::new(Empire {
        name: format!("Order of {name}"),
        adjective: name.to_owned(),
        kind: EmpireKind::ReligiousOrder,
        seat: None,
        court: Some(id.clone()),
        leader,
        dynasty: String::new(),
        treasury: 0,
        off_board: None,
    });
    let mut effects = vec![Effect::OwnerChanged { area: id.clone(), owner: Some(power.clone()) }]; // rule:28.1
    match world.empires.get(&power) {
        Some(old) if old.court.is_none() => {
            effects.push(Effect::CourtMoved { empire: power.clone(), court: Some(id.clone()) });
        }
        Some(_) => {}
        None => effects.push(Effect::EmpireFounded { empire: power.clone(), founded }),
    }
    let foundation = Foundation { year, language: None, colony: None };
    effects.push(Effect::Crusade(CrusadeChange::Founded { power, foundation }));
    effects
}

/// Rule 28.1: what religious orders do this year: they convert what they hold, then take their neighbours.
///
/// Cases: 28.B.1 to 28.B.6.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    crusader_states::of_kind(scene, EmpireKind::ReligiousOrder)
}

/// Rule 28.1: how many year cards a religious order has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:28.1
}

/// Rules 6.4 (c) and 28.1: orders that are old enough become empires of players who wait, the oldest first.
///
/// Cases: 28.C.1 to 28.C.4.
pub fn settle(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let next = scene.pentade().next().first_year();
    let years = scene.rulebook.figures.order_player_years;
    let foundations = scene.world.crusades.foundations.iter();
    let mut old: Vec<(i32, &EmpireId)> = foundations
        .filter(|(id, one)| {
            let order = scene.world.empires.get(*id).is_some_and(|it| it.kind == EmpireKind::ReligiousOrder);
            order && next - one.year >= years && own_areas(scene.world, id).next().is_some() // rule:28.1
        })
        .map(|(id, one)| (one.year, id))
        .collect();
    old.sort();
    let seats = scene.world.empires.values().filter_map(|empire| empire.seat);
    let first_seat = seats.max().map_or(0, |last| last.saturating_add(1));
    let waiting = usize::try_from(scene.waiting_players).unwrap_or(usize::MAX);
    for (seat, (_, id)) in (first_seat..).zip(old.into_iter().take(waiting)) {
        effects.change(Effect::Crusade(CrusadeChange::BecamePlayer { power: id.clone(), seat }));
        let became = Happening::Crusade(CrusadeHappening::OrderBecamePlayer);
        effects.tell(Entry::new(&["28.1"], became).of(id));
    }
    effects
}
