//! What raiders do in a year: whom they rob (24.1), and what the peoples do who also conquer (24.3, 24.4).

use std::cmp::Reverse;

use super::super::actors::{Best, as_extra, best, cards_left, is_ordered, play};
use super::super::fixed::{Fixed, Way};
use super::super::scene::{Effects, Scene};
use super::super::year_cards;
use super::{cards, peoples};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::rulebook::Behaviour;
use crate::empires::terms::{AreaId, EmpireId, EndeavourKind, Pentade, RuleId};
use crate::postal::chronicle::{Breakdown, Line};
use crate::postal::dice::Draw;

/// Rules 24.1, 24.3, 24.4: what the raiders who came do this year: one card each, or more where they have more than one
/// for each year.
///
/// Cases: 24.B.1 to 24.D.12.
pub fn endeavours(scene: &Scene<'_>) -> (Vec<Fixed>, Effects) {
    let (mut fixed, mut effects) = (Vec::new(), Effects::default());
    for row in &scene.rulebook.raiders {
        let id = EmpireId::new(&row.id);
        let number = cards_of_the_year(scene, &id);
        if number == 0 || is_ordered(scene, &id) {
            continue;
        }
        match row.behaviour {
            Behaviour::Pillage => fixed.extend(raids(scene, &id, number, &mut effects)),
            Behaviour::PillageThenConquer => fixed.extend(peoples::desert(scene, &id, &mut effects)),
            Behaviour::Pecheneg => fixed.extend(peoples::pechenegs(scene, &id, row, &mut effects)),
        }
    }
    (fixed, effects)
}

/// Rule 24.1: one card a year as long as cards are left; cards above five are spread from the first year on.
fn cards_of_the_year(scene: &Scene<'_>, id: &EmpireId) -> usize {
    let place = scene.year_or_first() - scene.pentade().first_year();
    let all = cards(scene, id);
    let due = all / Pentade::YEARS + i32::from(place < all % Pentade::YEARS); // rule:24.1
    usize::try_from(due.max(1).min(cards_left(scene, id))).unwrap_or(0)
}

/// The card that is this year's `nth`.
pub(super) fn card(scene: &Scene<'_>, id: &EmpireId, nth: usize) -> Option<u32> {
    let spent = scene.world.outsiders.cards_spent.get(id).copied().unwrap_or(0);
    year_cards::of_power(scene, id, usize::try_from(spent).unwrap_or(0) + nth)
}

/// Rule 24.1: the pillages of the year, each of another area.
fn raids(scene: &Scene<'_>, id: &EmpireId, number: usize, effects: &mut Effects) -> Vec<Fixed> {
    let Some(beyond) = scene.world.empires.get(id).and_then(|own| own.off_board.as_ref()) else {
        return Vec::new();
    };
    let mut open: Vec<AreaId> =
        beyond.reach.iter().filter(|area| can_be_raided(scene, id, area)).cloned().collect();
    let mut fixed = Vec::new();
    for nth in 0..number {
        let Some((target, die)) = richest(scene, id, &open, nth) else { break };
        let Some(card) = card(scene, id, nth) else { break };
        effects.tell(aimed(scene, id, &target, die));
        open.retain(|area| *area != target);
        let kind = EndeavourKind::Pillage { target, base: beyond.base.clone() };
        fixed.push(as_extra(play(scene, id, kind, card, Way::default()), nth));
    }
    fixed
}

/// Rule 24.1: raiders never rob an area at the lowest social state, nor one of their own.
pub(super) fn can_be_raided(scene: &Scene<'_>, id: &EmpireId, area: &AreaId) -> bool {
    let lowest = scene.rulebook.figures.social_state_lowest;
    let area = scene.world.areas.get(area);
    area.is_some_and(|area| area.social_state > lowest && area.owner.as_ref() != Some(id)) // rule:11.3 rule:24.1
}

/// What an area is worth to raiders: its wealth, less where it has their own religion (24.1).
fn worth(scene: &Scene<'_>, id: &EmpireId, area: &AreaId) -> Breakdown {
    let line = |label: &str, points, rule| Line { label: label.to_owned(), points, rule: RuleId::new(rule) };
    let (wealth, religion) = parts(scene, id, area);
    let mut lines = vec![line("wealth", wealth, "2.4")];
    lines.extend(religion.map(|points| line("the raiders' own religion", points, "24.1")));
    Breakdown { name: "worth to raiders".to_owned(), lines, total: wealth + religion.unwrap_or(0) }
}

