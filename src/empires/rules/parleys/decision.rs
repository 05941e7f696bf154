//! One parley: ballot, count, result (20.3, 20.4).

use std::collections::{BTreeMap, BTreeSet};

use super::super::conditions;
use super::super::scene::{Effects, Scene};
use super::attendance::electors;
use crate::empires::chronicle::{Ballot, Entry, Happening, ParleyHappening};
use crate::empires::rulebook::ORTHODOX;
use crate::empires::terms::{Act, EmpireId, Motion, OrderSheet, Vote, When};
use crate::empires::world::{Effect, EmpireKind, Fact, FactEvent};
use crate::postal::chronicle::{Breakdown, RuleId, SideId};
use crate::postal::question::Question;

/// A parley that meets now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parley {
    /// What it decides, with every part named.
    pub motion: Motion,
    /// Who called it; none for what comes of itself.
    pub caller: Option<EmpireId>,
    /// The rule behind the motion.
    pub rule: &'static str,
    /// Everyone who has a vote, with the votes that each has (20.2, 20.3). The parties are left out already; whoever
    /// holds a parley of his own may change it.
    pub electors: BTreeMap<EmpireId, Breakdown>,
}

/// The count of a parley (20.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Votes for the motion.
    pub yes: i32,
    /// Votes against it.
    pub no: i32,
    /// Whether it passed.
    pub passed: bool,
}

impl Parley {
    /// A parley on a motion with everyone who attends (20.2) but the parties (20.3).
    pub fn on(scene: &Scene<'_>, motion: Motion, caller: Option<EmpireId>) -> Self {
        let excluded = parties(scene, &motion, caller.as_ref());
        let electors = electors(scene, &motion, &excluded);
        Self { rule: rule_of(&motion), motion, caller, electors }
    }
}

/// The rule that a motion stands in.
fn rule_of(motion: &Motion) -> &'static str {
    match motion {
        Motion::Any => "20.3",
        Motion::Claim { .. } => "18.4",
        Motion::DiplomaticConquest { .. } => "12.2",
        Motion::Excommunication { .. } | Motion::Absolution { .. } => "22.1",
        Motion::AgainstPope | Motion::EndOfSchism => "23.2",
        Motion::Union => "23.1",
        Motion::Crusade { .. } | Motion::CrusadeGoesOn => "23.5",
        Motion::CrusadeFor { .. } => "23.6",
        Motion::Jihad => "23.8",
        Motion::Regency { .. } => "30.3",
        Motion::Wildcard { .. } => "19.20",
    }
}

/// Rule 20.3: who has no vote. A claim is decided without the claimant, an excommunication without the accused and his
/// accuser, a diplomatic conquest without both empires.
fn parties(scene: &Scene<'_>, motion: &Motion, caller: Option<&EmpireId>) -> BTreeSet<EmpireId> {
    let accuser = caller.filter(|id| {
        scene.world.empires.get(*id).is_some_and(|empire| !super::super::papacy::is_pope(id, empire))
    });
    let named: Vec<EmpireId> = match motion {
        Motion::Claim { of, .. } => of.iter().cloned().collect(), // rule:20.3
        Motion::Excommunication { of } => of.iter().chain(accuser).cloned().collect(), // rule:20.3 ruling:R20.3a
        Motion::Absolution { of } => of.iter().cloned().collect(),
        Motion::AgainstPope => {
            let popes =
                scene.world.empires.iter().filter(|(id, pope)| super::super::papacy::is_pope(id, pope));
            popes.map(|(id, _)| id).chain(caller).cloned().collect() // rule:20.3
        }
        Motion::DiplomaticConquest { by, area } => {
            let owner = area.as_ref().and_then(|area| scene.world.areas.get(area)?.owner.as_ref());
            by.iter().chain(owner).cloned().collect() // rule:20.3
        }
        _ => Vec::new(),
    };
    named.into_iter().collect()
}

