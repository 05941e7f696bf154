//! Rules 23.1, 23.2: the Papal schism, from the parley against the Pope to its end, and the union of the churches.
//!
//! Reads the figures of schisms. No dice.

use std::collections::BTreeSet;

use super::communications::own_areas;
use super::conditions;
use super::diplomacy;
use super::fixed::Refusal;
use super::given_cards;
use super::papacy;
use super::parleys::{self, Parley, Tally};
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{ChurchHappening, Entry, Happening};
use crate::empires::rulebook::{CATHOLIC, ORTHODOX};
use crate::empires::terms::{Act, AreaId, Choice, EmpireId, Endeavour, EndeavourSort, Motion, ReligionId};
use crate::empires::world::{
    ChurchChange, Effect, Empire, EmpireKind, FactEvent, Leader, PeopleChange, Schism, World,
};
use crate::postal::chronicle::{RuleId, SideId};
use crate::postal::question::{Ballot, Question};

/// Rule 23.2: refuses what neither Pope may do while a schism lasts, and no Pope after one that was never healed.
///
/// Errors: there is a schism.
pub fn forbids(world: &World) -> Result<(), Refusal> {
    match &world.church.schism {
        Some(_) => Err(Refusal::new("23.2", "the church is divided between two Popes")), // rule:23.2
        None => Ok(()),
    }
}

/// Whether an empire follows the anti-Pope (23.2).
pub fn follows_anti_pope(world: &World, id: &EmpireId) -> bool {
    world.church.schism.as_ref().is_some_and(|schism| schism.followers.contains(id))
}

fn is_catholic(empire: &Empire) -> bool {
    empire.leader.religion.is(CATHOLIC)
}

/// Rule 23.2: those about to be excommunicated may first turn against the Pope; who wins sets up an anti-Pope.
///
/// Of several who win in one year the first by seat does. Who orders it for a year in which nobody accuses him is refused.
/// Cases: 23.T.1 to 23.T.15.
pub fn turn_against_pope(scene: &Scene<'_>) -> Effects {
    let accused = parleys::accused(scene);
    let mut effects = parleys::refused_against_pope(scene, &accused);
    if scene.world.church.schism.is_some() || papacy::pope(scene.world).is_none() {
        return effects;
    }
    let mut winners = Vec::new();
    for accused in accused {
        let player = scene.world.empires.get(&accused).is_some_and(|one| one.kind == EmpireKind::Player);
        if !player
            || own_areas(scene.world, &accused).next().is_none()
            || !turns(scene, &accused, &mut effects)
        {
            continue;
        }
        let parley = Parley::on(scene, Motion::AgainstPope, Some(accused.clone()));
        if parleys::decide(scene, &parley, &mut effects) == Some(true) {
            winners.push(accused);
        }
    }
    let first = winners.into_iter().min_by(|one, other| scene.world.rank(one).cmp(&scene.world.rank(other)));
    if let Some(founder) = first.filter(|_| effects.questions.is_empty()) {
        begin(scene, founder, &mut effects);
    }
    effects
}

/// Whether an accused ruler calls the parley: an order of his says so, or he is asked.
fn turns(scene: &Scene<'_>, accused: &EmpireId, effects: &mut Effects) -> bool {
    let year = scene.year_or_first();
    let orders = scene.sheets.get(accused).into_iter().flat_map(|sheet| &sheet.orders);
    let ordered = orders.into_iter().any(|order| {
        order.act == Act::Call(Motion::AgainstPope) && conditions::is_due(scene, accused, order, true)
    });
    ordered || {
        let question = Question {
            id: format!("against-the-pope/{year}/{accused}"),
            year: scene.year,
            rule: RuleId::new("23.2"),
            electorate: vec![SideId::new(accused.as_str())],
            ballot: Ballot::Secret,
            options: vec!["no".to_owned(), "yes".to_owned()],
            default: Some("no".to_owned()),
            why: format!(
                "you are to be judged in {year}: do you first call a parley against the Pope, yes or no?"
            ),
        };
        effects.ask(scene, question) == "yes"
    }
}

