//! Corrections: seen before they are published, published once, told to those whose view has changed and to nobody else.

use futures::future::join_all;
use jiff::{Timestamp, ToSpan};
use pentade::desk::DeskError;
use pentade::desk::correct::{NewAmendment, Publication};
use pentade::desk::views::{Bundle, CorrectionPage, Outcome, PentadeState};
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall, account, desk, red};

fn blue() -> SideId {
    SideId::new("blue")
}

fn refused<T: std::fmt::Debug>(result: Result<T, DeskError>) -> String {
    match result {
        Err(DeskError::Refused(reason)) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

/// A game whose first pentade is published: Anna has guessed, Boris has not.
async fn published(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall
}

impl Hall {
    async fn orders(&self, side: &SideId, words: &str) {
        let amendment = NewAmendment::Orders { side, words };
        self.desk.amend(self.gm, "g1", 100, &amendment, "misread").await.expect("amended");
    }

    async fn correction(&self) -> CorrectionPage {
        self.desk.correction_page(self.gm, "g1").await.expect("a page").expect("a correction is under way")
    }

    /// The words that differ, as the GM sees them.
    async fn difference(&self) -> String {
        match self.correction().await.outcome {
            Outcome::Differs { pentades, .. } => format!("{pentades:?}"),
            other => panic!("{other:?}"),
        }
    }

    async fn correct(&self, explanation: &str) -> Result<pentade::desk::views::Corrected, DeskError> {
        let page = self.correction().await;
        let publication = Publication { seen: &page.seen, explanation, takes_drift: false };
        self.desk.publish_correction(self.gm, "g1", page.id, &publication).await
    }

    /// Addressees and words of the letters about corrections, oldest first.
    async fn told(&self) -> Vec<(String, String)> {
        let mut told = Vec::new();
        for row in self.post("notice").await {
            if row.subject.contains("is corrected") {
                told.push((row.to.clone(), self.words(&row).await));
            }
        }
        told
    }

    /// The number that the die of the first pentade shows.
    async fn die(&self) -> String {
        let turn = self.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public");
        let words = format!("{:?}", turn.report);
        let number = words.split("The die shows ").nth(1).and_then(|rest| rest.split('.').next());
        number.expect("a number").to_owned()
    }
}

#[sqlx::test]
async fn a_difference_is_seen_first_and_told_only_to_those_whose_view_has_changed(pool: PgPool) {
    let hall = published(pool).await;
    let before = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    hall.orders(&red(), "guess 8\nnonsense").await;
    let page = hall.correction().await;
    assert_eq!(
        page.amendments[0].complaints[0].quoted, "nonsense",
        "the game's own reader complains at once"
    );
    let differs = hall.difference().await;
    assert!(differs.contains("No longer: The secret guess of red was 7."), "{differs}");
    assert!(differs.contains("Now: The secret guess of red was 8."), "{differs}");
    let untouched = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    assert_eq!(untouched, before, "looking changes nothing");

    assert!(refused(hall.correct("  ").await).contains("needs an explanation"));
    let done = hall.correct("Anna meant eight").await.expect("corrected");
    assert!(done.is_new && done.told == 1, "{done:?}");
    let told = hall.told().await;
    assert_eq!(told.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(), [ANNA], "Boris sees what he saw");
    assert!(
        told[0].1.contains("Anna meant eight") && told[0].1.contains("guess of red was 8"),
        "{}",
        told[0].1
    );

    let now = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    assert!(now.inputs.contains("\\\"guess\\\":8") && now.seed == before.seed, "{}", now.inputs);
    let old = hall.desk.bundle_of(hall.gm, "g1", (100, Some(1))).await.expect("the old one");
    assert_eq!(old, before, "the old revision stays readable");
    let turn = hall.desk.turn(None, "g1", 100, &Reader::Public).await.expect("public");
    let revisions: Vec<i32> = turn.revisions.iter().map(|one| one.revision).collect();
    assert_eq!((turn.turn.revision, revisions), (2, vec![2, 1]));
    assert_eq!(turn.revisions[0].correction, Some((done.id, "Anna meant eight".to_owned())));
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(page.pentade.span.first_year, 105, "the world after it is the same");
}

#[sqlx::test]
async fn each_reader_of_a_correction_sees_his_own_difference(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&blue(), &format!("guess {}", hall.die().await)).await;
    let done = hall.correct("a letter was overlooked").await.expect("corrected");
    assert_eq!(done.told, 2, "a point that everyone sees");
    let (anna, boris) = (account(&hall.pool, ANNA).await, account(&hall.pool, BORIS).await);
    let view = async |viewer, reader: Reader| hall.desk.correction(viewer, "g1", done.id, &reader).await;
    let public = format!("{:?}", view(None, Reader::Public).await.expect("public"));
    assert!(public.contains("blue gets a point") && !public.contains("secret guess"), "{public}");
    let own = format!("{:?}", view(Some(boris), Reader::Side(blue())).await.expect("Boris's"));
    assert!(own.contains("secret guess of blue"), "{own}");
    let annas = format!("{:?}", view(Some(anna), Reader::Side(red())).await.expect("Anna's"));
    assert!(!annas.contains("secret guess of blue") && !annas.contains("misread"), "{annas}");
    for (viewer, reader) in [(Some(anna), Reader::Side(blue())), (None, Reader::Gm), (Some(anna), Reader::Gm)]
    {
        assert!(matches!(view(viewer, reader).await, Err(DeskError::NotAllowed(_))));
    }
    let gm = view(Some(hall.gm), Reader::Gm).await.expect("the GM's");
    assert_eq!(gm.amendments[0].2, "misread");
    for (to, words) in hall.told().await {
        assert_eq!(words.contains("secret guess of blue"), to == BORIS, "{to}: {words}");
    }
    let amend = hall.desk.amend(anna, "g1", 100, &NewAmendment::Revision(1), "mine").await;
    assert!(matches!(amend, Err(DeskError::NotAllowed(_))));
    assert!(matches!(hall.desk.correction_page(anna, "g1").await, Err(DeskError::NotAllowed(_))));
    assert!(matches!(hall.desk.amend_page(anna, "g1", 100, None).await, Err(DeskError::NotAllowed(_))));
}

#[sqlx::test]
async fn a_draft_made_void_is_kept_and_orders_are_open_again(pool: PgPool) {
    let hall = published(pool).await;
    hall.letter(BORIS, "b", "guess 3").await;
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("a draft");
    hall.orders(&blue(), &format!("guess {}", hall.die().await)).await;
    let seen = hall.correction().await;
    assert!(matches!(seen.outcome, Outcome::Differs { ends_otherwise: true, .. }), "{:?}", seen.outcome);
    sqlx::query("update pentade set deadline = now() where state = 'draft'")
        .execute(&hall.pool)
        .await
        .expect("due");
    hall.correct("a letter was overlooked").await.expect("corrected");

    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!((page.pentade.state, page.pentade.result_hash), (PentadeState::Open, None));
    assert!(page.pentade.deadline.at > Timestamp::now() + 47.hours(), "time to look at the orders");
    let blue_sheet = page.seats.iter().find(|seat| seat.side == blue()).and_then(|seat| seat.sheet.clone());
    assert_eq!(blue_sheet.map(|sheet| (sheet.version, sheet.words)), Some((1, "guess 3".to_owned())));
    let kept: (String, String) = sqlx::query_as("select state, result_hash from withdrawn_draft")
        .fetch_one(&hall.pool)
        .await
        .expect("the draft is kept");
    assert_eq!(kept, ("draft".to_owned(), view.result_hash.expect("a hash")));
    let told = hall.told().await;
    assert!(told.iter().all(|(_, words)| words.contains("Orders for 105\u{2013}109 are open")), "{told:?}");

    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 105).await.expect("published");
    let game = hall.desk.game(None, "g1").await.expect("the game");
    assert!(format!("{:?}", game.standings).contains("blue"), "the corrected point counts on");
}

