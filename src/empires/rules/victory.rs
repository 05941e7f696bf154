//! Chapter 26: victory.
//!
//! Reads the awards of a period, the price of a point in gold, the first scoring period and the last year. No dice. All
//! points are exact quarters; improvements are compared as fractions.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, ScoreHappening};
use crate::empires::rulebook::{Group, ReligionImprovement};
use crate::empires::terms::{AreaId, EmpireId, ReligionId, RuleId};
use crate::empires::world::{Award, AwardCause, Effect, EmpireKind, FactEvent, QUARTERS, ScoreChange};
use crate::postal::chronicle::{Breakdown, Line};

/// The city whose conversion to Islam ends the game (26.1).
const CITY_OF_THE_END: &str = "constantinople";

/// Rule 26.3: the points for an area converted, colonised or converted with its ruler's court.
///
/// `cause` is one of the three; another brings nothing. Cases: 26.B.
pub fn award(scene: &Scene<'_>, empire: &EmpireId, area: &AreaId, cause: AwardCause) -> Effects {
    let figures = &scene.rulebook.figures;
    let mut effects = Effects::default();
    let (deed, quarters) = match cause {
        AwardCause::Converted => ("converted", figures.quarters_converted_or_colonised), // rule:26.3
        AwardCause::Colonised => ("colonised", figures.quarters_converted_or_colonised), // rule:26.3
        AwardCause::MassConverted => ("converted with the court", figures.quarters_mass_converted), // rule:26.3
        _ => return effects,
    };
    let told = ScoreHappening::Awarded { deed: deed.to_owned(), quarters };
    effects.tell(Entry::new(&["26.3"], Happening::Score(told)).of(empire).at(area));
    effects.change(given(scene, empire, cause, Some(area), quarters));
    effects
}

fn given(
    scene: &Scene<'_>,
    empire: &EmpireId,
    cause: AwardCause,
    area: Option<&AreaId>,
    quarters: i32,
) -> Effect {
    let year = scene.year.unwrap_or_else(|| scene.pentade().last_year());
    let (empire, area) = (empire.clone(), area.cloned());
    Effect::Score(ScoreChange::Awarded(Award { year, empire, cause, area, quarters }))
}

/// Rule 26.4: the scoring of a period, and the start of the next.
///
/// Cases: 26.C.
pub fn score(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    if !scene.pentade().ends_period(scene.rulebook.figures.period_years) {
        return effects; // rule:26.4
    }
    if scene.pentade().last_year() >= scene.rulebook.figures.first_scoring {
        effects.extend(improved_empires(scene)); // rule:26.4
        effects.extend(improved_religions(scene)); // rule:26.4
    }
    let mut next = scene.world.standing();
    for effect in &effects.effects {
        if let Effect::Score(ScoreChange::Awarded(award)) = effect
            && let Some(quarters) = next.empires.get_mut(&award.empire)
        {
            *quarters += award.quarters;
        }
    }
    effects.change(Effect::Score(ScoreChange::PeriodBegan(Box::new(next))));
    effects
}

/// A change over a period against the size at its start, as an exact fraction.
#[derive(Debug, Clone, Copy)]
struct Improvement {
    from: i32,
    to: i32,
    over: i32,
}

impl Improvement {
    /// From one size to another, the first counted as no less than `least`.
    fn new(from: i32, to: i32, least: i32) -> Self {
        Self { from, to, over: from.max(least).max(1) } // rule:26.4
    }

    /// The same change, whatever the size at the start.
    fn absolute(from: i32, to: i32) -> Self {
        Self { from, to, over: 1 }
    }

    fn change(self) -> i32 {
        self.to - self.from
    }

    fn cmp(self, other: Self) -> Ordering {
        let cross = |one: Self, over: i32| i64::from(one.change()) * i64::from(over);
        cross(self, other.over).cmp(&cross(other, self.over))
    }
}

/// The place of one among all that improved: one more than those who improved more. None for who did not improve.
fn place(all: &[Improvement], one: Improvement) -> Option<u32> {
    let better = all.iter().filter(|other| other.cmp(one) == Ordering::Greater).count();
    let place = u32::try_from(better).ok()?.checked_add(1)?;
    (one.change() > 0).then_some(place) // ruling:R26.4
}

/// The award of a place, in quarters.
fn quarters_for(scene: &Scene<'_>, place: Option<u32>) -> i32 {
    let place = place.and_then(|place| i32::try_from(place).ok());
    place.and_then(|place| scene.rulebook.scoring_awards.at(place)).map_or(0, |points| points * QUARTERS)
}

/// The empires of players that were there when the period began. One that arose within it has no start to improve on.
fn improved_empires(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some(start) = &scene.world.scores.period else { return effects };
    let least = scene.rulebook.figures.improvement_least_start;
    let standing = scene.world.standing();
    let of = |id: &EmpireId, to: i32| {
        start.empires.get(id).map(|from| Improvement::new(*from, to, least * QUARTERS)) // ruling:R26.4
    };
    let all: Vec<(&EmpireId, Improvement)> =
        standing.empires.iter().filter_map(|(id, to)| Some((id, of(id, *to)?))).collect();
    let field: Vec<Improvement> = all.iter().map(|(_, one)| *one).collect();
    for (id, one) in all {
        let place = place(&field, one);
        let quarters = quarters_for(scene, place);
        let told = ScoreHappening::EmpireImproved { from: one.from, to: one.to, place, quarters };
        effects.tell(Entry::new(&["26.4"], Happening::Score(told)).of(id));
        if quarters > 0 {
            effects.change(given(scene, id, AwardCause::ImprovedEmpire, None, quarters));
        }
    }
    effects
}