/// Rule 23.2: an anti-Pope is set up, and every Catholic empire chooses.
fn begin(scene: &Scene<'_>, founder: EmpireId, effects: &mut Effects) {
    let Some(seat) = chosen_seat(scene, &founder, effects) else { return };
    let mut followers = BTreeSet::from([founder.clone()]);
    let question = Question {
        id: format!("obedience/{}", scene.year_or_first()),
        year: scene.year,
        rule: RuleId::new("23.2"),
        electorate: choosing(scene, &founder).map(|id| SideId::new(id.as_str())).collect(),
        ballot: Ballot::Open, // ruling:R23.2c
        options: vec!["the Pope".to_owned(), "the anti-Pope".to_owned()],
        default: Some("the Pope".to_owned()),
        why: format!("the church is divided since {}: whom do you follow?", scene.year_or_first()),
    };
    let answers = effects.ballot(scene, &question, |id| {
        chosen(scene, id).map(|anti_pope| question.options[usize::from(anti_pope)].clone())
    });
    followers.extend(answers.into_iter().filter(|(_, whom)| whom == "the anti-Pope").map(|(id, _)| id));
    let followed = followers.iter().filter(|id| **id != founder).cloned().collect();
    let began = ChurchHappening::SchismBegan { followers: followed };
    effects.tell(Entry::new(&["23.2"], Happening::Church(began)).of(&founder).at(&seat));
    let since = scene.year_or_first();
    let schism = Schism { since, founder, seat, followers, permanent: false };
    effects.change(Effect::Church(ChurchChange::SchismBegan(schism))); // rule:23.2
}

/// The Catholic empires of players that choose between the Popes.
fn choosing<'s>(scene: &Scene<'s>, founder: &EmpireId) -> impl Iterator<Item = &'s EmpireId> {
    let empires = scene.world.empires.iter().filter(move |(id, empire)| {
        empire.kind == EmpireKind::Player
            && is_catholic(empire)
            && *id != founder
            && !papacy::is_pope(id, empire)
    });
    empires.map(|(id, _)| id)
}

/// Whom an empire's sheet says that it follows: true for the anti-Pope.
fn chosen(scene: &Scene<'_>, id: &EmpireId) -> Option<bool> {
    let orders = scene.sheets.get(id).into_iter().flat_map(|sheet| &sheet.orders);
    orders.into_iter().find_map(|order| match &order.act {
        Act::Choose(Choice::Obedience { anti_pope })
            if order.condition.as_ref().is_none_or(|one| conditions::holds(scene, id, one, None)) =>
        {
            Some(*anti_pope)
        }
        _ => None,
    })
}

/// The own area where the founder seats his Pope: as his sheet says, or he is asked; by default his court.
fn chosen_seat(scene: &Scene<'_>, founder: &EmpireId, effects: &mut Effects) -> Option<AreaId> {
    let own: Vec<&AreaId> = own_areas(scene.world, founder).map(|(id, _)| id).collect();
    let orders = scene.sheets.get(founder).into_iter().flat_map(|sheet| &sheet.orders);
    let written = orders.into_iter().find_map(|order| match &order.act {
        Act::Choose(Choice::AntiPopeSeat(area)) if own.contains(&area) => Some(area.clone()),
        _ => None,
    });
    if written.is_some() {
        return written;
    }
    let court = scene.world.empires.get(founder)?.court.as_ref();
    let question = Question {
        id: format!("seat-of-the-anti-pope/{}/{founder}", scene.year_or_first()),
        year: scene.year,
        rule: RuleId::new("23.2"),
        electorate: vec![SideId::new(founder.as_str())],
        ballot: Ballot::Secret,
        options: own.iter().map(ToString::to_string).collect(),
        default: court.map(ToString::to_string),
        why: "in which of your areas does the anti-Pope sit?".to_owned(),
    };
    Some(AreaId::new(&effects.ask(scene, question)))
}

/// Rule 23.2: at the opening of a pentade everyone may change his obedience, and every Catholic empire gives its last year
/// card to who holds the seat of its Pope.
///
/// Cases: 23.U.1 to 23.U.4.
pub fn donate(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some(schism) = scene.world.church.schism.as_ref().filter(|schism| !schism.permanent) else {
        return effects;
    };
    for id in choosing(scene, &schism.founder) {
        if let Some(anti_pope) = chosen(scene, id).filter(|wish| *wish != schism.followers.contains(id)) {
            effects.change(Effect::Church(ChurchChange::Obeys { empire: id.clone(), anti_pope }));
            let chose = ChurchHappening::ObedienceChosen { anti_pope };
            effects.tell(Entry::new(&["23.2"], Happening::Church(chose)).of(id));
        }
    }
    let donors = std::iter::once(&schism.founder).chain(choosing(scene, &schism.founder));
    for donor in donors.collect::<BTreeSet<_>>() {
        let anti_pope = donor == &schism.founder
            || chosen(scene, donor).unwrap_or_else(|| schism.followers.contains(donor));
        if let Some(to) = champion(scene, anti_pope) {
            given_cards::give_last(scene, donor, &to, &mut effects); // rule:23.2
        }
    }
    effects
}

