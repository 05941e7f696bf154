//! Chapter 17: unrest and rebellion. The pattern of every other chapter.
//!
//! Reads `rebellion_value` and `rebellion_results`. Rolls the dice of a check, keyed by area, year and cause. Changes
//! nothing: a check is turned into effects and entries.

use std::collections::BTreeSet;

use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::rulebook::{
    CheckResult, RebellionCondition, RebellionQuantity, RebellionRow, RebellionScope, Rulebook,
    TaxationEffect, Word,
};
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, ReligionId, RuleId};
use crate::empires::world::{Area, Effect, Empire, Fact, FactEvent, World};
use crate::postal::chronicle::{Breakdown, Line};
use crate::postal::dice::Draw;

/// An area that has an owner, so that it has a ruler to leave.
#[derive(Debug, Clone, Copy)]
pub struct HeldArea<'w> {
    /// Its id.
    pub id: &'w AreaId,
    /// Its state.
    pub area: &'w Area,
    /// Who owns it.
    pub owner_id: &'w EmpireId,
    /// The owner's state.
    pub owner: &'w Empire,
}

impl<'w> HeldArea<'w> {
    /// The area, if it is held by anyone.
    pub fn of(world: &'w World, id: &AreaId) -> Option<Self> {
        let (id, area) = world.areas.get_key_value(id)?;
        let (owner_id, owner) = world.empires.get_key_value(area.owner.as_ref()?)?;
        Some(Self { id, area, owner_id, owner })
    }

    /// Whether it is its owner's court.
    pub fn is_court(&self) -> bool {
        self.owner.court.as_ref() == Some(self.id)
    }
}

/// Why an area is tested (17.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckCause {
    /// It was taxed (16.1).
    Taxed,
    /// It was plundered while in unrest (16.3).
    Plundered,
    /// It is in unrest, was used as base or domestic target, and its social state fell this year.
    Worn,
    /// The leader died heirless (19.9).
    Heirless,
    /// Major unrest (19.11): an unrest check.
    MajorUnrest,
    /// An uprising (19.11).
    Uprising,
    /// Its ruler was excommunicated (22.1).
    Excommunicated,
    /// A conversion had a success there (22.2), so many before it in the same year.
    Converted(u32),
}

impl CheckCause {
    /// The rule that orders the check.
    fn rule(self) -> &'static str {
        match self {
            Self::Taxed => "16.1",
            Self::Plundered => "16.3",
            Self::Worn => "17.2",
            Self::Heirless => "19.9",
            Self::MajorUnrest | Self::Uprising => "19.11",
            Self::Excommunicated => "22.1",
            Self::Converted(_) => "22.2",
        }
    }

    /// Tells apart the dice of several checks of one area in one year.
    fn nth(self) -> u32 {
        match self {
            Self::Taxed => 0,
            Self::Plundered => 1,
            Self::Worn => 2,
            Self::Heirless => 5,
            Self::MajorUnrest => 6,
            Self::Uprising => 7,
            Self::Excommunicated => 3,
            Self::Converted(0) => 4,
            Self::Converted(before) => 7 + before,
        }
    }
}

impl std::fmt::Display for CheckCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Taxed => "taxed",
            Self::Plundered => "plundered in unrest",
            Self::Worn => "used in unrest, and its social state fell",
            Self::Heirless => "the leader died heirless",
            Self::MajorUnrest => "major unrest",
            Self::Uprising => "an uprising",
            Self::Excommunicated => "its ruler excommunicated",
            Self::Converted(_) => "the success of a conversion",
        })
    }
}

/// What a check decided, with every number the report prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebellionCheck {
    /// Area tested.
    pub area: AreaId,
    /// Why it was tested.
    pub cause: CheckCause,
    /// Rows of `rebellion_value` that applied, in table order, and their sum.
    pub rebellion_value: Breakdown,
    /// The dice.
    pub roll: Draw,
    /// What happens to the area.
    pub result: CheckResult,
}