fn improved_religions(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some(start) = &scene.world.scores.period else { return effects };
    let least = scene.rulebook.figures.improvement_least_start;
    let (before, now) = (folded(scene, &start.religions), folded(scene, &scene.world.standing().religions));
    let of = |id: &ReligionId, to: i32| {
        let from = before.get(id).copied().unwrap_or(0);
        match scene.rulebook.switches.religion_improvement {
            ReligionImprovement::AgainstTheStart => Improvement::new(from, to, least),
            ReligionImprovement::Absolute => Improvement::absolute(from, to),
        }
    };
    let all: Vec<(&ReligionId, Improvement)> = now.iter().map(|(id, to)| (id, of(id, *to))).collect();
    let field: Vec<Improvement> = all.iter().map(|(_, one)| *one).collect();
    for (religion, one) in all {
        let Some(place) = place(&field, one) else { continue };
        let quarters = quarters_for(scene, Some(place));
        let members = members(scene, religion);
        if quarters > 0 {
            let cause = || AwardCause::ImprovedReligion(religion.clone());
            members.iter().for_each(|id| effects.change(given(scene, id, cause(), None, quarters)));
        }
        let (religion, from, to) = (religion.clone(), one.from, one.to);
        let told = ScoreHappening::ReligionImproved { religion, from, to, place, quarters, members };
        effects.tell(Entry::new(&["26.4"], Happening::Score(told)));
    }
    effects
}

/// What the areas of each religion are worth, Iberian Muslims counted as Sunni (2.8).
fn folded(scene: &Scene<'_>, worth: &BTreeMap<ReligionId, i32>) -> BTreeMap<ReligionId, i32> {
    let mut folded = BTreeMap::new();
    for (religion, points) in worth {
        *folded.entry(scene.rulebook.religions.counts_as(religion).clone()).or_default() += points; // rule:2.8
    }
    folded
}

/// The empires of players whose court has a religion (26.4).
fn members(scene: &Scene<'_>, religion: &ReligionId) -> Vec<EmpireId> {
    let players = scene.world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let of_it = players.filter(|(_, empire)| {
        let court = empire.court.as_ref().and_then(|court| scene.world.areas.get(court));
        court.is_some_and(|court| scene.rulebook.religions.count_as_one(&court.religion, religion)) // rule:26.4 rule:2.8
    });
    of_it.map(|(id, _)| id.clone()).collect()
}

/// Rule 26.1: whether the game ends, and how everybody stands if it does.
///
/// Cases: 26.D.
pub fn check(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let Some(cause) = end(scene) else { return effects };
    let players = scene.world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    let finals: Vec<(&EmpireId, Breakdown)> = players.map(|(id, _)| (id, final_points(scene, id))).collect();
    let most = finals.iter().map(|(_, points)| points.total).max();
    let first = finals.iter().filter(|(_, points)| Some(points.total) == most);
    let winners = first.map(|(id, _)| (*id).clone()).collect();
    let told = ScoreHappening::GameEnded { cause, winners };
    effects.tell(Entry::new(&["26.1"], Happening::Score(told)));
    effects.change(Effect::Score(ScoreChange::GameEnds(scene.pentade().last_year())));
    for (id, points) in &finals {
        let better = finals.iter().filter(|(_, other)| other.total > points.total).count();
        let place = u32::try_from(better).unwrap_or(u32::MAX).saturating_add(1);
        let told = ScoreHappening::FinalPoints { place, quarters: points.total };
        let entry = Entry::new(&["26.2"], Happening::Score(told)).of(id);
        effects.tell(entry.with_numbers(points.clone()));
    }
    effects
}

/// Why the game ends with this pentade, if it does.
fn end(scene: &Scene<'_>) -> Option<String> {
    if scene.pentade().last_year() >= scene.world.last_year {
        return Some(format!("the year {} is over", scene.world.last_year)); // rule:26.1
    }
    let fell = scene.world.facts.iter().any(|fact| match &fact.event {
        FactEvent::Converted { area, to } => {
            area.is(CITY_OF_THE_END)
                && scene.rulebook.religions.group(to) == Some(Group::Muslim)
                && scene.pentade().years().contains(&fact.year)
        }
        _ => false,
    });
    fell.then(|| "Constantinople was converted to Islam".to_owned()) // rule:26.1
}

/// All points of an empire with those for its gold, in quarters (26.2).
fn final_points(scene: &Scene<'_>, id: &EmpireId) -> Breakdown {
    let gold = scene.world.quarters_of_gold(id, scene.rulebook.figures.gold_per_point); // rule:26.2
    let parts = [
        ("areas", scene.world.quarters_of_areas(id), "26.2"),
        ("awards", scene.world.quarters_awarded(id), "26.3"),
        ("gold", gold, "26.2"),
    ];
    let line = |(label, points, rule): (&str, i32, &str)| Line {
        label: label.to_owned(),
        points,
        rule: RuleId::new(rule),
    };
    let lines: Vec<Line> = parts.into_iter().filter(|part| part.1 != 0).map(line).collect();
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: "quarters of a victory point".to_owned(), lines, total }
}