/// Who plays the cards of one of the Popes: the player who holds his seat, or the Pope himself, whom the GM plays.
fn champion(scene: &Scene<'_>, anti_pope: bool) -> Option<EmpireId> {
    let seat = seat(scene, anti_pope)?;
    let owner = scene.world.areas.get(seat).and_then(|area| area.owner.as_ref());
    let player =
        owner.filter(|id| scene.world.empires.get(*id).is_some_and(|one| one.kind == EmpireKind::Player));
    player.or_else(|| papacy::pope(scene.world)).cloned()
}

/// Rule 23.2: whether an extra card of a schism may be spent so: the champion of a Pope plays it against the rival, that is
/// against the rival's seat or an area of who follows him.
///
/// Errors: it is turned to something else.
/// Cases: 23.U.5, 23.U.6.
pub fn serves(scene: &Scene<'_>, empire: &EmpireId, endeavour: &Endeavour) -> Result<(), Refusal> {
    let sides: Vec<bool> =
        [true, false].into_iter().filter(|side| champion(scene, *side).as_ref() == Some(empire)).collect();
    let lasts = scene.world.church.schism.as_ref().is_some_and(|schism| !schism.permanent);
    let against = |side: &bool| {
        let target = endeavour.kind.target();
        let owner = scene.world.areas.get(target).and_then(|area| area.owner.as_ref());
        seat(scene, !side) == Some(target) || owner.is_some_and(|owner| obeys(scene.world, owner, !side))
    };
    let attack = matches!(endeavour.kind.sort(), EndeavourSort::Conquest | EndeavourSort::Pillage);
    if !lasts || sides.is_empty() || (attack && sides.iter().any(against)) {
        return Ok(());
    }
    Err(Refusal::new("23.2", "in a schism a card given to a Pope is played against his rival")) // rule:23.2
}

/// Rule 23.2: the religious distance between two Catholic empires that follow different Popes for good: their churches are
/// related.
///
/// Cases: 23.V.10.
pub fn distance(world: &World, empire: &EmpireId, owner: Option<&EmpireId>) -> i32 {
    let permanent = world.church.schism.as_ref().is_some_and(|schism| schism.permanent);
    let side = |id: &EmpireId| {
        world.empires.get(id).filter(|empire| is_catholic(empire)).map(|_| follows_anti_pope(world, id))
    };
    match (side(empire), owner.and_then(side)) {
        (Some(one), Some(other)) if permanent && one != other => 1, // rule:23.2 rule:2.9
        _ => 0,
    }
}

/// The seat of one of the Popes.
fn seat<'s>(scene: &Scene<'s>, anti_pope: bool) -> Option<&'s AreaId> {
    if anti_pope {
        return scene.world.church.schism.as_ref().map(|schism| &schism.seat);
    }
    papacy::seat(scene)
}

/// Rules 6.4 (c), 23.2: at the close of a pentade a schism ends when a seat was taken by who does not follow its Pope, and
/// hardens for good after a hundred years.
///
/// Cases: 23.V.1 to 23.V.9.
pub fn settle(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some(schism) = scene.world.church.schism.as_ref().filter(|schism| !schism.permanent) else {
        return effects;
    };
    for anti_pope in [true, false] {
        let Some(seat) = seat(scene, anti_pope) else { continue };
        if was_taken(scene, schism, seat, anti_pope) {
            let how = if anti_pope { "the seat of the anti-Pope fell" } else { "the seat of the Pope fell" };
            effects.extend(ended(&schism.founder, how)); // rule:23.2
            return effects;
        }
    }
    let after = scene.pentade().last_year() + 1;
    if after - schism.since > scene.rulebook.figures.schism_years {
        effects.change(Effect::Church(ChurchChange::SchismHardened)); // rule:23.2
        let hardened = Happening::Church(ChurchHappening::SchismHardened);
        effects.tell(Entry::new(&["23.2"], hardened).of(&schism.founder));
    }
    effects
}

/// Whether somebody who does not follow its Pope took a seat in this pentade and holds it.
fn was_taken(scene: &Scene<'_>, schism: &Schism, seat: &AreaId, anti_pope: bool) -> bool {
    let since = schism.since.max(scene.pentade().first_year());
    let recent = scene.world.facts.iter().rev().take_while(|fact| fact.year >= since);
    let mut takers = recent.filter_map(|fact| match &fact.event {
        FactEvent::Taken { area, by } if area == seat => Some(by),
        _ => None,
    });
    let holder = scene.world.areas.get(seat).and_then(|area| area.owner.as_ref());
    takers.any(|by| Some(by) == holder && !obeys(scene.world, by, anti_pope))
}

