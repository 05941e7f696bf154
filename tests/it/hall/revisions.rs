//! What a new revision is made of, column by column: what is outside the replay would be forgotten by a correction.

use std::collections::BTreeMap;

use pentade::desk::correct::{NewAmendment, Publication};
use sqlx::PgPool;

use super::{ANNA, Hall, red};

/// Every column of a pentade: whether a correction makes it anew, keeps it, or it is the revision's own.
const COLUMNS: [(&str, &str); 31] = [
    ("id", "own"),
    ("game", "kept"),
    ("first_year", "kept"),
    ("last_year", "kept"),
    ("revision", "own"),
    ("state", "kept"),
    ("deadline", "kept"),
    ("scheduled_at", "own"),
    ("claimed_by", "own"),
    ("claimed_until", "own"),
    ("look_again_at", "own"),
    ("tries", "own"),
    ("asked_at", "own"),
    ("answers_due", "own"),
    ("closed_at", "kept"),
    ("world_before", "replayed"),
    ("inputs", "replayed"),
    ("inputs_hash", "replayed"),
    ("seed", "kept"),
    ("commitment", "kept"),
    ("world_after", "replayed"),
    ("chronicle", "replayed"),
    ("result_hash", "replayed"),
    ("held_reason", "kept"),
    ("questions", "kept"),
    ("edition_name", "own"),
    ("edition_hash", "own"),
    ("drafted_at", "own"),
    ("published_at", "own"),
    ("correction", "own"),
    ("set_aside", "replayed"),
];

#[sqlx::test]
async fn every_column_of_a_revision_is_kept_or_made_anew(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    let amendment = NewAmendment::Orders { side: &red(), words: "guess 8" };
    hall.desk.amend(hall.gm, "g1", 100, &amendment, "misread").await.expect("amended");
    let page = hall.desk.correction_page(hall.gm, "g1").await.expect("a page").expect("a correction");
    let publication = Publication { seen: &page.seen, explanation: "eight", takes_drift: false };
    hall.desk.publish_correction(hall.gm, "g1", page.id, &publication).await.expect("corrected");

    let rows: Vec<serde_json::Value> =
        sqlx::query_scalar("select to_jsonb(pentade) from pentade where first_year = 100 order by revision")
            .fetch_all(&hall.pool)
            .await
            .expect("two revisions");
    let [was, is] = rows.as_slice() else { panic!("{} revisions", rows.len()) };
    let kinds: BTreeMap<&str, &str> = COLUMNS.into_iter().collect();
    for (column, value) in is.as_object().expect("a row") {
        match kinds.get(column.as_str()) {
            Some(&"kept") => assert_eq!(*value, was[column], "{column} is kept"),
            Some(&"own" | &"replayed") => {}
            _ => panic!("say in COLUMNS what a correction does with pentade.{column}"),
        }
    }
    let replayed = ["inputs", "inputs_hash", "chronicle", "result_hash"];
    assert!(replayed.iter().all(|column| was[column] != is[column]), "these follow from the orders");
    assert_eq!(is["world_after"], was["world_after"], "nobody else guessed: the same point");
}