/// Rule 20.3: holds a parley and says whether the motion passed; none while votes are awaited (contract 2).
///
/// Who sees the votes before the result is a matter of the edition; the result is public with every vote, and remembered as
/// a fact. Standing votes
/// answer at once (20.4); powers without a player vote as [`unled_vote`] says unless the GM orders otherwise.
///
/// Cases: 20.A.1 to 20.C.12.
pub fn decide(scene: &Scene<'_>, parley: &Parley, effects: &mut Effects) -> Option<bool> {
    tally(scene, parley, effects).map(|tally| tally.passed)
}

/// As [`decide`], with the count.
pub fn tally(scene: &Scene<'_>, parley: &Parley, effects: &mut Effects) -> Option<Tally> {
    let question = question(scene, parley);
    let waiting = effects.questions.len();
    let answers = effects.ballot(scene, &question, |elector| {
        standing_vote(scene, elector, &parley.motion).map(|vote| vote.word().to_owned())
    });
    if effects.questions.len() > waiting {
        return None;
    }
    let ballots: Vec<Ballot> = answers
        .into_iter()
        .map(|(empire, word)| Ballot {
            votes: parley.electors.get(&empire).map_or(0, |votes| votes.total),
            vote: Vote::of_word(&word).unwrap_or(Vote::Abstain), // rule:20.3
            empire,
        })
        .collect();
    let tally = count(scene, &parley.motion, &ballots);
    tell(scene, parley, tally, ballots, effects);
    Some(tally)
}

/// The question put to those whose votes are not known yet.
fn question(scene: &Scene<'_>, parley: &Parley) -> Question {
    Question {
        id: question_id(scene, &parley.motion),
        year: scene.year,
        rule: RuleId::new(parley.rule),
        electorate: parley.electors.keys().map(|id| SideId::new(id.as_str())).collect(),
        ballot: scene.rulebook.switches.parley_votes.ballot(), // ruling:R20.3c
        options: [Vote::Yes, Vote::No, Vote::Abstain].map(|vote| vote.word().to_owned()).to_vec(),
        default: Some(Vote::Abstain.word().to_owned()), // rule:20.3
        why: why(scene, parley),
    }
}

/// `claim/977/germany/lombardy`: motion, year, subjects.
pub fn question_id(scene: &Scene<'_>, motion: &Motion) -> String {
    let mut id = format!("{}/{}", motion.word(), scene.year_or_first());
    let empires = motion.empires().into_iter().map(ToString::to_string);
    for subject in empires.chain(motion.areas().into_iter().map(ToString::to_string)) {
        id += &format!("/{subject}");
    }
    id
}

fn why(scene: &Scene<'_>, parley: &Parley) -> String {
    let caller = parley.caller.as_ref().and_then(|caller| scene.world.empires.get(caller));
    let called = caller.map_or_else(String::new, |caller| format!(", called by {}", caller.name));
    let motion = super::wording::motion(scene, &parley.motion);
    format!("parley of {} on the {motion}{called}: yes, no or abstain?", scene.year_or_first())
}

/// Rule 20.4: the vote that a sheet or, for a power without a player, custom gives beforehand.
///
/// Of several standing votes the one that names the parley most closely counts; of these the one for just this year,
/// then the one written first.
fn standing_vote(scene: &Scene<'_>, elector: &EmpireId, motion: &Motion) -> Option<Vote> {
    let written = scene.sheets.get(elector).and_then(|sheet| vote_in(scene, elector, sheet, motion));
    written.or_else(|| unled_vote(scene, elector, motion))
}

fn vote_in(scene: &Scene<'_>, elector: &EmpireId, sheet: &OrderSheet, motion: &Motion) -> Option<Vote> {
    let year = scene.year_or_first();
    let fitting = sheet.orders.iter().filter_map(|order| {
        let Act::Vote { on, vote } = &order.act else { return None };
        let dated = match order.when {
            When::Year(meant) => (meant == year && scene.year.is_some()).then_some(2),
            When::From(first) => (first <= year).then_some(1),
            When::Opening => scene.year.is_none().then_some(2),
            When::EveryYear | When::Standing => Some(0),
        }?;
        let so = order.condition.as_ref().is_none_or(|one| conditions::holds(scene, elector, one, None));
        let close = on.covers(motion).filter(|_| so)?;
        Some(((close, dated), *vote))
    });
    // Of equals the first written: `max_by_key` takes the last, so the list is read backwards.
    fitting.collect::<Vec<_>>().into_iter().rev().max_by_key(|(rank, _)| *rank).map(|(_, vote)| vote) // rule:20.4
}

