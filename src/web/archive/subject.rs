//! What a whole game tells of one subject: wars, parleys, treaties; and the list of subjects.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::found::or_near;
use crate::desk::views::{Events, PastTurn, Subjects};
use crate::postal::chronicle::{SideId, Subject, TurnEntry};
use crate::postal::document::{Block, Item, Span};
use crate::postal::game::Span as Years;
use crate::postal::near::near;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// One subject of the list.
pub struct Heading {
    subject: Subject,
    count: i64,
    latest: Option<String>,
}

/// The list of subjects.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/subjects.html")]
pub struct Index {
    frame: Frame,
    slug: String,
    title: String,
    headings: Vec<Heading>,
}

/// `GET /g/{slug}/events`
pub async fn index(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Index, WebError> {
    let told = or_near(&app, &visitor, &slug, app.desk.subjects(&slug).await).await?;
    let heading = |(subject, count, latest): (Subject, i64, Option<Years>)| Heading {
        subject,
        count,
        latest: latest.map(|span| span.to_string()),
    };
    Ok(Index {
        frame: visitor.frame(Part::Archive).await?,
        headings: told.subjects.into_iter().map(heading).collect(),
        title: told.title,
        slug,
    })
}

/// The events of one pentade.
pub struct Chapter {
    span: String,
    address: String,
    events: String,
}

/// The page of a subject.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/subject.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    subject: Subject,
    sides: Vec<(SideId, String)>,
    side: Option<SideId>,
    chapters: Vec<Chapter>,
    count: i64,
    older: Option<i32>,
    is_latest: bool,
}

/// Whose events, and before which pentade.
#[derive(Debug, Deserialize)]
pub struct Asked {
    #[serde(default)]
    side: String,
    before: Option<i32>,
}

/// `GET /g/{slug}/events/{subject}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, sought)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Result<Page, WebError> {
    let told = or_near(&app, &visitor, &slug, app.desk.subjects(&slug).await).await?;
    let Some(subject) = told.subjects.iter().map(|one| one.0).find(|subject| subject.id == sought) else {
        return Err(unknown(&told, &sought));
    };
    let side = Some(asked.side.as_str()).filter(|side| !side.is_empty()).map(SideId::new);
    let events = app.desk.events(&slug, subject.id, (side.as_ref(), asked.before)).await?;
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        chapters: chapters(&events),
        count: events.count,
        title: events.title,
        is_latest: asked.before.is_none(),
        slug,
        subject,
        sides: events.sides,
        side,
        older: events.older,
    })
}

/// The pentades of a page, newest first.
fn chapters(events: &Events) -> Vec<Chapter> {
    let chapter = |turn: &PastTurn| Chapter {
        span: turn.span.to_string(),
        address: format!("/g/{}/{}", events.slug, turn.span.first_year),
        events: Blocks::under(&[Block::List(turn.entries.iter().map(dated).collect())]).to_string(),
    };
    events.turns.iter().rev().map(chapter).collect()
}

/// An event with its year before it.
fn dated(entry: &TurnEntry) -> Item {
    let year = entry.year.map(|year| Span::Strong(format!("{year} ")));
    let spans = year.into_iter().chain(entry.item.spans.iter().cloned());
    Item { spans: spans.collect(), details: entry.item.details.clone() }
}

fn unknown(told: &Subjects, sought: &str) -> WebError {
    let all = || told.subjects.iter().map(|(subject, ..)| subject);
    let found = near(sought, all().map(|subject| subject.id));
    let found = found.into_iter().filter_map(|id| all().find(|subject| subject.id == id));
    let near = found.map(|one| (one.title.to_owned(), format!("/g/{}/events/{}", told.slug, one.id)));
    WebError::NotQuite { what: format!("subject {sought}"), near: near.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::views::When;
    use jiff::Timestamp;

    fn event(nth: usize, year: i32) -> TurnEntry {
        TurnEntry {
            nth,
            year: Some(year),
            part: year.to_string(),
            sides: vec![SideId::new("red")],
            places: Vec::new(),
            rules: Vec::new(),
            is_headline: false,
            subject: Some("wars"),
            item: Item { spans: vec![Span::Text(format!("<{nth}>"))], details: Vec::new() },
        }
    }

    #[test]
    fn an_event_bears_its_year_and_is_text() {
        let turn = |nth: i32| PastTurn {
            span: Years { first_year: 976 + 5 * nth, last_year: 980 + 5 * nth },
            revision: 1,
            published_at: When::new(Timestamp::UNIX_EPOCH, "UTC"),
            entries: vec![event(0, 976 + 5 * nth)],
        };
        let events = Events {
            slug: "g1".to_owned(),
            title: "A game".to_owned(),
            turns: vec![turn(0), turn(1)],
            older: None,
            count: 2,
            sides: Vec::new(),
        };
        let told = chapters(&events);
        assert!(
            told[0].events.contains("981 ") && told[0].events.contains("&#60;0&#62;"),
            "the newest first: {}",
            told[0].events
        );
        assert_eq!(told[1].address, "/g/g1/976");
    }
}
