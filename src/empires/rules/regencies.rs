//! Chapter 30: regencies.
//!
//! As long as a regency lasts the regent is the leader of the empire, and the heir is kept beside. The figures of 30.1 are
//! for the GM alone: what is thrown by them is told to nobody else.
//!
//! Dice: one of a hundred whether an heir is under age and one for his age, two for each stature of a regent, one whether a
//! check falls on regent or heir; keyed by the empire's seat.

use std::cmp::Reverse;

use super::communications::own_areas;
use super::excommunication;
use super::fixed::Refusal;
use super::foundings::{Arising, found};
use super::leaders;
use super::papacy;
use super::parleys::{Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, RegencyHappening};
use crate::empires::rulebook::CATHOLIC;
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, Ground, Motion, Stature, Statures};
use crate::empires::world::{ChurchChange, DueParley, Regency, RegencyChange};
use crate::empires::world::{Effect, Empire, EmpireKind, Leader};
use crate::postal::chronicle::{RuleId, SideId, Visibility};
use crate::postal::dice::Draw;
use crate::postal::question::{Ballot, Question};

/// Faces of a percentage die.
const PERCENT: u32 = 100;

/// Who rules an empire while the checks of a year are made, one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rulers {
    leader: Leader,
    regency: Option<Regency>,
}

/// On whom a check falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tested {
    /// The leader, who in a regency is the regent.
    Leader,
    /// The heir under age.
    Heir,
}

impl Rulers {
    /// The rulers as the world has them.
    pub(super) fn of(scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> Self {
        let regency = scene.world.regencies.by_empire.get(id).cloned();
        Self { leader: empire.leader.clone(), regency }
    }

    /// One of the two.
    pub(super) fn get(&self, tested: Tested) -> &Leader {
        match (&self.regency, tested) {
            (Some(regency), Tested::Heir) => &regency.ward,
            _ => &self.leader,
        }
    }

    /// The highest that one of them can rise to in a stature, if there is such a bound: a regent's combat and diplomatic
    /// (30.2).
    pub(super) fn highest(&self, scene: &Scene<'_>, tested: Tested, which: Stature) -> Option<i32> {
        let regent = self.regency.is_some() && tested == Tested::Leader;
        let bound = regent && which != Stature::Administrative;
        bound.then_some(scene.rulebook.figures.regent_highest) // rule:30.2
    }

    /// The rulers with one of them changed.
    pub(super) fn with(mut self, tested: Tested, after: Leader) -> Self {
        match (&mut self.regency, tested) {
            (Some(regency), Tested::Heir) => regency.ward = after,
            _ => self.leader = after,
        }
        self
    }

    /// What became of the rulers, as changes of the world.
    pub(super) fn changes(self, scene: &Scene<'_>, id: &EmpireId, empire: &Empire) -> Effects {
        let mut effects = Effects::default();
        let before = scene.world.regencies.by_empire.get(id);
        if self.leader != empire.leader {
            effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(self.leader) });
        }
        if self.regency.as_ref() != before {
            effects.change(Effect::Regency(match self.regency {
                Some(regency) => RegencyChange::Laid { empire: id.clone(), regency: Box::new(regency) },
                None => RegencyChange::Ended(id.clone()),
            }));
        }
        effects
    }
}

/// Rule 30.5: on whom a check falls: in a regency on regent or heir with equal chance.
///
/// Cases: 30.E.
pub(super) fn tested(
    scene: &Scene<'_>,
    id: &EmpireId,
    rulers: &Rulers,
    nth: u32,
    chance: &mut Vec<Draw>,
) -> Tested {
    if rulers.regency.is_none() {
        return Tested::Leader;
    }
    let draw = scene.dice.roll(scene.key("regent or heir", &scene.subject(id), nth), 1, 2); // rule:30.5
    let tested = if draw.total() == 1 { Tested::Leader } else { Tested::Heir };
    chance.push(draw);
    tested
}

