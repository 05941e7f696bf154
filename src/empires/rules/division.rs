//! Chapter 8.7: the division of a realm at its ruler's death.
//!
//! Reads the scenario's division. Dice: two for each stature of a new leader, keyed by the id of the part.

use std::cmp::Reverse;

use super::claims::may_gain;
use super::communications::own_areas;
use super::leaders::new_statures;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::{Division, DivisionPart};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, Fact, FactEvent, Leader};

/// Rule 8.7: the realm that the scenario names is split at the first death of its leader from the year named.
///
/// The first part of the scenario's list is the realm's own. The others arise in their order, one for each player who
/// waits; a part of whose languages the realm has no area is passed over. The treasury is shared evenly, the rest stays.
///
/// Cases: 8.E.1 to 8.E.13.
pub fn divide_realm(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some((division, realm)) = due(scene) else { return effects };
    let shares = shares(scene, division, realm);
    if shares.is_empty() {
        let cause = if scene.waiting_players == 0 {
            "no player waits for a part"
        } else {
            "it has no area of another part"
        };
        let whole = Happening::RealmStayedWhole { cause: cause.to_owned() };
        effects.tell(Entry::new(&["8.7"], whole).of(&division.empire)); // rule:8.7
        return effects;
    }
    let players = i32::try_from(shares.len()).unwrap_or(i32::MAX).saturating_add(1);
    let gold = realm.treasury / players; // rule:8.7
    let seats = scene.world.empires.values().filter_map(|empire| empire.seat);
    let next_seat = seats.max().map_or(0, |last| last.saturating_add(1));
    for (seat, share) in (next_seat..).zip(&shares) {
        let (founded, thrown) = found(scene, realm, share, seat);
        let titled = may_gain(scene, &share.part.id, &founded); // rule:2.6
        hand_over(&division.empire, share, titled, gold, &mut effects);
        effects.tell(thrown);
        effects.change(Effect::EmpireFounded { empire: share.part.id.clone(), founded: Box::new(founded) });
    }
    effects
}

/// The division that this year's death brings about, and the realm.
fn due<'a>(scene: &Scene<'a>) -> Option<(&'a Division, &'a Empire)> {
    let scenario = scene.rulebook.scenarios.get(&scene.world.scenario)?;
    let division = scenario.division.as_ref()?;
    let realm = scene.world.empires.get(&division.empire)?;
    let year = scene.year?;
    let of_now = scene.world.facts.iter().rev().take_while(|fact| fact.year >= year);
    if !of_now.clone().any(|fact| divides(division, fact)) {
        return None;
    }
    let first =
        scene.world.facts.iter().filter(|fact| divides(division, fact)).map(|fact| fact.year).min()?; // ruling:G-9
    (year == first).then_some((division, realm))
}

/// Whether a fact is a death that divides the realm: any from the year named, an heirless one at any time where the
/// scenario says so (19.9).
fn divides(division: &Division, fact: &Fact) -> bool {
    match &fact.event {
        FactEvent::LeaderDied(empire) => *empire == division.empire && fact.year >= division.from_year, // rule:8.7
        FactEvent::DiedHeirless(empire) => *empire == division.empire && division.also_heirless, // rule:8.7
        _ => false,
    }
}

/// What a new empire gets.
struct Share<'a> {
    part: &'a DivisionPart,
    areas: Vec<(&'a AreaId, &'a Area)>,
    court: (&'a AreaId, &'a Area),
}

/// The shares of those who wait, in the scenario's order. The realm's court is in none of them.
fn shares<'a>(scene: &Scene<'a>, division: &'a Division, realm: &Empire) -> Vec<Share<'a>> {
    let own = own_areas(scene.world, &division.empire);
    let own: Vec<_> = own.filter(|(id, _)| realm.court.as_ref() != Some(*id)).collect(); // ruling:G-9
    let waiting = usize::try_from(scene.waiting_players).unwrap_or(usize::MAX);
    let others = division.parts.iter().skip(1); // ruling:G-9
    let free = others.filter(|part| !scene.world.empires.contains_key(&part.id));
    free.filter_map(|part| share(scene, part, &own)).take(waiting).collect() // rule:8.7
}

