//! The pages with Empires of the Middle Ages in them, from the shipped tables.

use std::path::Path;

use axum::http::StatusCode;
use pentade::games::{self, Games};
use pentade::postal::dice::Seed;
use pentade::settings::texts::ConfigTexts;
use sqlx::PgPool;

use super::{ANNA, BORIS, GRETA, Site};

/// The games as they are shipped.
pub fn shipped_games() -> Games {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    let texts = ConfigTexts::read(&config).expect("the shipped texts");
    games::load(&texts.files).expect("the shipped tables are sound")
}

/// Anna holds Germany, Boris Byzantium.
pub async fn millennium(pool: PgPool) -> Site {
    let games = shipped_games();
    let players = [("germany", "Anna", ANNA), ("byzantium", "Boris", BORIS)];
    let site = Site::with(pool.clone(), games, ("empires", "millennium-976"), players).await;
    throw_the_same_dice(&pool, 976).await;
    site
}

/// Gives the game a secret that is the same in every run: what is tested here hangs on what the dice bring.
pub async fn throw_the_same_dice(pool: &PgPool, first_year: i32) {
    const MASTER: [u8; 32] = [5; 32];
    let seed = Seed::derive(&MASTER, first_year);
    let known = sqlx::query("update game set master_secret = $1").bind(MASTER.as_slice()).execute(pool).await;
    assert_eq!(known.expect("one game").rows_affected(), 1);
    let opened = sqlx::query("update pentade set seed = $1, commitment = $2")
        .bind(seed.to_hex())
        .bind(seed.commitment())
        .execute(pool)
        .await;
    assert_eq!(opened.expect("one pentade").rows_affected(), 1);
}

#[sqlx::test]
async fn the_map_shows_every_area_with_its_owner_and_social_state(pool: PgPool) {
    let site = millennium(pool).await;
    let mut reader = site.stranger();
    let page = reader.page("/g/g1").await;
    let lands = page.matches("<a href=\"/g/g1/areas/").count() / 2;
    assert!(lands > 130, "{lands} areas are drawn, and told in words with the same link");
    assert_eq!(page.matches("<li id=\"area-").count(), lands, "each is told in words as well");
    let saxony = page.split("<li id=\"area-saxony\">").nth(1).expect("Saxony in words");
    let saxony = saxony.split("</li>").next().expect("its row");
    assert!(saxony.contains("German Empire") && saxony.contains("social state"), "{saxony}");
    assert!(page.contains("<title>Saxony\nGerman Empire"), "the hover says so too");
    assert!(page.contains("href=\"#court\" x="), "courts are marked");
    assert!(
        page.contains("property=\"og:image\" content=\"http://127.0.0.1:8080/g/g1/map.png\""),
        "a preview"
    );
    let file = reader.page("/g/g1/map.svg").await;
    assert!(file.contains(">Byzantine Empire</text>"), "a map alone has its legend");
}

#[sqlx::test]
async fn the_map_has_layers_bonds_and_cards_and_says_what_it_has_not(pool: PgPool) {
    let site = millennium(pool).await;
    let mut reader = site.stranger();
    let page = reader.page("/g/g1/map?layer=religion&empire=germany&area=saxony").await;
    for layer in ["state", "religion", "language", "wealth"] {
        assert!(page.contains(&format!("<g data-layer=\"{layer}\"")), "{layer}");
    }
    assert!(page.contains("<g data-layer=\"owner\" display=\"none\">"), "the layer of owners is hidden");
    assert!(page.contains("class=\"chosen\" href=\"#saxony\""), "Saxony is pointed out");
    assert!(page.contains("href=\"#scroll\" x="), "claims of Germany are marked");
    let card = page.split("class=\"area-card\"").nth(1).and_then(|rest| rest.split("</div>").next());
    assert!(card.is_some_and(|card| card.contains("Saxony") && card.contains("population")), "{card:?}");
    assert!(page.contains("?layer=religion&#38;empire=germany&#38;area=saxony&#38;zoom=2#map"), "it goes on");
    let png = reader.get("/g/g1/map.png?layer=wealth&empire=france").await;
    assert!(png.status == StatusCode::OK && png.text.contains("PNG"));

    let unknown = [
        ("/g/g1/map?layer=religon", "/g/g1/map?layer=religion"),
        ("/g/g1/map?empire=germani", "/g/g1/map?empire=germany"),
        ("/g/g1/map?area=saxonny", "/g/g1/map?area=saxony"),
        ("/g/g1/map.svg?layer=wealt", "/g/g1/map?layer=wealth"),
        ("/g/g1/areas/Morzia", "/g/g1/areas/mor"),
        ("/g/g12/map", "\"/g/g1\""),
        ("/g/g2", "\"/g/g1\""),
    ];
    for (address, offered) in unknown {
        let answer = reader.get(address).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{address}");
        assert!(answer.text.contains("Did you mean") && answer.text.contains(offered), "{}", answer.text);
    }
    for address in
        ["/g/g1/map?year=976", "/g/g1/map?year=soon", "/g/g1/976/map.png", "/g/g1/map?layer=change"]
    {
        assert_eq!(
            reader.get(address).await.status,
            StatusCode::NOT_FOUND,
            "{address}: nothing is published"
        );
    }
    let area = reader.page("/g/g1/areas/ile-de-france").await;
    assert!(area.contains("History of <bdi>Ile de France</bdi>"), "{area}");
}

