use super::texts::entries_from;
use super::*;
use crate::empires::chronicle::Happening;
use crate::empires::rulebook::tests::shipped_files;
use crate::empires::terms::EmpireId;
use crate::empires::world::Regency;

mod added;
mod switches;

fn game() -> Empires {
    match Empires::parse(shipped_files()) {
        Ok(game) => game,
        Err(faults) => panic!("the shipped config has faults:\n{}", faults.join("\n")),
    }
}

fn germany() -> SideId {
    SideId::new("germany")
}

const LETTER: &str = "Year 976\n  tax Lorraine, Swabia\n  rule Lombardy with 2 gold\n\nYear 979\n  if attacked in Lombardy: defend Lombardy with 2 gold\n  else: conquer Switzerland from Swabia with 2 gold\n\nOther\n  if the leader dies, name his heir Otto III\n";

#[test]
fn a_game_begins_with_its_sides_in_order_of_seats() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let sides = game.sides(&world).expect("a world");
    let ids: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
    assert_eq!(ids, ["germany", "france", "burgundy", "denmark", "poland", "byzantium", "kiev", "pope"]);
    assert!(!sides[7].playable);
    assert_eq!(sides[0].aliases, ["germany", "german empire", "german"]);
    assert_eq!(game.span(&world).expect("a world").to_string(), "976\u{2013}980");
    assert!(!game.is_over(&world).expect("a world"));
    assert!(matches!(game.begin("atlantis"), Err(GameError::NoScenario(_))));
}

#[test]
fn every_scenario_begins_in_a_sound_world_and_plays_on_without_orders() {
    let game = game();
    for scenario in game.scenarios() {
        let world = game.begin(&scenario.id).expect("a scenario");
        let outcome = game.adjudicate(&world, &game::Inputs::default(), &Seed::new([5; 32]));
        assert!(matches!(outcome, Ok(Outcome::Complete { .. })), "{}: {outcome:?}", scenario.id);
    }
}

#[test]
fn a_letter_becomes_a_sheet_whose_words_read_to_the_same_sheet() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let reading = game.read(&world, &germany(), LETTER, None).expect("a side");
    assert_eq!(reading.orders_read, 4);
    assert_eq!(reading.complaints, []);
    let again = game.read(&world, &germany(), &reading.sheet.words, None).expect("a side");
    assert_eq!(again.sheet, reading.sheet);
    let missing = game.missing(&world, &germany(), Some(&reading.sheet)).expect("a side");
    assert_eq!(missing, ["977: no endeavour", "978: no endeavour", "980: no endeavour"]);
}

#[test]
fn a_caretakers_sheet_can_be_kept_and_played_and_the_same_seed_gives_the_same() {
    let game = game();
    for scenario in game.scenarios() {
        let world = game.begin(&scenario.id).expect("a scenario");
        let seed = Seed::new([5; 32]);
        let mut sheets = BTreeMap::new();
        for side in game.sides(&world).expect("a world").into_iter().filter(|side| side.playable) {
            let sheet = game.caretaker(&world, &side.id, &seed).expect("a side").expect("a caretaker");
            assert!(!sheet.words.trim().is_empty(), "{}: {} is left alone", scenario.id, side.id);
            assert_eq!(game.caretaker(&world, &side.id, &seed).expect("a side"), Some(sheet.clone()));
            let again = game.read(&world, &side.id, &sheet.words, None).expect("a side");
            assert_eq!(again.complaints, [], "{}: {}", side.id, sheet.words);
            sheets.insert(side.id, sheet.data);
        }
        let inputs = game::Inputs { sheets, ..game::Inputs::default() };
        let outcome = game.adjudicate(&world, &inputs, &seed);
        assert!(outcome.is_ok(), "{}: {outcome:?}", scenario.id);
    }
}

#[test]
fn standing_orders_are_those_of_before_five_years_later() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let former = game.read(&world, &germany(), LETTER, None).expect("a side").sheet;
    let outcome = game.adjudicate(&world, &game::Inputs::default(), &Seed::new([5; 32])).expect("played");
    let Outcome::Complete { world, .. } = outcome else { panic!("undecided") };
    let years = Span { first_year: 976, last_year: 980 };
    let standing = game.standing(&world, &germany(), (&former, years)).expect("a side").expect("orders");
    for line in ["981", "984", "tax Lorraine", "defend Lombardy"] {
        assert!(standing.words.contains(line), "{line}: {}", standing.words);
    }
    assert!(!standing.words.contains("976") && !standing.words.contains("979"), "{}", standing.words);
    let empty = game.read(&world, &germany(), "", None).expect("a side").sheet;
    assert_eq!(game.standing(&world, &germany(), (&empty, years)).expect("a side"), None);
}

