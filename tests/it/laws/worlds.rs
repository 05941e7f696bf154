//! Random sound worlds: the Millennium map with everything on it thrown about, and worlds that policies have lived in.

use std::sync::LazyLock;

use pentade::empires::pentade::begin;
use pentade::empires::policy::Policy;
use pentade::empires::rulebook::Scenario;
use pentade::empires::terms::{AreaId, EmpireId, LanguageId, Pentade, ReligionId, Statures};
use pentade::empires::trial::Trial;
use pentade::empires::world::{
    Area, Colonisation, Conversion, EmpireKind, Fact, FactEvent, PartialConquest, Tie, World,
};

use super::chance::Chance;
use super::renaming::RENAMED;
use crate::shipped::rulebook;

/// The empires that players hold, in order of seats.
pub fn players(world: &World) -> Vec<EmpireId> {
    let mut players: Vec<(u32, EmpireId)> = world
        .empires
        .iter()
        .filter(|(_, empire)| empire.kind == EmpireKind::Player)
        .filter_map(|(id, empire)| Some((empire.seat?, id.clone())))
        .collect();
    players.sort();
    players.into_iter().map(|(_, id)| id).collect()
}

/// Empires that rules or laws know by their ids, so that they cannot be called otherwise.
const NAMED: [&str; 5] = ["byzantium", "abbasids", "franks", "germany", "denmark"];

/// Pentades of the game that worlds are taken from.
const LIVED: u32 = 16;

/// A scenario whose other empires bear ids that no area bears.
fn scenario(id: &str) -> Scenario {
    let mut scenario = rulebook().scenarios[id].clone();
    for empire in &mut scenario.empires {
        if !NAMED.contains(&empire.id.as_str()) {
            empire.id = EmpireId::new(&format!("{RENAMED}{}", empire.id));
        }
    }
    scenario
}

/// Worlds of a long game, with whatever its pentades brought about: cards in hand, groups, magnates, treaties.
fn lived() -> &'static [World] {
    static WORLDS: LazyLock<Vec<World>> = LazyLock::new(|| {
        let scenario = scenario("postal-grand-771");
        let trial = Trial {
            rulebook: rulebook(),
            scenario: &scenario,
            policy: Policy::Mixed,
            pentades: LIVED,
            waiting_players: 3,
            master: [42; 32],
        };
        let mut worlds = vec![begin(rulebook(), &scenario)];
        for nth in 0..LIVED {
            let world = worlds.last().expect("the first at least");
            let played = trial.pentade(world).unwrap_or_else(|fault| panic!("pentade {nth}: {fault}"));
            worlds.push(played.world);
        }
        worlds
    });
    &WORLDS
}

/// The world of a seed: thrown about, or of a long game.
pub fn any(seed: u64) -> World {
    if seed.is_multiple_of(2) {
        return Chance::new(seed ^ 0x006c_6976_6564).pick(lived()).clone();
    }
    thrown_about(seed)
}

/// The Millennium map with everything on it thrown about.
pub fn thrown_about(seed: u64) -> World {
    let mut chance = Chance::new(seed ^ 0x0077_6f72_6c64);
    let mut world = begin(rulebook(), &scenario("millennium-976"));
    world.pentade = Pentade::of(976 + 5 * chance.between(0, 6));
    let players = players(&world);
    let courts: Vec<AreaId> = world.empires.values().filter_map(|empire| empire.court.clone()).collect();
    let first = world.pentade.first_year();
    for (id, area) in &mut world.areas {
        if !courts.contains(id) {
            own(area, &players, &mut chance);
        }
        fill(area, &players, first, &mut chance);
    }
    for empire in world.empires.values_mut() {
        empire.treasury = chance.between(0, 25);
        let mut grade = || *chance.pick(&[1, 2, 3, 5, 9]);
        empire.leader.statures = Statures { combat: grade(), administrative: grade(), diplomatic: grade() };
        empire.leader.has_risen = chance.percent(20);
        empire.leader.excommunicated = chance.percent(10);
    }
    settle(&mut world, &players, &mut chance);
    besiege(&mut world, &players, &mut chance);
    remember(&mut world, &players, &mut chance);
    world
}

