//! A game whose rules are not loaded is not adjudicated by others.

use std::collections::BTreeMap;

use jiff::Timestamp;
use pentade::desk::DeskError;
use pentade::desk::views::PentadeState;
use sqlx::PgPool;

use super::calendar::unbroken;
use super::{ANNA, Hall, account, new_game};

#[sqlx::test]
async fn other_figures_than_its_own_never_adjudicate_a_game(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.desk.create_game(&new_game("g2")).await.expect("the game begins");
    assert!(hall.desk.tell_of_other_editions().await.expect("looked").is_empty());
    // As it is when the server was started with other tables than those the game began under.
    sqlx::query("update game set edition_name = 'zeroth', edition_hash = repeat('f', 64) where slug = 'g1'")
        .execute(&hall.pool)
        .await
        .expect("another edition");
    for _ in 0..2 {
        let told = hall.desk.tell_of_other_editions().await.expect("looked");
        let [one] = told.as_slice() else { panic!("{told:?}") };
        for said in [
            "the game g1 is not adjudicated",
            "zeroth (ffffffffffff)",
            "first (000000000000)",
            "PENTADE_CONFIG",
        ] {
            assert!(one.contains(said), "{said}: {one}");
        }
    }
    let notices = hall.post("notice").await;
    let told: Vec<_> =
        notices.iter().filter(|row| row.subject.contains("its rules are not loaded")).collect();
    assert_eq!(told.len(), 1, "once for the same rules");
    assert!(unbroken(&hall.words(told[0]).await).contains("zeroth (ffffffffffff)"));

    hall.due(Timestamp::now()).await;
    assert_eq!(hall.due_games().await, ["g2"], "another server may have its rules");
    let refused = [
        hall.desk.close_pentade(hall.gm, "g1").await.err(),
        hall.desk.look_ahead(hall.gm, "g1").await.err(),
        hall.desk.close_overdue("g1").await.err(),
    ];
    for error in refused {
        assert!(matches!(&error, Some(DeskError::Refused(why)) if why.contains("zeroth")), "{error:?}");
    }
    let page = hall.desk.gm_page(hall.gm, "g1").await.expect("the desk");
    assert_eq!(page.pentade.state, PentadeState::Open);
    assert_eq!(page.other_edition.expect("told").began.0, "zeroth");

    let (anna, none) = (account(&hall.pool, ANNA).await, BTreeMap::new());
    assert!(matches!(hall.desk.take_edition(anna, "g1", &none).await, Err(DeskError::NotAllowed(_))));
    hall.desk.take_edition(hall.gm, "g1", &none).await.expect("taken");
    assert!(matches!(hall.desk.take_edition(hall.gm, "g1", &none).await, Err(DeskError::Refused(_))));
    let all = hall.post("notice").await;
    let told = all.iter().filter(|row| row.subject.contains("another edition of the rules"));
    assert_eq!(told.count(), 3, "the GM and two players");
    let view = hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    assert_eq!(view.state, PentadeState::Draft);
}