/// Rule 17.3: does a held area rebel?
///
/// Adds up the rows of `rebellion_value` that apply, adds the dice, and reads the sum in `rebellion_results`. In the
/// court rebellion counts as unrest.
///
/// Units: rows, value and dice are whole points; rows and value may be negative.
/// Errors: none. An independent area has no ruler to leave, so the type refuses it.
/// Cases: 17.B.1 to 17.B.20.
pub fn check_rebellion(
    rulebook: &Rulebook,
    held: &HeldArea<'_>,
    cause: CheckCause,
    roll: Draw,
) -> RebellionCheck {
    let mut lines = lines(rulebook, held); // rule:17.1 rule:32.3
    lines.extend(taxation_line(rulebook, cause)); // ruling:R16.1
    let total = lines.iter().map(|line| line.points).sum();
    let result = result_of(rulebook, total + roll.total(), held.is_court()); // rule:17.3

    let rebellion_value = Breakdown { name: "rebellion value".to_owned(), lines, total };
    RebellionCheck { area: held.id.clone(), cause, rebellion_value, roll, result }
}

/// Rule 17.3: what a sum of dice and rebellion value comes to.
pub fn result_of(rulebook: &Rulebook, sum: i32, in_the_court: bool) -> CheckResult {
    let result = rulebook.rebellion_results.at(sum); // rule:17.3
    if in_the_court { result.at_most_unrest() } else { result } // rule:17.3
}

/// Rule 17.5: an unrest check, in which rebellion counts as unrest.
pub fn check_unrest(
    rulebook: &Rulebook,
    held: &HeldArea<'_>,
    cause: CheckCause,
    roll: Draw,
) -> RebellionCheck {
    let check = check_rebellion(rulebook, held, cause, roll);

    RebellionCheck { result: check.result.at_most_unrest(), ..check } // rule:17.5
}

/// The rebellion value of a held area, for those who want it without a check (19.4, situations).
pub fn rebellion_value(rulebook: &Rulebook, held: &HeldArea<'_>) -> Breakdown {
    let lines = lines(rulebook, held);
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: "rebellion value".to_owned(), lines, total }
}

/// What is so of a rebellion value without a ruler: social state, underlying groups, walls (31 in independent areas).
pub fn unruled_value(rulebook: &Rulebook, area: &Area) -> Breakdown {
    let mut lines = Vec::new();
    for row in rulebook.rebellion_value.iter().filter(|row| row.condition == RebellionCondition::Always) {
        match row.scope {
            RebellionScope::EveryArea => lines.extend(line(row, area, None)),
            RebellionScope::EachUrg => {
                lines.extend(area.urgs.iter().filter_map(|urg| line(row, area, Some(urg))));
            }
            RebellionScope::AreasOfLeadersReligion => {}
        }
    }
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: "rebellion value".to_owned(), lines, total }
}

/// The rows that apply and add something, in table order (17.1).
fn lines(rulebook: &Rulebook, held: &HeldArea<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in rulebook.rebellion_value.iter().filter(|row| applies(rulebook, held, row.condition)) {
        match row.scope {
            RebellionScope::EveryArea => lines.extend(line(row, held.area, None)),
            RebellionScope::EachUrg => {
                lines.extend(held.area.urgs.iter().filter_map(|urg| line(row, held.area, Some(urg))));
            }
            RebellionScope::AreasOfLeadersReligion if held.area.religion == held.owner.leader.religion => {
                lines.extend(line(row, held.area, None));
            }
            RebellionScope::AreasOfLeadersReligion => {}
        }
    }
    lines
}

/// What one row adds, unless that is nothing. `urg` is the group that a row of scope `each_urg` looks at.
fn line(row: &RebellionRow, area: &Area, urg: Option<(&ReligionId, &i32)>) -> Option<Line> {
    let points = row.points.worth(|quantity| match quantity {
        RebellionQuantity::SocialState => area.social_state,
        RebellionQuantity::UrgLevelOverThreeDown => urg.map_or(0, |(_, level)| level.div_euclid(3)), // rule:32.3
        RebellionQuantity::FortificationOverTwoDown => area.fortification.div_euclid(2), // rule:17.1
    });
    let label = match urg {
        Some((religion, _)) => format!("{} {religion}", row.label),
        None => row.label.clone(),
    };
    (points != 0).then(|| Line { label, points, rule: row.rule.clone() })
}

