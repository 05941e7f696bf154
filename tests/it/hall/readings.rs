//! Games whose GM has chosen another reading of a switch than the edition's: each is played by its own to the end.

use jiff::Timestamp;
use pentade::desk::DeskError;
use pentade::desk::correct::{NewAmendment, Publication};
use pentade::desk::views::{Calendar, NewGame, PentadeState, Publishes};
use pentade::desk::whole::NewClone;
use pentade::postal::chronicle::SideId;
use pentade::postal::game::Inputs;
use pentade::postal::switches::Readings;
use sqlx::PgPool;

use super::calendar::unbroken;
use super::{ANNA, BORIS, Hall, account, new_game, red};
use crate::second_game::switches::{FARTHEST, NEAREST};

fn read(word: &str) -> Readings {
    [(NEAREST.to_owned(), word.to_owned())].into()
}

/// A game that gives its points to those who guess worst.
fn farthest(slug: &str) -> NewGame {
    let calendar = Calendar { publishes: Publishes::AtOnce, ..Calendar::every(7) };
    NewGame { readings: read(FARTHEST), calendar, ..new_game(slug) }
}

impl Hall {
    /// The Reds guess 1 and the Blues 20 in the open pentade of a game: one of them is nearer to the die.
    async fn guesses(&self, slug: &str) {
        for (email, side, words) in [(ANNA, "red", "guess 1"), (BORIS, "blue", "guess 20")] {
            let account = account(&self.pool, email).await;
            let taken = self.desk.take_words(account, slug, &SideId::new(side), words).await;
            taken.expect("orders are taken");
        }
    }

    /// The same dice in every game.
    async fn same_dice(&self) {
        let seed = "update pentade set seed = other.seed, commitment = other.commitment
                    from pentade other join game on game.id = other.game
                    where game.slug = 'g1' and other.first_year = pentade.first_year";
        sqlx::query(seed).execute(&self.pool).await.expect("the same dice");
    }

    /// Points of the Reds and of the Blues after the pentade of that year, as it now stands.
    async fn points(&self, slug: &str, first_year: i32) -> (i64, i64) {
        sqlx::query_as(
            "select (world_after::jsonb #>> '{points,red}')::bigint, (world_after::jsonb #>> '{points,blue}')::bigint
             from pentade join game on game.id = pentade.game
             where slug = $1 and first_year = $2 and state = 'published' order by revision desc limit 1",
        )
        .bind(slug)
        .bind(first_year)
        .fetch_one(&self.pool)
        .await
        .expect("a published pentade")
    }

    async fn kept_readings(&self, slug: &str) -> String {
        let kept = sqlx::query_scalar("select readings::text from game where slug = $1").bind(slug);
        kept.fetch_one(&self.pool).await.expect("the game")
    }
}

#[sqlx::test]
async fn two_games_on_one_server_are_each_played_by_their_own_reading(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let at_once = Calendar { publishes: Publishes::AtOnce, ..Calendar::every(7) };
    hall.desk.set_calendar(hall.gm, "g1", &at_once).await.expect("set");
    hall.desk.create_game(&farthest("g2")).await.expect("the game begins");
    let said = NewGame { readings: read("nearest"), ..farthest("g3") };
    hall.desk.create_game(&said).await.expect("the game begins");
    assert_eq!(hall.kept_readings("g3").await, "{}", "what the edition reads anyway is not kept");
    for slug in ["g1", "g2", "g3"] {
        hall.guesses(slug).await;
    }
    hall.same_dice().await;
    hall.due(Timestamp::now()).await;
    // Whichever comes first: what one game reads never colours the other.
    for due in hall.desk.claim_due("one", 60, 100).await.expect("claimed") {
        hall.desk.do_due("one", &due).await.expect("done");
    }
    let (one, other) = (hall.points("g1", 100).await, hall.points("g2", 100).await);
    assert_eq!(one.0 + one.1, 1, "{one:?}");
    assert_eq!(other, (one.1, one.0), "who loses by the one reading wins by the other");
    assert_eq!(hall.points("g3", 100).await, one);

    let inputs = async |slug: &str| -> (String, Readings) {
        let text = hall.desk.bundle(hall.gm, slug, 100).await.expect("the bundle").inputs;
        let inputs: Inputs = serde_json::from_str(&text).expect("inputs");
        (text, inputs.readings)
    };
    assert_eq!(inputs("g2").await.1, read(FARTHEST));
    assert!(!inputs("g1").await.0.contains("readings"), "inputs without own readings are as ever");
    let public = hall.desk.public_bundle("g2", (100, None)).await.expect("the public bundle");
    assert_eq!(public.readings, read(FARTHEST));
}