#[sqlx::test]
async fn orders_are_read_again_against_the_corrected_world_and_nothing_is_lost(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let green = SideId::new("green");
    let carl = ("Carl", "carl@example.com");
    hall.desk.give_seat(hall.gm, "g1", &green, carl).await.expect("given");
    hall.letter(BORIS, "b", "guess 3\nfollow green").await;
    hall.letter(carl.1, "c", "guess 5").await;

    hall.orders(&red(), "guess 7").await;
    hall.correct("nobody was invited").await.expect("corrected");
    let sheet = async |side: &SideId| {
        let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
        let seat = page.seats.into_iter().find(|seat| seat.side == *side).expect("a seat");
        seat.sheet.map(|sheet| (sheet.version, sheet.words, sheet.complaints.len()))
    };
    assert_eq!(sheet(&blue()).await, Some((2, "guess 3".to_owned(), 1)), "there is nobody to follow");
    let told = hall.told().await;
    let boris = told.iter().find(|(to, _)| to == BORIS).expect("Boris is told");
    assert!(boris.1.contains("> follow green") && boris.1.contains("read again (version 2)"), "{}", boris.1);
    let carl_account = account(&hall.pool, carl.1).await;
    let page = hall.desk.player_page(carl_account, "g1", &green).await;
    assert!(matches!(page, Err(DeskError::NotFound(_))), "the Greens are no more: {page:?}");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed without the Greens' sheet");

    let done = hall.desk.corrections(None, "g1").await.expect("a list");
    hall.desk.take_correction_back(hall.gm, "g1", done[0].id).await.expect("amended back");
    hall.correct("they were invited after all").await.expect("corrected");
    assert_eq!(sheet(&blue()).await, Some((3, "guess 3\nfollow green".to_owned(), 0)), "as it was sent");
    assert_eq!(sheet(&green).await, Some((1, "guess 5".to_owned(), 0)), "nothing is lost");
    let page = hall.desk.player_page(carl_account, "g1", &green).await.expect("Carl's page again");
    assert!(page.takes_orders);
    let third = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the third");
    let first = hall.desk.bundle_of(hall.gm, "g1", (100, Some(1))).await.expect("the first");
    let third = Bundle { revision: 1, ..third };
    assert_eq!(third, first, "revision 3 is revision 1 again, to the byte");
}

