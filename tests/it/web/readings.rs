//! How a game reads the switches of its rules, by the pages: chosen when it begins, seen by everybody, kept in every file.

use axum::http::StatusCode;
use pentade::postal::dice::Seed;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use super::empires::millennium;
use super::new_game::{FORM, upload, with};
use super::transfer::import;
use super::{ANNA, BORIS, GRETA, Reader, Site};
use crate::program::verified;

/// The form of a game of the shipped rules in which taxation lowers the social state (case 16.B.6).
const MILLENNIUM: &str = "/gm/new/empires/millennium-976";
const LOWERS: [(&str, &str); 17] = [
    ("slug", "g2"),
    ("title", "Harsh taxes"),
    ("name.germany", "Anna"),
    ("email.germany", ANNA),
    ("name.byzantium", "Boris"),
    ("email.byzantium", BORIS),
    ("pentade_days", "9"),
    ("at", "18:30"),
    ("zone", "Europe/Vienna"),
    ("grace_hours", "0"),
    ("answer_days", "5"),
    ("publish", "at_once"),
    ("remind", "all"),
    ("switch.R16.1", "lowers_social_state"),
    ("switch.R33.3", "independent"),
    ("missing_orders", "hold"),
    ("vacant_orders", "hold"),
];

/// What the form sends beside these.
const CUSTOMS: [(&str, &str); 6] = [
    ("pages", "public"),
    ("absent_votes", "default"),
    ("gm_votes", "late"),
    ("stand_ins", "free"),
    ("orders_of_departed", "kept"),
    ("waiting_list", "closed"),
];

impl Site {
    async fn text_of(&self, query: &'static str) -> String {
        sqlx::query_scalar(query).fetch_one(&self.pool).await.expect("one text")
    }

    /// The social state of Saxony after the first pentade of a game.
    async fn saxony(&self, slug: &str) -> i64 {
        let world: String = sqlx::query_scalar(
            "select world_after from pentade join game on game.id = pentade.game
             where slug = $1 and first_year = 976 and state = 'published'",
        )
        .bind(slug)
        .fetch_one(&self.pool)
        .await
        .expect("a published pentade");
        let world: Value = serde_json::from_str(&world).expect("a world");
        world["areas"]["saxony"]["social_state"].as_i64().expect("a figure")
    }
}

