//! Rules 22.1, 27.4 to 27.6: excommunication, its grounds, its consequences, its end.
//!
//! Its marks on the rebellion value (17.1), on statures (8.2), ties (12.1), claims (18) and claims parleys stand with
//! those. Reads the figures of 22.1. Dice: the rebellion checks when it is pronounced.

mod grounds;

pub use grounds::{attackers_of_rome, grounds, may_be_accused, offence};

use super::communications::own_areas;
use super::conditions;
use super::fixed::Refusal;
use super::muster::refused;
use super::papacy::{is_pope, obeyed_pope};
use super::parleys::{Parley, Tally};
use super::religious_orders;
use super::scene::{Effects, Scene};
use super::unrest_and_rebellion::{CheckCause, HeldArea, check};
use crate::empires::chronicle::{ChurchHappening, Entry, Happening};
use crate::empires::rulebook::CATHOLIC;
use crate::empires::terms::{Act, EmpireId, Ground, When};
use crate::empires::world::{ChurchChange, Effect};

/// Rule 27.5: whether a parley on the excommunication of a ruler may be held, whoever calls it.
///
/// Errors: he cannot be accused, or has given no ground.
pub fn may_be_tried(scene: &Scene<'_>, of: &EmpireId) -> Result<(), Refusal> {
    may_be_accused(scene, of)?;
    if grounds(scene, of).is_empty() {
        let reason = "he has broken no binding treaty, refused no crusade and dealt with no outcasts";
        return Err(Refusal::new("27.5", reason)); // rule:27.5
    }
    Ok(())
}

/// Rule 27.5: whether an empire may call for an excommunication by a mere order: the Pope, a player's religious order, or
/// one whom the accused wronged as regent (30.4). Others need an Influence card.
pub fn may_accuse(scene: &Scene<'_>, caller: &EmpireId, of: &EmpireId) -> Result<(), Refusal> {
    let empire = scene.world.empires.get(caller);
    let of_the_church =
        empire.is_some_and(|empire| is_pope(caller, empire) || religious_orders::is_players(caller, empire));
    let wronged = Ground::WrongedWard { ward: caller.clone() };
    if of_the_church || grounds(scene, of).contains(&wronged) {
        return may_be_tried(scene, of);
    }
    let reason = "the Pope calls for it when an Influence card or a player's religious order asks him";
    Err(Refusal::new("27.5", reason)) // rule:27.5
}

/// Rule 22.1: whether an empire may call for the absolution of a ruler.
pub fn may_absolve(scene: &Scene<'_>, caller: &EmpireId, of: &EmpireId) -> Result<(), Refusal> {
    let catholic =
        |id: &EmpireId| scene.world.empires.get(id).is_some_and(|empire| empire.leader.religion.is(CATHOLIC));
    if !catholic(caller) {
        return Err(Refusal::new("20.2", "only a Catholic ruler calls for it")); // rule:20.2
    }
    if !scene.world.empires.get(of).is_some_and(|empire| empire.leader.excommunicated) {
        return Err(Refusal::new("22.1", "he is not excommunicated"));
    }
    Ok(())
}

/// Rule 22.1: what the result of a trial brings about.
pub fn tried(scene: &Scene<'_>, of: &EmpireId, tally: Tally) -> Effects {
    let mut effects = Effects::default();
    if tally.passed {
        effects.change(Effect::Church(ChurchChange::Excommunicated {
            empire: of.clone(), // rule:22.1
            year: scene.year_or_first(),
        }));
        let grounds = grounds(scene, of).into_iter().collect();
        let pronounced = Happening::Church(ChurchHappening::Excommunicated { grounds });
        effects.tell(Entry::new(&["22.1", "27.5"], pronounced).of(of));
    }
    effects
}

/// Rule 22.1: what the result of a parley on absolution brings about.
pub fn absolved(parley: &Parley, of: &EmpireId, tally: Tally) -> Effects {
    if tally.passed { ended(of, parley.rule, "by a parley", 0) } else { Effects::default() } // rule:22.1
}