#[sqlx::test]
async fn what_a_correction_asks_is_answered_in_the_same_place(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&red(), "guess 7\nask").await;
    let page = hall.correction().await;
    let Outcome::Asks { span, questions } = &page.outcome else { panic!("{:?}", page.outcome) };
    assert_eq!((span.first_year, questions[0].why.as_str()), (100, "do you really want to know?"));
    assert!(refused(hall.correct("asked").await).contains("answered first"));
    let answer = NewAmendment::Answer { key: "really@red", answer: "yes" };
    hall.desk.amend(hall.gm, "g1", 100, &answer, "asked by telephone").await.expect("answered");
    let choice = hall.desk.amend_page(hall.gm, "g1", 100, Some(0)).await.expect("the choice");
    assert!(choice.entry.is_some(), "the entry that is wrong");
    assert_eq!(choice.asked[0].question.options, ["yes", "no"]);
    assert_eq!(choice.asked[0].answer.as_deref(), Some("yes"));
    let words: Vec<&str> = choice.sides.iter().map(|side| side.words.as_str()).collect();
    assert_eq!(words, ["guess 7\nask", ""], "the forms begin with what is amended so far");
    hall.correct("Anna asked").await.expect("corrected");
}

#[sqlx::test]
async fn a_ruling_is_laid_down_changed_and_taken_back(pool: PgPool) {
    let hall = published(pool).await;
    let ruling = |words| NewAmendment::Ruling { year: Some(102), words, public: true };
    let amend = async |amendment: NewAmendment<'_>| {
        hall.desk.amend(hall.gm, "g1", 100, &amendment, "a figure was wrong").await
    };
    assert!(refused(amend(ruling("gold")).await).contains("gives no point"));
    let late = NewAmendment::Ruling { year: Some(105), words: "a point", public: true };
    assert!(refused(amend(late).await).contains("not a year of 100"));
    assert!(refused(hall.desk.amend(hall.gm, "g1", 100, &ruling("a point"), " ").await).contains("reason"));
    amend(ruling("a point for red")).await.expect("laid down");
    assert!(hall.difference().await.contains("The GM: a point for red."));
    hall.correct("a point was forgotten").await.expect("corrected");

    let words = "a point for red";
    assert!(matches!(amend(NewAmendment::TakeBack { year: None, words }).await, Err(DeskError::NotFound(_))));
    amend(NewAmendment::TakeBack { year: Some(102), words }).await.expect("taken back");
    amend(ruling("a point for blue")).await.expect("laid down instead");
    let withdrawn = hall.correction().await.amendments;
    hall.desk.withdraw_amendment(hall.gm, "g1", withdrawn[1].id).await.expect("withdrawn");
    assert!(!hall.difference().await.contains("blue"));
    hall.correct("it was not forgotten").await.expect("corrected");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert!(inputs.rulings.is_empty());
}

