use std::collections::BTreeSet;

use super::*;
use crate::empires::chronicle::{CardHappening, Happening};
use crate::empires::pentade::begin;
use crate::empires::rulebook::tests::shipped;
use crate::empires::terms::{
    Act, AreaId, CardPlay, EndeavourSort, EventKind, Order, Stature, Statures, When,
};
use crate::empires::world::CardPlace;
use crate::postal::chronicle::{Breakdown, Line, RuleId, SideId, Visibility};
use crate::postal::dice::Draw;
use crate::postal::document::{Block, Item, Span};
use crate::postal::picture::{Mark, ShapeKind, Tint};

mod kinds;

fn id(empire: &str) -> EmpireId {
    EmpireId::new(empire)
}

/// The opening world of 976.
fn opening() -> World {
    begin(shipped(), &shipped().scenarios["millennium-976"])
}

fn in_year(year: i32, entry: Entry) -> Entry {
    Entry { year: Some(year), ..entry }
}

/// A conquest of Saxony by Denmark, its arithmetic and its card.
fn conquest() -> Entry {
    let line = |label: &str, points| Line { label: label.to_owned(), points, rule: RuleId::new("9.5") };
    let lines = vec![line("leader's combat stature", 3), line("social state of the target", -1)];
    let kind = Happening::EndeavourTried {
        sort: EndeavourSort::Conquest,
        base: Some(AreaId::new("denmark")),
        gold: 4,
        card: 1,
        results: vec!["C".to_owned()],
    };
    let entry = Entry::new(&["10.2", "9.5"], kind).of(&id("denmark")).at(&AreaId::new("saxony"));
    in_year(976, entry.with_numbers(Breakdown { name: "effectiveness rating".to_owned(), lines, total: 2 }))
}

fn chronicle() -> Vec<Entry> {
    let taxed = Entry::new(&["16.1"], Happening::Taxed { gold: 4 }).of(&id("germany"));
    let secret =
        Entry::new(&["6.7"], Happening::GoldCut { sort: EndeavourSort::Conquest, wanted: 9, gold: 4 });
    let dealt = Entry::new(&["9.2"], Happening::CardsDealt { cards: vec![7, 8] }).of(&id("france"));
    let checked = Happening::RebellionChecked { cause: "taxed".to_owned(), result: "rebellion".to_owned() };
    let checked = Entry::new(&["17.3"], checked).of(&id("germany")).at(&AreaId::new("lombardy"));
    let roll = Draw { key: "976/976/rebellion/lombardy/0".to_owned(), of: 6, values: vec![5, 6] };
    vec![
        Entry { visibility: Visibility::Gm, ..dealt },
        in_year(976, taxed.at(&AreaId::new("lombardy"))),
        in_year(976, checked.with_chance(roll)),
        conquest(),
        in_year(976, secret.of(&id("denmark")).at(&AreaId::new("saxony")).seen_by(&id("denmark"))),
    ]
}

/// Every word of a document, one part a line.
fn words(document: &Document) -> String {
    let mut lines = vec![document.title.clone()];
    for block in &document.blocks {
        match block {
            Block::Heading { text, .. } => lines.push(text.clone()),
            Block::Paragraph(spans) => lines.push(spoken(spans)),
            Block::List(items) => lines.extend(items.iter().flat_map(item_lines)),
            Block::Table { caption, head, rows } => {
                lines.push(caption.clone());
                lines.push(head.join(" | "));
                lines.extend(rows.iter().map(|row| row.join(" | ")));
                assert!(rows.iter().all(|row| row.len() == head.len()), "{caption}: a row of another length");
            }
            Block::Verbatim(verbatim) => lines.extend(verbatim.clone()),
        }
    }
    lines.join("\n")
}

fn item_lines(item: &Item) -> Vec<String> {
    [&item.spans].into_iter().chain(&item.details).map(|spans| spoken(spans)).collect()
}

fn spoken(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) | Span::Strong(text) => text.clone(),
            Span::Rule(rule) => format!(" {rule}"),
        })
        .collect()
}

fn told_to(reader: &Reader) -> String {
    let (before, chronicle) = (opening(), chronicle());
    let told = Told { rulebook: shipped(), before: &before, after: &before, chronicle: &chronicle };
    words(&turn(told, reader))
}

