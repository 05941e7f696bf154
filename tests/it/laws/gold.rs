//! The ledger of gold: what the entries of a chronicle bring into every treasury and out of it.

use std::collections::BTreeMap;

use pentade::empires::chronicle::{
    CardHappening, ChurchHappening, Entry, Happening, OutsiderHappening, PeopleHappening,
};
use pentade::empires::rules::papacy::pope;
use pentade::empires::terms::EmpireId;
use pentade::empires::world::{EmpireKind, World};

/// Every treasury, by the empires that a world has.
pub fn treasuries(world: &World) -> BTreeMap<EmpireId, i32> {
    world.empires.iter().map(|(id, empire)| (id.clone(), empire.treasury)).collect()
}

/// What the treasuries of `before` come to by the entries alone: the sums of each step, none of which leaves less than
/// nothing (6.7). `after` says only who came into the game and of what kind each is.
pub fn by_entries(before: &World, after: &World, told: &[Entry]) -> BTreeMap<EmpireId, i32> {
    let mut purses: BTreeMap<EmpireId, i32> = after.empires.keys().map(|id| (id.clone(), 0)).collect();
    purses.extend(treasuries(before));
    for step in told.chunk_by(|one, next| (one.year, &one.step) == (next.year, &next.step)) {
        let mut sums: BTreeMap<EmpireId, i32> = BTreeMap::new();
        for entry in step {
            for (id, by) in moved(after, &purses, entry) {
                *sums.entry(id).or_default() += by;
            }
        }
        for (id, by) in sums {
            if let Some(purse) = purses.get_mut(&id) {
                *purse = (*purse + by).max(0);
            }
        }
    }
    purses
}

/// The gold that an entry moves.
fn moved(world: &World, purses: &BTreeMap<EmpireId, i32>, entry: &Entry) -> Vec<(EmpireId, i32)> {
    let Some(who) = entry.who.as_ref().map(|who| EmpireId::new(who.as_str())) else { return Vec::new() };
    match &entry.kind {
        Happening::Taxed { gold }
        | Happening::Plundered { gold }
        | Happening::Card(CardHappening::DemesneYields { gold }) => vec![(who, *gold)],
        Happening::PillageGold { from, gold } => {
            let robbed = from.iter().map(|from| (from.clone(), -gold));
            let robber = (!is_raider(world, &who)).then_some((who, *gold)); // what raiders take leaves the map
            robbed.chain(robber).collect()
        }
        Happening::GoldGiven { to, gold, .. } => vec![(who, -gold), (to.clone(), *gold)],
        Happening::EndeavourTried { gold, .. }
        | Happening::Card(CardHappening::CoinageDebased { gold })
        | Happening::People(PeopleHappening::ColonisationAdvanced { gold, .. }) => vec![(who, -gold)],
        // Who was not attacked turned no card, but his gold is spent (R13.1).
        Happening::Defended { attackers, .. } if attackers.is_empty() => {
            let lines = entry
                .numbers
                .iter()
                .flat_map(|sum| &sum.lines)
                .filter(|line| line.label == "defender's gold");
            vec![(who, -lines.map(|line| line.points).sum::<i32>())]
        }
        Happening::Outsider(OutsiderHappening::Exiled { kept }) => {
            let lost = purses.get(&who).copied().unwrap_or(0) - kept;
            vec![(who, -lost)]
        }
        Happening::Church(ChurchHappening::ExcommunicationEnded { gold, .. }) => {
            let paid = pope(world).map(|pope| (pope.clone(), *gold));
            std::iter::once((who, -gold)).chain(paid).collect()
        }
        _ => Vec::new(),
    }
}

fn is_raider(world: &World, id: &EmpireId) -> bool {
    world.empires.get(id).is_some_and(|empire| empire.kind == EmpireKind::Raider)
}
