//! The GM's review by keys alone, on the drafts of two games.

use fantoccini::key::Key;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::empires::millennium;
use super::super::{GRETA, Reader};
use super::pages::{axe, faults};
use super::{Driver, WIDE, Window, served};

/// What has the focus: its place among the things to read, and how many of its folds are open.
const HERE: &str = "
    const all = [...document.querySelectorAll('[data-review]')].filter(one => one.getClientRects().length > 0);
    const here = document.activeElement;
    const folds = here.matches('details') ? [here] : [...here.querySelectorAll('details')];
    return [all.indexOf(here), folds.length, folds.filter(one => one.open).length];";

async fn here(window: &Window) -> (i64, i64, i64) {
    let found = window.ask(HERE).await;
    let number = |at: usize| found[at].as_i64().expect("a number");
    (number(0), number(1), number(2))
}

async fn press(window: &Window, key: &str) {
    let focused = window.client.active_element().await.expect("something has the focus");
    focused.send_keys(key).await.unwrap_or_else(|error| panic!("{key}: {error}"));
}

async fn is_at(window: &Window, path: &str) {
    window
        .until(&format!("return location.pathname === '{path}' && document.readyState === 'complete'"))
        .await;
}

/// From entry to entry, and into the arithmetic of one that has some.
async fn the_draft_is_read(window: &Window) {
    press(window, "j").await;
    assert_eq!(here(window).await.0, 0, "the first");
    press(window, "j").await;
    press(window, "j").await;
    press(window, "k").await;
    assert_eq!(here(window).await.0, 1);
    while here(window).await.1 == 0 {
        let before = here(window).await.0;
        press(window, "j").await;
        assert_eq!(here(window).await.0, before + 1, "some entry has arithmetic");
    }
    let (at, folds, open) = here(window).await;
    assert_eq!(open, 0);
    press(window, "o").await;
    assert_eq!(here(window).await, (at, folds, folds), "open");
    press(window, &Key::Enter.to_string()).await;
    assert_eq!(here(window).await, (at, folds, 0), "and closed by the other key");
    let seen = "const box = document.activeElement.getBoundingClientRect();
                return document.activeElement.matches(':focus-visible') && box.bottom > 0 && box.top < innerHeight;";
    assert_eq!(window.ask(seen).await, json!(true), "it is marked and in sight");
    // A link inside keeps its own key.
    let of_link = "const link = [...document.querySelectorAll('.entries a.rule')][0];
                   link.addEventListener('click', event => { event.preventDefault(); window.followed = link.href; });
                   link.focus();";
    window.ask(of_link).await;
    press(window, &Key::Enter.to_string()).await;
    assert!(window.ask("return window.followed").await.as_str().is_some_and(|to| to.contains("/rules/")));
}

/// Nothing happens while somebody types or chooses.
async fn typing_is_left_alone(window: &Window) {
    window.go("/gm/g/g1").await;
    window.type_into("#seat-name", "jonkop?").await;
    let typed = "const box = document.getElementById('seat-name');
                 return [box.value, document.activeElement === box, document.getElementById('keys').open];";
    assert_eq!(window.ask(typed).await, json!(["jonkop?", true, false]));
    is_at(window, "/gm/g/g1").await;
    window.go("/gm/g/g1/draft").await;
    window.ask("document.getElementById('filter-empire').focus();").await;
    press(window, "j").await;
    assert_eq!(window.ask("return document.activeElement.id").await, json!("filter-empire"));
}

/// They are told, and can be switched off in this browser.
async fn the_keys_are_told(window: &Window) {
    window.go("/gm/g/g1/draft").await;
    press(window, "?").await;
    window.told("#keys table", "the next and the previous thing to read").await;
    assert_eq!(window.ask("return document.activeElement.parentElement.id").await, json!("keys"));
    window.keep_picture("review-keys").await;
    let found = faults(window, axe().as_deref()).await;
    assert!(found.is_empty(), "the table of keys: {}", found.join("\n"));
    window.press("#keys input").await;
    window.go("/gm/g/g1/draft").await;
    press(window, "j").await;
    assert_eq!(here(window).await.0, -1, "switched off");
    window.press("#keys summary").await;
    window.press("#keys input").await;
    window.ask("document.activeElement.blur();").await;
    press(window, "j").await;
    assert!(here(window).await.0 >= 0, "and on again");
}

async fn from_game_to_game(window: &Window) {
    window.go("/gm").await;
    press(window, "j").await;
    assert_eq!(window.ask("return document.activeElement.tagName").await, json!("TR"));
    press(window, "o").await;
    let of_first = "return /^.gm.g.g[12]$/.test(location.pathname)";
    window.until(of_first).await;
    window.go("/gm/g/g1/draft").await;
    press(window, "n").await;
    is_at(window, "/gm/g/g2/draft").await;
    press(window, "p").await;
    is_at(window, "/gm/g/g1/draft").await;
}

/// What a form needs of the GM: with what stands by default for all that the game asks.
async fn drafted(greta: &mut Reader, slug: &str) {
    greta.post(&format!("/gm/g/{slug}/adjudicate"), &[]).await;
    greta.post(&format!("/gm/g/{slug}/defaults"), &[]).await;
}

#[sqlx::test]
async fn a_draft_is_reviewed_by_keys_alone(pool: PgPool) {
    let site = millennium(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let other = [("slug", "g2"), ("title", "Second"), ("after", ""), ("players", "yes")];
    let cloned = greta.post("/gm/g/g1/clone", &other).await;
    assert!(cloned.status.is_redirection(), "{}", cloned.text);
    for slug in ["g1", "g2"] {
        drafted(&mut greta, slug).await;
    }
    let start = served(&site).await;
    let driver = Driver::start().await;
    let window = driver.window(&start, WIDE).await;
    window.sign_in(GRETA).await;
    window.go("/gm/g/g1/draft").await;
    the_draft_is_read(&window).await;
    typing_is_left_alone(&window).await;
    the_keys_are_told(&window).await;
    from_game_to_game(&window).await;
    window.assert_quiet("review by keys").await;
    let none: Value =
        window.ask("return document.querySelectorAll('[onclick], script:not([src])').length").await;
    assert_eq!(none, json!(0), "no script in the page itself");
    window.close().await;
}