#[test]
fn a_line_holds_sentence_rules_arithmetic_dice_and_card() {
    let page = told_to(&Reader::Public);
    for line in [
        "Denmark tries to conquer Saxony from Denmark for 4 gold, rating 2: C. 10.2 9.5",
        "effectiveness rating 2 = leader's combat stature +3 (9.5), social state of the target -1 (9.5)",
        "year card 1: C 8 or more, target \u{2212}1 5 or more, base \u{2212}1 never",
        "German Empire taxes Lombardy: 4 gold. 16.1",
        "Lombardy (German Empire) is put to the test, taxed: rebellion. 17.3",
        "dice 5 + 6, sum 11: rebellion (17.3)",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}\nis not in\n{page}");
    }
}

#[test]
fn each_reader_sees_what_the_marks_allow_and_no_more() {
    let cut = "of 9 gold that Denmark meant for the conquest at Saxony, 4 is left";
    let hand = "is dealt the year cards";
    for (reader, sees_cut, sees_hand) in [
        (Reader::Public, false, false),
        (Reader::Side(SideId::new("denmark")), true, false),
        (Reader::Side(SideId::new("germany")), false, false),
        (Reader::Side(SideId::new("france")), false, false),
        (Reader::Gm, true, true),
    ] {
        let told = told_to(&reader).to_lowercase();
        assert_eq!(told.contains(&cut.to_lowercase()), sees_cut, "{reader:?}: {told}");
        assert_eq!(told.contains(hand), sees_hand, "{reader:?}: {told}");
    }
    assert!(told_to(&Reader::Gm).contains("[seen by Denmark]"));
    assert!(told_to(&Reader::Gm).contains("[GM only]"));
}

#[test]
fn a_letter_tells_a_sides_own_results_before_all_else() {
    let letter = told_to(&Reader::Side(SideId::new("denmark")));
    let places: Vec<Option<usize>> = [
        "Denmark, 976\u{2013}980",
        "Your endeavours",
        "tries to conquer Saxony",
        "Your realm",
        "Your gold",
        "976 | conquest, Saxony | \u{2212}4",
        "Standings before 976",
        "What you hold before",
        "Denmark (court)",
        "Chronicle of 976\u{2013}980",
    ]
    .map(|words| letter.find(words))
    .to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{letter}");
}

#[test]
fn a_ledger_shows_what_no_entry_explains() {
    let (before, chronicle) = (opening(), chronicle());
    let mut after = before.clone();
    after.empires.get_mut(&id("germany")).expect("Germany").treasury += 6;
    let told = Told { rulebook: shipped(), before: &before, after: &after, chronicle: &chronicle };
    let letter = words(&turn(told, &Reader::Side(SideId::new("germany"))));
    let ledger =
        " | treasury before | 5\n976 | taxes of Lombardy | +4\n | all else | +2\n | treasury after | 11";
    assert!(letter.contains(ledger), "{letter}");
}

#[test]
fn areas_that_change_hands_head_the_page_and_the_letter() {
    let before = opening();
    let mut after = before.clone();
    after.areas.get_mut(&AreaId::new("lombardy")).expect("Lombardy").owner = Some(id("france"));
    let told = Told { rulebook: shipped(), before: &before, after: &after, chronicle: &[] };
    let page = words(&turn(told, &Reader::Public));
    assert!(page.contains("Areas that have changed hands: Lombardy from German Empire to France."), "{page}");
    let letter = words(&turn(told, &Reader::Side(SideId::new("france"))));
    assert!(letter.contains("Gained: Lombardy."), "{letter}");
    assert!(letter.contains("Nothing happened that is told."), "{letter}");
}

#[test]
fn a_situation_holds_every_own_area_and_nobody_elses() {
    let world = opening();
    let document = situation(shipped(), &world, &id("burgundy")).expect("Burgundy");
    let told = words(&document);
    assert!(told.contains("Burgundy (court) | +1 of +3 | 1 | 2 | "), "{told}");
    assert!(told.contains("Rudolf III rules since 974: combat 2, administrative 3, diplomatic 3"), "{told}");
    assert!(told.contains("Switzerland | nobody | tie"), "{told}");
    assert!(!told.contains("\nSaxony |"), "{told}");
    assert!(situation(shipped(), &world, &id("atlantis")).is_none());
}

#[test]
fn standings_go_by_victory_points() {
    let world = opening();
    let Some(Block::Table { rows, .. }) = standings(shipped(), &world).into_iter().next() else {
        panic!("a table")
    };
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names.first(), Some(&"Byzantine Empire"));
    assert_eq!(names.get(1), Some(&"German Empire"));
    let by_name = |name: &str| world.empires.iter().find(|(_, empire)| empire.name == name);
    let quarters = names.iter().map(|name| world.quarters_of(by_name(name).expect("an empire").0));
    assert!(quarters.is_sorted_by(|a, b| a >= b), "{rows:?}");
}

