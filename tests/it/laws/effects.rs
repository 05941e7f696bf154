//! Random effects, in plenty and at odds with each other.

use pentade::empires::terms::{AreaId, EmpireId, ReligionId};
use pentade::empires::world::{Effect, Fact, FactEvent, Leader, World};

use super::chance::Chance;
use super::worlds::players;

/// Effects that crowd on a few areas and empires.
pub fn any(world: &World, chance: &mut Chance) -> Vec<Effect> {
    let areas: Vec<AreaId> = world.areas.keys().take(6).cloned().collect();
    let players: Vec<EmpireId> = players(world).into_iter().take(3).collect();
    (0..60).map(|_| one(world, &areas, &players, chance)).collect()
}

fn one(world: &World, areas: &[AreaId], players: &[EmpireId], chance: &mut Chance) -> Effect {
    let (area, base) = (chance.pick(areas).clone(), chance.pick(areas).clone());
    let empire = chance.pick(players).clone();
    let by = chance.between(-4, 4);
    match chance.below(20) {
        0 => Effect::SocialStateChanged { area, by },
        1 => Effect::FortificationChanged { area, by },
        2 => Effect::UnrestSet(area),
        3 => Effect::UnrestRemoved(area),
        4 => Effect::ResultsScored { target: area, attacker: empire, base, results: by.abs() },
        5 => Effect::ResultsRemoved { target: area, attacker: empire, base, results: by.abs() },
        6 => Effect::DiplomaticResultsScored { target: area, empire, results: by.abs() },
        7 => Effect::DiplomaticResultsVanished { target: area, empire },
        8 => Effect::OwnerChanged { area, owner: chance.percent(70).then_some(empire) },
        9 => Effect::GoldChanged { empire, by },
        10 => Effect::TieGained { area, empire },
        11 => Effect::TieEnded { area, empire },
        12 => Effect::TieWaived { area, empire },
        13 => Effect::ClaimGained { area, empire },
        14 => Effect::CourtMoved { empire, court: chance.percent(70).then_some(area) },
        15 => {
            let leader = world.empires[&empire].leader.clone();
            let leader = Leader { name: format!("a man of {by}"), ..leader };
            Effect::LeaderChanged { empire, leader: Box::new(leader) }
        }
        16 => Effect::ReligionChanged {
            area,
            religion: ReligionId::new(chance.pick::<&str>(&["RC", "EO", "JUD"])),
        },
        17 => Effect::ClaimEnded { area, empire },
        18 => {
            let founded = Box::new(world.empires[&empire].clone());
            Effect::EmpireFounded { empire: EmpireId::new(chance.pick::<&str>(&["east", "italy"])), founded }
        }
        _ => Effect::Remembered(Fact { year: 970 + by, event: FactEvent::Rebelled(area) }),
    }
}