/// Rules 8.5, 30.1, 30.5: one of the rulers died, and who follows him.
///
/// A regent is followed by another. An heir or leader is followed by his own heir, who may be under age.
/// Cases: 30.A, 30.E.
pub(super) fn after_death(
    scene: &Scene<'_>,
    id: &EmpireId,
    empire: &Empire,
    rulers: Rulers,
    tested: Tested,
    nth: u32,
    effects: &mut Effects,
) -> Rulers {
    if rulers.regency.is_some() && tested == Tested::Leader {
        let leader = regent(scene, id, empire, nth, effects);
        return Rulers { leader, ..rulers };
    }
    let former = rulers.get(tested).clone();
    let heir = leaders::succeed(scene, id, empire, &former, nth, effects);
    if empire.kind == EmpireKind::Pope {
        return Rulers { leader: heir, regency: None }; // rule:27.2
    }
    let Some(majority) = majority(scene, id, &former, nth, effects) else {
        return Rulers { leader: heir, regency: None };
    };
    let year = scene.year_or_first();
    let regency = match rulers.regency {
        Some(regency) => Regency { ward: heir, majority, ..regency },
        None => Regency { ward: heir, regent: None, since: year, majority, betrayed: false },
    };
    let leader = match tested {
        Tested::Heir => rulers.leader,
        Tested::Leader => regent(scene, id, empire, nth, effects), // rule:30.2
    };
    let began = RegencyHappening::Began { heir: regency.ward.name.clone(), regent: leader.name.clone() };
    effects.tell(Entry::new(&["30.2"], Happening::Regency(began)).of(id));
    Rulers { leader, regency: Some(regency) }
}

/// Rule 30.1: the year in which the heir comes of age, if he is under age. What is thrown is for the GM alone.
///
/// Cases: 30.A.
fn majority(
    scene: &Scene<'_>,
    id: &EmpireId,
    former: &Leader,
    nth: u32,
    effects: &mut Effects,
) -> Option<i32> {
    let figures = &scene.rulebook.figures;
    let year = scene.year_or_first();
    let reign = year - former.accession;
    let percent = if reign < figures.regency_reign_under {
        figures.regency_percent_under // rule:30.1
    } else if reign > figures.regency_reign_over {
        figures.regency_percent_over // rule:30.1
    } else {
        return None;
    };
    let subject = scene.subject(id);
    let mut chance = vec![scene.dice.roll(scene.key("heir under age", &subject, nth), 1, PERCENT)];
    let mut age = None;
    if chance.iter().map(Draw::total).sum::<i32>() <= percent {
        let faces = u32::try_from(figures.regency_age_die).unwrap_or(1);
        let die = scene.dice.roll(scene.key("age of the heir", &subject, nth), 1, faces);
        age = Some(die.total() + figures.regency_age_added); // rule:30.1
        chance.push(die);
    }
    let age = age.filter(|age| *age < figures.regency_majority);
    let majority = age.map(|age| year + figures.regency_majority - age); // rule:30.1
    let thrown = RegencyHappening::AgeThrown { reign, percent, majority };
    let entry = Entry::new(&["30.1"], Happening::Regency(thrown)).of(id);
    effects.tell(Entry { chance, visibility: Visibility::Gm, ..entry });
    majority
}

/// Rule 30.2: a regent: statures by 8.3, combat and diplomatic at most so high; language and religion of the court area.
///
/// Cases: 30.B.
fn regent(scene: &Scene<'_>, id: &EmpireId, empire: &Empire, nth: u32, effects: &mut Effects) -> Leader {
    let year = scene.year_or_first();
    let subject = format!("regent of {}", scene.subject(id));
    let (thrown, chance) = leaders::thrown(scene, &subject, nth); // rule:8.3
    let most = scene.rulebook.figures.regent_highest;
    let statures =
        Statures { combat: thrown.combat.min(most), diplomatic: thrown.diplomatic.min(most), ..thrown }; // rule:30.2
    let court = empire.court.as_ref().and_then(|court| scene.world.areas.get(court));
    let (language, religion) = match court {
        Some(court) => (&court.language, &court.religion), // rule:30.2
        None => (&empire.leader.language, &empire.leader.religion),
    };
    let leader = Leader {
        name: format!("{} regent of {year}?", empire.adjective), // rule:8.3
        accession: year,
        statures,
        language: language.clone(),
        religion: religion.clone(),
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    };
    let chosen = RegencyHappening::RegentChosen { name: leader.name.clone(), statures };
    let entry = Entry::new(&["30.2", "8.3"], Happening::Regency(chosen)).of(id);
    effects.tell(Entry { chance, ..entry });
    leader
}

