//! Atom feeds (RFC 4287) of a game and of one empire: an entry for each published pentade.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::found::or_near;
use crate::desk::past::Which;
use crate::desk::views::Past;
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Visitor;

/// Pentades in a feed.
const MOST: usize = 20;

#[derive(Template)]
#[template(path = "web/archive/feed.xml", escape = "html")]
struct Feed {
    id: String,
    title: String,
    page: String,
    updated: String,
    entries: Vec<FeedEntry>,
}

struct FeedEntry {
    id: String,
    title: String,
    page: String,
    picture: String,
    updated: String,
    lines: Vec<String>,
}

/// `GET /g/{slug}/feed.atom`
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    let found = app.desk.past(&slug, Which::Headlines, Some(MOST)).await;
    let past = or_near(&app, &visitor, &slug, found).await?;
    answer(&app, &past, &format!("/g/{slug}/timeline"), past.title.clone())
}

/// `GET /g/{slug}/empires/{side}/feed.atom`
pub async fn empire(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, side)): Path<(String, String)>,
) -> Result<Response, WebError> {
    let side = SideId::new(&side);
    let moments = or_near(&app, &visitor, &slug, app.desk.moments(&slug).await).await?;
    let past = app.desk.past(&slug, Which::About(&side), Some(MOST)).await?;
    let mut all = moments.moments.iter().rev().flat_map(|(_, standings)| standings);
    let name = all.find(|one| one.side == side).map(|one| one.name.clone());
    let name = name.ok_or_else(|| WebError::NotFound(format!("empire {side}")))?;
    let page = format!("/g/{slug}/empires/{side}");
    answer(&app, &past, &page, format!("{name}, {}", past.title))
}

fn answer(app: &App, past: &Past, page: &str, title: String) -> Result<Response, WebError> {
    let link = |path: &str| app.desk.settings().link(path);
    let entries = past.turns.iter().rev().map(|turn| {
        let path = format!("/g/{}/{}", past.slug, turn.span.first_year);
        FeedEntry {
            // A corrected pentade is told anew.
            id: link(&format!("{path}?revision={}#{}", turn.revision, page.replace('/', "-"))),
            title: turn.span.to_string(),
            page: link(&path),
            picture: link(&format!("{path}/map.png")),
            updated: turn.published_at.at.to_string(),
            lines: turn.lines().collect(),
        }
    });
    let entries: Vec<FeedEntry> = entries.collect();
    // A feed must say when it changed; one without entries has not yet.
    let updated =
        entries.first().map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |entry| entry.updated.clone());
    let feed = Feed { id: link(page), title, page: link(page), updated, entries };
    Ok(([(CONTENT_TYPE, "application/atom+xml; charset=utf-8")], feed.render()?).into_response())
}