fn applies(rulebook: &Rulebook, held: &HeldArea<'_>, condition: RebellionCondition) -> bool {
    let (area, leader) = (held.area, &held.owner.leader);
    let related = || rulebook.religions.related(&area.religion, &leader.religion);
    let same = area.religion == leader.religion;
    match condition {
        RebellionCondition::Always => true,
        RebellionCondition::LanguageDiffersFromLeader => area.language != leader.language,
        RebellionCondition::ReligionRelatedToLeaders => !same && related(),
        RebellionCondition::ReligionUnrelatedToLeaders => !same && !related(),
        RebellionCondition::InUnrest => area.in_unrest,
        RebellionCondition::OwnTie => area.ties.get(held.owner_id).is_some_and(|tie| !tie.waived),
        RebellionCondition::AnyUnwaivedTieOfOthers => {
            area.ties.iter().any(|(holder, tie)| holder != held.owner_id && !tie.waived)
        }
        RebellionCondition::OwnClaim => area.claims.contains(held.owner_id),
        RebellionCondition::IsCourt => held.is_court(),
        RebellionCondition::LeaderExcommunicated => leader.excommunicated,
    }
}

/// What the edition adds to the value of a check for taxation.
fn taxation_line(rulebook: &Rulebook, cause: CheckCause) -> Option<Line> {
    match (cause, rulebook.switches.taxation) {
        (CheckCause::Taxed, TaxationEffect::RaisesRebellionValue) => Some(Line {
            label: "taxed".to_owned(),
            points: rulebook.figures.taxation_rebellion_value,
            rule: RuleId::new("16.1"),
        }),
        _ => None,
    }
}

/// Makes a check at once and says what comes of it (17.3, 17.4).
///
/// Cases: 17.B, 17.C.
pub fn check(scene: &Scene<'_>, held: &HeldArea<'_>, cause: CheckCause) -> Effects {
    let dice = u32::try_from(scene.rulebook.figures.check_dice).unwrap_or(0);
    let roll = scene.dice.roll(scene.key("rebellion", held.id.as_str(), cause.nth()), dice, 6);
    let check = match cause {
        CheckCause::MajorUnrest => check_unrest(scene.rulebook, held, cause, roll), // rule:17.5
        _ => check_rebellion(scene.rulebook, held, cause, roll),
    };
    let mut effects = Effects::default();
    effects.tell(
        Entry::new(
            &[cause.rule(), "17.3"],
            Happening::RebellionChecked {
                cause: cause.to_string(),
                result: check.result.as_word().to_owned(),
            },
        )
        .of(held.owner_id)
        .at(held.id)
        .with_numbers(check.rebellion_value)
        .with_chance(check.roll),
    );
    match check.result {
        CheckResult::Nothing => {}
        CheckResult::Unrest if held.area.in_unrest => {} // rule:17.3
        CheckResult::Unrest => effects.extend(unrest(scene, held.id, "17.3", "unrest")),
        CheckResult::Rebellion => effects.extend(rebellion(scene, held)),
    }
    effects
}

/// The area goes into unrest, if it is not, and is tested as one in unrest (19.9, 19.11).
pub fn unrest_then_check(scene: &Scene<'_>, held: &HeldArea<'_>, cause: CheckCause) -> Effects {
    let mut effects = Effects::default();
    if !held.area.in_unrest {
        effects.extend(unrest(scene, held.id, cause.rule(), &cause.to_string()));
    }
    let area = Area { in_unrest: true, ..held.area.clone() };
    effects.extend(check(scene, &HeldArea { area: &area, ..*held }, cause));
    effects
}

/// Rule 17.4: a rebel area becomes independent. What stays and what goes is the world's business.
pub fn rebellion(scene: &Scene<'_>, held: &HeldArea<'_>) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::OwnerChanged { area: held.id.clone(), owner: None }); // rule:17.4
    effects.change(remember(scene, FactEvent::Rebelled(held.id.clone())));
    effects.tell(Entry::new(&["17.4"], Happening::Rebelled).of(held.owner_id).at(held.id));
    effects
}