fn own(area: &mut Area, players: &[EmpireId], chance: &mut Chance) {
    if chance.percent(30) {
        area.owner = chance.percent(60).then(|| chance.pick(players).clone());
    }
}

fn fill(area: &mut Area, players: &[EmpireId], first: i32, chance: &mut Chance) {
    let maximum = rulebook().bounds().maximum_social_state(area.base_social_state);
    area.social_state = chance.between(-3, maximum);
    area.in_unrest = area.owner.is_some() && chance.percent(30);
    area.fortification = chance.between(0, 3);
    for player in players {
        if chance.percent(8) {
            area.ties.insert(player.clone(), Tie { waived: chance.percent(20) });
        }
        if chance.percent(8) {
            area.claims.insert(player.clone());
        }
        if chance.percent(5) && area.owner.as_ref() != Some(player) {
            area.diplomatic_results.insert(player.clone(), 1);
        }
    }
    if chance.percent(20) && area.religion.as_str() != "JUD" {
        area.urgs.insert(ReligionId::new("JUD"), chance.between(1, 4));
    }
    area.undisputed_since = chance.percent(50).then(|| first - chance.between(0, 30));
}

/// Conversions and colonisations under way, of each player one that does not rest.
fn settle(world: &mut World, players: &[EmpireId], chance: &mut Chance) {
    let advanced = world.pentade.first_year() - 1 - 5 * chance.between(0, 7);
    let mut active = std::collections::BTreeSet::new();
    for (id, area) in &mut world.areas {
        let Some(owner) = area.owner.clone().filter(|owner| players.contains(owner)) else { continue };
        let leader = &world.empires[&owner].leader;
        if chance.percent(10) {
            area.religion = ReligionId::new("PAG_NI");
            area.urgs.remove(&area.religion);
            let (converter, religion) = (owner.clone(), leader.religion.clone());
            let conversion = Conversion { converter, religion, successes: chance.between(1, 2), needed: 3 };
            world.people.conversions.insert(id.clone(), conversion);
        }
        if chance.percent(10) {
            area.language = LanguageId::new("GEO");
            let resting = !active.insert(owner.clone());
            let (language, level) = (leader.language.clone(), chance.between(0, 9));
            let colonisation = Colonisation { empire: owner, language, level, resting, advanced };
            world.people.colonisations.insert(id.clone(), colonisation);
        }
    }
}

/// Partial conquests from areas that the attacker owns.
fn besiege(world: &mut World, players: &[EmpireId], chance: &mut Chance) {
    let owned: Vec<(AreaId, EmpireId)> =
        world.areas.iter().filter_map(|(id, area)| Some((id.clone(), area.owner.clone()?))).collect();
    for (base, attacker) in owned {
        if !players.contains(&attacker) || !chance.percent(15) {
            continue;
        }
        let near: Vec<AreaId> = rulebook().atlas.neighbours(&base).cloned().collect();
        if near.is_empty() {
            continue;
        }
        let target = world.areas.get_mut(chance.pick(&near)).expect("a neighbour on the map");
        if target.owner.as_ref() != Some(&attacker) {
            target.partial_conquests.push(PartialConquest { attacker, base, results: chance.between(1, 2) });
            target.partial_conquests.sort();
        }
    }
}

fn remember(world: &mut World, players: &[EmpireId], chance: &mut Chance) {
    let areas: Vec<AreaId> = world.areas.keys().cloned().collect();
    for _ in 0..20 {
        let year = world.pentade.first_year() - chance.between(1, 10);
        let (area, empire) = (chance.pick(&areas).clone(), chance.pick(players).clone());
        let event = match chance.below(4) {
            0 => FactEvent::Rebelled(area),
            1 => FactEvent::WentIntoUnrest(area),
            2 => FactEvent::Succeeded(empire),
            _ => FactEvent::Taken { area, by: empire },
        };
        world.facts.insert(Fact { year, event });
    }
}