#[test]
fn the_map_shows_every_area_with_its_owners_tint_and_its_marks() {
    let (rulebook, world) = (shipped(), opening());
    let picture = picture(rulebook, &world);
    let count = |kind: ShapeKind| picture.shapes.iter().filter(|shape| shape.kind == kind).count();
    assert_eq!(count(ShapeKind::Land), rulebook.atlas.areas().count());
    assert_eq!(count(ShapeKind::Sea), rulebook.atlas.seas().count());
    let ids: BTreeSet<&str> = picture.shapes.iter().map(|shape| shape.id.as_str()).collect();
    assert_eq!(ids.len(), picture.shapes.len());
    let shape = |id: &str| picture.shapes.iter().find(|shape| shape.id == id).expect("a shape");
    let lombardy = shape("lombardy");
    assert_eq!(lombardy.marks, [Mark::Figure("+3".to_owned()), Mark::Unrest]);
    assert_eq!(lombardy.tint, shape("lorraine").tint);
    assert_ne!(lombardy.tint, shape("champagne").tint);
    assert_eq!(shape("ireland").tint, Tint(0));
    assert!(shape("constantinople").marks.contains(&Mark::Court));
    assert!(shape("constantinople").marks.contains(&Mark::Walls(3)));
    assert_eq!(lombardy.hover[..3], ["Lombardy", "German Empire", "social state +3 of at most +4"]);
    let tints: BTreeSet<Tint> = picture.legend.iter().map(|row| row.tint).collect();
    assert_eq!(tints.len(), picture.legend.len());
    assert!(picture.shapes.iter().all(|shape| tints.contains(&shape.tint)));
}

/// One of each kind of entry.
fn every_kind() -> Vec<Happening> {
    let germany = || id("germany");
    let statures = Statures { combat: 3, administrative: 2, diplomatic: 1 };
    let sort = EndeavourSort::Pillage;
    let order = Order { when: When::Year(976), condition: None, act: Act::NoEndeavour };
    vec![
        Happening::CardsDealt { cards: vec![1] },
        Happening::OrderRefused { order: Box::new(order), reason: "the base is lost".to_owned() },
        Happening::EndeavourTried { sort, base: None, gold: 0, card: 1, results: Vec::new() },
        Happening::GoldCut { sort, wanted: 2, gold: 1 },
        Happening::Defended { reduction: 3, attackers: vec![germany()] },
        Happening::Defended { reduction: 3, attackers: Vec::new() },
        Happening::AreaTaken { from: Some(germany()), by_diplomacy: false },
        Happening::AreaTaken { from: None, by_diplomacy: true },
        Happening::ConquestContested { rivals: vec![germany(), id("france")] },
        Happening::RebellionChecked { cause: "taxed".to_owned(), result: "nothing".to_owned() },
        Happening::WentIntoUnrest { cause: "cut off".to_owned() },
        Happening::Rebelled,
        Happening::Taxed { gold: 1 },
        Happening::Plundered { gold: 1 },
        Happening::GoldGiven { to: germany(), gold: 1, by_treaty: true },
        Happening::PillageGold { from: Some(germany()), gold: 1 },
        Happening::Treaty { what: "registered".to_owned(), with: germany(), binding: true },
        Happening::AreaCeded { to: germany() },
        Happening::TieGained,
        Happening::TieEnded { waived: true },
        Happening::TieEnded { waived: false },
        Happening::ClaimGained,
        Happening::ParleyDue { year: 977 },
        Happening::CourtMoved { court: Some(AreaId::new("rome")) },
        Happening::CourtMoved { court: None },
        Happening::StatureChecked {
            leader: "Otto".to_owned(),
            result: "rises".to_owned(),
            stature: Some(Stature::Combat),
            statures,
        },
        Happening::Succeeded { name: "Otto".to_owned(), statures },
        Happening::RealmDivided { part: germany(), areas: vec![AreaId::new("rome")], titled: true },
        Happening::RealmDivided { part: germany(), areas: vec![AreaId::new("rome")], titled: false },
        Happening::RealmStayedWhole { cause: "no player waits for a part".to_owned() },
        Happening::LeaderNamed { name: "Otto".to_owned() },
        Happening::ReligionAdopted { religion: "EO".to_owned() },
    ]
}