#[test]
fn a_form_filled_with_what_stands_in_force_reads_to_the_same_sheet() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let sheet = game.read(&world, &germany(), LETTER, None).expect("a side").sheet;
    let parts = game.form(&world, &germany(), Some(&sheet)).expect("a side");
    let filled: Vec<(String, String)> = parts.into_iter().map(|part| (part.field, part.words)).collect();
    let text = game.form_text(&world, &filled).expect("a world");
    let reading = game.read(&world, &germany(), &text, Some(&sheet)).expect("a side");
    assert_eq!(reading.complaints, []);
    assert_eq!(reading.sheet, sheet);
}

#[test]
fn the_same_pentade_gives_the_same_hash_and_reports_for_every_reader() {
    let game = game();
    let before = game.begin("millennium-976").expect("a scenario");
    let sheet = game.read(&before, &germany(), LETTER, None).expect("a side").sheet;
    let inputs =
        game::Inputs { sheets: BTreeMap::from([(germany(), sheet.data)]), ..game::Inputs::default() };
    let play = || match game.adjudicate(&before, &inputs, &Seed::new([1; 32])) {
        Ok(Outcome::Complete { world, chronicle }) => (world, chronicle),
        other => panic!("{other:?}"),
    };
    let (after, chronicle) = play();
    let (after_again, chronicle_again) = play();
    assert_eq!(game::result_hash(&after, &chronicle), game::result_hash(&after_again, &chronicle_again));

    let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
    for reader in [Reader::Public, Reader::Gm, Reader::Side(germany())] {
        assert!(!game.report(turn, &reader).expect("a turn").blocks.is_empty());
    }
    let nobody = Reader::Side(SideId::new("atlantis"));
    assert!(matches!(game.report(turn, &nobody), Err(GameError::NoSide(_))));
}

#[test]
fn texts_that_are_not_this_games_are_named() {
    let game = game();
    let world = WorldText::new("{}".to_owned());
    assert!(matches!(game.span(&world), Err(GameError::Unreadable { what: "world", .. })));
    let world = game.begin("millennium-976").expect("a scenario");
    let broken = Sheet { data: "[".to_owned(), words: String::new() };
    let missing = game.missing(&world, &germany(), Some(&broken));
    assert!(matches!(missing, Err(GameError::Unreadable { what: "sheet", .. })));
}

#[test]
fn the_number_of_waiting_players_is_an_answer_that_must_be_a_number() {
    let game = game();
    let world = game.begin("postal-grand-771").expect("a scenario");
    let play = |count: &str| {
        let answers = BTreeMap::from([("waiting-players".to_owned(), count.to_owned())]);
        game.adjudicate(&world, &game::Inputs { answers, ..game::Inputs::default() }, &Seed::new([5; 32]))
    };
    assert!(matches!(play("2"), Ok(Outcome::Complete { .. })));
    for count in ["two", "-1", ""] {
        assert!(matches!(play(count), Err(GameError::Unreadable { .. })), "{count}");
    }
}

#[test]
fn to_order_nothing_is_to_order_and_wipes_nothing() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let read = |text: &str, former: Option<&Sheet>| {
        game.read(&world, &SideId::new("germany"), text, former).expect("a side")
    };
    for words in ["no orders", "Hold.", "We do nothing"] {
        let alone = read(words, None);
        assert_eq!(alone.orders_read, 1, "{words}");
        assert_eq!(alone.sheet.words.matches("no endeavour").count(), 5, "{words}: {}", alone.sheet.words);
        assert_eq!(game.missing(&world, &SideId::new("germany"), Some(&alone.sheet)), Ok(vec![]));
        let later = read(words, Some(&read("977: rule Saxony", None).sheet));
        assert!(later.sheet.words.contains("rule Saxony"), "{words}: {}", later.sheet.words);
        assert_eq!(later.sheet.words.matches("no endeavour").count(), 4, "{words}: {}", later.sheet.words);
    }
    let thanks = read("Thanks, no orders needed from you", None);
    assert_eq!(thanks.orders_read, 0);
}

