//! Laws of the order language: any text ends, complaints point at words that are there, and a printed sheet
//! reads to the same sheet.

use pentade::empires::orders::{Context, Read, Vocabulary, print, read};
use pentade::empires::terms::{
    Act, AreaId, Branch, Condition, EmpireId, Endeavour, EndeavourKind, EndeavourOrder, GoldAmount, Order,
    OrderSheet, PastEvent, Pentade, Place, PlunderOrder, Point, ReligionId, TaxOrder, TreatyOrder, When,
};
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;

mod acts;
mod at_the_seam;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(super::letters::vocabulary);

pub const AREAS: [&str; 9] =
    ["rome", "ile-de-france", "al-misr", "burgundy", "denmark", "poland", "kiev", "bavaria", "east-anglia"];
pub const EMPIRES: [&str; 6] = ["germany", "france", "denmark", "kiev", "byzantium", "pope"];
pub const RELIGIONS: [&str; 5] = ["RC", "EO", "PAG_IE", "MSS", "CAT"];
pub const FIRST: i32 = 976;

fn context() -> Context {
    Context::of(EmpireId::new("burgundy"), Pentade::of(FIRST))
}

pub fn area() -> impl Strategy<Value = AreaId> + Clone {
    select(&AREAS).prop_map(AreaId::new)
}

fn areas() -> impl Strategy<Value = Vec<AreaId>> {
    proptest::sample::subsequence(AREAS.to_vec(), 1..5)
        .prop_shuffle()
        .prop_map(|ids| ids.into_iter().map(AreaId::new).collect())
}

pub fn empire() -> impl Strategy<Value = EmpireId> + Clone {
    select(&EMPIRES).prop_map(EmpireId::new)
}

fn earlier_years() -> impl Strategy<Value = Vec<i32>> {
    proptest::sample::subsequence(vec![960, 970, 971, 972, 974, 975], 0..4)
}

fn simple_condition() -> impl Strategy<Value = Condition> {
    let past = prop_oneof![
        area().prop_map(PastEvent::Rebelled),
        area().prop_map(PastEvent::WentIntoUnrest),
        (area(), proptest::option::of(empire())).prop_map(|(area, by)| PastEvent::Taken { area, by }),
        (area(), proptest::option::of(empire())).prop_map(|(area, by)| PastEvent::WasAttacked { area, by }),
        (empire(), 1..90).prop_map(|(by, gold)| PastEvent::PaidUs { by, gold }),
        proptest::option::of(empire()).prop_map(PastEvent::LeaderDied),
        area().prop_map(PastEvent::TieGained),
        (acts::motion(), any::<bool>())
            .prop_map(|(motion, passed)| PastEvent::ParleyDecided { motion, passed }),
        acts::motion().prop_map(PastEvent::ParleyHeld),
    ];
    prop_oneof![
        (past, earlier_years()).prop_map(|(event, years)| Condition::Past { event, years }),
        earlier_years()
            .prop_filter("a year", |years| !years.is_empty())
            .prop_map(|years| Condition::Past { event: PastEvent::OurEndeavourSucceeded, years }),
        (area(), proptest::option::of(empire())).prop_map(|(area, who)| Condition::Holds { area, who }),
        area().prop_map(Condition::Independent),
        area().prop_map(Condition::InUnrest),
        (1..200).prop_map(Condition::TreasuryAtLeast),
        (empire(), proptest::option::of(select(&RELIGIONS).prop_map(ReligionId::new)))
            .prop_map(|(who, religion)| Condition::Religion { who, religion }),
        (area(), proptest::option::of(select(&RELIGIONS).prop_map(ReligionId::new)))
            .prop_map(|(area, religion)| Condition::AreaReligion { area, religion }),
    ]
}

/// Conditions as the language can say them: no list of one part, no list of its own kind inside.
fn condition() -> impl Strategy<Value = Condition> {
    simple_condition().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(|parts| Condition::All(
                parts
                    .into_iter()
                    .map(|part| if matches!(part, Condition::All(_)) { any_of(part) } else { part })
                    .collect()
            )),
            proptest::collection::vec(inner, 2..4).prop_map(Condition::Any),
        ]
    })
}

fn any_of(condition: Condition) -> Condition {
    match condition {
        Condition::All(parts) => Condition::Any(parts),
        other => other,
    }
}

fn gold() -> impl Strategy<Value = GoldAmount> {
    prop_oneof![(0..50).prop_map(GoldAmount::Exactly), Just(GoldAmount::Everything)]
}

