//! The map in a browser: layers by pointer and by keyboard, an area's card by pointer, focus and tap, larger and smaller,
//! and the years that run.

use std::collections::BTreeMap;

use fantoccini::Locator;
use fantoccini::actions::{InputSource as _, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::GRETA;
use super::super::archive::publish;
use super::super::empires::millennium;
use super::{Driver, Site, TELEPHONE, WIDE, Window, served};

/// The layers that are drawn, and the one whose link is marked.
const LAYERS: &str = "
    const drawn = [...document.querySelectorAll('svg.map g[data-layer]')].filter(one => !one.hasAttribute('display'));
    return [[...new Set(drawn.map(one => one.dataset.layer))],
        [...document.querySelectorAll('.layers [aria-current]')].map(one => one.dataset.layer)];";

const VIEW: &str = "return document.querySelector('svg.map').viewBox.baseVal.width;";

async fn layers_change(window: &Window) {
    assert_eq!(window.ask(LAYERS).await, json!([["owner"], ["owner"]]));
    window.press(".layers a[data-layer='religion']").await;
    assert_eq!(window.ask(LAYERS).await, json!([["religion"], ["religion"]]));
    let link = window.find(".layers a[data-layer='wealth']").await;
    link.send_keys(&Key::Enter.to_string()).await.expect("a key");
    assert_eq!(window.ask(LAYERS).await, json!([["wealth"], ["wealth"]]));
    let address = window.client.current_url().await.expect("an address");
    assert!(address.query().is_some_and(|query| query.contains("layer=wealth")), "{address}");
    window.press(".layers a[data-layer='owner']").await;
}

async fn cards_are_told(window: &Window) {
    let area = window.find("a[data-area='saxony'] path").await;
    window.ask("document.querySelector('svg.map').scrollIntoView({ block: 'center' });").await;
    let over = PointerAction::MoveToElement { element: area, duration: None, x: 0.0, y: 0.0 };
    window.client.perform_actions(MouseActions::new("mouse".to_owned()).then(over)).await.expect("a move");
    let card = window.told(".area-card", "Saxony").await;
    assert!(card.contains("population"), "by pointer: {card}");
    window.ask("document.querySelector(\"a[data-area='bavaria']\").focus();").await;
    window.told(".area-card", "Bavaria").await;
    window
        .client
        .active_element()
        .await
        .expect("Bavaria")
        .send_keys(&Key::Tab.to_string())
        .await
        .expect("a key");
    let reached = "
        const here = document.activeElement;
        const row = document.getElementById('area-' + here.dataset.area);
        const told = document.querySelector('.area-card').textContent;
        return here.dataset.area !== 'bavaria' && here.matches(':focus-visible') && told === row.textContent;";
    assert_eq!(window.ask(reached).await, json!(true), "by keyboard, seen where it is");
}

async fn it_grows(window: &Window) {
    let whole = window.ask(VIEW).await.as_f64().expect("a number");
    window.press(".tools button[aria-label='Larger']").await;
    let near = window.ask(VIEW).await.as_f64().expect("a number");
    assert!(near < whole, "by button: {near}, {whole}");
    window.press(".tools button[aria-label='Whole map']").await;
    assert_eq!(window.ask(VIEW).await.as_f64(), Some(whole));
    let map = window.find(".atlas .scroll").await;
    map.send_keys("+").await.expect("a key");
    assert!(window.ask(VIEW).await.as_f64().expect("a number") < whole, "by key");
    map.send_keys("0").await.expect("a key");
}

/// The fill of every area that the running years draw.
async fn tints(window: &Window) -> BTreeMap<String, Value> {
    let drawn = window
        .ask(
            "const all = {};
             for (const use of document.querySelectorAll('g[data-layer=years] use'))
                 (all[use.getAttribute('href').slice(1)] ??= []).push(use.getAttribute('fill'));
             return all;",
        )
        .await;
    serde_json::from_value(drawn).expect("areas and fills")
}

async fn the_years_run(window: &Window) {
    window.press(".player button").await;
    window
        .until("return document.querySelector('.player output').textContent.startsWith('before 976')")
        .await;
    let before = tints(window).await;
    assert!(before.len() > 130, "{before:?}");
    window
        .until("return document.querySelector('.player output').textContent.startsWith('before 986')")
        .await;
    let after = tints(window).await;
    let owned = window
        .client
        .execute_async(
            "const done = arguments[0]; fetch('/g/g1/ownership.json').then(r => r.json()).then(done);",
            Vec::new(),
        )
        .await
        .expect("whose the land was");
    let held = owned["pentades"].as_array().expect("a list");
    let mut changed: Vec<&str> = held[1..]
        .iter()
        .flat_map(|one| one[1].as_array().expect("a list"))
        .filter_map(|change| owned["areas"][change[0].as_u64()? as usize].as_str())
        .collect();
    changed.sort_unstable();
    changed.dedup();
    assert!(!changed.is_empty(), "some land changed hands in these years");
    let seen = changed.iter().filter(|area| before.get(**area) != after.get(**area)).count();
    assert!(seen > 0, "{changed:?} changed hands and their tints did not");
    let others = before.iter().filter(|(area, _)| !changed.contains(&area.as_str()));
    assert!(others.into_iter().all(|(area, fill)| after.get(area) == Some(fill)), "nothing else changed");
    window
        .until("return document.querySelector('.player button').getAttribute('aria-pressed') === 'false'")
        .await;
    let slider = window.find(".player input").await;
    slider.send_keys(&Key::Home.to_string()).await.expect("a key");
    window
        .until("return document.querySelector('.player output').textContent.startsWith('before 976')")
        .await;
    assert_eq!(tints(window).await, before, "the slider goes back to the first year by key");
    slider.send_keys(&Key::Right.to_string()).await.expect("a key");
    window
        .until("return document.querySelector('.player output').textContent.startsWith('before 981')")
        .await;
}

#[sqlx::test]
async fn the_map_is_alive(pool: PgPool) {
    let site: Site = millennium(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let ruling =
        [("year", "976"), ("words", "Lorraine: owned by France"), ("reason", "a wish"), ("public", "yes")];
    assert!(greta.post("/gm/g/g1/rulings", &ruling).await.status.is_redirection());
    for year in ["976", "981"] {
        publish(&site, year).await;
    }
    let start = served(&site).await;
    let driver = Driver::start().await;
    let window = driver.window(&start, WIDE).await;
    window.go("/g/g1/map").await;
    layers_change(&window).await;
    cards_are_told(&window).await;
    it_grows(&window).await;
    the_years_run(&window).await;
    window.assert_quiet("/g/g1/map").await;
    window.close().await;

    let telephone = driver.window(&start, TELEPHONE).await;
    telephone.go("/g/g1/map").await;
    let area = telephone.client.find(Locator::Css("a[data-area='saxony'] path")).await.expect("Saxony");
    area.click().await.expect("a tap");
    telephone.told(".area-card", "Saxony").await;
    let address = telephone.client.current_url().await.expect("an address");
    assert_eq!(address.path(), "/g/g1/map");
    area.click().await.expect("a tap");
    telephone.until("return location.pathname === '/g/g1/areas/saxony'").await;
    telephone.assert_quiet("/g/g1/map on a telephone").await;
    telephone.close().await;
}
