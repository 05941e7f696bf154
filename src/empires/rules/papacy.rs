//! Chapter 27: the Papacy. The Pope, his seat, his year card; and the parleys of the church, each by its chapter.
//!
//! Reads the table of seats and the figure of cards. No dice beside his year cards.

use std::cmp::Reverse;

use super::actors;
use super::excommunication;
use super::fixed::{Fixed, Refusal, Way};
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use super::schism;
use super::year_cards;
use crate::empires::chronicle::{ChurchHappening, Entry, Happening};
use crate::empires::rulebook::CATHOLIC;
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind, Motion};
use crate::empires::world::{ChurchChange, Effect, Empire, EmpireKind, World};

/// Id of the Pope, whoever plays him (27.1, 27.2).
const POPE: &str = "pope";

/// Whether an empire is the Pope's: his without a player, or a player Pope's (27.2).
pub fn is_pope(id: &EmpireId, empire: &Empire) -> bool {
    empire.kind == EmpireKind::Pope || id.is(POPE) // rule:27.2
}

/// The Pope; none in a world without one.
pub fn pope(world: &World) -> Option<&EmpireId> {
    world.empires.iter().find(|(id, empire)| is_pope(id, empire)).map(|(id, _)| id)
}

/// Who gets what an empire owes its Pope (22.1): in a schism the anti-Pope's is got by the holder of his seat (23.2).
pub fn obeyed_pope<'s>(scene: &Scene<'s>, id: &EmpireId) -> Option<&'s EmpireId> {
    match &scene.world.church.schism {
        Some(schism) if schism.followers.contains(id) => {
            scene.world.areas.get(&schism.seat).and_then(|area| area.owner.as_ref())
        }
        _ => pope(scene.world),
    }
}

/// Rule 27.1: where the Pope sits. The first seat of the table whose area has its religion; when none has, the wealthiest
/// Catholic area, ties by population and name; none when no area is Catholic.
///
/// Cases: 27.A.1 to 27.A.6.
pub fn seat<'s>(scene: &Scene<'s>) -> Option<&'s AreaId> {
    let fits = |area: &AreaId, religion: &str| {
        scene.world.areas.get(area).is_some_and(|area| area.religion.is(religion))
    };
    let seats = scene.rulebook.papal_seats.iter();
    let mut fitting =
        seats.filter(|seat| fits(&seat.area, seat.while_religion.as_str())).map(|seat| &seat.area);
    fitting.next().or_else(|| {
        let catholic = scene.world.areas.iter().filter(|(_, area)| area.religion.is(CATHOLIC));
        let wealthiest = catholic.min_by_key(|(id, area)| {
            (Reverse(area.wealth()), Reverse(area.population), scene.rulebook.atlas.name(id)) // rule:27.1
        });
        wealthiest.map(|(id, _)| id)
    })
}

/// Rule 27.1: at the opening of a pentade the Pope goes to his seat, and what nobody holds there is his.
///
/// A player Pope goes where he likes (27.2). Cases: 27.A.1 to 27.A.6.
pub fn take_seat(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some((pope, seat)) = pope(scene.world).zip(seat(scene)) else { return effects };
    let Some(empire) = scene.world.empires.get(pope).filter(|empire| empire.kind == EmpireKind::Pope) else {
        return effects; // rule:27.2
    };
    if scene.world.church.papal_seat.as_ref() != Some(seat) {
        effects.change(Effect::Church(ChurchChange::SeatTaken { seat: seat.clone() }));
        if scene.world.church.papal_seat.is_some() {
            let moved = Happening::Church(ChurchHappening::SeatMoved);
            effects.tell(Entry::new(&["27.1"], moved).of(pope).at(seat));
        }
    }
    let owner = scene.world.areas.get(seat).and_then(|area| area.owner.as_ref());
    if owner.is_none() {
        effects.change(Effect::OwnerChanged { area: seat.clone(), owner: Some(pope.clone()) }); // ruling:R27.1
        let kept = Happening::Church(ChurchHappening::SeatKept);
        effects.tell(Entry::new(&["27.1"], kept).of(pope).at(seat));
    }
    if owner.is_none_or(|owner| owner == pope) && empire.court.as_ref() != Some(seat) {
        effects.change(Effect::CourtMoved { empire: pope.clone(), court: Some(seat.clone()) }); // rule:27.1
    }
    effects
}

/// Rules 27.2 and 6.8: the Pope's year card rules his seat in the first year, unless the GM orders otherwise.
///
/// Cases: 27.B.1 to 27.B.5.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    let mut effects = Effects::default();
    if scene.year != Some(scene.pentade().first_year()) {
        return (Vec::new(), effects); // rule:27.2
    }
    let ruling = || {
        let (pope, seat) = pope(scene.world).zip(seat(scene))?;
        let own = scene.world.areas.get(seat)?.owner.as_ref() == Some(pope);
        let unled = scene.world.empires.get(pope)?.kind == EmpireKind::Pope;
        if !(own && unled) || actors::is_ordered(scene, pope) {
            return None;
        }
        let kind = EndeavourKind::Ruling { area: seat.clone(), removing: None };
        let card = year_cards::of_the_year(scene, pope)?;
        Some((pope, actors::play(scene, pope, kind, card, Way::default()))) // rule:27.2 rule:6.8
    };
    let Some((pope, fixed)) = ruling() else { return (Vec::new(), effects) };
    actors::spend(scene, pope, &mut effects);
    (vec![fixed], effects)
}

/// Rule 27.2: how many year cards the Pope has in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:27.2
}

/// Rules 22.1, 23.1, 23.2: whether an empire may call a parley of the church now.
///
/// Errors: the ground that is missing.
pub fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    match motion {
        Motion::Excommunication { of: Some(of) } => excommunication::may_accuse(scene, caller, of),
        Motion::Absolution { of: Some(of) } => excommunication::may_absolve(scene, caller, of),
        Motion::Excommunication { of: None } | Motion::Absolution { of: None } => {
            Err(Refusal::new("22.1", "it names nobody"))
        }
        _ => schism::may_call(scene, caller, motion),
    }
}

/// Rules 22.1, 23.1, 23.2: what the result of a parley of the church brings about.
pub fn decided(scene: &Scene<'_>, parley: &Parley, tally: Tally) -> Effects {
    match &parley.motion {
        Motion::Excommunication { of: Some(of) } => excommunication::tried(scene, of, tally),
        Motion::Absolution { of: Some(of) } => excommunication::absolved(parley, of, tally),
        Motion::EndOfSchism => schism::healed(scene, tally),
        Motion::Union => schism::united(scene, parley.caller.as_ref(), tally),
        _ => Effects::default(),
    }
}
