//! Sides that nobody plays: suggestions, and the GM's orders for them.

use pentade::desk::DeskError;
use pentade::postal::chronicle::SideId;
use pentade::postal::game::Inputs;
use sqlx::PgPool;

use super::{ANNA, Hall, account, red};

fn bank() -> SideId {
    SideId::new("bank")
}

#[sqlx::test]
async fn a_power_plays_of_its_own_until_the_gm_orders_for_it(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    let sides: Vec<_> = page.rows.iter().map(|row| row.side.as_str()).collect();
    assert_eq!(sides, ["bank"], "players order for their own");
    let row = &page.rows[0];
    assert_eq!((row.suggested.as_str(), row.sheet.is_none()), ("guess 5", true));
    assert!(!row.forecast.blocks.is_empty(), "with what it would come to");

    let sheet = hall.desk.order_power(hall.gm, "g1", &bank(), "guess 8\nnonsense").await.expect("kept");
    assert_eq!((sheet.words.as_str(), sheet.complaints.len()), ("guess 8", 1));
    assert_eq!(sheet.complaints[0].line, 2, "the complaint stands beside its line");
    let row = &hall.desk.powers_page(hall.gm, "g1").await.expect("the page").rows[0];
    assert_eq!(row.sheet.as_ref().map(|sheet| sheet.words.as_str()), Some("guess 8"));
    assert_eq!(row.suggested, "guess 5", "what it would do of its own is still told");

    let anna = account(&hall.pool, ANNA).await;
    let foreign = hall.desk.order_power(anna, "g1", &bank(), "guess 9").await;
    assert!(matches!(foreign, Err(DeskError::NotAllowed(_))), "{foreign:?}");
    assert!(hall.desk.powers_page(anna, "g1").await.is_err());
    let held = hall.desk.order_power(hall.gm, "g1", &red(), "guess 9").await;
    assert!(matches!(held, Err(DeskError::NotAllowed(_))), "{held:?}");
    let unknown = hall.desk.order_power(hall.gm, "g1", &SideId::new("pope"), "guess 9").await;
    assert!(matches!(unknown, Err(DeskError::NotFound(_))), "{unknown:?}");

    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    let late = hall.desk.order_power(hall.gm, "g1", &bank(), "guess 9").await;
    assert!(matches!(late, Err(DeskError::Refused(_))), "{late:?}");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let bundle = hall.desk.bundle(hall.gm, "g1", 100).await.expect("the bundle");
    let inputs: Inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
    assert!(inputs.sheets[&bank()].contains('8'), "they replay: {:?}", inputs.sheets);
}

#[sqlx::test]
async fn a_side_that_first_comes_in_this_pentade_plays_of_its_own(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let green = SideId::new("green");
    hall.letter(ANNA, "a", "guess 7\ninvite").await;
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().all(|row| row.side != green), "it is not there yet");
    let early = hall.desk.order_power(hall.gm, "g1", &green, "guess 9").await;
    assert!(matches!(early, Err(DeskError::NotFound(_))), "{early:?}");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().all(|row| row.side != green), "whoever plays the Reds orders for the Greens");
    hall.desk.resign(account(&hall.pool, ANNA).await, "g1", &red()).await.expect("gone");
    let page = hall.desk.powers_page(hall.gm, "g1").await.expect("the page");
    assert!(page.rows.iter().any(|row| row.side == green), "from now on it can be ordered");
    hall.desk.order_power(hall.gm, "g1", &green, "guess 9").await.expect("kept");
}

#[sqlx::test]
async fn a_power_is_let_go_again(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.order_power(hall.gm, "g1", &bank(), "guess 8").await.expect("kept");
    hall.desk.order_power(hall.gm, "g1", &bank(), "").await.expect("let go");
    assert!(hall.desk.powers_page(hall.gm, "g1").await.expect("the page").rows[0].sheet.is_none());
}
