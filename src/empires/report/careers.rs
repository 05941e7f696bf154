//! How each empire stands in a world, figure by figure, for charts and for histories.

use super::standings::quarters;
use super::words::{Names, plain, points};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::{Empire, QUARTERS, World};
use crate::postal::chronicle::SideId;
use crate::postal::standing::{Figure, Standing};

/// Every empire that owns something or that a player holds: victory points (26), areas, wealth (2.4).
pub fn careers(rulebook: &Rulebook, world: &World) -> Vec<Standing> {
    let names = Names { rulebook, world };
    let empires = world.empires.iter();
    let standings = empires.filter_map(|(id, empire)| standing(names, id, empire));
    standings.collect()
}

fn standing(names: Names<'_>, id: &EmpireId, empire: &Empire) -> Option<Standing> {
    let own = names.world.areas.values().filter(|area| area.owner.as_ref() == Some(id));
    let (areas, wealth) = own.fold((0, 0), |(areas, wealth), area| (areas + 1, wealth + area.wealth()));
    if areas == 0 && empire.seat.is_none() {
        return None;
    }
    let scored = quarters(names, id);
    let figure =
        |name: &str, hundredths: i32, words: String| Figure { name: name.to_owned(), hundredths, words };
    Some(Standing {
        side: SideId::new(id.as_str()),
        name: empire.name.clone(),
        ruler: empire.leader.name.clone(),
        since: Some(empire.leader.accession), // rule:8.3
        figures: vec![
            figure("Victory points", scored * 100 / QUARTERS, points(scored)),
            figure("Areas", areas * 100, areas.to_string()),
            figure("Wealth", wealth * 100, plain(wealth)),
        ],
    })
}