/// Two games of the shipped rules with the same dice and the same orders: `g1` by its edition, `g2` by another reading of 16.1.
async fn both_played(pool: PgPool) -> (Site, Reader) {
    let site = millennium(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let begun = greta.post(MILLENNIUM, &[&LOWERS[..], &CUSTOMS].concat()).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    let seed = Seed::derive(&[5; 32], 976);
    sqlx::query("update pentade set seed = $1, commitment = $2")
        .bind(seed.to_hex())
        .bind(seed.commitment())
        .execute(&site.pool)
        .await
        .expect("the same dice");
    let mut anna = site.signed_in(ANNA).await;
    for slug in ["g1", "g2"] {
        let words = [("words", "976: tax Saxony")];
        let sent = anna.post(&format!("/g/{slug}/my/words?side=germany"), &words).await;
        assert!(sent.status.is_success() || sent.to.is_some(), "{}", sent.text);
    }
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    // The other one by the processor.
    sqlx::query(
        "update pentade set deadline = now() - interval '1 minute' where state = 'open' and first_year = 976",
    )
    .execute(&site.pool)
    .await
    .expect("due");
    for due in site.desk.claim_due("one", 60, 10).await.expect("claimed") {
        site.desk.do_due("one", &due).await.expect("done");
    }
    (site, greta)
}

#[sqlx::test]
async fn a_game_is_played_as_its_gm_has_chosen_and_its_bundle_proves_it(pool: PgPool) {
    let (site, mut greta) = both_played(pool).await;
    assert_eq!(
        site.text_of("select readings::text from game where slug = 'g2'").await,
        "{\"R16.1\": \"lowers_social_state\"}"
    );
    assert_eq!(site.saxony("g2").await, site.saxony("g1").await - 1, "taxation has lowered it");
    let mut stranger = site.stranger();
    let meaning = "the social state of a taxed area falls before it makes its rebellion check";
    for page in ["/g/g2", "/g/g2/rules"] {
        assert!(stranger.page(page).await.contains(meaning), "{page}");
    }
    let rules = stranger.page("/g/g2/rules").await;
    assert_eq!(rules.matches("chosen for this game").count(), 1, "{rules}");
    assert!(rules.contains("href=\"/rules/16.1\"") && rules.contains("(as the edition)"), "{rules}");
    let plain = stranger.page("/g/g1/rules").await;
    assert!(!plain.contains("chosen for this game") && plain.contains("as the edition reads it"), "{plain}");
    assert!(!stranger.page("/g/g1").await.contains(meaning));
    let opening = site.letters_to(ANNA).await;
    let opening = opening.iter().find(|words| words.contains("Harsh taxes begins")).expect("a letter");
    assert!(
        opening.contains("otherwise than its edition")
            && opening.contains("R16.1 (rule 16.1): the social state"),
        "{opening}"
    );

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bundle.json");
    let plain = greta.page("/g/g1/976/bundle.json").await;
    assert!(!plain.contains("readings"), "a game without own readings has the file it always had");
    let honest = greta.page("/g/g2/976/bundle.json").await;
    let (code, said) = verified(&file, &honest).await;
    assert!(code == Some(0) && said.contains("they are the same"), "{said}");
    assert!(said.contains("played by readings of its own: R16.1 lowers_social_state"), "{said}");
    for (from, to, told) in [
        (
            "lowers_social_state",
            "raises_rebellion_value",
            "the world after / areas / saxony / social_state: stated",
        ),
        ("\"R16.1\"", "\"R16.7\"", "there is no switch \"R16.7\"; did you mean R16.1 or "),
        ("lowers_social_state", "lower_social_state", "did you mean lowers_social_state?"),
        (",\"readings\":{\"R16.1\":\"lowers_social_state\"}", "", "the recomputed result is another"),
    ] {
        let mut bundle: Value = serde_json::from_str(&honest).expect("a bundle");
        let inputs = bundle["inputs"].as_str().expect("inputs");
        assert!(inputs.contains(from), "{from}: {inputs}");
        let inputs = inputs.replacen(from, to, 1);
        bundle["inputs"] = inputs.clone().into();
        let (code, said) = verified(&file, &bundle.to_string()).await;
        assert!(code == Some(1) && said.contains("the inputs are not those of the stated hash"), "{said}");
        // A forger who mends the hash too is found out by playing.
        bundle["inputs_hash"] = hex::encode(Sha256::digest(inputs.as_bytes())).into();
        let (code, said) = verified(&file, &bundle.to_string()).await;
        assert!(
            code == Some(1) && said.contains(told) && !said.contains("they are the same"),
            "{told}: {said}"
        );
    }
    let public = stranger.page("/g/g2/976/public-bundle.json").await;
    let (code, said) = verified(&file, &public).await;
    assert!(
        code == Some(0) && said.contains("R16.1 lowers_social_state; the GM's bundle proves it"),
        "{said}"
    );
}

#[sqlx::test]
async fn clone_and_file_keep_the_readings(pool: PgPool) {
    let (site, mut greta) = both_played(pool).await;
    let clone = [("slug", "g3"), ("title", "Once more"), ("after", "976"), ("players", "yes")];
    assert_eq!(greta.post("/gm/g/g2/clone", &clone).await.to.as_deref(), Some("/gm/g/g3"));
    let account = site.account(GRETA).await;
    let file = site.desk.export_game(Some(account), "g2", Default::default()).await.expect("exported");
    assert_eq!(import(&mut greta, &file, "g4").await.to.as_deref(), Some("/gm/g/g4"));
    for slug in ["g3", "g4"] {
        let rules = site.stranger().page(&format!("/g/{slug}/rules")).await;
        assert_eq!(rules.matches("chosen for this game").count(), 1, "{slug}: {rules}");
    }
    let bundle = async |slug: &str| {
        let text = site.stranger().page(&format!("/g/{slug}/976/public-bundle.json")).await;
        text.replace(&format!("\"{slug}\""), "")
    };
    assert_eq!(bundle("g2").await, bundle("g4").await);
    // The imported game is played on by its reading.
    greta.post("/gm/g/g4/resume", &[]).await;
    let closed = greta.post("/gm/g/g4/adjudicate", &[]).await;
    assert_eq!(closed.to.as_deref(), Some("/gm/g/g4/draft"), "{}", closed.text);
    let inputs = "select inputs from pentade join game on game.id = pentade.game where slug = 'g4' and first_year = 981";
    assert!(site.text_of(inputs).await.contains("lowers_social_state"));
}

#[sqlx::test]
async fn the_form_tells_what_each_reading_means_and_refuses_what_is_none(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let form = greta.page(FORM).await;
    for held in [
        "<span class=\"id\">S1</span> who gets the point?",
        "href=\"/rules/1\"",
        "name=\"switch.S1\" value=\"nearest\" checked> whoever guesses nearest to the die <span class=\"small\">(as the edition)",
        "name=\"switch.S1\" value=\"farthest\"> whoever guesses farthest from the die</label>",
    ] {
        assert!(form.contains(held), "{held}: {form}");
    }
    for (field, word, told) in [
        ("switch.S1", "farthist", "did you mean farthest?"),
        ("switch.S1", "<b>", "there are nearest, farthest"),
        ("switch.S9", "farthest", "did you mean S1?"),
        ("switch.", "farthest", "there are S1"),
    ] {
        let forged = greta.post(FORM, &[&with(&[])[..], &[(field, word)]].concat()).await;
        assert_eq!(forged.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", forged.text);
        assert!(forged.text.contains(told) && !forged.text.contains("<b>\""), "{told}: {}", forged.text);
        assert!(forged.text.contains("value=\"The second\""), "what was typed stands there");
    }
    let count = "select count(*)::text from game";
    assert_eq!(site.text_of(count).await, "1", "nothing has begun");

    let file = "slug = \"g3\"\nkind = \"guessing\"\nscenario = \"two\"\ntitle = \"From a file\"\npentade_days = 5\n\
                [switches]\nS1 = \"farthest\"\n[[players]]\nside = \"blue\"\nname = \"Ida\"\nemail = \"ida@example.org\"\n";
    let form = upload(&mut greta, file).await;
    assert!(form.text.contains("name=\"switch.S1\" value=\"farthest\" checked"), "{}", form.text);
    let wrong = upload(&mut greta, &file.replace("S1", "S9")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text.contains("switch.S9") && wrong.text.contains("did you mean S1?"), "{}", wrong.text);

    let begun = greta.post(FORM, &[&with(&[])[..], &[("switch.S1", "farthest")]].concat()).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    assert_eq!(
        site.text_of("select readings::text from game where slug = 'g2'").await,
        "{\"S1\": \"farthest\"}"
    );
    let diary = greta.page("/gm/g/g2/audit").await;
    assert!(diary.contains("S1 farthest"), "the diary tells: {diary}");
}

#[sqlx::test]
async fn another_edition_may_be_taken_with_another_reading(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    sqlx::query("update game set edition_name = 'old', edition_hash = 'another'")
        .execute(&site.pool)
        .await
        .expect("it began under another");
    let page = greta.page("/gm/g/g1").await;
    assert!(page.contains("name=\"switch.S1\" value=\"nearest\" checked"), "{page}");
    let wrong = greta.post("/gm/g/g1/edition", &[("switch.S1", "middle")]).await;
    assert_eq!(wrong.status, StatusCode::CONFLICT);
    assert!(wrong.text.contains("S1 has no reading"), "{}", wrong.text);
    let taken = greta.post("/gm/g/g1/edition", &[("switch.S1", "farthest")]).await;
    assert_eq!(taken.to.as_deref(), Some("/gm/g/g1"), "{}", taken.text);
    assert!(site.stranger().page("/g/g1").await.contains("whoever guesses farthest from the die"));
    let again = greta.post("/gm/g/g1/edition", &[("switch.S1", "nearest")]).await;
    assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.text);
}