/// The areas of a part's languages with the court laid down, or else the one of highest wealth; ties by population,
/// then name.
fn share<'a>(scene: &Scene<'a>, part: &'a DivisionPart, own: &[(&'a AreaId, &'a Area)]) -> Option<Share<'a>> {
    let spoken = own.iter().filter(|(_, area)| part.languages.contains(&area.language)); // rule:8.7
    let areas: Vec<_> = spoken.copied().collect();
    let court = areas.iter().copied().min_by_key(|(id, area)| {
        let name = scene.rulebook.atlas.name(id);
        (**id != part.court, Reverse(area.wealth()), Reverse(area.population), name)
    })?;
    Some(Share { part, areas, court })
}

/// A new empire with a new leader of its court's language and religion (8.3, 2.5), and how he was thrown for.
fn found(scene: &Scene<'_>, realm: &Empire, share: &Share<'_>, seat: u32) -> (Empire, Entry) {
    let (part, year, (court, home)) = (share.part, scene.year_or_first(), share.court);
    let (statures, chance) = new_statures(scene, &part.id, 0); // rule:8.7
    let leader = Leader {
        name: format!("{} ruler of {year}?", part.adjective), // rule:8.3
        accession: year,                                      // rule:8.3
        statures,
        language: home.language.clone(), // rule:2.5
        religion: home.religion.clone(), // rule:2.5
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    };
    let happening = Happening::Succeeded { name: leader.name.clone(), statures };
    let thrown = Entry { chance, ..Entry::new(&["8.7", "8.3"], happening).of(&part.id) };
    let founded = Empire {
        name: part.name.clone(),
        adjective: part.adjective.clone(),
        kind: EmpireKind::Player,
        seat: Some(seat), // rule:9.2
        court: Some(court.clone()),
        leader,
        dynasty: realm.dynasty.clone(),
        treasury: 0,
        off_board: None,
    };
    (founded, thrown)
}

/// Areas, an even share of the gold, and, for one whose religion allows them (`titled`), the claims and ties there.
fn hand_over(realm: &EmpireId, share: &Share<'_>, titled: bool, gold: i32, effects: &mut Effects) {
    let part = &share.part.id;
    let areas = share.areas.iter().map(|(id, _)| (*id).clone()).collect();
    let divided = Happening::RealmDivided { part: part.clone(), areas, titled };
    effects.tell(Entry::new(&["8.7"], divided).of(realm));
    for (id, area) in &share.areas {
        effects.change(Effect::OwnerChanged { area: (*id).clone(), owner: Some(part.clone()) });
        if titled {
            pass_titles(realm, part, id, area, effects);
        }
    }
    if gold > 0 {
        let given = Happening::GoldGiven { to: part.clone(), gold, by_treaty: false };
        effects.tell(Entry::new(&["8.7"], given).of(realm));
        effects.change(Effect::GoldChanged { empire: realm.clone(), by: -gold });
        effects.change(Effect::GoldChanged { empire: part.clone(), by: gold });
    }
}

/// The realm's claim and tie to an area go with it; a tie that is waived stays so.
fn pass_titles(realm: &EmpireId, part: &EmpireId, id: &AreaId, area: &Area, effects: &mut Effects) {
    if area.claims.contains(realm) {
        effects.change(Effect::ClaimEnded { area: id.clone(), empire: realm.clone() }); // ruling:R8.7
        effects.change(Effect::ClaimGained { area: id.clone(), empire: part.clone() });
    }
    if let Some(tie) = area.ties.get(realm) {
        effects.change(Effect::TieEnded { area: id.clone(), empire: realm.clone() }); // ruling:R8.7
        effects.change(Effect::TieGained { area: id.clone(), empire: part.clone() });
        if tie.waived {
            effects.change(Effect::TieWaived { area: id.clone(), empire: part.clone() });
        }
    }
}
