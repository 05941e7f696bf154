//! Names of every kind: with markup, from right to left, of 200 letters without a space; and those that are none.

use axum::http::StatusCode;
use sqlx::PgPool;

use super::empires::shipped_games;
use super::new_game::{FORM, with};
use super::{ANNA, BORIS, GRETA, Site};

/// What Anna, and the GM Greta, are called.
pub const ANNA_CALLED: &str = "אנה <b>&\"' ]]> הגדולה";
pub const GRETA_CALLED: &str = "</title><script>alert(1)</script>";

/// What Boris is called: 200 letters without a space.
pub fn boris_called() -> String {
    "W".repeat(200)
}

/// A title of 200 letters that begins like a formula.
pub fn title() -> String {
    let words = "=2+2 <img src=x onerror=alert(1)> القدس (976) ";
    format!("{words}{}", "M".repeat(200 - words.chars().count()))
}

/// A game of Empires with such names.
pub async fn named(pool: PgPool) -> Site {
    let boris = boris_called();
    let players = [("germany", ANNA_CALLED, ANNA), ("byzantium", boris.as_str(), BORIS)];
    let what = ("empires", "millennium-976");
    let site = Site::titled(pool.clone(), shipped_games(), what, &title(), players).await;
    let mut greta = site.signed_in(GRETA).await;
    let taken = greta.post("/settings/name", &[("name", GRETA_CALLED)]).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
    site
}

#[sqlx::test]
async fn a_game_begins_with_names_of_every_kind(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let title = title();
    // Marks that nobody sees, and those that turn what follows, are no part of a name.
    let typed = format!(" \u{202e}{ANNA_CALLED}\u{2067}\u{200b} ");
    let begun = greta.post(FORM, &with(&[("title", title.as_str()), ("name.red", typed.as_str())])).await;
    assert_eq!(begun.to.as_deref(), Some("/gm/g/g2"), "{}", begun.text);
    let kept: (String, String) = sqlx::query_as(
        "select title, account.name from game join seat on seat.game = game.id join account on account.id = account
         where slug = 'g2'",
    )
    .fetch_one(&site.pool)
    .await
    .expect("the game");
    assert_eq!(kept, (title, ANNA_CALLED.to_owned()));
}

#[sqlx::test]
async fn what_is_no_name_is_refused_with_words(pool: PgPool) {
    let site = Site::begin(pool).await;
    let mut greta = site.signed_in(GRETA).await;
    let long = "W".repeat(201);
    let tower = format!("A{}", "\u{336}".repeat(5));
    for (typed, why) in [
        (long.as_str(), "has 1 to 200 characters on one line"),
        ("An\u{7}na", "has 1 to 200 characters on one line"),
        ("  ", "has 1 to 200 characters on one line"),
        ("\u{200b}\u{202e}", "needs a letter that can be seen"),
        (tower.as_str(), "bears at most 4 marks"),
    ] {
        let refused = greta.post(FORM, &with(&[("title", typed), ("name.red", typed)])).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed:?}");
        assert_eq!(refused.text.matches(why).count(), 2, "{typed:?}: {}", refused.text);
        let refused = greta.post("/settings/name", &[("name", typed)]).await;
        assert!(
            refused.status.is_client_error() && refused.text.contains(why),
            "{typed:?}: {}",
            refused.text
        );
        let person = [("name", typed), ("email", "ida@example.org"), ("note", ""), ("side", "red")];
        for route in ["/gm/g/g1/waiting-list", "/gm/g/g1/seats", "/gm/g/g1/invitations"] {
            let refused = greta.post(route, &person).await;
            assert!(
                refused.status.is_client_error() && refused.text.contains(why),
                "{route} {typed:?}: {}",
                refused.text
            );
        }
    }
}
