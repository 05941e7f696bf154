//! What everyone may read of the past is made once, kept, and made anew where it must be.

use pentade::desk::past::Which;
use pentade::desk::views::NewRuling;
use sqlx::PgPool;

use super::{ANNA, BORIS, Hall};

/// A game with one published pentade, of which a part is the GM's alone.
async fn published(pool: PgPool) -> Hall {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    hall.letter(BORIS, "b", "guess 9").await;
    let ruling = NewRuling { year: None, words: "a point for red, hush", reason: "a whisper", public: false };
    hall.desk.lay_down(hall.gm, "g1", &ruling).await.expect("laid down");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    hall
}

impl Hall {
    /// What is kept of the past: who made it, and how many entries there are.
    async fn kept(&self) -> Vec<(String, i64)> {
        sqlx::query_as(
            "select made_by, (select count(*) from told_entry where told_entry.pentade = told.pentade) from told",
        )
        .fetch_all(&self.pool)
        .await
        .expect("kept")
    }
}

#[sqlx::test]
async fn it_is_kept_when_it_is_first_asked_for_and_holds_no_secret(pool: PgPool) {
    let hall = published(pool).await;
    assert!(hall.kept().await.is_empty(), "nobody has asked");
    let first = hall.desk.past_of("g1", 100).await.expect("the past").expect("a pentade");
    let kept = hall.kept().await;
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(usize::try_from(kept[0].1).expect("few"), first.0.entries.len());
    assert_eq!(hall.desk.past_of("g1", 100).await.expect("the past"), Some(first), "the same once more");
    let secrets: i64 = sqlx::query_scalar(
        "select count(*) from told left join told_entry using (pentade)
         where concat(standings, land, states, words, item, part) ~ 'hush|whisper'",
    )
    .fetch_one(&hall.pool)
    .await
    .expect("counted");
    assert_eq!(secrets, 0, "what is the GM's alone never comes there");
}

#[sqlx::test]
async fn what_another_edition_or_form_made_is_made_anew(pool: PgPool) {
    let hall = published(pool).await;
    let told = hall.desk.moments("g1").await.expect("moments");
    assert!(told.moments[0].1.len() > 1, "{told:?}");
    sqlx::raw_sql(
        "update told set made_by = 'former', standings = '[]';
         delete from told_entry",
    )
    .execute(&hall.pool)
    .await
    .expect("as a former program left it");
    assert_eq!(hall.desk.moments("g1").await.expect("moments"), told);
    let kept = hall.kept().await;
    assert!(kept[0].0 != "former" && kept[0].1 > 0, "{kept:?}");
}

#[sqlx::test]
async fn what_cannot_be_read_is_told_with_its_place(pool: PgPool) {
    let hall = published(pool).await;
    hall.desk.moments("g1").await.expect("moments");
    sqlx::raw_sql("update told set standings = '[{]'").execute(&hall.pool).await.expect("spoilt");
    let error = hall.desk.moments("g1").await.expect_err("it cannot be read").to_string();
    assert!(error.contains("what is told of a pentade"), "{error}");
}

#[sqlx::test]
async fn the_jobs_make_it_a_minute_after_it_was_published(pool: PgPool) {
    let hall = published(pool).await;
    assert!(!hall.desk.make_past().await.expect("made"), "too early");
    assert!(hall.kept().await.is_empty());
    sqlx::raw_sql("update pentade set published_at = published_at - interval '2 minutes'")
        .execute(&hall.pool)
        .await
        .expect("two minutes later");
    assert!(!hall.desk.make_past().await.expect("made"), "that was all");
    assert_eq!(hall.kept().await.len(), 1);
    let past = hall.desk.past("g1", Which::Headlines, None).await.expect("the past");
    assert_eq!(past.turns.len(), 1);
}

#[sqlx::test]
async fn words_are_found_in_any_letter_case_of_any_script(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    hall.letter(ANNA, "a", "guess 7").await;
    let ruling =
        NewRuling { year: None, words: "a point for red, zum ÄRGER der Ωmega", reason: "so", public: true };
    hall.desk.lay_down(hall.gm, "g1", &ruling).await.expect("laid down");
    hall.desk.close_pentade(hall.gm, "g1").await.expect("closed");
    hall.desk.publish(hall.gm, "g1", 100).await.expect("published");
    for (sought, count) in [("ärger", 1), ("ÄRGER", 1), ("ωMEGA", 1), ("Zum ä", 1), ("argus", 0), ("%", 0)]
    {
        let found = hall.desk.search("g1", sought).await.expect("a search");
        assert_eq!((found.count, found.events.len()), (count, count), "{sought}: {found:?}");
    }
}
