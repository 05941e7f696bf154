//! The standings, as anyone may see them.

use super::words::{Names, plain, points};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::{Area, World};
use crate::postal::document::Block;

/// One table: every empire that owns something or that a player holds, by victory points (26), areas, wealth and claims
/// possessed. Gold counts when the game is over (26.2).
pub fn standings(rulebook: &Rulebook, world: &World) -> Vec<Block> {
    let names = Names { rulebook, world };
    let mut rows: Vec<Row> = world.empires.keys().map(|id| row(names, id)).collect();
    rows.retain(|row| row.areas > 0 || row.seated);
    rows.sort_by(|a, b| {
        let key = |row: &Row| (row.quarters, row.areas, row.wealth, row.possessed);
        key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
    });
    let head =
        ["Empire", "Ruler", "Victory points", "Areas", "Wealth", "Claims held and owned", "Areas in unrest"];
    vec![Block::Table {
        caption: format!("Standings before {}", world.pentade.first_year()),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Row::cells).collect(),
    }]
}

struct Row {
    name: String,
    ruler: String,
    seated: bool,
    quarters: i32,
    areas: usize,
    wealth: i32,
    possessed: usize,
    in_unrest: usize,
}

fn row(names: Names<'_>, id: &EmpireId) -> Row {
    let empire = &names.world.empires[id];
    let own: Vec<&Area> = names.world.areas.values().filter(|area| area.owner.as_ref() == Some(id)).collect();
    Row {
        name: empire.name.clone(),
        ruler: empire.leader.name.clone(),
        seated: empire.seat.is_some(),
        quarters: quarters(names, id),
        areas: own.len(),
        wealth: own.iter().map(|area| area.wealth()).sum(),
        possessed: own.iter().filter(|area| area.claims.contains(id)).count(),
        in_unrest: own.iter().filter(|area| area.in_unrest).count(),
    }
}

/// An empire's victory points in quarters, with those for its gold when the game is over.
pub(super) fn quarters(names: Names<'_>, id: &EmpireId) -> i32 {
    let gold = || names.world.quarters_of_gold(id, names.rulebook.figures.gold_per_point);
    names.world.quarters_of(id) + if names.world.is_over() { gold() } else { 0 } // rule:26.2
}

impl Row {
    fn cells(self) -> Vec<String> {
        let (areas, possessed, in_unrest) = (self.areas, self.possessed, self.in_unrest);
        let quarters = points(self.quarters);
        let figures =
            [quarters, areas.to_string(), plain(self.wealth), possessed.to_string(), in_unrest.to_string()];
        [self.name, self.ruler].into_iter().chain(figures).collect()
    }
}