#[sqlx::test]
async fn a_mistake_that_lies_too_far_back_is_refused_with_its_dates(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&red(), "guess 8").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 105).await.expect("the last pentade");
    let late = NewAmendment::Orders { side: &red(), words: "guess 9" };
    let reason = refused(hall.desk.amend(hall.gm, "g1", 100, &late, "misread").await);
    assert!(reason.contains("100 lies 10 years before 110"), "{reason}");
    assert!(refused(hall.desk.amend_page(hall.gm, "g1", 100, None).await).contains("10 years"));
    let Outcome::Impossible(reason) = hall.correction().await.outcome else { panic!("it grew too old") };
    assert!(reason.contains("100 lies 10 years before 110"), "{reason}");
    let never = hall.desk.amend(hall.gm, "g1", 101, &late, "misread").await;
    assert!(matches!(never, Err(DeskError::NotFound(_))));
    let id = hall.correction().await.id;
    hall.desk.drop_correction(hall.gm, "g1", id).await.expect("let be");
    assert!(hall.desk.correction_page(hall.gm, "g1").await.expect("a page").is_none());

    let orders = NewAmendment::Orders { side: &red(), words: "guess 9" };
    hall.desk.amend(hall.gm, "g1", 105, &orders, "misread").await.expect("the last one is in time");
    hall.correct("the game is over, and still corrected").await.expect("corrected");
}

#[sqlx::test]
async fn what_was_not_seen_is_not_published_and_a_second_press_changes_nothing(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&red(), "guess 8").await;
    let page = hall.correction().await;
    hall.orders(&red(), "guess 9").await;
    let stale = Publication { seen: &page.seen, explanation: "eight", takes_drift: false };
    let reason = refused(hall.desk.publish_correction(hall.gm, "g1", page.id, &stale).await);
    assert!(reason.contains("has changed since you looked"), "{reason}");
    let page = hall.correction().await;
    let publication = Publication { seen: &page.seen, explanation: "nine", takes_drift: false };
    let other = desk(&hall.pool);
    let desks = [&hall.desk, &other, &hall.desk, &other];
    let done =
        join_all(desks.map(|desk| desk.publish_correction(hall.gm, "g1", page.id, &publication))).await;
    let done: Vec<_> = done.into_iter().map(|one| one.expect("published")).collect();
    assert_eq!(done.iter().filter(|one| one.is_new).count(), 1, "{done:?}");
    assert_eq!(hall.told().await.len(), 1);
    assert_eq!(hall.count("select count(*) from pentade where first_year = 100").await, 2);
    hall.orders(&red(), "guess 9").await;
    assert!(refused(hall.correct("again").await).contains("nothing differs"));
}