/// Whether an empire follows one of the Popes; who is no Catholic follows none.
fn obeys(world: &World, id: &EmpireId, anti_pope: bool) -> bool {
    world.empires.get(id).is_some_and(is_catholic) && follows_anti_pope(world, id) == anti_pope
}

fn ended(founder: &EmpireId, how: &str) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::Church(ChurchChange::SchismEnded));
    let over = Happening::Church(ChurchHappening::SchismEnded { how: how.to_owned() });
    effects.tell(Entry::new(&["23.2"], over).of(founder));
    effects
}

/// Rules 23.1, 23.2: whether an empire may call a parley on the end of a schism or the union of the churches.
///
/// Errors: the ground that is missing.
pub fn may_call(scene: &Scene<'_>, caller: &EmpireId, motion: &Motion) -> Result<(), Refusal> {
    let religion = scene.world.empires.get(caller).map(|empire| empire.leader.religion.as_str());
    let schism = scene.world.church.schism.as_ref();
    match motion {
        Motion::EndOfSchism if religion != Some(CATHOLIC) => {
            Err(Refusal::new("20.2", "only a Catholic ruler calls for it"))
        }
        Motion::EndOfSchism if schism.is_none() => Err(Refusal::new("23.2", "there is no schism")),
        Motion::EndOfSchism if schism.is_some_and(|schism| schism.permanent) => {
            Err(Refusal::new("23.2", "the schism has become permanent")) // rule:23.2
        }
        Motion::EndOfSchism => Ok(()),
        Motion::Union if !matches!(religion, Some(CATHOLIC | ORTHODOX)) => {
            Err(Refusal::new("23.1", "only a Catholic or an Orthodox ruler calls for it"))
        }
        Motion::Union => forbids(scene.world), // rule:23.2
        Motion::AgainstPope if schism.is_some() => forbids(scene.world), // rule:23.2
        _ => Err(Refusal::new("23.2", "only who is about to be excommunicated turns against the Pope")), // rule:23.2
    }
}

/// Rule 23.2: what the result of a parley on the end of the schism brings about.
pub fn healed(scene: &Scene<'_>, tally: Tally) -> Effects {
    match &scene.world.church.schism {
        Some(schism) if tally.passed => ended(&schism.founder, "by a parley"), // rule:23.2
        _ => Effects::default(),
    }
}

/// Rule 23.1: Orthodox groups are Catholic as well: gone where the area is of the one church, elsewhere as strong as the
/// stronger of the two.
fn groups_united(scene: &Scene<'_>, catholic: &ReligionId) -> Effects {
    let mut effects = Effects::default();
    let orthodox = ReligionId::new(ORTHODOX);
    for (id, area) in &scene.world.areas {
        let Some(strength) = area.urgs.get(&orthodox).copied() else { continue };
        let mut change = |religion: &ReligionId, by: i32| {
            let (area, religion) = (id.clone(), religion.clone());
            effects.change(Effect::People(PeopleChange::GroupChanged { area, religion, by }));
        };
        change(&orthodox, -strength); // ruling:R23.1
        let same = area.urgs.get(catholic).copied().unwrap_or(0);
        if area.religion != *catholic && area.religion != orthodox && strength > same {
            change(catholic, strength - same); // ruling:R23.1
        }
    }
    effects
}

/// Rule 23.1: the churches are one: what was Orthodox is Catholic, areas, groups and rulers.
///
/// Cases: 23.S.1 to 23.S.4, 23.S.7 to 23.S.9.
pub fn united(scene: &Scene<'_>, caller: Option<&EmpireId>, tally: Tally) -> Effects {
    let mut effects = Effects::default();
    if !tally.passed {
        return effects;
    }
    let catholic = ReligionId::new(CATHOLIC); // rule:23.1
    for (id, _) in scene.world.areas.iter().filter(|(_, area)| area.religion.is(ORTHODOX)) {
        effects.change(Effect::ReligionChanged { area: id.clone(), religion: catholic.clone() }); // ruling:R23.1
        effects.extend(diplomacy::ties_after_conversion(scene, id, &catholic, None));
    }
    effects.extend(groups_united(scene, &catholic));
    for (id, empire) in &scene.world.empires {
        if empire.leader.religion.is(ORTHODOX) {
            let leader = Leader { religion: catholic.clone(), ..empire.leader.clone() };
            effects.change(Effect::LeaderChanged { empire: id.clone(), leader: Box::new(leader) }); // ruling:R23.1
        }
    }
    let entry = Entry::new(&["23.1"], Happening::Church(ChurchHappening::ChurchesUnited));
    effects.tell(match caller {
        Some(caller) => entry.of(caller),
        None => entry,
    });
    effects
}