#[test]
fn empires_that_a_division_may_found_can_be_named_in_orders() {
    let game = game();
    let world = game.begin("postal-grand-771").expect("a scenario");
    let reading = game.read(&world, &SideId::new("franks"), "772: pay 2 gold to East Francia\n", None);
    let reading = reading.expect("a side");
    assert_eq!((reading.orders_read, reading.complaints), (1, Vec::new()));
}

#[test]
fn what_an_older_server_kept_word_by_word_is_read_anew() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let data = r#"{"orders":[{"when":{"year":976},"act":{"not_in_force":{"rule":"19.6","words":"play Enlargement of the King's Personal Demesne"}}},{"when":{"year":977},"act":"no_endeavour"},{"when":"standing","act":{"not_in_force":{"rule":"20.3","words":"vote yes on any crusade"}}}]}"#;
    let sheet = Sheet { data: data.to_owned(), words: String::new() };
    let reading = game.read(&world, &germany(), "thank you", Some(&sheet)).expect("a side");
    let expected =
        "Year 976\n  play demesne\n\nYear 977\n  no endeavour\n\nStanding\n  vote yes on crusade\n";
    assert_eq!(reading.sheet.words, expected);
}

#[test]
fn an_empire_that_arose_can_be_named_in_orders() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let mut grown = World::clone(&*world_from(&world).expect("a world"));
    let mut arisen = grown.empires[&EmpireId::new("poland")].clone();
    "Duchy of Bohemia".clone_into(&mut arisen.name);
    "Bohemian".clone_into(&mut arisen.adjective);
    arisen.seat = None;
    grown.empires.insert(EmpireId::new("bohemia-rebels"), arisen);
    let grown = WorldText::new(text_of("world", &grown).expect("text"));
    let letter =
        "976 give 2 gold to the Duchy of Bohemia\n976 if the Bohemian kingdom holds Moravia: rule Bavaria\n";
    let reading = game.read(&grown, &germany(), letter, None).expect("a side");
    assert_eq!(reading.complaints, []);
    assert_eq!(reading.orders_read, 2);
    assert!(!game.read(&world, &germany(), letter, None).expect("a side").complaints.is_empty());
}

/// The world of 976 with Germany under the regency of France.
fn under_france(game: &Empires) -> WorldText {
    let world = game.begin("millennium-976").expect("a scenario");
    let mut world = World::clone(&*world_from(&world).expect("a world"));
    let (germany, france) = (EmpireId::new("germany"), EmpireId::new("france"));
    let ward = world.empires[&germany].leader.clone();
    let regency = Regency { ward, regent: Some(france), since: 975, majority: 990, betrayed: false };
    world.regencies.by_empire.insert(germany, regency);
    WorldText::new(text_of("world", &world).expect("a world"))
}