#[test]
fn every_kind_of_entry_has_a_sentence_of_its_own() {
    let world = opening();
    let entries = every_kind().into_iter().chain(kinds::of_parts()).map(|kind| {
        let entry = Entry::new(&["6.7"], kind).of(&id("france")).at(&AreaId::new("champagne"));
        in_year(976, entry)
    });
    let entries: Vec<Entry> = entries.collect();
    let told = Told { rulebook: shipped(), before: &world, after: &world, chronicle: &entries };
    let page = words(&turn(told, &Reader::Gm));
    let sentences: BTreeSet<&str> = page.lines().filter(|line| line.ends_with(". 6.7")).collect();
    assert_eq!(sentences.len(), entries.len(), "{page}");
    for sentence in sentences {
        let of_nobody = sentence.starts_with("No magnate");
        let named = sentence.contains("France") || sentence.to_lowercase().contains("champagne");
        assert!(of_nobody || named, "{sentence}");
        assert!(sentence.starts_with(|first: char| !first.is_lowercase()), "{sentence}");
    }
}

#[test]
fn the_taxes_of_a_year_are_one_line_and_trouble_stands_apart() {
    let world = opening();
    let taxed = |area: &str, gold: i32, result: &str| {
        let checked = Happening::RebellionChecked { cause: "taxed".to_owned(), result: result.to_owned() };
        let roll = Draw { key: format!("976/976/rebellion/{area}/0"), of: 6, values: vec![1, 2] };
        let about = |entry: Entry| {
            let entry = entry.of(&id("germany")).at(&AreaId::new(area));
            in_year(976, Entry { step: "taxation".into(), ..entry })
        };
        let check = about(Entry::new(&["16.1", "17.3"], checked)).with_chance(roll);
        [about(Entry::new(&["16.1"], Happening::Taxed { gold })), check]
    };
    let chronicle: Vec<Entry> =
        [taxed("lombardy", 5, "nothing"), taxed("rome", 3, "unrest"), taxed("saxony", 2, "nothing")].concat();
    let told = Told { rulebook: shipped(), before: &world, after: &world, chronicle: &chronicle };
    let page = words(&turn(told, &Reader::Public));
    let lines: Vec<&str> = page.lines().collect();
    let first = lines.iter().position(|line| *line == "976").expect("the year") + 1;
    assert_eq!(
        lines[first..first + 5],
        [
            "German Empire taxes Lombardy 5, Rome 3 and Saxony 2: 10 gold. 16.1",
            "Lombardy: dice 1 + 2, sum 3: nothing (17.3)",
            "Saxony: dice 1 + 2, sum 3: nothing (17.3)",
            "Rome (German Empire) is put to the test, taxed: unrest. 16.1 17.3",
            "dice 1 + 2, sum 3: unrest (17.3)",
        ],
        "{page}"
    );
    let letter = words(&turn(told, &Reader::Side(SideId::new("germany"))));
    assert!(letter.contains("976 | taxes of 3 areas | +10"), "{letter}");
}

#[test]
fn a_hand_is_seen_by_its_owner_alone_and_a_played_card_by_everyone() {
    let mut world = opening();
    let card = world.cards.cards.values_mut().find(|card| card.kind == EventKind::Wildcard);
    card.expect("a wildcard").place = CardPlace::Hand(id("germany"));
    let drawn = Happening::Card(CardHappening::Drawn { card: EventKind::Wildcard });
    let demesne = Happening::Card(CardHappening::Played { play: Box::new(CardPlay::Demesne), until: None });
    let chronicle = [
        Entry::new(&["19.1"], drawn).of(&id("germany")).seen_by(&id("germany")),
        in_year(976, Entry::new(&["19.6"], demesne).of(&id("germany"))),
    ];
    let told = Told { rulebook: shipped(), before: &world, after: &world, chronicle: &chronicle };
    let letter = |side: &str| words(&turn(told, &Reader::Side(SideId::new(side))));
    assert!(letter("germany").contains("Wildcard: in hand, unseen."), "{}", letter("germany"));
    assert!(letter("germany").contains("draws \u{201c}Wildcard\u{201d}"));
    assert!(!letter("france").contains("Wildcard"), "{}", letter("france"));
    assert!(letter("france").contains("German Empire plays demesne."));
    assert!(!words(&turn(told, &Reader::Public)).contains("Wildcard"));
}
