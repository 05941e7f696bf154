//! The rating table against the published raids, every row of it, the sea way, and contests in any order.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::empires::rulebook::tests::shipped;
use crate::empires::rulebook::{Condition, Quantity};
use crate::empires::terms::{ReligionId, Statures};

const SORTS: [EndeavourSort; 6] = [
    EndeavourSort::Conquest,
    EndeavourSort::Pillage,
    EndeavourSort::Diplomacy,
    EndeavourSort::Fortification,
    EndeavourSort::Ruling,
    EndeavourSort::Conversion,
];

fn plain(sort: EndeavourSort) -> Circumstances {
    Circumstances::bare(sort, Statures { combat: 3, administrative: 5, diplomatic: 2 })
}

fn total(circumstances: Circumstances) -> i32 {
    rate(shipped(), &circumstances).total
}

/// The raid of Muslims from a base of social state 0, vigour in their best years included, on a target of this religion
/// and social state.
fn raid(combat: i32, religion: &str, social_state: i32) -> i32 {
    let (own, target) = (ReligionId::new("MUS"), ReligionId::new(religion));
    total(Circumstances {
        target_social_state: social_state,
        language_differs: true,
        religious_distance: shipped().religions.distance(&own, &target),
        leaders_religion: shipped().religions.count_as_one(&own, &target),
        ..Circumstances::bare(EndeavourSort::Pillage, Statures { combat, administrative: 3, diplomatic: 3 })
    })
}

#[test]
fn the_seven_published_raids_come_out_as_published() {
    for (name, combat, religion, social_state, published) in [
        ("Lombardy 976", 5 + 2, "RC", 3, 4),
        ("Lombardy 976, later", 5 + 2, "RC", 2, 5),
        ("Sicily 976", 5 + 2, "EO", 2, 5),
        ("Tuscany 976", 5 + 2, "RC", 2, 5),
        ("Cordova 976", 5 + 2, "iMUS", 2, 3),
        ("Granada 976", 5 + 2, "iMUS", 2, 3),
        ("Aragon 1071", 3, "RC", -2, 5),
    ] {
        assert_eq!(raid(combat, religion, social_state), published, "{name}");
    }
}

#[test]
fn a_plain_endeavour_rates_its_leaders_stature() {
    let expected = [3, 3, 2, 5, 6, 5];
    for (sort, expected) in SORTS.into_iter().zip(expected) {
        assert_eq!(total(plain(sort)), expected, "{sort:?}");
    }
}

/// Sets one circumstance.
type Set = fn(&mut Circumstances);

/// What one circumstance adds to conquest, pillage, diplomacy, fortification, ruling and conversion.
fn differences() -> Vec<(&'static str, Set, [i32; 6])> {
    vec![
        ("own area +2", |c| c.own_social_state = 2, [2, 2, 2, 2, -2, 2]),
        ("own area \u{2212}2", |c| c.own_social_state = -2, [-2, -2, -2, -2, 0, -2]),
        ("target +2", |c| c.target_social_state = 2, [-2, -2, -2, 0, 0, 0]),
        ("target \u{2212}3", |c| c.target_social_state = -3, [3, 3, 3, 0, 0, 0]),
        ("target's walls 2", |c| c.target_fortification = 2, [-2, -2, 0, 0, 0, 0]),
        ("own walls 2", |c| c.own_fortification = 2, [0, 0, 0, -2, 0, -2]),
        ("language", |c| c.language_differs = true, [-1, 0, -2, -1, -1, -1]),
        ("distance 1", |c| c.religious_distance = 1, [-1, 0, -2, 0, -1, 0]),
        ("distance 2", |c| c.religious_distance = 2, [-2, 0, -4, 0, -2, 0]),
        ("distance 3", |c| c.religious_distance = 3, [-3, 0, -4, 0, -3, 0]),
        ("own religion", |c| c.leaders_religion = true, [0, -2, 0, 0, 0, 0]),
        ("own area in unrest", |c| c.own_in_unrest = true, [-1, -1, -1, -1, -2, -1]),
        ("results of others", |c| c.results_of_others = 3, [-3, -3, -3, -3, -3, -3]),
        ("originals", |c| c.advances.originals = 2, [6, 6, 0, 0, 0, 0]),
        ("copies", |c| c.advances.copies = 1, [1, 1, 0, 0, 0, 0]),
        ("court", |c| c.target_is_court = true, [-1, 0, 0, 0, 0, 0]),
        ("claim", |c| c.own_claim = true, [1, 0, 1, 0, 1, 0]),
        ("target in unrest", |c| c.target_in_unrest = true, [1, 0, 0, 0, 0, 0]),
        ("tie", |c| c.own_tie = true, [0, 0, 2, 0, 1, 0]),
        ("tie of another", |c| c.tie_of_another = true, [0, 0, -2, 0, 0, 0]),
        ("another empire's", |c| c.target_of_another = true, [0, 0, -2, 0, 0, 0]),
        ("surrounded", |c| c.surrounded = true, [0, 0, 0, 0, 0, 2]),
        ("gold", |c| c.gold = 4, [4, 4, 4, 4, 4, 4]),
        ("undefended", |c| c.defence = Some(Defence::default()), [0, 0, 0, 0, 0, 0]),
        (
            "defended",
            |c| c.defence = Some(Defence { combat: 5, gold: 2, ..Defence::default() }),
            [-7, -7, 0, 0, 0, 0],
        ),
        (
            "defender's advances",
            |c| {
                let advances = Advances { originals: 1, copies: 1 };
                c.defence = Some(Defence { advances, ..Defence::default() });
            },
            [-4, -4, 0, 0, 0, 0],
        ),
        (
            "siege advance",
            |c| {
                c.siege_advance = true;
                c.target_fortification = 3;
            },
            [-2, -2, 0, 0, 0, 0],
        ),
        ("siege advance on open land", |c| c.siege_advance = true, [0, 0, 0, 0, 0, 0]),
    ]
}

