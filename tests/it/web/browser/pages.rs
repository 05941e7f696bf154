//! Every kind of page, looked at on a wide screen and on a telephone: what axe-core finds, what any page must be, what
//! the console says; pictures of the main ones are kept.

use std::process::Command;

use serde_json::{Value, json};
use sqlx::PgPool;

use super::super::empires::millennium;
use super::super::{ANNA, BORIS, GRETA, Reader, Site};
use super::{Driver, TELEPHONE, WIDE, Window, pictures, say, served};

/// Whose page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Stranger,
    Anna,
    Greta,
}

use Who::{Anna, Greta, Stranger};

/// Every kind of page of a game whose first pentade is published and corrected and whose second is open; with the name of
/// its picture, if one is kept.
pub(super) const PAGES: [(Who, &str, &str); 62] = [
    (Stranger, "/", "games"),
    (Stranger, "/g/g1", "game"),
    (Stranger, "/g/g1/976", "pentade"),
    (Stranger, "/g/g1/map?area=saxony", "map"),
    (Stranger, "/g/g1/timeline", "timeline"),
    (Stranger, "/g/g1/empires/germany", "empire"),
    (Stranger, "/g/g1/areas/saxony", ""),
    (Stranger, "/g/g1/history", ""),
    (Stranger, "/g/g1/search?q=german", ""),
    (Stranger, "/g/g1/events", ""),
    (Stranger, "/g/g1/events/wars", ""),
    (Stranger, "/g/g1/rulers", ""),
    (Stranger, "/g/g1/rules", "readings"),
    (Stranger, "/g/g1/waiting", ""),
    (Stranger, "/g/g1/corrections/1", ""),
    (Stranger, "/rules", ""),
    (Stranger, "/rules/17.1", ""),
    (Stranger, "/status", ""),
    (Stranger, "/sign-in", "sign-in"),
    (Stranger, "/sign-in/link/none", ""),
    (Stranger, "/g/g1/map?area=saxonny", ""),
    (Stranger, "/g/g1/no/such/page", ""),
    (Stranger, "/unfollow/none", ""),
    (Stranger, "/letters/confirm/none", ""),
    (Stranger, "/address/none", ""),
    (Stranger, "/invitation/none", ""),
    (Stranger, "/join/none", ""),
    (Anna, "/my", ""),
    (Anna, "/g/g1/my?side=germany", "my-empire"),
    (Anna, "/g/g1/my/orders?side=germany", "orders"),
    (Anna, "/g/g1/my/words?side=germany", ""),
    (Anna, "/g/g1/my/sheets?side=germany", ""),
    (Anna, "/g/g1/my/sheets/1?side=germany", ""),
    (Anna, "/g/g1/my/press?side=germany", ""),
    (Anna, "/g/g1/my/away?side=germany", ""),
    (Anna, "/g/g1/my/reply-address?side=germany", ""),
    (Anna, "/g/g1/my/reports/976?side=germany", ""),
    (Anna, "/g/g1/my/corrections/1?side=germany", ""),
    (Anna, "/settings", "settings"),
    (Anna, "/settings/audit", ""),
    (Anna, "/settings/personal", ""),
    (Greta, "/gm", ""),
    (Greta, "/gm/g/g1", "desk"),
    (Greta, "/gm/g/g1/calendar", ""),
    (Greta, "/gm/g/g1/powers", ""),
    (Greta, "/gm/g/g1/look-ahead", ""),
    (Greta, "/gm/g/g1/turns/976", ""),
    (Greta, "/gm/g/g1/turns/976/amend?entry=1", ""),
    (Greta, "/gm/g/g1/correction", ""),
    (Greta, "/gm/g/g1/corrections/1", ""),
    (Greta, "/gm/g/g1/sheets/germany", ""),
    (Greta, "/gm/g/g1/dead-letters", ""),
    (Greta, "/g/g1/post/1", ""),
    (Greta, "/gm/postmaster", ""),
    (Greta, "/gm/new", ""),
    (Greta, "/gm/new/empires/millennium-976", "new-game"),
    (Greta, "/gm/import", ""),
    (Greta, "/gm/g/g1/rulings", "rulings"),
    (Greta, "/gm/g/g1/gms", ""),
    (Greta, "/gm/g/g1/invitations", ""),
    (Greta, "/gm/g/g1/whole", ""),
    (Greta, "/gm/g/g1/audit", "diary"),
];

