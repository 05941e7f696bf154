//! Chapter 13: defence.
//!
//! Reads the rows of `effectiveness` that speak of a defended target. Rolls no dice.

use super::endeavours::{Circumstances, Defence, Defences, Tried, losses, rows_of_defence};
use super::{Effects, Fixed, Muster, Scene, event_cards, leaders};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EndeavourSort;
use crate::postal::chronicle::Breakdown;

/// 13.1: which areas are defended this year, and how. A defence answers every attack on its area.
///
/// Cases: 13.A.1 to 13.A.10.
pub fn defences(scene: &Scene<'_>, fixed: &[&Fixed]) -> Defences {
    let mut defences = Defences::new();
    for order in fixed.iter().filter(|order| order.endeavour.kind.sort() == EndeavourSort::Defence) {
        let Some(statures) = leaders::statures(scene, &order.empire) else { continue };
        let defence = defences.entry(order.endeavour.kind.target().clone()).or_default();
        defence.combat = statures.combat; // rule:13.2
        defence.gold += order.gold; // rule:13.2
        defence.advances = event_cards::advances(scene, &order.empire); // rule:19.14
    }
    defences
}

/// 13.2: what a defence takes off every attacker's rating, line by line.
///
/// Units: whole points, positive when they are taken off. The rows are those that only a defended target brings into
/// play. Cases: 13.B.1 to 13.B.5.
pub fn reduction(rulebook: &Rulebook, defence: Defence) -> Breakdown {
    let circumstances = Circumstances::defended_only(EndeavourSort::Conquest, defence);
    let mut breakdown = rows_of_defence(rulebook, &circumstances);
    for line in &mut breakdown.lines {
        line.points = -line.points; // rule:13.2
    }
    breakdown.total = -breakdown.total;
    Breakdown { name: "defence".to_owned(), ..breakdown }
}

/// What one order adds to the defence of its area: where an extra card defends it a second time, each tells its own gold.
///
/// Case: 13.A.15.
pub fn own(defence: Defence, order: &Fixed) -> Defence {
    Defence { gold: order.gold, ..defence }
}

/// 13.1: the card's loss falls on the defended area itself.
pub fn yields(tried: &Tried<'_>) -> Effects {
    losses(tried) // rule:13.1
}

/// The entry of a defence: public when the area was attacked, else for its owner's eyes.
pub fn tell(scene: &Scene<'_>, order: &Fixed, defences: &Defences, muster: &Muster) -> Effects {
    let mut effects = Effects::default();
    let area = order.endeavour.kind.target();
    let Some(defence) = defences.get(area).filter(|_| order.endeavour.kind.sort() == EndeavourSort::Defence)
    else {
        return effects;
    };
    let reduction = reduction(scene.rulebook, own(*defence, order));
    let attackers: Vec<_> = muster.attacked.get(area).into_iter().flatten().cloned().collect();
    let unneeded = attackers.is_empty();
    let kind = Happening::Defended { reduction: reduction.total, attackers };
    let entry = Entry::new(&["13.1", "13.2"], kind).of(&order.empire).at(area).with_numbers(reduction);
    effects.tell(if unneeded { entry.seen_by(&order.empire) } else { entry });
    effects
}
