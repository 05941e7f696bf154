//! Chapter 23.7: Crusader States: how they arise, what they do of themselves, how they colonise.
//!
//! Reads the figures of 23.7 and of colonisation (25.1). Dice: two for each stature of a new state's leader (8.3).

mod colonies;
mod play;

pub use colonies::colonise;
pub use play::{Wish, choose};

use super::actors;
use super::fixed::Fixed;
use super::given_cards;
use super::leaders::new_statures;
use super::papacy::is_pope;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{CrusadeHappening, Entry, Happening};
use crate::empires::rulebook::{CATHOLIC, HolyCity};
use crate::empires::terms::{Act, AreaId, EmpireId, LanguageId, ReligionId};
use crate::empires::world::{CrusadeChange, Effect, Empire, EmpireKind, Foundation, Leader};

/// Rule 23.4: a Crusader State arises with a freed city as its court. One that was lost before arises again.
///
/// The areas pass to it by the same step's changes of owner. It colonises toward the language of the largest donor (23.7).
/// Cases: 23.D.5 to 23.D.8.
pub fn found(scene: &Scene<'_>, army: &EmpireId, city: &HolyCity, areas: &[&AreaId]) -> Effects {
    let mut effects = Effects::default();
    let (Some(state), Some(language)) = (city.crusader_state(), language_of_donors(scene, army)) else {
        return effects;
    };
    let year = scene.year_or_first();
    let foundation = Foundation { year, language: Some(language.clone()), colony: None };
    let areas = areas.iter().map(|area| (*area).clone()).collect();
    let arose = CrusadeHappening::StateArose { areas, language: language.to_string() };
    let mut entry = Entry::new(&["23.4", "23.7"], Happening::Crusade(arose)).of(&state).at(&city.area);
    if !scene.world.empires.contains_key(&state) {
        let (statures, chance) = new_statures(scene, &state, 0); // rule:8.3
        entry.chance = chance;
        let leader = Leader {
            name: format!("Lord of {} of {year}?", city.city),
            accession: year,
            statures,
            language,                            // rule:23.7
            religion: ReligionId::new(CATHOLIC), // rule:23.7
            has_risen: false,
            has_adopted_religion: false,
            excommunicated: false,
            heir_name: None,
        };
        let founded = Box::new(Empire {
            name: city.crusader_state_name(),
            adjective: "Crusader".to_owned(),
            kind: EmpireKind::CrusaderState,
            seat: None,
            court: Some(city.area.clone()),
            leader,
            dynasty: String::new(),
            treasury: 0,
            off_board: None,
        });
        effects.change(Effect::EmpireFounded { empire: state.clone(), founded });
    }
    effects.change(Effect::Crusade(CrusadeChange::Founded { power: state, foundation }));
    effects.tell(entry);
    effects
}

/// Rule 23.7: the language of the largest donor: most cards, then victory points, then areas, then the lower number of
/// its seat, for a name decides nothing (6.1); the Pope's where nobody gave.
fn language_of_donors(scene: &Scene<'_>, army: &EmpireId) -> Option<LanguageId> {
    let world = scene.world;
    let givers: Vec<&EmpireId> =
        given_cards::given_to(world, army).filter_map(|card| card.giver.as_ref()).collect();
    let largest = givers.iter().copied().max_by_key(|id| {
        let cards = givers.iter().filter(|other| *other == id).count();
        let areas = super::communications::own_areas(world, id).count();
        (cards, world.quarters_of(id), areas, std::cmp::Reverse(world.rank(id))) // rule:23.7 ruling:R23.7
    });
    let pope = || world.empires.iter().find(|(id, empire)| is_pope(id, empire)).map(|(_, pope)| pope);
    let leader = largest.and_then(|id| world.empires.get(id)).or_else(pope)?;
    Some(leader.leader.language.clone())
}

/// Rule 23.7: what Crusader States do this year: their own card in the first year (6.8) or, when they are younger, in
/// their second; cards given spread over the years.
///
/// Cases: 23.E.1 to 23.E.9.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    of_kind(scene, EmpireKind::CrusaderState)
}

/// What all powers of a kind that Christendom founded do this year.
pub fn of_kind(scene: &Scene<'_>, kind: EmpireKind) -> (Vec<Fixed>, Effects) {
    let mut fixed = Vec::new();
    let mut effects = Effects::default();
    for (id, empire) in scene.world.empires.iter().filter(|(_, empire)| empire.kind == kind) {
        if empire.court.is_none() || actors::is_ordered(scene, id) {
            continue; // rule:6.8
        }
        let mut wishes: Vec<Wish> = Vec::new();
        let own = own_card_now(scene, id);
        let years = scene.pentade().last_year() - scene.year_or_first() + 1;
        let given = given_cards::extra_cards(scene, id);
        let share = given.len().div_ceil(usize::try_from(years).unwrap_or(1).max(1)); // rule:24.1
        let given = given.into_iter().take(share).map(|card| (card.card, true));
        for (card, extra) in own.map(|card| (card, false)).into_iter().chain(given) {
            let Some(wish) = choose(scene, id, &wishes) else { break };
            let mut one = actors::play(scene, id, wish.kind.clone(), card, wish.way);
            if let Act::Endeavour(order) = &mut one.order.act {
                order.extra_card = extra; // rule:9.3
            }
            effects.tell(told(scene, id, &wish));
            fixed.push(one);
            wishes.push(wish);
        }
    }
    (fixed, effects)
}

/// Rule 6.8: the own card of a power, in the first year; of one that arose in this pentade in any later year.
fn own_card_now(scene: &Scene<'_>, id: &EmpireId) -> Option<u32> {
    let first = scene.pentade().first_year();
    let young = scene.world.crusades.foundations.get(id).is_some_and(|one| one.year >= first);
    (scene.year == Some(first) || young).then(|| actors::next_card(scene, id))?
}

fn told(scene: &Scene<'_>, id: &EmpireId, wish: &Wish) -> Entry {
    let sort = wish.kind.sort();
    let chose = CrusadeHappening::PowerChose { sort, why: wish.why.to_owned() };
    let rule = match scene.world.empires.get(id).map(|empire| empire.kind) {
        Some(EmpireKind::ReligiousOrder) => "28.1",
        _ => "23.7",
    };
    let mut entry = Entry::new(&[rule], Happening::Crusade(chose)).of(id).at(wish.kind.target());
    entry.numbers.extend(wish.rating.clone());
    entry.chance.extend(wish.chance.clone());
    entry
}

/// Rule 23.7: how many year cards a Crusader State has of its own in this pentade.
pub fn cards(scene: &Scene<'_>, _id: &EmpireId) -> i32 {
    scene.rulebook.figures.power_cards // rule:23.7
}
