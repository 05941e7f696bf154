//! The defence of powers without a player, which nobody has to order (13.3).
//!
//! Chosen from what everybody else has fixed, on the frozen state: as with the players' conditional orders, an attack
//! counts as aimed even when its maker in the end defends instead (6.6). No dice but those of the best rating.

use std::collections::BTreeMap;

use super::super::fixed::{Fixed, Way};
use super::super::scene::Scene;
use super::{is_ordered, next_card, play, rating};
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind, EndeavourSort};
use crate::empires::world::EmpireKind;

/// Rule 13.3: powers that are attacked in earnest, and have a card left, defend instead of what they meant to do.
///
/// An attack is in earnest when its rating, undefended, is that of the figures or more. A power that is attacked in
/// several areas defends where the attack is strongest, then the wealthier area, then the first by id. Raiders do not
/// defend. `ordered` are the endeavours of sheets, `acting` the powers' own.
///
/// Cases: 13.C.1 to 13.C.7.
pub fn defend(scene: &Scene<'_>, ordered: &[Fixed], acting: Vec<Fixed>) -> Vec<Fixed> {
    let threats = threats(scene, ordered.iter().chain(&acting));
    let mut defences = Vec::new();
    for (id, mut areas) in threats {
        let Some(card) = next_card(scene, id) else { continue }; // rule:13.3
        areas.sort_by_key(|(area, rating)| {
            let wealth = scene.world.areas.get(*area).map_or(0, |area| area.wealth());
            (std::cmp::Reverse((*rating, wealth)), *area)
        });
        let Some((area, _)) = areas.first() else { continue };
        let kind = EndeavourKind::Defence { area: (*area).clone() };
        defences.push(play(scene, id, kind, card, Way::default()));
    }
    let defends = |one: &Fixed| defences.iter().any(|defence| defence.empire == one.empire);
    let mut acting: Vec<Fixed> = acting.into_iter().filter(|one| !defends(one)).collect();
    acting.extend(defences);
    acting
}

/// The areas of powers without orders that are attacked in earnest, each with the rating of the attack.
fn threats<'a>(
    scene: &Scene<'a>,
    attacks: impl Iterator<Item = &'a Fixed>,
) -> BTreeMap<&'a EmpireId, Vec<(&'a AreaId, i32)>> {
    let mut threats: BTreeMap<&EmpireId, Vec<(&AreaId, i32)>> = BTreeMap::new();
    for attack in attacks {
        let kind = &attack.endeavour.kind;
        if !matches!(kind.sort(), EndeavourSort::Conquest | EndeavourSort::Pillage) {
            continue;
        }
        let owner = scene.world.areas.get(kind.target()).and_then(|area| area.owner.as_ref());
        let Some(owner) = owner.filter(|owner| may_defend(scene, owner)) else { continue };
        let rating = rating(scene, attack).map_or(i32::MIN, |rating| rating.total);
        if rating >= scene.rulebook.figures.defence_unasked_from_rating {
            threats.entry(owner).or_default().push((kind.target(), rating)); // rule:13.3
        }
    }
    threats
}

fn may_defend(scene: &Scene<'_>, id: &EmpireId) -> bool {
    let kind = scene.world.empires.get(id).map(|empire| empire.kind);
    let defends = matches!(
        kind,
        Some(EmpireKind::Magnate | EmpireKind::Pope | EmpireKind::CrusaderState | EmpireKind::ReligiousOrder)
    ); // rule:13.3
    defends && !is_ordered(scene, id) // rule:6.8
}