#[sqlx::test]
async fn orders_and_a_publication_beside_a_correction_lose_nothing(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&blue(), &format!("guess {}", hall.die().await)).await;
    let page = hall.correction().await;
    let publication = Publication { seen: &page.seen, explanation: "overlooked", takes_drift: false };
    let (anna, side) = (account(&hall.pool, ANNA).await, red());
    let forms = join_all((1..=8).map(|guess| {
        let filled = vec![("guess".to_owned(), format!("guess {guess}"))];
        let (desk, side) = (hall.desk.clone(), side.clone());
        async move { desk.take_form(anna, "g1", &side, &filled).await.expect("answered") }
    }));
    let correcting = hall.desk.publish_correction(hall.gm, "g1", page.id, &publication);
    let (forms, corrected) = tokio::join!(forms, correcting);
    assert!(corrected.expect("corrected").is_new);
    assert_eq!(forms.len(), 8);
    let (version, _) = hall.red_sheet().await.expect("a sheet");
    assert_eq!(version, 8, "every form is a version, none is lost or read twice");

    hall.desk.close_pentade(hall.gm, "g1").await.expect("a draft");
    hall.orders(&blue(), "").await;
    let page = hall.correction().await;
    let publication = Publication { seen: &page.seen, explanation: "not overlooked", takes_drift: false };
    let (published, corrected) = tokio::join!(
        hall.desk.publish(hall.gm, "g1", 105),
        hall.desk.publish_correction(hall.gm, "g1", page.id, &publication)
    );
    assert!(
        published.is_ok() != corrected.is_ok(),
        "one wins, the other is told: {published:?} {corrected:?}"
    );
    let world: Vec<(String, String)> = sqlx::query_as(
        "select distinct on (first_year) world_before, coalesce(world_after, '') from pentade
         order by first_year, revision desc",
    )
    .fetch_all(&hall.pool)
    .await
    .expect("worlds");
    assert!(
        world.windows(2).all(|two| two[0].1 == two[1].0),
        "each pentade begins where the one before ends"
    );
}

#[sqlx::test]
async fn rules_that_changed_since_are_told_and_not_slipped_in(pool: PgPool) {
    let hall = published(pool).await;
    sqlx::query("update pentade set chronicle = '[]', result_hash = 'other' where first_year = 100")
        .execute(&hall.pool)
        .await
        .expect("as if other rules had played it");
    hall.orders(&red(), "guess 8").await;
    let page = hall.correction().await;
    let Outcome::Differs { drifted, .. } = &page.outcome else { panic!("{:?}", page.outcome) };
    assert_eq!(drifted.len(), 1);
    assert!(refused(hall.correct("eight").await).contains("the rules have changed since"));
    let publication = Publication { seen: &page.seen, explanation: "eight", takes_drift: true };
    assert!(hall.desk.publish_correction(hall.gm, "g1", page.id, &publication).await.expect("taken").is_new);
}

#[sqlx::test]
async fn a_correction_that_is_cut_off_leaves_no_trace(pool: PgPool) {
    let hall = published(pool).await;
    hall.orders(&blue(), &format!("guess {}", hall.die().await)).await;
    sqlx::raw_sql(
        "create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
         create trigger cut before insert on audit for each row when (new.action = 'publish-correction')
         execute function cut();",
    )
    .execute(&hall.pool)
    .await
    .expect("the trap is laid");
    assert!(hall.correct("overlooked").await.is_err());
    assert!(hall.told().await.is_empty());
    assert_eq!(hall.count("select count(*) from pentade").await, 2);
    sqlx::raw_sql("drop trigger cut on audit").execute(&hall.pool).await.expect("removed");
    assert!(hall.correct("overlooked").await.expect("corrected").is_new);
    assert_eq!(hall.told().await.len(), 2);
}
