//! Chapter 8: leaders.
//!
//! Reads the tables of new leaders, of the stature check and of the size of empires. Dice: two for each stature of a new
//! leader, one for a check, one of three for the stature it changes; keyed by the empire's seat.

use std::collections::BTreeMap;

use super::regencies::{self, Rulers};
use super::scene::{Effects, Scene};
use super::{event_cards, patriarchates};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::{EmpireSize, LeaderCheckResult};
use crate::empires::terms::{Act, EmpireId, EndeavourSort, RuleId, Stature, Statures};
use crate::empires::world::{Effect, Empire, EmpireKind, Fact, FactEvent, Leader};
use crate::postal::chronicle::Line;
use crate::postal::dice::Draw;

/// The three statures in their fixed order (8.1).
const STATURES: [Stature; 3] = [Stature::Combat, Stature::Administrative, Stature::Diplomatic];

/// Rule 8.2: the stature that serves an endeavour. A conversion takes the better of two (9.5).
pub fn serving(sort: EndeavourSort, statures: Statures) -> Stature {
    // rule:8.2
    match sort {
        EndeavourSort::Conquest | EndeavourSort::Pillage | EndeavourSort::Defence => Stature::Combat,
        EndeavourSort::Fortification | EndeavourSort::Ruling => Stature::Administrative,
        EndeavourSort::Diplomacy => Stature::Diplomatic,
        EndeavourSort::Conversion if statures.diplomatic > statures.administrative => Stature::Diplomatic,
        EndeavourSort::Conversion => Stature::Administrative,
    }
}

/// Rule 8.2: a ruler's statures with all that changes them: advisors (19.12), patriarchates (29), a regent (30.2);
/// an excommunicated ruler's diplomatic stature is 1 (22.1). None for an empire that is not in the world.
///
/// Units: any number from 1.
pub fn statures(scene: &Scene<'_>, id: &EmpireId) -> Option<Statures> {
    let empire = scene.world.empires.get(id)?;
    let mut statures = empire.leader.statures; // in a regency the leader is the regent
    for (which, line) in changes_of_statures(scene, id) {
        statures = statures.with(which, (statures.get(which) + line.points).max(1)); // rule:8.2
    }
    if empire.leader.excommunicated {
        statures.diplomatic = scene.rulebook.figures.excommunicated_diplomatic; // rule:22.1
    }
    Some(statures)
}

/// Rule 8.2: what is added to a ruler's natural statures, line by line.
pub fn changes_of_statures(scene: &Scene<'_>, id: &EmpireId) -> Vec<(Stature, Line)> {
    let mut lines = event_cards::advisors(scene, id); // rule:19.12
    lines.extend(patriarchates::of_ruler(scene, id)); // rule:29.1
    lines
}

/// Rule 8.6: what the size of an empire adds to the administrative stature for ruling, where the edition reads it so.
///
/// Units: points, negative for large empires; none when nothing is added.
/// Cases: 8.D.1 to 8.D.3.
pub fn size_of_empire(scene: &Scene<'_>, empire: &EmpireId) -> Option<Line> {
    match scene.rulebook.switches.empire_size {
        EmpireSize::NoEffect => None,
        EmpireSize::LowersAdministrative => {
            let areas = super::communications::own_areas(scene.world, empire).count();
            let points = scene.rulebook.empire_size.administrative(areas)?;
            Some(Line { label: "size of empire".to_owned(), points, rule: RuleId::new("8.6") }) // rule:8.6
        }
    }
}

/// Rule 8.3: the names that players give to leaders and heirs.
///
/// Cases: 8.A.4, 8.A.5.
pub fn take_names(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, sheet) in scene.sheets {
        let Some(empire) = scene.world.empires.get(id) else { continue };
        let mut leader = empire.leader.clone();
        for order in &sheet.orders {
            match &order.act {
                Act::NameLeader(name) => leader.name.clone_from(name),
                Act::NameHeir(name) => leader.heir_name = Some(name.clone()),
                _ => {}
            }
        }
        if leader.name != empire.leader.name {
            let named = Happening::LeaderNamed { name: leader.name.clone() };
            effects.tell(Entry::new(&["8.3"], named).of(id));
        }
        if leader != empire.leader {
            effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(leader) });
        }
    }
    effects
}

/// Rule 8.4: the stature checks that this year's cards call for.
///
/// One check for each card with the mark, in order of cards. Magnates and other actors make none (8.5).
///
/// Cases: 8.B.1 to 8.B.12.
pub fn check_statures(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let mut marked: BTreeMap<&EmpireId, usize> = BTreeMap::new();
    for tested in
        scene.turned.iter().filter(|turned| turned.leader_check).filter_map(|one| one.tests.as_ref())
    {
        *marked.entry(tested).or_default() += 1;
    }
    for (id, times) in marked {
        effects.extend(check_now(scene, id, times));
    }
    effects
}

/// Rule 8.4: so many stature checks of a ruler at once, one after the other. Actors make none (8.5).
pub fn check_now(scene: &Scene<'_>, id: &EmpireId, times: usize) -> Effects {
    let mut effects = Effects::default();
    let players = |empire: &&Empire| matches!(empire.kind, EmpireKind::Player | EmpireKind::Pope); // rule:8.5 rule:27.2
    let Some(empire) = scene.world.empires.get(id).filter(players) else { return effects };
    let mut rulers = Rulers::of(scene, id, empire);
    for nth in (0..).take(times) {
        rulers = check_once(scene, id, empire, rulers, nth, &mut effects);
    }
    effects.extend(rulers.changes(scene, id, empire));
    effects
}