#[test]
fn a_foreign_regent_writes_the_orders_that_count() {
    let (game, france) = (game(), SideId::new("france"));
    let world = under_france(&game);
    let letter =
        "Year 976\n  tax Champagne\n\norders for the German Empire\nYear 977\n  tax Swabia\n  rule Saxony\n";
    let reading = game.read(&world, &france, letter, None).expect("a side");
    assert_eq!((reading.orders_read, reading.complaints), (3, vec![]));
    let again = game.read(&world, &france, &reading.sheet.words, None).expect("a side");
    assert_eq!(again.sheet, reading.sheet, "{}", reading.sheet.words);

    let own = game.read(&world, &germany(), "Year 977\n  tax Lorraine\n", None).expect("a side");
    let sheets = [(france.clone(), reading.sheet.data.clone()), (germany(), own.sheet.data)];
    let inputs = game::Inputs { sheets: sheets.into(), ..game::Inputs::default() };
    let taxed = |inputs: &game::Inputs| {
        let outcome = game.adjudicate(&world, inputs, &Seed::new([5; 32]));
        let Ok(Outcome::Complete { chronicle, .. }) = outcome else { panic!("{outcome:?}") };
        let entries = entries_from(&chronicle).expect("a chronicle");
        let taxed = entries.iter().filter(|entry| matches!(entry.kind, Happening::Taxed { .. }));
        taxed.filter_map(|entry| entry.place.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
    };
    assert_eq!(taxed(&inputs), ["champagne", "swabia"]);

    let newer = game.read(&world, &france, "Year 976\n  tax Anjou\n", Some(&reading.sheet)).expect("a side");
    let sheets = [(france, newer.sheet.data)];
    assert_eq!(
        taxed(&game::Inputs { sheets: sheets.into(), ..game::Inputs::default() }),
        ["anjou", "swabia"]
    );
}

#[test]
fn orders_for_the_next_pentade_are_told_from_those_for_this_one() {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let letter = "Year 976\n  tax Lorraine\nYear 981\n  rule Saxony with 2 gold\nY1 rule Bavaria\n\
                  983: if Lombardy is attacked: defend Lombardy\nevery year: tax Swabia\nvote no on any jihad\n";
    let now = game.read(&world, &germany(), letter, None).expect("a side");
    assert!(
        !now.sheet.words.contains("Saxony") && now.sheet.words.contains("rule Bavaria"),
        "{}",
        now.sheet.words
    );
    let kept = now.complaints.iter().filter(|one| one.message.ends_with("; kept for then"));
    assert_eq!(kept.count(), 2, "{:?}", now.complaints);

    let early =
        game.read_early(&world, &germany(), letter, None, false).expect("a side").expect("early orders");
    let words =
        "Year 981\n  rule Saxony with 2 gold\n\nYear 983\n  if Lombardy is attacked: defend Lombardy\n";
    assert_eq!((early.sheet.words.as_str(), early.orders_read), (words, 2));
    let more = "Year 981: rule Bavaria\n";
    let more = game.read_early(&world, &germany(), more, Some(&early.sheet), false);
    let more = more.expect("a side").expect("early orders").sheet.words;
    assert_eq!(more, words.replace("Saxony with 2 gold", "Bavaria"));
    for none in
        ["Year 976\n  tax Lorraine\n", "give 981 gold to France in 976", "thank you", "Y1 rule Saxony"]
    {
        let early = game.read_early(&world, &germany(), none, None, false).expect("a side");
        assert_eq!(early, None, "{none}");
    }

    let whole = game.read_early(&world, &germany(), "Y1 rule Saxony\nevery year: tax Swabia\n", None, true);
    let whole = whole.expect("a side").expect("a whole letter");
    assert_eq!(whole.sheet.words, "Year 981\n  rule Saxony\n\nEvery year\n  tax Swabia\n");
}

#[test]
fn a_regent_finds_his_ward_in_his_form_and_among_what_is_missing() {
    let (game, france) = (game(), SideId::new("france"));
    let world = under_france(&game);
    let letter = "Year 976\n  tax Champagne\n\norders for the German Empire\nYear 977\n  rule Saxony\n";
    let sheet = game.read(&world, &france, letter, None).expect("a side").sheet;
    let missing = game.missing(&world, &france, Some(&sheet)).expect("a side");
    assert!(missing.contains(&"German Empire: 976: no endeavour".to_owned()), "{missing:?}");
    assert!(!missing.contains(&"German Empire: 977: no endeavour".to_owned()), "{missing:?}");
    assert!(missing.contains(&"977: no endeavour".to_owned()), "{missing:?}");

    let parts = game.form(&world, &france, Some(&sheet)).expect("a side");
    let of_ward = parts.iter().find(|part| part.title == "German Empire, Year 977").expect("a box");
    assert_eq!((of_ward.field.as_str(), of_ward.words.as_str()), ("for-germany-y977", "rule Saxony"));
    let mut filled: Vec<(String, String)> = parts.into_iter().map(|part| (part.field, part.words)).collect();
    let reread = |filled: &[(String, String)]| {
        let text = game.form_text(&world, filled).expect("a world");
        let reading = game.read(&world, &france, &text, Some(&sheet)).expect("a side");
        assert_eq!(reading.complaints, [], "{text}");
        reading.sheet
    };
    assert_eq!(reread(&filled), sheet);
    filled.iter_mut().filter(|(field, _)| field == "for-germany-y977").for_each(|(_, words)| words.clear());
    let emptied = reread(&filled);
    assert!(!emptied.words.contains("Saxony") && emptied.words.contains("Champagne"), "{}", emptied.words);

    let own = game.form(&world, &germany(), None).expect("a side");
    assert!(own.iter().all(|part| !part.field.starts_with("for-")));
}