/// The wealth of an area, and what is taken off where it has the raiders' own religion (24.1).
fn parts(scene: &Scene<'_>, id: &EmpireId, area: &AreaId) -> (i32, Option<i32>) {
    let Some(area) = scene.world.areas.get(area) else { return (0, None) };
    let own = scene.world.empires.get(id).is_some_and(|raiders| {
        scene.rulebook.religions.count_as_one(&raiders.leader.religion, &area.religion) // rule:2.8
    });
    (area.wealth(), own.then_some(-scene.rulebook.figures.raid_religion_wealth)) // rule:24.1
}

/// Rule 24.1: the area of the highest worth, a die among equals.
pub(super) fn richest(
    scene: &Scene<'_>,
    id: &EmpireId,
    open: &[AreaId],
    nth: usize,
) -> Option<(AreaId, Option<Draw>)> {
    let worth_of = |area| {
        let (wealth, religion) = parts(scene, id, area);
        wealth + religion.unwrap_or(0)
    };
    let rated: Vec<(&AreaId, i32)> = open.iter().map(|area| (area, worth_of(area))).collect();
    let most = rated.iter().map(|(_, worth)| *worth).max()?;
    let mut equals: Vec<&AreaId> =
        rated.into_iter().filter(|(_, worth)| *worth == most).map(|(area, _)| area).collect();
    equals.sort_unstable();
    equals.dedup();
    let faces = u32::try_from(equals.len()).unwrap_or(u32::MAX);
    let nth = u32::try_from(nth).unwrap_or(u32::MAX);
    let die = (faces > 1).then(|| scene.dice.roll(scene.key("raid", id.as_str(), nth), 1, faces)); // rule:24.1
    let place = die.as_ref().map_or(0, |die| usize::try_from(die.total() - 1).unwrap_or(0));
    let target = equals.get(place.min(equals.len() - 1))?;
    Some(((*target).clone(), die))
}

/// The entry of a choice by wealth.
pub(super) fn aimed(scene: &Scene<'_>, id: &EmpireId, target: &AreaId, die: Option<Draw>) -> Entry {
    let happening = Happening::Outsider(OutsiderHappening::RaidAimed);
    let mut entry = Entry::new(&["24.1"], happening).of(id).at(target).with_numbers(worth(scene, id, target));
    entry.chance.extend(die);
    entry
}

/// The bases of a pillage from which `target` is assailed best, and how well.
pub(super) fn best_base(
    scene: &Scene<'_>,
    id: &EmpireId,
    fronts: &[(AreaId, AreaId)],
    target: &AreaId,
) -> Option<Best> {
    let mut ways: Vec<_> = fronts.iter().filter(|(_, at)| at == target).collect();
    ways.sort_by_key(|(base, _)| Reverse(base.clone()));
    let kinds = ways.into_iter().map(|(base, target)| {
        (EndeavourKind::Pillage { target: target.clone(), base: base.clone() }, Way::default())
    });
    best(scene, id, kinds.collect(), 0, |_| 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::empires::chronicle::Happening;
    use crate::empires::pentade::{Inputs, Outcome, adjudicate, begin};
    use crate::empires::rulebook::tests::shipped;
    use crate::empires::rules::Unanswered;
    use crate::postal::chronicle::SideId;
    use crate::postal::dice::{Dice, Seed};

    /// How many endeavours the Vikings make in each year with so many cards.
    fn raids(cards: i32) -> Vec<usize> {
        let mut rulebook = shipped().clone();
        rulebook.raiders.iter_mut().for_each(|row| row.cards = cards);
        let world = begin(&rulebook, &rulebook.scenarios["millennium-976"]);
        let come = BTreeMap::from([("976/-/raiders/vikings/0".to_owned(), vec![1])]);
        let dice = Dice::with_fixed(Seed::new([3; 32]), come);
        let inputs = Inputs { unanswered: Unanswered::TakesDefault, ..Inputs::default() };
        let Ok(Outcome::Complete { chronicle, .. }) = adjudicate(&rulebook, &world, &inputs, &dice) else {
            panic!("the pentade has no end")
        };
        let theirs = |year: i32| {
            let of_year = chronicle.iter().filter(|entry| entry.year == Some(year));
            let own = of_year.filter(|entry| entry.who == Some(SideId::new("vikings")));
            own.filter(|entry| matches!(entry.kind, Happening::EndeavourTried { .. })).count()
        };
        (976..=980).map(theirs).collect()
    }

    #[test]
    fn each_card_has_its_year_and_cards_above_five_are_spread_from_the_first() {
        assert_eq!(raids(1), [1, 0, 0, 0, 0]);
        assert_eq!(raids(3), [1, 1, 1, 0, 0]);
        assert_eq!(raids(5), [1, 1, 1, 1, 1]);
        assert_eq!(raids(7), [2, 2, 1, 1, 1]);
    }
}