/// One check; returns the rulers as they then are, or who follows them.
fn check_once(
    scene: &Scene<'_>,
    id: &EmpireId,
    empire: &Empire,
    rulers: Rulers,
    nth: u32,
    effects: &mut Effects,
) -> Rulers {
    let subject = scene.subject(id);
    let die = scene.dice.d6(scene.key("stature check", &subject, nth));
    let rolled = die.total();
    let result = scene.rulebook.leader_check.at(rolled).unwrap_or(LeaderCheckResult::Nothing); // rule:8.4
    let mut chance = vec![die];
    let tested = regencies::tested(scene, id, &rulers, nth, &mut chance); // rule:30.5
    let leader = rulers.get(tested).clone();
    let highest = |which| rulers.highest(scene, tested, which); // rule:30.2
    let (after, changed) = match result {
        LeaderCheckResult::Dies | LeaderCheckResult::Nothing => (leader.clone(), None),
        LeaderCheckResult::LosesWits => regrade(scene, &subject, nth, &leader, None, &mut chance),
        LeaderCheckResult::Rises => regrade(scene, &subject, nth, &leader, Some(&highest), &mut chance),
    };
    let happening = Happening::StatureChecked {
        leader: leader.name.clone(),
        result: words(result).to_owned(),
        stature: changed,
        statures: after.statures,
    };
    effects.tell(Entry { chance, ..Entry::new(&["8.4"], happening).of(id) });
    effects.extend(event_cards::advisors_die(scene, id, rolled)); // rule:19.12
    match result {
        LeaderCheckResult::Dies => {
            regencies::after_death(scene, id, empire, rulers, tested, nth, effects) // rule:30.1
        }
        _ => rulers.with(tested, after),
    }
}

fn words(result: LeaderCheckResult) -> &'static str {
    match result {
        LeaderCheckResult::Dies => "dies",
        LeaderCheckResult::LosesWits => "loses his wits",
        LeaderCheckResult::Nothing => "nothing",
        LeaderCheckResult::Rises => "rises",
    }
}

/// One stature, at random, rises or falls one grade; a rise happens once in a life (8.4), and to no more than `rises`
/// says of it.
fn regrade(
    scene: &Scene<'_>,
    subject: &str,
    nth: u32,
    leader: &Leader,
    rises: Option<&dyn Fn(Stature) -> Option<i32>>,
    chance: &mut Vec<Draw>,
) -> (Leader, Option<Stature>) {
    if rises.is_some() && leader.has_risen {
        return (leader.clone(), None); // rule:8.4
    }
    let die = scene.dice.roll(scene.key("stature", subject, nth), 1, 3);
    let index = usize::try_from(die.total() - 1).unwrap_or(0);
    chance.push(die);
    let which = STATURES[index.min(STATURES.len() - 1)];
    let (table, value) = (&scene.rulebook.new_leaders, leader.statures.get(which));
    let value_after = match rises {
        Some(highest) => highest(which).unwrap_or(i32::MAX).min(table.higher(value)), // rule:8.4
        None => table.lower(value),                                                   // rule:8.4
    };
    if value_after == value {
        return (leader.clone(), None);
    }
    let statures = leader.statures.with(which, value_after);
    (Leader { statures, has_risen: leader.has_risen || rises.is_some(), ..leader.clone() }, Some(which))
}

/// Rule 8.5: the leader dies and an heir succeeds at once. Ties and claims stay.
///
/// Cases: 8.C.1 to 8.C.3.
pub(super) fn succeed(
    scene: &Scene<'_>,
    id: &EmpireId,
    empire: &Empire,
    former: &Leader,
    nth: u32,
    effects: &mut Effects,
) -> Leader {
    let year = scene.year_or_first();
    let (statures, chance) = new_statures(scene, id, nth);
    let name = match &former.heir_name {
        Some(name) => name.clone(),
        None => format!("{} ruler of {year}?", empire.adjective), // rule:8.3
    };
    let happening = Happening::Succeeded { name: name.clone(), statures };
    effects.tell(Entry { chance, ..Entry::new(&["8.5", "8.3"], happening).of(id) });
    effects.change(Effect::Remembered(Fact { year, event: FactEvent::LeaderDied(id.clone()) }));
    Leader {
        name,
        accession: year, // rule:8.3
        statures,
        language: former.language.clone(),
        religion: former.religion.clone(),
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false, // rule:22.1
        heir_name: None,
    }
}

/// Rule 8.3: the statures of a new leader, two dice each.
///
/// `nth` tells apart the new leaders of one empire in one year. Cases: 8.A.1 to 8.A.3.
pub fn new_statures(scene: &Scene<'_>, id: &EmpireId, nth: u32) -> (Statures, Vec<Draw>) {
    thrown(scene, &scene.subject(id), nth)
}

/// The same under another subject of the draws (30.2).
pub(super) fn thrown(scene: &Scene<'_>, subject: &str, nth: u32) -> (Statures, Vec<Draw>) {
    let lowest = scene.rulebook.new_leaders.grades().min().unwrap_or(1);
    let mut statures = Statures { combat: lowest, administrative: lowest, diplomatic: lowest };
    let mut chance = Vec::new();
    for (which, purpose) in STATURES.into_iter().zip(["new combat", "new administrative", "new diplomatic"]) {
        let roll = scene.dice.two_d6(scene.key(purpose, subject, nth));
        let value = scene.rulebook.new_leaders.stature(roll.total()).unwrap_or(lowest); // rule:8.3
        statures = statures.with(which, value);
        chance.push(roll);
    }
    (statures, chance)
}