/// Rules 30.1, 30.4, 6.4 (e): heirs who are of age when the next pentade begins rule from then on. A foreign regent is asked
/// whether he yields.
///
/// Cases: 30.C, 30.D.
pub fn pass_time(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let next = scene.pentade().last_year() + 1;
    for (id, regency) in &scene.world.regencies.by_empire {
        if regency.majority > next {
            continue; // rule:30.1
        }
        if yields(scene, id, regency, &mut effects) {
            let ward = Box::new(regency.ward.clone());
            let (name, statures) = (ward.name.clone(), ward.statures);
            effects.change(Effect::LeaderChanged { empire: id.clone(), leader: ward });
            effects.change(Effect::Regency(RegencyChange::Ended(id.clone())));
            let of_age = RegencyHappening::CameOfAge { name, statures };
            effects.tell(Entry::new(&["30.1"], Happening::Regency(of_age)).of(id));
        } else {
            let heir = regency.ward.name.clone();
            betrayed(scene, id, regency, RegencyHappening::NotYielded { heir }, &mut effects);
        }
    }
    effects
}

/// Whether the regent gives way to the heir of age: another player as he says, anybody else always (30.4).
fn yields(scene: &Scene<'_>, id: &EmpireId, regency: &Regency, effects: &mut Effects) -> bool {
    let foreign = regency.regent.as_ref().filter(|regent| {
        scene.world.empires.get(*regent).is_some_and(|empire| empire.kind == EmpireKind::Player)
    });
    let Some(regent) = foreign else { return true };
    let name = scene.world.empires.get(id).map_or(id.as_str(), |empire| empire.name.as_str());
    let last = scene.pentade().last_year();
    let question = Question {
        id: format!("yield/{last}/{id}"),
        year: Some(last),
        rule: RuleId::new("30.4"),
        electorate: vec![SideId::new(regent.as_str())],
        ballot: Ballot::Secret,
        options: ["yes", "no"].map(str::to_owned).to_vec(),
        default: Some("yes".to_owned()),
        why: format!("the heir of {name} is of age: does the regent yield? yes or no"),
    };
    effects.ask(scene, question) == "yes" // rule:30.4
}

/// Rule 30.4: regents who tried to take an area of their regency this year.
///
/// Cases: 30.D.
pub fn watch_regents(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    for (id, regency) in &scene.world.regencies.by_empire {
        let Some(regent) = regency.regent.as_ref().filter(|_| !regency.betrayed) else { continue };
        let conquests = scene.turned.iter().filter(|one| one.sort == EndeavourSort::Conquest);
        let aimed = conquests.filter(|one| one.empire == *regent).map(|one| &one.target);
        if let Some(area) = aimed.filter(|area| scene.year_opening.owner(area) == Some(id)).min() {
            let area = area.clone();
            betrayed(scene, id, regency, RegencyHappening::RegentAttacked { area }, &mut effects); // rule:30.4
        }
    }
    effects
}

/// Rule 30.4: the regent gave cause for an excommunication parley. The original player is asked whether he calls it, for
/// the regent submits the empire's orders.
fn betrayed(
    scene: &Scene<'_>,
    id: &EmpireId,
    regency: &Regency,
    happening: RegencyHappening,
    effects: &mut Effects,
) {
    effects.change(Effect::Regency(RegencyChange::Betrayed(id.clone())));
    effects.tell(Entry::new(&["30.4"], Happening::Regency(happening)).of(id));
    let regent = regency.regent.as_ref().and_then(|regent| scene.world.empires.get_key_value(regent));
    let Some((regent, _)) = regent.filter(|(_, one)| one.leader.religion.is(CATHOLIC)) else {
        return;
    };
    effects.change(excommunication::offence(scene, regent, Ground::WrongedWard { ward: id.clone() })); // rule:27.5
    let year = scene.year.unwrap_or_else(|| scene.pentade().last_year());
    let name = scene.world.empires.get(id).map_or(id.as_str(), |empire| empire.name.as_str());
    let question = Question {
        id: format!("excommunicate/{year}/{id}"),
        year: Some(year),
        rule: RuleId::new("30.4"),
        electorate: vec![SideId::new(id.as_str())],
        ballot: Ballot::Secret,
        options: ["yes", "no"].map(str::to_owned).to_vec(),
        default: Some("no".to_owned()),
        why: format!("do you call a parley to excommunicate the regent of {name}? yes or no"),
    };
    if effects.ask(scene, question) == "yes" {
        effects.change(Effect::Church(ChurchChange::ParleyDue(DueParley {
            year: year + 1,
            motion: Motion::Excommunication { of: Some(regent.clone()) }, // rule:30.4
            caller: Some(id.clone()),
        })));
    }
}