#[sqlx::test]
async fn a_form_of_five_years_is_read_played_and_told(pool: PgPool) {
    let site = millennium(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let form = anna.page("/g/g1/my/orders").await;
    assert!(form.contains("<label for=\"y976\">") && form.contains("<label for=\"y980\">"), "{form}");
    let filled = [
        ("form-pentade", "976"),
        ("form-shown", "0"),
        ("y976", "tax Lorraine, Swabia"),
        ("y977", "rule Lombardy with 1 gold\r\nfrobnicate the Rhine"),
    ];
    let sent = anna.post("/g/g1/my/orders?side=germany", &filled).await;
    assert_eq!(sent.status, StatusCode::OK);
    assert!(sent.text.contains("Your orders have come: version 1"), "{}", sent.text);
    let complaints =
        sent.text.split("id=\"y977-complaints\"").nth(1).expect("a complaint beside the box of 977");
    assert!(complaints.split("</ul>").next().expect("its list").contains("Line 2: "), "{complaints}");
    assert!(!sent.text.contains("id=\"y976-complaints\""), "none beside 976");

    let mut greta = site.signed_in(GRETA).await;
    assert_eq!(greta.post("/gm/g/g1/adjudicate", &[]).await.to.as_deref(), Some("/gm/g/g1/draft"));
    assert!(greta.page("/gm/g/g1/draft").await.contains("Lorraine"));
    let done = greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    assert_eq!(done.to.as_deref(), Some("/g/g1/976"));
    let turn = site.stranger().page("/g/g1/976").await;
    assert_eq!(turn.matches("<svg xmlns").count(), 1, "the map after it");
    assert!(turn.contains("<img class=\"map\" loading=\"lazy\" src=\"/g/g1/976/before.svg\""), "{turn}");
    let (before, after) =
        (site.stranger().page("/g/g1/976/before.svg").await, site.stranger().page("/g/g1/976/map.svg").await);
    assert!(before.starts_with("<svg") && before != after, "the map before it is a picture of its own");
    assert!(turn.contains("/rules/16.1"), "what was taxed is told with its rule");
    let changed = site.stranger().page("/g/g1/map?year=976&layer=change").await;
    assert!(changed.contains("as before") && changed.contains("data-year=\"976\""), "{changed}");
    let events =
        changed.split("<li id=\"area-lorraine\">").nth(1).and_then(|rest| rest.split("</ul>").next());
    assert!(events.is_some_and(|told| told.contains("976: ") && told.contains("taxes")), "{events:?}");
    let owned = site.stranger().page("/g/g1/ownership.json").await;
    let owned: serde_json::Value = serde_json::from_str(&owned).expect("JSON");
    let years: Vec<i64> =
        owned["pentades"].as_array().expect("a list").iter().filter_map(|one| one[0].as_i64()).collect();
    assert_eq!(years, [976, 981]);
    let areas = owned["areas"].as_array().expect("a list").len();
    assert!(areas > 130 && owned["pentades"][0][1].as_array().expect("all of them").len() == areas);
    assert!(owned["borders"].as_array().expect("a list").len() > 250, "lines between neighbours");
    let near = site.stranger().get("/g/g1/map?year=977").await;
    assert!(
        near.status == StatusCode::NOT_FOUND && near.text.contains("href=\"/g/g1/976\""),
        "{}",
        near.text
    );
    for link in turn.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        if link.starts_with("/rules/") {
            assert_eq!(site.stranger().get(link).await.status, StatusCode::OK, "{link}");
        }
    }
}