#[test]
fn every_circumstance_weighs_as_the_table_of_9_5_says() {
    for (name, set, expected) in differences() {
        for (sort, expected) in SORTS.into_iter().zip(expected) {
            let mut changed = plain(sort);
            set(&mut changed);
            assert_eq!(total(changed) - total(plain(sort)), expected, "{name} in {sort:?}");
        }
    }
}

#[test]
fn every_row_of_the_table_is_told_by_some_circumstance() {
    let mut told = BTreeSet::new();
    for (_, set, _) in differences() {
        for sort in SORTS {
            let mut changed = plain(sort);
            set(&mut changed);
            let rows = shipped().effectiveness.iter().filter(|row| {
                row.applies_to.contains(&sort)
                    && changed.holds(row.condition)
                    && row.points.worth(|quantity| changed.quantity(quantity)) != 0
            });
            told.extend(rows.map(|row| row.id.clone()));
        }
    }
    let all: BTreeSet<String> = shipped().effectiveness.iter().map(|row| row.id.clone()).collect();
    assert_eq!(told, all);
}

#[test]
fn the_better_of_two_statures_converts() {
    let of = |administrative, diplomatic| {
        let statures = Statures { combat: 9, administrative, diplomatic };
        let quantity = Quantity::StatureBetterOfAdministrativeAndDiplomatic;
        Circumstances::bare(EndeavourSort::Conversion, statures).quantity(quantity)
    };
    assert_eq!((of(2, 5), of(5, 2), of(3, 3)), (5, 5, 3));
}

#[test]
fn a_breakdown_adds_up_and_names_its_rules() {
    let circumstances =
        Circumstances { own_social_state: -3, gold: 2, sea_areas: 2, ..plain(EndeavourSort::Conquest) };
    let breakdown = rate(shipped(), &circumstances);
    let lines: Vec<(&str, i32, &str)> =
        breakdown.lines.iter().map(|line| (line.label.as_str(), line.points, line.rule.as_str())).collect();
    assert_eq!(
        lines,
        [
            ("leader's combat stature", 3, "9.5"),
            ("social state of the base", -3, "9.5"),
            ("gold spent", 2, "9.5")
        ]
    );
    assert_eq!(breakdown.total, 2);
}

#[test]
fn the_sea_way_stands_between_the_rows_and_the_gold() {
    let circumstances =
        Circumstances { own_social_state: 2, gold: 4, sea_areas: 3, ..plain(EndeavourSort::Conquest) };
    let breakdown = rate(shipped(), &circumstances);
    let points: Vec<i32> = breakdown.lines.iter().map(|line| line.points).collect();
    assert_eq!((points, breakdown.total), (vec![3, 2, -2, 4], 7));
    assert_eq!(breakdown.lines[2].rule.as_str(), "9.7");
}