fn endeavour() -> impl Strategy<Value = Endeavour> {
    let two = || (area(), area()).prop_filter("two areas", |(target, base)| target != base);
    let kind = prop_oneof![
        two().prop_map(|(target, base)| EndeavourKind::Conquest { target, base }),
        two().prop_map(|(target, base)| EndeavourKind::Pillage { target, base }),
        two().prop_map(|(target, base)| EndeavourKind::Diplomacy { target, base: Some(base) }),
        area().prop_map(|target| EndeavourKind::Diplomacy { target, base: None }),
        area().prop_map(|area| EndeavourKind::Defence { area }),
        area().prop_map(|area| EndeavourKind::Fortification { area }),
        area().prop_map(|area| EndeavourKind::Conversion { area }),
        (area(), proptest::option::of(prop_oneof![Just(Place::Largest), area().prop_map(Place::Border)]))
            .prop_map(|(area, removing)| EndeavourKind::Ruling { area, removing }),
    ];
    (kind, gold(), any::<bool>()).prop_map(|(kind, gold, by_sea)| Endeavour { kind, gold, by_sea })
}

fn endeavours() -> impl Strategy<Value = Act> {
    let attacked = area().prop_map(|area| Branch {
        condition: Condition::Attacked(area.clone()),
        endeavour: Some(Endeavour {
            kind: EndeavourKind::Defence { area },
            gold: GoldAmount::Exactly(2),
            by_sea: false,
        }),
    });
    let branch = (condition(), proptest::option::of(endeavour()))
        .prop_map(|(condition, endeavour)| Branch { condition, endeavour });
    let branches = proptest::collection::vec(prop_oneof![2 => branch, 1 => attacked], 0..3);
    (branches, proptest::option::of(endeavour()), any::<bool>())
        .prop_filter("something", |(branches, otherwise, _)| !branches.is_empty() || otherwise.is_some())
        .prop_filter("no if and else of opposites", |(branches, ..)| {
            let opposite = |pair: &[Branch]| matches!(&pair[1].condition, Condition::Not(not) if **not == pair[0].condition);
            !branches.iter().any(|branch| branch.endeavour.is_none()) && !branches.windows(2).any(opposite)
        })
        .prop_map(|(branches, otherwise, extra_card)| {
            Act::Endeavour(EndeavourOrder { branches, otherwise, extra_card })
        })
}

fn words() -> impl Strategy<Value = String> {
    "[A-Z][a-z]{2,8}( [a-z]{1,8}){0,4}"
}

fn act() -> impl Strategy<Value = Act> {
    let unsaid = proptest::option::of(1..40);
    let tax =
        (areas(), any::<bool>(), any::<bool>(), unsaid).prop_map(|(areas, all, unless_in_unrest, until)| {
            let (areas, but_not) = if all { (Vec::new(), areas) } else { (areas, Vec::new()) };
            Act::Tax(TaxOrder { areas, but_not, unless_in_unrest, until_treasury: until })
        });
    let unsaid = proptest::option::of(1..40);
    let plunder = (areas(), any::<bool>(), any::<bool>(), unsaid).prop_map(
        |(areas, all, unless_in_unrest, until_treasury)| {
            let (areas, but_not) = if all { (Vec::new(), areas) } else { (areas, Vec::new()) };
            Act::Plunder(PlunderOrder { areas, but_not, unless_in_unrest, until_treasury })
        },
    );
    prop_oneof![
        tax,
        plunder,
        (empire(), 1..99).prop_map(|(to, gold)| Act::Gift { to, gold }),
        select(&RELIGIONS).prop_map(|religion| Act::AdoptReligion(ReligionId::new(religion))),
        acts::dated(),
    ]
}

fn point() -> impl Strategy<Value = Point> {
    let us = || EmpireId::new("burgundy");
    let pair = any::<bool>().prop_map(move |ours| {
        let other = EmpireId::new("germany");
        if ours { (us(), other) } else { (other, us()) }
    });
    let until = proptest::option::of(977..1020);
    let every = proptest::option::of(areas()).prop_map(Option::unwrap_or_default);
    prop_oneof![
        until.prop_map(|until| Point::NoAttack { until }),
        (pair.clone(), 1..50, 976..990).prop_map(|((from, to), gold, year)| Point::Gold {
            from,
            to,
            gold,
            year
        }),
        (pair.clone(), every).prop_map(|((from, to), areas)| Point::Passage { from, to, areas }),
        (pair.clone(), area(), 976..990, proptest::option::of(condition()))
            .prop_map(|((from, to), area, year, condition)| Point::Area { from, to, area, year, condition }),
        (pair, area()).prop_map(|((by, _), area)| Point::WaiveTie { by, area }),
    ]
}