#[sqlx::test]
async fn a_correction_is_played_by_the_reading_of_its_pentade(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.create_game(&farthest("g2")).await.expect("the game begins");
    hall.guesses("g2").await;
    hall.desk.close_pentade(hall.gm, "g2").await.expect("closed");
    hall.desk.publish(hall.gm, "g2", 100).await.expect("published");
    let before = hall.points("g2", 100).await;
    for (side, words) in [("red", "guess 20"), ("blue", "guess 1")] {
        let side = SideId::new(side);
        let amendment = NewAmendment::Orders { side: &side, words };
        hall.desk.amend(hall.gm, "g2", 100, &amendment, "they were exchanged").await.expect("amended");
    }
    let page = hall.desk.correction_page(hall.gm, "g2").await.expect("a page").expect("a correction");
    let publication =
        Publication { seen: &page.seen, explanation: "the letters were exchanged", takes_drift: false };
    hall.desk.publish_correction(hall.gm, "g2", page.id, &publication).await.expect("no drift is found");
    assert_eq!(hall.points("g2", 100).await, (before.1, before.0), "still the farthest has the point");
    let inputs = hall.desk.bundle(hall.gm, "g2", 100).await.expect("the bundle").inputs;
    assert!(inputs.contains("\"readings\":{\"S1\":\"farthest\"}"), "{inputs}");
}

#[sqlx::test]
async fn a_clone_reads_as_its_original_does_and_unknown_readings_begin_nothing(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.create_game(&farthest("g2")).await.expect("the game begins");
    let clone = |slug: &str| NewClone {
        slug: slug.to_owned(),
        title: "Once more".to_owned(),
        after: None,
        keeps_players: true,
    };
    let cloned = hall.desk.clone_game(hall.gm, "g2", &clone("g3")).await.expect("asked");
    cloned.expect("nothing is wrong");
    assert_eq!(hall.kept_readings("g3").await, "{\"S1\": \"farthest\"}");
    for (readings, told) in [
        (read("farthist"), "S1 has no reading \"farthist\"; did you mean farthest?"),
        ([("S2".to_owned(), FARTHEST.to_owned())].into(), "there is no switch \"S2\"; did you mean S1?"),
    ] {
        let error = hall.desk.create_game(&NewGame { readings, ..farthest("g4") }).await;
        assert!(matches!(&error, Err(DeskError::Refused(why)) if why == told), "{error:?}");
    }
    // As after a change of the program that took a reading away.
    sqlx::query("update game set readings = '{\"S1\": \"middle\"}' where slug = 'g3'")
        .execute(&hall.pool)
        .await
        .expect("another reading");
    let faults = hall.desk.clone_game(hall.gm, "g3", &clone("g4")).await.expect("asked").expect_err("told");
    assert_eq!(faults[0].field, "switch.S1");
    let games = hall.count("select count(*) from game").await;
    assert_eq!(games, 3, "nothing more has begun");
}

#[sqlx::test]
async fn readings_change_only_with_the_edition(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let refused = hall.desk.take_edition(hall.gm, "g1", &read(FARTHEST)).await;
    assert!(
        matches!(&refused, Err(DeskError::Refused(why)) if why.contains("its rules are read to the end as it began")),
        "{refused:?}"
    );
    sqlx::query("update game set edition_name = 'zeroth', edition_hash = repeat('f', 64)")
        .execute(&hall.pool)
        .await
        .expect("another edition");
    hall.guesses("g1").await;
    let wrong = hall.desk.take_edition(hall.gm, "g1", &read("middle")).await;
    assert!(matches!(&wrong, Err(DeskError::Refused(why)) if why.contains("has no reading")), "{wrong:?}");
    hall.desk.take_edition(hall.gm, "g1", &read(FARTHEST)).await.expect("taken");
    let letters = hall.post("notice").await;
    let letter = letters.iter().find(|row| row.subject.contains("another edition")).expect("all are told");
    assert!(unbroken(&hall.words(letter).await).contains("otherwise than that edition: S1 farthest."));
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade").fetch_one(&hall.pool).await.expect("closed");
    assert!(inputs.contains(FARTHEST), "it counts from the pentade now played: {inputs}");
    // The draft is there; the GM takes a third edition and chooses back: the same orders, played by the other reading.
    sqlx::query("update game set edition_hash = repeat('e', 64)").execute(&hall.pool).await.expect("another");
    hall.desk.take_edition(hall.gm, "g1", &read("nearest")).await.expect("taken");
    hall.desk.adjudicate_again(hall.gm, "g1").await.expect("adjudicated");
    let inputs: String =
        sqlx::query_scalar("select inputs from pentade").fetch_one(&hall.pool).await.expect("closed");
    assert!(!inputs.contains(FARTHEST), "{inputs}");
}

#[sqlx::test]
async fn a_game_whose_reading_is_gone_can_be_read_and_is_not_played_on(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    sqlx::query("update game set readings = '{\"S1\": \"middle\"}'").execute(&hall.pool).await.expect("gone");
    hall.desk.game(None, "g1").await.expect("it can be read");
    hall.desk.player_page(account(&hall.pool, ANNA).await, "g1", &red()).await.expect("and so can this");
    let refused = hall.desk.close_pentade(hall.gm, "g1").await;
    assert!(
        matches!(&refused, Err(DeskError::Refused(why)) if why.contains("S1 has no reading \"middle\"")),
        "{refused:?}"
    );
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(
        (page.pentade.state, page.other_edition.expect("told").unknown.len()),
        (PentadeState::Open, 1)
    );
    hall.desk.take_edition(hall.gm, "g1", &read("nearest")).await.expect("the GM chooses one that is known");
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Draft);
}