#[test]
fn beyond_one_sea_area_a_sum_is_halved_or_worsened_and_rounded_up() {
    let figures = &shipped().figures;
    for (sum, expected) in [(5, 3), (4, 2), (1, 1), (0, 0), (-1, -1), (-2, -3), (-3, -4), (-4, -6)] {
        assert_eq!(across_the_sea(figures, sum, 2), expected, "{sum} over two");
        assert_eq!(across_the_sea(figures, sum, 3), expected, "{sum} over three");
        assert_eq!(across_the_sea(figures, sum, 1), sum, "{sum} over one");
        assert_eq!(across_the_sea(figures, sum, 0), sum, "{sum} by land");
    }
}

#[test]
fn a_condition_that_names_a_tie_or_claim_is_met_by_either() {
    let with = |own_tie, own_claim| {
        Circumstances { own_tie, own_claim, ..plain(EndeavourSort::Ruling) }
            .holds(Condition::OwnTieOrClaimToArea)
    };
    assert_eq!((with(true, false), with(false, true), with(false, false)), (true, true, false));
}

#[test]
fn a_card_says_what_its_thresholds_let_it() {
    let card = |number| shipped().year_cards.card(number).expect("a card of the deck");
    let read = |number, sort, rating| read_card(card(number), sort, rating);
    use CardResult::{Gold, OwnLoss, Ruled, TargetLoss};
    // Card 3: G and target loss whatever the rating. Card 34: G from 6, target loss always. Both are published lines.
    assert_eq!(read(3, EndeavourSort::Pillage, -9), [Gold, TargetLoss]);
    assert_eq!(read(34, EndeavourSort::Pillage, 5), [TargetLoss]);
    assert_eq!(read(34, EndeavourSort::Pillage, 6), [Gold, TargetLoss]);
    assert_eq!(read(47, EndeavourSort::Pillage, 0), []);
    assert_eq!(read(12, EndeavourSort::Pillage, 99), [OwnLoss]);
    assert_eq!(read(40, EndeavourSort::Ruling, 0), [OwnLoss]);
    assert_eq!(read(40, EndeavourSort::Ruling, 1), []);
    assert_eq!(read(40, EndeavourSort::Ruling, 3), [Ruled]);
}

fn contender() -> impl Strategy<Value = Contender> {
    (0_u8..5, 0_i32..4, -2_i32..4).prop_map(|(empire, results, rating)| Contender {
        empire: EmpireId::new(&format!("empire-{empire}")),
        results,
        rating,
    })
}

/// Up to five contenders, each empire once.
fn field() -> impl Strategy<Value = Vec<Contender>> {
    proptest::collection::vec(contender(), 0..6).prop_map(|mut all| {
        all.sort();
        all.dedup_by(|a, b| a.empire == b.empire);
        all
    })
}

proptest! {
    #[test]
    fn a_contest_has_one_outcome_in_any_order(
        (contenders, shuffled) in field().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        need in 1_i32..4,
    ) {
        prop_assert_eq!(judge(need, &contenders), judge(need, &shuffled));
    }

    #[test]
    fn whoever_wins_a_contest_has_enough_and_nobody_has_more(contenders in field(), need in 1_i32..4) {
        match judge(need, &contenders) {
            Verdict::Goes(winner) => {
                let own = contenders.iter().find(|one| one.empire == winner).expect("a contender");
                prop_assert!(own.results >= need);
                for other in contenders.iter().filter(|one| one.empire != winner) {
                    prop_assert!((other.results, other.rating) < (own.results, own.rating));
                }
            }
            Verdict::Undecided(rivals) => prop_assert!(rivals.len() > 1),
            Verdict::Incomplete => prop_assert!(contenders.iter().all(|one| one.results < need)),
        }
    }

    #[test]
    fn a_long_sea_way_never_betters_a_rating(sum in -200_i32..200, sea_areas in 0_u32..9) {
        let figures = &shipped().figures;
        let crossed = across_the_sea(figures, sum, sea_areas);
        prop_assert!(crossed <= sum);
        prop_assert!(crossed >= across_the_sea(figures, sum - 1, sea_areas), "a better sum stays better");
    }

    #[test]
    fn gold_always_counts_in_full(gold in 0_i32..100, sea_areas in 0_u32..4, social_state in -3_i32..5) {
        for sort in SORTS {
            let without = Circumstances { own_social_state: social_state, sea_areas, ..plain(sort) };
            prop_assert_eq!(total(Circumstances { gold, ..without }), total(without) + gold);
        }
    }
}