fn standing() -> impl Strategy<Value = Act> {
    let treaty = (any::<bool>(), proptest::option::of(980..1020), proptest::collection::vec(point(), 1..4))
        .prop_map(|(binding, until, points)| {
            Act::OfferTreaty(TreatyOrder { with: EmpireId::new("germany"), binding, until, points })
        });
    prop_oneof![
        treaty,
        (empire(), proptest::option::of(any::<bool>()))
            .prop_map(|(with, binding)| Act::SignTreaty { with, binding }),
        empire().prop_map(|with| Act::DenounceTreaty { with }),
        (area(), proptest::option::of(empire()))
            .prop_map(|(area, to_owner)| Act::WaiveTie { area: Some(area), to_owner }),
        empire().prop_map(|owner| Act::WaiveTie { area: None, to_owner: Some(owner) }),
        words().prop_map(Act::NameLeader),
        words().prop_map(Act::NameHeir),
        acts::standing(),
    ]
}

/// Whether a condition on a tax is what its list says as `if not in unrest`.
fn said_by_list(act: &Act, condition: &Condition) -> bool {
    let Condition::Not(inner) = condition else { return false };
    match (act, inner.as_ref()) {
        (
            Act::Tax(TaxOrder { areas, .. }) | Act::Plunder(PlunderOrder { areas, .. }),
            Condition::InUnrest(area),
        ) => areas.as_slice() == std::slice::from_ref(area),
        _ => false,
    }
}

fn dated(when: When) -> impl Strategy<Value = Vec<Order>> {
    let waits = proptest::option::of(prop_oneof![4 => condition(), 1 => acts::hand()]);
    let other = (act(), waits).prop_map(move |(act, condition)| {
        let plain = match &act {
            Act::Tax(tax) => tax.unless_in_unrest,
            Act::Plunder(plunder) => plunder.unless_in_unrest,
            _ => false,
        };
        let condition = condition.filter(|condition| !plain && !said_by_list(&act, condition));
        Order { when, condition, act }
    });
    let endeavour = prop_oneof![4 => endeavours(), 1 => Just(Act::NoEndeavour)].prop_map(move |act| Order {
        when,
        condition: None,
        act,
    });
    (proptest::collection::vec(other, 0..3), proptest::option::of(endeavour)).prop_map(
        |(mut orders, endeavour)| {
            orders.extend(endeavour);
            orders
        },
    )
}

fn sheet() -> impl Strategy<Value = OrderSheet> {
    let undated = standing().prop_map(|act| Order { when: When::Standing, condition: None, act });
    let banned =
        areas().prop_map(|areas| Order { when: When::EveryYear, condition: None, act: Act::DoNotTax(areas) });
    (
        dated(When::Year(FIRST)),
        dated(When::Year(FIRST + 3)),
        proptest::option::of(banned),
        dated(When::From(FIRST + 1)),
        proptest::collection::vec(undated, 0..4),
    )
        .prop_map(|(first, fourth, banned, from, standing)| OrderSheet {
            orders: first.into_iter().chain(fourth).chain(banned).chain(from).chain(standing).collect(),
        })
}

/// Every complaint stands on a line of the text and points at words of it.
fn assert_sound(text: &str, read: &Read) {
    let lines: Vec<&str> = text.split('\n').collect();
    for complaint in &read.complaints {
        let line = usize::try_from(complaint.line).expect("a line");
        assert!((1..=lines.len()).contains(&line), "{complaint:?}");
        let length = lines[line - 1].chars().count();
        assert!(
            usize::try_from(complaint.column + complaint.length).expect("a column") <= length,
            "{complaint:?}"
        );
        assert!(complaint.length > 0 && !complaint.message.is_empty(), "{complaint:?}");
    }
}

fn assert_lawful(text: &str) {
    let first = read(&VOCABULARY, &context(), text);
    assert_sound(text, &first);
    let printed = print(&VOCABULARY, &first.sheet);
    let second = read(&VOCABULARY, &context(), &printed);
    assert_eq!(print(&VOCABULARY, &second.sheet), printed, "from {text:?}");
    assert_eq!(second.sheet, first.sheet, "from {text:?}");
}