#[sqlx::test]
async fn a_correction_reaches_every_later_pentade_and_the_present(pool: PgPool) {
    let site = millennium(pool).await;
    let mut anna = site.signed_in(ANNA).await;
    let mut greta = site.signed_in(GRETA).await;
    for year in ["976", "981"] {
        let words = format!("{year}: tax Lorraine, Swabia\n{year}: rule Lombardy with 1 gold");
        anna.post("/g/g1/my/words?side=germany", &[("words", &words)]).await;
        greta.post("/gm/g/g1/adjudicate", &[]).await;
        greta.post("/gm/g/g1/defaults", &[]).await;
        let done = greta.post("/gm/g/g1/publish", &[("first_year", year)]).await;
        assert!(done.status.is_redirection(), "{}", done.text);
    }
    let draft = greta.page("/gm/g/g1/turns/976?empire=germany&rule=16.1").await;
    assert!(draft.contains("German Empire taxes Lorraine") && draft.contains("show all"), "{draft}");
    let filled =
        [("kind", "orders"), ("side", "germany"), ("reason", "misread"), ("words", "976: tax Swabia")];
    greta.post("/gm/g/g1/turns/976/amend", &filled).await;
    let page = greta.page("/gm/g/g1/correction").await;
    assert!(page.contains("2 pentades come out otherwise"), "{page}");
    assert!(page.contains("What differs in 976") && page.contains("What differs in 981"), "{page}");
    let id = page.split("/corrections/").nth(1).and_then(|rest| rest.split('/').next()).expect("a number");
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let filled = [("seen", seen.expect("a sum")), ("explanation", "a letter was misread")];
    let done = greta.post(&format!("/gm/g/g1/corrections/{id}/publish"), &filled).await;
    assert!(done.status.is_redirection(), "{}", done.text);
    type Row = (i32, i32, String, String, String);
    let rows: Vec<Row> = sqlx::query_as(
        "select first_year, revision, state, world_before, coalesce(world_after, '') from pentade
         order by first_year, revision",
    )
    .fetch_all(&site.pool)
    .await
    .expect("rows");
    let found: Vec<(i32, i32, &str)> = rows.iter().map(|row| (row.0, row.1, row.2.as_str())).collect();
    let wanted = [(976, 1, "published"), (976, 2, "published"), (981, 1, "published"), (981, 2, "published")];
    assert_eq!(found, [&wanted[..], &[(986, 1, "open")]].concat());
    assert_eq!((&rows[1].4, &rows[3].4), (&rows[3].3, &rows[4].3), "each begins where the one before ends");
    assert_ne!(rows[2].3, rows[3].3);
    for year in [976, 981] {
        let page = greta.page(&format!("/g/g1/{year}/bundle.json?revision=2")).await;
        let bundle: pentade::desk::views::Bundle = serde_json::from_str(&page).expect("a bundle");
        let games = shipped_games();
        let game = games.get("empires").expect("the game");
        let seed = pentade::postal::dice::Seed::from_hex(&bundle.seed).expect("a seed");
        let inputs = serde_json::from_str(&bundle.inputs).expect("inputs");
        let world = pentade::postal::game::WorldText::new(bundle.world);
        match game.adjudicate(&world, &inputs, &seed).expect("played") {
            pentade::postal::game::Outcome::Complete { world, chronicle } => {
                assert_eq!(pentade::postal::game::result_hash(&world, &chronicle), bundle.result_hash);
            }
            other => panic!("{other:?}"),
        }
    }
    let mut boris = site.signed_in(BORIS).await;
    let his = boris.page(&format!("/g/g1/my/corrections/{id}?side=byzantium")).await;
    assert!(his.contains("Lorraine"), "taxes are public: {his}");
    assert!(!his.contains("[seen by") && !his.contains("GM only"), "{his}");
}