/// What there is only while the pentade is a draft.
const OF_A_DRAFT: [(Who, &str, &str); 4] = [
    (Greta, "/gm/g/g1", ""),
    (Greta, "/gm/g/g1/draft", ""),
    (Greta, "/gm/g/g1/draft/letters", ""),
    (Greta, "/gm/g/g1/publish", ""),
];

/// Parts of addresses where nothing is to be found.
pub(super) const NOWHERE: [&str; 3] = ["saxonny", "no/such", "/none"];

/// The game that is looked at.
async fn lived_in(pool: PgPool) -> Site {
    let site = millennium(pool).await;
    live(&site).await;
    site
}

/// Plays, publishes and corrects the first pentade of a game, and begins another correction.
pub(super) async fn live(site: &Site) {
    let (mut anna, mut boris) = (site.signed_in(ANNA).await, site.signed_in(BORIS).await);
    let mut greta = site.signed_in(GRETA).await;
    let words = "976: tax Lorraine, Swabia\n977: conquer Bohemia from Bavaria with 2 gold\n978: frobnicate";
    anna.post("/g/g1/my/words?side=germany", &[("words", words)]).await;
    boris.post("/g/g1/my/words?side=byzantium", &[("words", "976: tax Thrace")]).await;
    let message = [("to", "byzantium"), ("text", "Shall we share Italy?")];
    anna.post("/g/g1/my/press?side=germany", &message).await;
    play(&mut greta).await;
    greta.post("/gm/g/g1/publish", &[("first_year", "976")]).await;
    anna.post("/g/g1/my/words?side=germany", &[("words", "981: tax Lorraine\n982: frobnicate")]).await;
    let amendment =
        [("kind", "orders"), ("side", "germany"), ("reason", "misread"), ("words", "976: tax Swabia")];
    greta.post("/gm/g/g1/turns/976/amend", &amendment).await;
    let page = greta.page("/gm/g/g1/correction").await;
    let seen = page.split("name=\"seen\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let filled = [("seen", seen.expect("a difference")), ("explanation", "a letter was misread")];
    greta.post("/gm/g/g1/corrections/1/publish", &filled).await;
    // Another that is under way, so that its page is more than words about nothing.
    let other =
        [("kind", "orders"), ("side", "germany"), ("reason", "misread"), ("words", "976: tax Lorraine")];
    greta.post("/gm/g/g1/turns/976/amend", &other).await;
}

async fn play(greta: &mut Reader) {
    greta.post("/gm/g/g1/adjudicate", &[]).await;
    greta.post("/gm/g/g1/defaults", &[]).await;
}

/// What any page must be on any screen.
const WELL_MADE: &str = "
    const rightward = /[\\u0590-\\u08ff]/;
    const isLoose = words => {
        let depth = 0;
        return [...words].some(letter => {
            depth += (letter === '\\u2068') - (letter === '\\u2069');
            return depth === 0 && rightward.test(letter);
        });
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const loose = [];
    while (words.nextNode()) {
        const { data, parentElement } = words.currentNode;
        if (!parentElement.closest('bdi, [dir=auto], svg') && isLoose(data)) loose.push(data.trim().slice(0, 90));
    }
    const boxes = [...document.querySelectorAll('input:not([type=hidden]), textarea, select')];
    const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(one => Number(one.tagName[1]));
    return {
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        unlabelled: boxes.filter(box => box.labels.length === 0 && !box.ariaLabel).map(box => box.name),
        headings: levels.filter(level => level === 1).length,
        skipped: levels.filter((level, at) => at > 0 && level > levels[at - 1] + 1).length,
        doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
        unstyled: getComputedStyle(document.body).fontFamily.includes('Georgia') ? 0 : 1,
        title: document.title.endsWith(' \u{b7} Pentade') ? 0 : 1,
        language: document.documentElement.lang,
        loose,
        tabbed: document.querySelectorAll('[tabindex]:not([tabindex=\"0\"], [tabindex=\"-1\"])').length,
    };";

/// What is wrong with the page that a window shows: by our own measure, and by axe-core's.
pub(super) async fn faults(window: &Window, axe: Option<&str>) -> Vec<String> {
    let found = window.ask(WELL_MADE).await;
    let wanted = json!({
        "sideways": 0, "unlabelled": [], "headings": 1, "skipped": 0, "doubled": [], "unstyled": 0, "title": 0,
        "language": "en-GB", "tabbed": 0, "loose": [],
    });
    let mut faults = if found == wanted { Vec::new() } else { vec![found.to_string()] };
    let Some(axe) = axe else { return faults };
    window.client.execute(axe, Vec::new()).await.expect("axe-core loads");
    let script = "
        const done = arguments[0];
        axe.run(document, { resultTypes: ['violations'] }).then(result => done(result.violations
            .filter(one => one.impact === 'serious' || one.impact === 'critical')
            .flatMap(one => one.nodes.map(node => `${one.id}: ${node.target}: ${node.failureSummary}`))),
            fault => done([String(fault)]));";
    let found: Value = window.client.execute_async(script, Vec::new()).await.expect("axe-core answers");
    faults.extend(found.as_array().expect("a list").iter().map(Value::to_string));
    faults
}

/// The text of axe-core; none where `./test` could not get it and has said so.
pub(super) fn axe() -> Option<String> {
    if std::env::var_os("WITHOUT_AXE").is_some() {
        say("axe-core is not looked for: WITHOUT_AXE is set");
        return None;
    }
    let fetched =
        Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/dev/axe")).output().expect("dev/axe runs");
    assert!(fetched.status.success(), "dev/axe: {}", String::from_utf8_lossy(&fetched.stderr));
    let path = String::from_utf8(fetched.stdout).expect("a path");
    Some(std::fs::read_to_string(path.trim()).expect("axe-core"))
}

async fn look_at_all(
    driver: &Driver,
    start: &str,
    size: (u32, u32),
    pages: &[(Who, &str, &str)],
    axe: Option<&str>,
) -> Vec<String> {
    let mut faults_of_all = Vec::new();
    let window = driver.window(start, size).await;
    let mut whose = Stranger;
    for (who, address, picture) in pages.iter().copied() {
        // A telephone shows the same words: only the main pages are looked at on it.
        if size == TELEPHONE && picture.is_empty() {
            continue;
        }
        if who != whose {
            window.client.delete_all_cookies().await.expect("signed out");
            window.sign_in(if who == Anna { ANNA } else { GRETA }).await;
            whose = who;
        }
        window.go(address).await;
        let found = faults(&window, axe).await;
        let told = window.console().await;
        // Where nothing is to be found, the browser says so too.
        let is_nowhere = NOWHERE.iter().any(|part| address.contains(part));
        let told = told.into_iter().filter(|one| !(is_nowhere && one.contains("status of 404")));
        faults_of_all
            .extend(found.into_iter().chain(told).map(|one| format!("{address} at {}: {one}", size.0)));
        if !picture.is_empty() {
            window.keep_picture(picture).await;
        }
    }
    window.close().await;
    faults_of_all
}

#[sqlx::test]
async fn every_kind_of_page_is_fit_for_everyone(pool: PgPool) {
    let site = lived_in(pool).await;
    let start = served(&site).await;
    let axe = axe();
    let driver = Driver::start().await;
    let (strangers, own): (Vec<_>, Vec<_>) = PAGES.into_iter().partition(|(who, ..)| *who == Stranger);
    let (strange, wide, narrow) = tokio::join!(
        look_at_all(&driver, &start, WIDE, &strangers, axe.as_deref()),
        look_at_all(&driver, &start, WIDE, &own, axe.as_deref()),
        look_at_all(&driver, &start, TELEPHONE, &PAGES, axe.as_deref())
    );
    play(&mut site.signed_in(GRETA).await).await;
    let draft = look_at_all(&driver, &start, WIDE, &OF_A_DRAFT, axe.as_deref()).await;
    say(&format!("pictures of the main pages: {}", pictures().display()));
    let faults: Vec<String> = strange.into_iter().chain(wide).chain(narrow).chain(draft).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