fn ended(of: &EmpireId, rule: &str, how: &str, gold: i32) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::Church(ChurchChange::ExcommunicationEnded { empire: of.clone() }));
    let kind = Happening::Church(ChurchHappening::ExcommunicationEnded { how: how.to_owned(), gold });
    effects.tell(Entry::new(&[rule], kind).of(of));
    effects
}

/// Rule 22.1: the areas of a ruler's religion whose social state is low are put to the test when he is excommunicated.
///
/// Follows the parleys of the year, so that his mark counts already (17.1). Cases: 22.M.3 to 22.M.7.
pub fn check_areas(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let new = scene.world.church.excommunicated_since.iter();
    for (id, _) in new.filter(|(_, since)| Some(**since) == scene.year) {
        let Some(empire) = scene.world.empires.get(id) else { continue };
        for (area_id, area) in own_areas(scene.world, id) {
            let safe = scene.rulebook.figures.excommunicated_safe_social_state;
            if area.religion == empire.leader.religion
                && area.social_state < safe
                && let Some(held) = HeldArea::of(scene.world, area_id)
            {
                effects.extend(check(scene, &held, CheckCause::Excommunicated)); // rule:22.1
            }
        }
    }
    effects
}

/// Rule 22.1: penance: gold to the Pope, and this year's card.
///
/// Cases: 22.N.3 to 22.N.7.
pub fn do_penance(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, sheet) in scene.sheets {
        let due = sheet
            .orders
            .iter()
            .find(|order| order.act == Act::DoPenance && conditions::is_due(scene, id, order, true));
        let Some(order) = due else { continue };
        match penance(scene, id) {
            Ok(done) => effects.extend(done),
            Err(refusal) if order.when == When::Year(scene.year_or_first()) => {
                effects.tell(refused(id, order, refusal));
            }
            Err(_) => {}
        }
    }
    effects
}

fn penance(scene: &Scene<'_>, id: &EmpireId) -> Result<Effects, Refusal> {
    let (gold, year) = (scene.rulebook.figures.penance_gold, scene.year_or_first());
    let empire = scene.world.empires.get(id);
    if !empire.is_some_and(|empire| empire.leader.excommunicated) {
        return Err(Refusal::new("22.1", "the ruler is not excommunicated"));
    }
    let treasury = empire.map_or(0, |empire| empire.treasury);
    if treasury < gold {
        let reason = format!("penance costs {gold} gold and the treasury holds {treasury}");
        return Err(Refusal::new("22.1", reason)); // rule:22.1
    }
    let mut effects = ended(id, "22.1", "by penance", gold); // rule:22.1
    effects.change(Effect::GoldChanged { empire: id.clone(), by: -gold });
    if let Some(pope) = obeyed_pope(scene, id) {
        effects.change(Effect::GoldChanged { empire: pope.clone(), by: gold }); // rule:22.1
    }
    effects.change(Effect::Church(ChurchChange::PenanceDone { empire: id.clone(), year })); // rule:22.1
    Ok(effects)
}

/// Rule 22.1: whether an empire's card of this year is lost to penance.
pub fn card_is_lost(scene: &Scene<'_>, id: &EmpireId) -> bool {
    scene.world.church.penances.get(id).copied() == scene.year && scene.year.is_some() // rule:22.1
}

/// Rules 22.1 and 6.4 (e): excommunications that have lasted their time, or whose ruler died.
///
/// Cases: 22.N.8 to 22.N.10.
pub fn expire(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let after = scene.pentade().last_year() + 1;
    for (id, since) in &scene.world.church.excommunicated_since {
        let alive = scene.world.empires.get(id).is_some_and(|empire| empire.leader.excommunicated);
        if !alive {
            effects.change(Effect::Church(ChurchChange::ExcommunicationEnded { empire: id.clone() }));
        } else if after - since >= scene.rulebook.figures.excommunication_years {
            effects.extend(ended(id, "22.1", "after its time", 0)); // rule:22.1
        }
    }
    effects
}
