//! Answers, rulings and seats: what people decide beside their sheets.

use pentade::desk::DeskError;
use pentade::desk::views::{NewRuling, PentadeState, RulingAnswer, RulingSaid};
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::game::Inputs;
use pentade::postal::rulings::LaidEffect;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, red};

fn answer(key: &str, words: &str) -> Vec<(String, String)> {
    vec![(key.to_owned(), words.to_owned())]
}

fn refused<T: std::fmt::Debug>(result: Result<T, DeskError>) -> String {
    match result {
        Err(DeskError::Refused(reason)) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

/// A game of which both sides are asked something.
async fn asking(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\nask").await;
    hall.letter(BORIS, "b", "guess 9\nask").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Held);
    hall
}

#[sqlx::test]
async fn who_is_asked_gets_a_letter_and_answers_for_himself(pool: PgPool) {
    let hall = asking(pool).await;
    let asked = hall.post("notice").await;
    let letter = asked.iter().rev().find(|row| row.subject.contains("is asked")).expect("a letter");
    assert_eq!(letter.to, BORIS, "the second game asks one side at a time, the Blues first");
    let words = hall.words(letter).await;
    assert!(words.contains("do you really want to know?") && words.contains("Answers: yes, no."), "{words}");

    let (anna, boris, blue) =
        (account(&hall.pool, ANNA).await, account(&hall.pool, BORIS).await, SideId::new("blue"));
    let yes = answer("really@blue", "yes");
    assert!(hall.desk.vote(anna, "g1", &blue, &yes).await.is_err(), "the Blues are not Anna's");
    let other = hall.desk.vote(anna, "g1", &red(), &yes).await;
    assert!(refused(other).contains("nothing asks for really@blue"));
    let wrong = hall.desk.vote(boris, "g1", &blue, &answer("really@blue", "perhaps")).await;
    assert!(refused(wrong).contains("\"perhaps\" is none of the answers: yes, no"));
    assert_eq!(hall.count("select count(*) from answer").await, 0);

    hall.desk.vote(boris, "g1", &blue, &yes).await.expect("kept");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    let open: Vec<_> = page.pentade.questions.iter().flat_map(|one| &one.electorate).collect();
    assert_eq!(open, [&red()], "played again, it asks the Reds");
    assert!(page.audit.iter().all(|row| !row.detail.contains("yes")), "a vote is secret until it is told");
}

#[sqlx::test]
async fn the_gm_answers_for_anyone_or_lets_the_defaults_stand(pool: PgPool) {
    let hall = asking(pool).await;
    let view = hall.desk.answer_questions(hall.gm, "g1", &answer("really@blue", "no")).await.expect("kept");
    assert_eq!((view.state, view.questions.len()), (PentadeState::Held, 1));
    let view = hall.desk.take_defaults(hall.gm, "g1").await.expect("all answered");
    assert_eq!((view.state, view.questions.len()), (PentadeState::Draft, 0));
    let nothing = hall.desk.answer_questions(hall.gm, "g1", &answer("really@red", "no")).await;
    assert!(refused(nothing).contains("asks nothing"));

    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    let answers: Vec<_> = inputs.answers.iter().map(|(key, given)| (key.as_str(), given.as_str())).collect();
    assert_eq!(answers, [("really@blue", "no"), ("really@red", "yes")], "they replay with the sheets");
}

#[sqlx::test]
async fn a_ruling_replays_until_it_is_withdrawn(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let ruling = NewRuling { year: Some(102), words: " a point for red ", reason: "a wish", public: true };
    let anna = account(&hall.pool, ANNA).await;
    assert!(matches!(hall.desk.lay_down(anna, "g1", &ruling).await, Err(DeskError::NotAllowed(_))));
    for (bad, reason) in [
        (NewRuling { year: Some(105), ..ruling.clone() }, "105 is not a year of 100"),
        (NewRuling { reason: "  ", ..ruling.clone() }, "needs its reason"),
        (NewRuling { words: "gold", ..ruling.clone() }, "\"gold\" gives no point"),
    ] {
        let refused = refused(hall.desk.lay_down(hall.gm, "g1", &bad).await);
        assert!(refused.contains(reason), "{refused}");
    }
    hall.desk.lay_down(hall.gm, "g1", &ruling).await.expect("laid down");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let told = format!("{:?}", hall.desk.draft(hall.gm, "g1").await.expect("the draft").public);
    assert!(told.contains("The GM: a point for red."), "{told}");

    let laid_down = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page").rulings;
    hall.desk.withdraw_ruling(hall.gm, "g1", laid_down[0].id).await.expect("withdrawn");
    hall.desk.adjudicate_again(hall.gm, "g1").await.expect("played again");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let turn = hall.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public");
    assert!(!format!("{:?}", turn.report).contains("The GM:"));
}

#[sqlx::test]
async fn a_side_that_arose_is_given_to_one_who_waits(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    hall.desk.set_waiting(hall.gm, "g1", 2).await.expect("two wait");
    assert!(refused(hall.desk.set_waiting(hall.gm, "g1", 100).await).contains("between 0 and 99"));
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    assert!(bundle.inputs.contains("\"waiting-players\":\"2\""), "{}", bundle.inputs);

    let green = SideId::new("green");
    let carl = ("Carl", "carl@example.com");
    assert!(
        refused(hall.desk.give_seat(hall.gm, "g1", &green, ("", "x")).await)
            .contains("a name has 1 to 200 characters")
    );
    let bank = SideId::new("bank");
    assert!(matches!(hall.desk.give_seat(hall.gm, "g1", &bank, carl).await, Err(DeskError::NotFound(_))));
    hall.desk.give_seat(hall.gm, "g1", &green, carl).await.expect("given");
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the GM's page");
    assert_eq!(page.waiting_players, 1);
    let told = page.post.iter().find(|row| row.to == carl.1).expect("a letter");
    assert!(hall.words(told).await.contains("Your points"), "it tells what the side has");
    let account = account(&hall.pool, carl.1).await;
    assert!(hall.desk.player_page(account, "g1", &green).await.expect("Carl's page").takes_orders);
}

fn laid(side: &str) -> LaidEffect {
    LaidEffect { kind: "point".to_owned(), filled: vec![("side".to_owned(), side.to_owned())] }
}

#[sqlx::test]
async fn effects_of_a_form_are_kept_as_words_or_refused_as_a_whole(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let ruling = NewRuling { year: None, words: "", reason: "a wish", public: true };
    let two = [laid("red"), laid("blue")];
    let said = RulingSaid::Effects(&two);
    let kept = hall.desk.rule(hall.gm, "g1", &ruling, &said, None).await.expect("kept");
    let words = "a point for red; a point for blue".to_owned();
    assert_eq!(kept, RulingAnswer::LaidDown { words: words.clone(), doubt: None });

    let mixed = [laid("red"), laid("black")];
    let said = RulingSaid::Effects(&mixed);
    let unreasoned = NewRuling { reason: " ", ..ruling.clone() };
    let refused = hall.desk.rule(hall.gm, "g1", &unreasoned, &said, None).await.expect("an answer");
    let RulingAnswer::Refused(faults) = refused else { panic!("{refused:?}") };
    let at: Vec<_> = faults.iter().map(|fault| (fault.effect, fault.field.as_deref())).collect();
    assert_eq!(at, [(None, Some("reason")), (Some(1), Some("side"))]);
    assert_eq!(hall.count("select count(*) from ruling").await, 1, "nothing of it is kept");

    let again =
        hall.desk.rule(hall.gm, "g1", &ruling, &RulingSaid::Words(&words), None).await.expect("an answer");
    assert!(matches!(again, RulingAnswer::Refused(_)), "the game sees the others: {again:?}");
    let first = hall.desk.rulings_page(hall.gm, "g1", None).await.expect("the page").rulings[0].id;
    let one = [laid("red")];
    let late = NewRuling { year: Some(104), ..ruling.clone() };
    let edited = hall.desk.rule(hall.gm, "g1", &late, &RulingSaid::Effects(&one), Some(first)).await;
    let doubt = Some("the bank is closed".to_owned());
    assert_eq!(edited.expect("kept"), RulingAnswer::LaidDown { words: "a point for red".to_owned(), doubt });
    let other = [laid("blue")];
    let gone = hall.desk.rule(hall.gm, "g1", &ruling, &RulingSaid::Effects(&other), Some(first)).await;
    assert!(matches!(gone, Err(DeskError::NotFound(_))), "{gone:?}");
    let anna = account(&hall.pool, ANNA).await;
    let foreign = hall.desk.rule(anna, "g1", &ruling, &RulingSaid::Effects(&one), None).await;
    assert!(matches!(foreign, Err(DeskError::NotAllowed(_))), "{foreign:?}");
    assert!(hall.desk.rulings_page(anna, "g1", None).await.is_err(), "the page is the GM's");

    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    let replayed: Vec<_> = inputs.rulings.iter().map(|one| (one.year, one.words.as_str())).collect();
    assert_eq!(replayed, [(Some(104), "a point for red")], "only the edited one is played");
}

#[sqlx::test]
async fn a_ruling_for_the_gm_alone_is_in_nobody_elses_view(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let ruling = NewRuling { year: None, words: "a point for red, hush", reason: "a whisper", public: false };
    hall.desk.lay_down(hall.gm, "g1", &ruling).await.expect("laid down");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let gm = hall.desk.turn(Some(hall.gm), "g1", 100, &Reader::Gm).await.expect("the GM's");
    assert!(format!("{gm:?}").contains("hush"));

    let (anna, boris) = (account(&hall.pool, ANNA).await, account(&hall.pool, BORIS).await);
    let mut views = vec![
        format!("{:?}", hall.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public")),
        format!("{:?}", hall.desk.game(None, "g1").await.expect("the game's page")),
        format!("{:?}", hall.desk.past_of("g1", 100).await.expect("the past")),
        format!("{:?}", hall.desk.moments("g1").await.expect("moments")),
    ];
    for (account, side) in [(anna, "red"), (boris, "blue")] {
        let side = SideId::new(side);
        let reader = Reader::Side(side.clone());
        views.push(format!("{:?}", hall.desk.turn(Some(account), "g1", 100, &reader).await.expect("own")));
        views.push(format!("{:?}", hall.desk.player_page(account, "g1", &side).await.expect("own page")));
        assert!(hall.desk.turn(Some(account), "g1", 100, &Reader::Gm).await.is_err());
    }
    for row in hall.desk.gm_page(hall.gm, "g1").await.expect("the desk").post {
        if row.to == ANNA || row.to == BORIS {
            views.push(hall.words(&row).await);
        }
    }
    assert!(views.len() > 8, "letters are among them");
    assert_eq!(hall.desk.search("g1", "hush").await.expect("a search").count, 0);
    for view in views {
        assert!(!view.contains("hush"), "{view}");
        assert!(!view.contains("whisper"), "{view}");
    }
}
