//! An area added to the map (19.20) in letters, reports, pictures, kept worlds and trial games.

use super::*;
use crate::empires::policy::Policy;
use crate::empires::terms::AreaId;
use crate::empires::trial::Trial;
use crate::postal::picture::ShapeKind;
use crate::postal::rulings::RulingGround;

const MARCH: &str = "new area Saxon March: beside Saxony, beside Thuringia, on the North Sea, language OHG, religion RC, population 1, base social state 0; Saxon March: owned by Germany, claim of Germany";

fn ruled(words: &str) -> game::Inputs {
    let ruling = game::Ruling {
        year: None,
        words: words.to_owned(),
        reason: "two wildcards".to_owned(),
        public: true,
    };
    game::Inputs { rulings: vec![ruling], ..game::Inputs::default() }
}

fn played(game: &Empires, before: &WorldText, inputs: &game::Inputs) -> (WorldText, ChronicleText) {
    match game.adjudicate(before, inputs, &Seed::new([3; 32])) {
        Ok(Outcome::Complete { world, chronicle }) => (world, chronicle),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_world_without_added_areas_is_kept_as_ever() {
    let text = game().begin("millennium-976").expect("a scenario");
    assert!(!text.as_str().contains("\"added\""));
    let world = world_from(&text).expect("a world of an older server");
    assert!(world.added.is_empty());
}

#[test]
fn an_added_area_is_kept_and_replays_to_the_same_bytes() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let (after, _) = played(&game, &before, &ruled(MARCH));
    assert_eq!(played(&game, &before, &ruled(MARCH)).0, after);
    let world = world_from(&after).expect("a world");
    assert_eq!(text_of("world", &world).expect("a text"), after.as_str());
    assert!(world.areas.contains_key(&AreaId::new("saxon-march")));
    played(&game, &after, &game::Inputs::default());
}

#[test]
fn letters_reports_forms_and_pictures_know_it() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let unread = game.read(&before, &germany(), "Year 976\n  tax Saxon March\n", None).expect("a side");
    assert!(!unread.complaints.is_empty(), "{}", unread.sheet.words);
    let (after, chronicle) = played(&game, &before, &ruled(MARCH));
    let letter = "Year 981\n  tax Saxon March\n  conquer Denmark from Saxon March\n";
    let reading = game.read(&after, &germany(), letter, None).expect("a side");
    assert_eq!((reading.orders_read, reading.complaints), (2, Vec::new()));
    assert!(reading.sheet.words.contains("Saxon March"), "{}", reading.sheet.words);
    let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
    for reader in [Reader::Public, Reader::Gm, Reader::Side(germany())] {
        let report = format!("{:?}", game.report(turn, &reader).expect("a report"));
        assert!(report.contains("Saxon March"), "{reader:?}: {report}");
        assert!(!report.contains("saxon-march"), "{reader:?}");
    }
    let situation = format!("{:?}", game.situation(&after, &germany()).expect("a side"));
    assert!(situation.contains("Saxon March"), "{situation}");
    game.form(&after, &germany(), Some(&reading.sheet)).expect("a form");
    let words = "Saxon March: social state +1";
    let on = |world| RulingGround { world, year: None, others: &[] };
    assert_eq!(game.check_ruling(on(&after), words).expect("a world"), Ok(None));
    assert!(game.check_ruling(on(&before), words).expect("a world").is_err());
}

#[test]
fn a_comparison_tells_of_an_area_that_only_one_of_two_histories_has() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let (plain, plain_chronicle) = played(&game, &before, &game::Inputs::default());
    let (added, added_chronicle) = played(&game, &before, &ruled(MARCH));
    let former = Turn { before: &before, after: &plain, chronicle: &plain_chronicle };
    let amended = Turn { before: &before, after: &added, chronicle: &added_chronicle };
    for (one, other) in [(former, amended), (amended, former)] {
        let document = format!("{:?}", game.compare(one, other, &Reader::Gm).expect("a document"));
        assert!(document.contains("Saxon March"), "{document}");
    }
}

#[test]
fn the_picture_draws_it_between_its_neighbours_and_on_no_name() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let (after, _) = played(&game, &before, &ruled(MARCH));
    let picture = game.picture(&after, &Reader::Public).expect("a picture");
    let [left, top, width, height] = picture.view_box;
    let label = |id: &str| {
        let shape = picture.shapes.iter().find(|shape| shape.id == id).expect("a shape");
        assert_eq!(shape.kind, ShapeKind::Land);
        shape.label.clone().expect("a label")
    };
    let (own, saxony) = (label("saxon-march"), label("saxony"));
    assert!((left..left + width).contains(&own.x) && (top..top + height).contains(&own.y));
    assert!((own.x - saxony.x).abs() < width / 5 && (own.y - saxony.y).abs() < height / 5, "{own:?}");
    let others = picture.shapes.iter().filter(|shape| shape.id != "saxon-march");
    let nearest = others.filter_map(|shape| shape.label.as_ref());
    let nearest = nearest.map(|other| (other.x - own.x).pow(2) + (other.y - own.y).pow(2)).min();
    assert!(nearest.is_some_and(|far| far >= (width / 56).pow(2)), "{nearest:?}");
}

#[test]
fn areas_anywhere_on_the_map_are_drawn() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let areas: Vec<String> = game.rulebook().atlas.areas().map(|area| area.name.clone()).collect();
    let parts: Vec<String> = (0..)
        .zip(&areas)
        .map(|(nth, near)| {
            let facts = "language OHG, religion RC, population 1, base social state 0";
            format!("new area March {nth}: beside {near}, {facts}")
        })
        .collect();
    let (after, _) = played(&game, &before, &ruled(&parts.join("; ")));
    let picture = game.picture(&after, &Reader::Public).expect("a picture");
    let added = picture.shapes.iter().filter(|shape| shape.id.starts_with("march-"));
    assert_eq!(added.count(), areas.len());
}

#[test]
fn built_in_players_play_on_with_it() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let (after, _) = played(&game, &before, &ruled(MARCH));
    let mut world = World::clone(&*world_from(&after).expect("a world"));
    let rulebook = game.rulebook();
    let trial = Trial {
        rulebook,
        scenario: &rulebook.scenarios["millennium-976"],
        policy: Policy::Conqueror,
        pentades: 6,
        waiting_players: 1,
        master: [4; 32],
    };
    for _ in 0..6 {
        world = trial.pentade(&world).expect("a sound world").world;
    }
    assert!(world.areas.contains_key(&AreaId::new("saxon-march")));
}
