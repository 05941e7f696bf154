//! Stands before every page of a game: one for its members alone is to everybody else as if it were not there.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::WebError;
use super::visitor::Visitor;
use super::{App, sign_in};
use crate::postal::near::near;

/// Lets a request for a page of a game through, if its reader may see that game.
pub async fn gate(State(app): State<App>, request: Request, next: Next) -> Response {
    let Some(slug) = game_of(request.uri().path()).map(str::to_owned) else { return next.run(request).await };
    let (mut parts, body) = request.into_parts();
    let visitor = match Visitor::from_request_parts(&mut parts, &app).await {
        Ok(visitor) => visitor,
        Err(error) => return error.into_response(),
    };
    // Whoever is not signed in is sent to do so by pages that are somebody's own, whatever game they name.
    let asks_who = visitor.account.is_none() && is_own(parts.uri.path());
    let may_read = match asks_who {
        true => Ok(true),
        false => app.desk.may_read(visitor.id(), &slug).await,
    };
    match may_read {
        Ok(true) => next.run(Request::from_parts(parts, body)).await,
        Ok(false) => {
            let asked = parts.uri.path_and_query().map(ToString::to_string);
            let is_page = parts.method == Method::GET && visitor.account.is_none();
            let back = asked.filter(|back| is_page && sign_in::is_ours(back));
            match no_game(&app, &visitor, slug, back).await {
                Ok(error) | Err(error) => error.into_response(),
            }
        }
        Err(error) => WebError::from(error).into_response(),
    }
}

/// The game that an address names.
fn game_of(path: &str) -> Option<&str> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match parts.as_slice() {
        ["g", slug, ..] | ["gm", "g", slug, ..] | ["api", "games", slug, ..] => Some(slug),
        _ => None,
    }
}

/// Whether the page belongs to one person.
fn is_own(path: &str) -> bool {
    let mut parts = path.trim_start_matches('/').split('/');
    match parts.next() {
        Some("gm") => true,
        _ => matches!(parts.nth(1), Some("my" | "post")),
    }
}

/// What is said of a game that is not there, or not for this reader, with those that he may see and that are called alike.
async fn no_game(
    app: &App,
    visitor: &Visitor,
    slug: String,
    back: Option<String>,
) -> Result<WebError, WebError> {
    let games = app.desk.games(visitor.id()).await?;
    let by_slug = near(&slug, games.iter().map(|game| game.slug.as_str()));
    let by_title = near(&slug, games.iter().map(|game| game.title.as_str()));
    let alike = games
        .iter()
        .filter(|game| by_slug.contains(&game.slug.as_str()) || by_title.contains(&game.title.as_str()));
    let near = alike.map(|game| (game.title.clone(), format!("/g/{}", game.slug))).collect();
    Ok(WebError::NoGame { slug, near, back })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_a_game_names_it() {
        for path in ["/g/g7", "/g/g7/976/map.png", "/gm/g/g7", "/gm/g/g7/draft", "/api/games/g7", "/g/g7/"] {
            assert_eq!(game_of(path), Some("g7"), "{path}");
        }
        for path in ["/", "/gm", "/gm/new", "/api/games", "/rules/7", "/follow/g/g7"] {
            assert_eq!(game_of(path), None, "{path}");
        }
    }

    #[test]
    fn pages_of_one_person_ask_who_he_is() {
        for path in ["/g/g7/my", "/g/g7/my/orders", "/g/g7/post/1", "/gm/g/g7"] {
            assert!(is_own(path), "{path}");
        }
        for path in ["/g/g7", "/g/g7/976", "/g/my", "/api/games/g7", "/g/g7/map"] {
            assert!(!is_own(path), "{path}");
        }
    }
}