/// Rule 30.3: whether an empire may call a parley on a regency now: another player with a claim to one of its areas, for
/// himself.
///
/// Errors: the ground that is missing. Cases: 30.G.
pub fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal::new("30.3", reason));
    let Motion::Regency { of: Some(of), by } = motion else {
        return refuse("it must be said whose regency");
    };
    let Some(regency) = scene.world.regencies.by_empire.get(of) else {
        return refuse("there is no regency there");
    };
    if of == caller || by.as_ref() != Some(caller) {
        return refuse("a ruler asks for the regency of another empire, and for himself");
    }
    if regency.regent.as_ref() == Some(caller) {
        return refuse("he has the regency already");
    }
    let player = scene.world.empires.get(caller).is_some_and(|empire| empire.kind == EmpireKind::Player);
    let claimed = own_areas(scene.world, of).any(|(_, area)| area.claims.contains(caller));
    if player && claimed { Ok(()) } else { refuse("it needs a claim to an area of the regency") } // rule:30.3
}

/// Rule 30.3: what a parley on a regency brings about: it goes to the caller, or on a deadlock to the Pope.
///
/// Cases: 30.G.
pub fn decided(scene: &Scene<'_>, parley: &Parley, tally: Tally) -> Effects {
    let Motion::Regency { of: Some(of), by: Some(by) } = &parley.motion else { return Effects::default() };
    let deadlocked = tally.yes == tally.no && tally.yes > 0; // ruling:R30.3
    let pope = || papacy::pope(scene.world); // rule:27.2
    let regent = match tally.passed {
        true => Some(by),              // rule:30.3
        false if deadlocked => pope(), // rule:30.3
        false => None,
    };
    let mut effects = Effects::default();
    let Some(regent) = regent else { return effects };
    let given = RegencyHappening::Given { regent: regent.clone(), deadlocked };
    effects.tell(Entry::new(&["30.3"], Happening::Regency(given)).of(of));
    let change = RegencyChange::Given { empire: of.clone(), regent: regent.clone() };
    effects.change(Effect::Regency(change));
    effects
}

/// Rule 30.4: whether `regent` gave the player of `empire` the ground for an excommunication parley.
pub fn has_betrayed(scene: &Scene<'_>, regent: &EmpireId, empire: &EmpireId) -> bool {
    let regency = scene.world.regencies.by_empire.get(empire);
    regency.is_some_and(|regency| regency.betrayed && regency.regent.as_ref() == Some(regent)) // rule:30.4
}

/// Rule 30.5: the leader dies heirless in a regency: the regent usurps; what rebels by the card goes to the heir.
///
/// `shaken` is what the card does to the areas. Cases: 30.F.
pub(super) fn usurped(scene: &Scene<'_>, id: &EmpireId, regency: &Regency, shaken: &Effects) -> Effects {
    let mut effects = Effects::default();
    let heir = regency.ward.name.clone();
    effects.tell(Entry::new(&["30.5"], Happening::Regency(RegencyHappening::Usurped { heir })).of(id));
    effects.change(Effect::Regency(RegencyChange::Ended(id.clone()))); // rule:30.5 ruling:R30.5
    let loyal = shaken.effects.iter().filter_map(|effect| match effect {
        Effect::OwnerChanged { area, owner: None } => Some(area),
        _ => None,
    });
    let loyal: Vec<&AreaId> = loyal.collect();
    let seat = |area: &&AreaId| {
        let state = scene.world.areas.get(*area)?;
        let akin = state.language == regency.ward.language && state.religion == regency.ward.religion;
        Some((!akin, Reverse(state.wealth()), Reverse(state.population)))
    };
    if let Some(court) = loyal.iter().copied().min_by_key(|area| (seat(area), *area)) {
        let leader = Some(regency.ward.clone());
        effects.extend(found(scene, Arising { parent: id, areas: &loyal, court, leader, rule: "30.5" })); // rule:30.5
    }
    effects
}