/// Words of the language, thrown together.
fn jumble() -> impl Strategy<Value = String> {
    const WORDS: &str = concat!(
        "976|977|980|981|Y2|year|in|from|on|if|else|unless|otherwise|then|and|or|not|(|)|:|,|.|...|/|",
        "-|+|3|gold|with|everything|by sea|rule|conquer|pillage|defend|fortify|diplomacy|tax|plunder|",
        "give|Rome|Poland|Bavaria|Kiev|Turov|France|the Pope|Venice|we|it|is|attacked|rebelled|",
        "in unrest|hold|the treasury|at least|treaty with|binding|until|no attack|pays|passage|",
        "through|sign|denounce|waive|tie to|name his heir|adopt|RC|no endeavour|vote yes|play|",
        "wildcard|call|choose|colonise|donate|year card|claim|crusade|excommunication|influence|advisor|no|yes|",
        "against|by|because|Cards|follow|return with|abstain|now|next pentade|recognition|coup|it|extra card|withdraw|as before|replace all|press:|Taxes|Votes|Gifts:|",
        "Opening|Standing|no, wait|taking off|conquest result|border with|failed|that|\n|\n|\n  |\n- |",
        "\n\n|> |conqer|Bavria",
    );
    let words: Vec<&str> = WORDS.split('|').collect();
    proptest::collection::vec(select(words), 0..60).prop_map(|words| words.join(" "))
}

/// A letter of the collection with some of its bytes moved about.
fn mutated() -> impl Strategy<Value = String> {
    let letters: Vec<String> = super::letters::letters()
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a letter"))
        .collect();
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), 0..6_u8, any::<char>()), 1..12);
    (select(letters), edits).prop_map(|(letter, edits)| {
        let mut chars: Vec<char> = letter.chars().collect();
        for (at, edit, new) in edits {
            if chars.is_empty() {
                break;
            }
            let at = at.index(chars.len());
            let end = (at + 20).min(chars.len());
            match edit {
                0 => drop(chars.remove(at)),
                1 => chars.insert(at, new),
                2 => chars[at] = '\n',
                3 => drop(chars.drain(at..end)),
                4 => {
                    let copy: Vec<char> = chars[at..end].to_vec();
                    chars.splice(at..at, copy);
                }
                _ => chars.swap(at, end - 1),
            }
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sheet_prints_to_words_that_read_to_it_indented_or_not(sheet in sheet()) {
        let printed = print(&VOCABULARY, &sheet);
        let again = read(&VOCABULARY, &context(), &printed);
        let twice = print(&VOCABULARY, &again.sheet);
        prop_assert_eq!(&twice, &printed);
        prop_assert!(again.sheet == sheet, "{}", printed);
        let form = printed.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
        let of_form = read(&VOCABULARY, &context(), &form).sheet;
        prop_assert!(of_form == sheet, "{}", form);
    }

    #[test]
    fn any_text_ends(text in "\\PC{0,200}|(\\PC|\n){0,200}") {
        assert_lawful(&text);
    }

    #[test]
    fn any_words_of_the_language_end(text in jumble()) {
        assert_lawful(&text);
    }

    #[test]
    fn any_mutated_letter_ends(text in mutated()) {
        assert_lawful(&text);
    }
}

#[test]
fn a_name_ends_before_what_would_join_the_next_line() {
    assert_lawful("name his heir Cards with then ... name his heir Kiev follow");
}

#[test]
fn a_letter_without_end_is_cut_off() {
    let text = "976 rule Bavaria\n".repeat(2_500);
    let read = read(&VOCABULARY, &context(), &text);
    assert!(read.complaints.iter().any(|complaint| complaint.message.contains("2000 lines")));
    const HOSTILE: &str = concat!(
        "if |rule Rome if x |(|not (|give |976 |x. |besiege Rome. |tax Rmoe, |vote |vote yes |vote yes on claim of |",
        "no |yes (|play |play wildcard |play influence in |call a parley: |give 1 year card to |keep |if crusade |",
        "return with |colonise, |, no |claim of |(no |- play it |if vote yes |because |give a copy of |",
    );
    let headings = ["976 ", "Votes: ", "Cards: "];
    for (number, hostile) in HOSTILE.trim_end_matches('|').split('|').enumerate() {
        let heading = headings[number % headings.len()];
        let text = format!("{heading}{}", hostile.repeat(200_000 / hostile.len().max(1)));
        let read = super::order_language::read(&VOCABULARY, &context(), &text);
        assert!(read.complaints.iter().any(|complaint| complaint.message.contains("bytes")), "{hostile}");
        assert!(read.complaints.len() <= 400, "{hostile}");
    }
}