/// An area goes into unrest without a check: newly conquered, cut off, plundered (17.2).
///
/// `cause` in words, with the rule that says so.
pub fn unrest(scene: &Scene<'_>, area: &AreaId, rule: &str, cause: &str) -> Effects {
    let mut effects = Effects::default();
    effects.change(Effect::UnrestSet(area.clone()));
    effects.change(remember(scene, FactEvent::WentIntoUnrest(area.clone())));
    let entry = Entry::new(&[rule], Happening::WentIntoUnrest { cause: cause.to_owned() }).at(area);
    effects.tell(match scene.world.areas.get(area).and_then(|area| area.owner.as_ref()) {
        Some(owner) => entry.of(owner),
        None => entry,
    });
    effects
}

fn remember(scene: &Scene<'_>, event: FactEvent) -> Effect {
    Effect::Remembered(Fact { year: scene.year_or_first(), event })
}

/// Rule 17.2: the checks that the year's endeavours caused, on the state after they were applied (6.7.6).
///
/// An area in which a conversion had a success is tested; so is one that is in unrest, was used as base or domestic target
/// by its owner, and whose social state fell on balance this year. After a rebellion there is nothing left to test.
///
/// Cases: 17.A.6 to 17.A.10, 22.C.
pub fn check_used_areas(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    let used: BTreeSet<&AreaId> = scene.turned.iter().filter_map(|turned| turned.own_area.as_ref()).collect();
    for held in used.into_iter().filter_map(|id| HeldArea::of(scene.world, id)) {
        for cause in causes(scene, &held) {
            let checked = check(scene, &held, cause); // rule:17.2
            let lost = checked.effects.iter().any(|effect| matches!(effect, Effect::OwnerChanged { .. }));
            effects.extend(checked);
            if lost {
                break;
            }
        }
    }
    effects
}

/// What the year's endeavours of its owner did in an area that calls for a check.
fn causes(scene: &Scene<'_>, held: &HeldArea<'_>) -> Vec<CheckCause> {
    let own = || {
        let turned = scene.turned.iter().filter(|turned| turned.own_area.as_ref() == Some(held.id));
        turned.filter(|turned| turned.empire == *held.owner_id)
    };
    let before = scene.year_opening.social_state(held.id);
    let fell = before.is_some_and(|before| held.area.social_state < before);
    let used = own().any(|turned| turned.sort != EndeavourSort::Defence);
    let converted = (0..).zip(own().filter(|turned| turned.converts)); // rule:22.2
    let worn = (held.area.in_unrest && fell && used).then_some(CheckCause::Worn); // rule:17.2
    converted.map(|(before, _)| CheckCause::Converted(before)).chain(worn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::empires::pentade::begin;
    use crate::empires::rulebook::tests::shipped;

    fn roll(values: [u32; 2]) -> Draw {
        Draw { key: "976/976/rebellion/lombardy/0".to_owned(), of: 6, values: values.to_vec() }
    }

    #[test]
    fn in_an_unrest_check_rebellion_counts_as_unrest() {
        let rulebook = shipped();
        let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
        let held = HeldArea::of(&world, &AreaId::new("tuscany")).expect("an area of Germany");
        let of = |values| check_rebellion(rulebook, &held, CheckCause::Taxed, roll(values)).result;
        let mild = |values| check_unrest(rulebook, &held, CheckCause::Taxed, roll(values)).result;
        assert_eq!(rebellion_value(rulebook, &held).total, 1);
        assert_eq!((of([6, 6]), mild([6, 6])), (CheckResult::Rebellion, CheckResult::Unrest));
        assert_eq!((of([4, 4]), mild([4, 4])), (CheckResult::Unrest, CheckResult::Unrest));
        assert_eq!((of([3, 4]), mild([3, 4])), (CheckResult::Nothing, CheckResult::Nothing));
    }

    #[test]
    fn nobody_can_test_an_independent_area() {
        let rulebook = shipped();
        let world = begin(rulebook, &rulebook.scenarios["millennium-976"]);
        assert!(HeldArea::of(&world, &AreaId::new("switzerland")).is_none());
    }
}
