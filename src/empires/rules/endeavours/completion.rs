//! Which areas change hands by this year's C results (10.5, 12.1, 12.2).

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Effects, Scene, conquest, diplomacy};
use super::{CardResult, Tried};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort};

/// An empire whose C results from all borders may be enough for an area.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contender {
    /// Who.
    pub empire: EmpireId,
    /// C results, this year's included.
    pub results: i32,
    /// Its highest effectiveness rating against the area this year.
    pub rating: i32,
}

/// Who gets an area for which several contend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody has results enough.
    Incomplete,
    /// This one.
    Goes(EmpireId),
    /// These are equal, so that nobody gets it and all results stay.
    Undecided(BTreeSet<EmpireId>),
}

/// 10.5: of those whose results reach the need, the one with most results; of equals the one with the higher rating
/// this year; of equals in that too nobody.
///
/// The order of `contenders` does not matter. Units: C results, from 1.
/// Cases: 10.D.1 to 10.D.12.
pub fn judge(need: i32, contenders: &[Contender]) -> Verdict {
    let complete: Vec<&Contender> = contenders.iter().filter(|one| one.results >= need).collect(); // rule:10.5
    let Some(best) = complete.iter().map(|one| (one.results, one.rating)).max() else {
        return Verdict::Incomplete;
    };
    let mut first: BTreeSet<EmpireId> = complete
        .iter()
        .filter(|one| (one.results, one.rating) == best) // rule:10.5
        .map(|one| one.empire.clone())
        .collect();
    if first.len() > 1 {
        return Verdict::Undecided(first); // rule:10.5
    }
    first.pop_first().map_or(Verdict::Incomplete, Verdict::Goes)
}

/// Those who scored C by endeavours of this sort against one area, with all their results.
///
/// `kept` tells the results of earlier years.
fn contenders(tried: &[&Tried<'_>], result: CardResult, kept: impl Fn(&EmpireId) -> i32) -> Vec<Contender> {
    let mut all: BTreeMap<&EmpireId, Contender> = BTreeMap::new();
    for one in tried {
        let scored = i32::from(one.has(result));
        let contender = all.entry(one.empire()).or_insert_with(|| Contender {
            empire: one.empire().clone(),
            results: kept(one.empire()),
            rating: one.rating.total,
        });
        contender.results += scored;
        contender.rating = contender.rating.max(one.rating.total);
    }
    let scorers: BTreeSet<&EmpireId> =
        tried.iter().filter(|one| one.has(result)).map(|one| one.empire()).collect();
    all.into_values().filter(|one| scorers.contains(&one.empire)).collect()
}

/// 10.5, 12.1: judges every area against which a C was scored this year.
///
/// Returns the effects, and who completed a diplomatic conquest where.
pub fn complete(scene: &Scene<'_>, tried: &[Tried<'_>]) -> (Effects, BTreeSet<(EmpireId, AreaId)>) {
    let mut effects = Effects::default();
    let mut won = BTreeSet::new();
    let targets: BTreeSet<&AreaId> = tried.iter().filter(|one| one.has_c()).map(Tried::target).collect();
    for id in targets {
        let Some(area) = scene.world.areas.get(id) else { continue };
        let against = |sort| -> Vec<&Tried<'_>> {
            tried.iter().filter(|one| one.sort() == sort && one.target() == id).collect()
        };
        let arms = contenders(&against(EndeavourSort::Conquest), CardResult::PartialConquest, |empire| {
            conquest::results_of(area, empire)
        });
        match judge(conquest::need(scene, area), &arms) {
            Verdict::Goes(empire) => effects.extend(conquest::take(scene, id, area, &empire)),
            Verdict::Undecided(rivals) => effects.tell(contested(id, "10.5", rivals)),
            Verdict::Incomplete => {
                let words = against(EndeavourSort::Diplomacy);
                let words = contenders(&words, CardResult::DiplomaticConquest, |empire| {
                    area.diplomatic_results.get(empire).copied().unwrap_or(0)
                }); // rule:10.5
                effects.extend(diplomacy::complete(scene, id, area, &words, &mut won));
            }
        }
    }
    (effects, won)
}

/// The entry of an area that nobody got because several were equal.
pub fn contested(area: &AreaId, rule: &str, rivals: BTreeSet<EmpireId>) -> Entry {
    let kind = Happening::ConquestContested { rivals: rivals.into_iter().collect() };
    Entry::new(&[rule], kind).at(area)
}