/// How a power without a player votes unless the GM orders otherwise: the Pope, Crusader States and religious orders for
/// crusades and for the unity of the church, the Pope against those whom he accuses; all abstain in worldly matters.
fn unled_vote(scene: &Scene<'_>, elector: &EmpireId, motion: &Motion) -> Option<Vote> {
    let kind = scene.world.empires.get(elector)?.kind;
    if kind == EmpireKind::Player {
        return None;
    }
    let of_the_church =
        matches!(kind, EmpireKind::Pope | EmpireKind::CrusaderState | EmpireKind::ReligiousOrder);
    Some(match motion {
        Motion::Excommunication { .. } if kind == EmpireKind::Pope => Vote::Yes, // ruling:R20.3b
        Motion::Absolution { .. } if kind == EmpireKind::Pope => Vote::No,
        Motion::AgainstPope if of_the_church => Vote::No,
        Motion::Crusade { .. }
        | Motion::CrusadeFor { .. }
        | Motion::CrusadeGoesOn
        | Motion::EndOfSchism
        | Motion::Union
            if of_the_church =>
        {
            Vote::Yes
        }
        _ => Vote::Abstain,
    })
}

/// Rule 20.3: whether a motion passes. More than half of the votes cast; to heal a schism so many in a hundred; for a
/// union so many of each of the two churches (23.1).
fn count(scene: &Scene<'_>, motion: &Motion, ballots: &[Ballot]) -> Tally {
    let sum = |vote: Vote, counts: &dyn Fn(&EmpireId) -> bool| -> i32 {
        ballots.iter().filter(|one| one.vote == vote && counts(&one.empire)).map(|one| one.votes).sum()
    };
    let healed = |counts: &dyn Fn(&EmpireId) -> bool| {
        let (yes, no) = (sum(Vote::Yes, counts), sum(Vote::No, counts));
        yes > 0 && yes * 100 >= scene.rulebook.figures.schism_healing_percent * (yes + no)
    };
    let orthodox =
        |id: &EmpireId| scene.world.empires.get(id).is_some_and(|empire| empire.leader.religion.is(ORTHODOX));
    let everyone = |_: &EmpireId| true;
    let (yes, no) = (sum(Vote::Yes, &everyone), sum(Vote::No, &everyone));
    let passed = match motion {
        Motion::EndOfSchism => healed(&everyone), // rule:20.3
        Motion::Union => healed(&orthodox) && healed(&|id| !orthodox(id)), // rule:23.1
        _ => yes > no,                            // rule:20.3
    };
    Tally { yes, no, passed }
}

fn tell(scene: &Scene<'_>, parley: &Parley, tally: Tally, ballots: Vec<Ballot>, effects: &mut Effects) {
    let Tally { yes, no, passed } = tally;
    let decided = ParleyHappening::Decided {
        motion: parley.motion.clone(),
        called: parley.caller.is_some(),
        yes,
        no,
        passed,
        ballots,
    };
    let mut entry = about(&parley.motion, Entry::new(&[parley.rule, "20.3"], Happening::Parley(decided)));
    if let Some(caller) = &parley.caller {
        entry = entry.of(caller);
    }
    entry.numbers.extend(parley.electors.values().cloned());
    effects.tell(entry);
    let event = FactEvent::ParleyDecided { motion: parley.motion.clone(), passed };
    effects.change(Effect::Remembered(Fact { year: scene.year_or_first(), event }));
}

/// An entry about the first empire and area that a motion names.
pub fn about(motion: &Motion, mut entry: Entry) -> Entry {
    if let Some(empire) = motion.empires().into_iter().next() {
        entry = entry.of(empire);
    }
    if let Some(area) = motion.areas().into_iter().next() {
        entry = entry.at(area);
    }
    entry
}
