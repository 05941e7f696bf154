//! What a whole game tells of one subject: wars, parleys, treaties; and the list of subjects.

use std::collections::BTreeSet;

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::found::or_near;
use crate::desk::views::{Past, PastTurn};
use crate::postal::chronicle::{SideId, Subject, TurnEntry};
use crate::postal::document::{Block, Item, Span};
use crate::postal::near::near;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// Events on one page, about: a pentade is not torn apart.
const A_PAGE: usize = 100;

/// One subject of the list.
pub struct Heading {
    subject: Subject,
    count: usize,
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
    let past = or_near(&app, &visitor, &slug, app.desk.past(&slug).await).await?;
    let heading = |subject: &Subject| {
        let of = |turn: &&PastTurn| turn.entries.iter().any(|entry| is_of(entry, subject));
        let latest = past.turns.iter().rev().find(of);
        let all = past.turns.iter().flat_map(|turn| turn.entries.iter());
        Heading {
            subject: *subject,
            count: all.filter(|entry| is_of(entry, subject)).count(),
            latest: latest.map(|turn| turn.span.to_string()),
        }
    };
    Ok(Index {
        frame: visitor.frame(Part::Archive).await?,
        headings: past.subjects.iter().map(heading).collect(),
        title: past.title.clone(),
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
    count: usize,
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
    let past = or_near(&app, &visitor, &slug, app.desk.past(&slug).await).await?;
    let subject = past.subjects.iter().find(|subject| subject.id == sought).copied();
    let Some(subject) = subject else { return Err(unknown(&past, &sought)) };
    let side = Some(asked.side.as_str()).filter(|side| !side.is_empty()).map(SideId::new);
    let is_told = |entry: &TurnEntry| {
        is_of(entry, &subject) && side.as_ref().is_none_or(|side| entry.sides.contains(side))
    };
    let (chapters, older) = chapters(&past, asked.before, &is_told);
    let all = || past.turns.iter().flat_map(|turn| turn.entries.iter());
    let about = all().filter(|entry| is_of(entry, &subject)).flat_map(|entry| entry.sides.iter().cloned());
    let standings = app.desk.standings(&slug).await?;
    let named = |side: SideId| {
        let standing = standings.iter().find(|one| one.side == side);
        let name = standing.map_or_else(|| side.to_string(), |one| one.name.clone());
        (side, name)
    };
    let mut sides: Vec<(SideId, String)> = about.collect::<BTreeSet<_>>().into_iter().map(named).collect();
    sides.sort_by(|one, other| one.1.cmp(&other.1));
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        count: all().filter(|entry| is_told(entry)).count(),
        title: past.title.clone(),
        is_latest: asked.before.is_none(),
        slug,
        subject,
        sides,
        side,
        chapters,
        older,
    })
}

fn is_of(entry: &TurnEntry, subject: &Subject) -> bool {
    entry.subject == Some(subject.id)
}

/// The pentades with such events, newest first, and the year before which older ones stand.
fn chapters(
    past: &Past,
    before: Option<i32>,
    is_told: &dyn Fn(&TurnEntry) -> bool,
) -> (Vec<Chapter>, Option<i32>) {
    let (mut chapters, mut count) = (Vec::new(), 0);
    let turns = past.turns.iter().rev();
    for turn in turns.filter(|turn| before.is_none_or(|year| turn.span.first_year < year)) {
        let items: Vec<Item> = turn.entries.iter().filter(|entry| is_told(entry)).map(dated).collect();
        if items.is_empty() {
            continue;
        }
        if count >= A_PAGE {
            return (chapters, Some(turn.span.last_year + 1));
        }
        count += items.len();
        chapters.push(Chapter {
            span: turn.span.to_string(),
            address: format!("/g/{}/{}", past.slug, turn.span.first_year),
            events: Blocks::under(&[Block::List(items)]).to_string(),
        });
    }
    (chapters, None)
}

/// An event with its year before it.
fn dated(entry: &TurnEntry) -> Item {
    let year = entry.year.map(|year| Span::Strong(format!("{year} ")));
    let spans = year.into_iter().chain(entry.item.spans.iter().cloned());
    Item { spans: spans.collect(), details: entry.item.details.clone() }
}

fn unknown(past: &Past, sought: &str) -> WebError {
    let found = near(sought, past.subjects.iter().map(|subject| subject.id));
    let found = found.into_iter().filter_map(|id| past.subjects.iter().find(|subject| subject.id == id));
    let near = found.map(|one| (one.title.to_owned(), format!("/g/{}/events/{}", past.slug, one.id)));
    WebError::NotQuite { what: format!("subject {sought}"), near: near.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::views::When;
    use crate::postal::game::Span as Years;
    use jiff::Timestamp;
    use std::sync::Arc;

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

    fn past(turns: i32, events: usize) -> Past {
        let turn = |nth: i32| PastTurn {
            span: Years { first_year: 976 + 5 * nth, last_year: 980 + 5 * nth },
            revision: 1,
            published_at: When::new(Timestamp::UNIX_EPOCH, "UTC"),
            entries: Arc::new((0..events).map(|one| event(one, 976 + 5 * nth)).collect()),
        };
        Past {
            slug: "g1".to_owned(),
            title: "A game".to_owned(),
            kind: "Empires".to_owned(),
            now: Years { first_year: 976, last_year: 980 },
            subjects: &[],
            turns: (0..turns).map(turn).collect(),
        }
    }

    #[test]
    fn pages_follow_one_another_without_gap_and_tear_no_pentade() {
        let past = past(10, 30);
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let (told, older) = chapters(&past, before, &|_| true);
            seen.extend(told.iter().map(|chapter| chapter.span.clone()));
            before = older;
            if older.is_none() {
                break;
            }
        }
        let all: Vec<String> = past.turns.iter().rev().map(|turn| turn.span.to_string()).collect();
        assert_eq!(seen, all);
    }

    #[test]
    fn an_event_bears_its_year_and_is_text() {
        let (told, older) = chapters(&past(1, 1), None, &|_| true);
        assert!(
            told[0].events.contains("976 ") && told[0].events.contains("&#60;0&#62;"),
            "{}",
            told[0].events
        );
        assert_eq!(older, None);
        assert!(chapters(&past(3, 2), None, &|_| false).0.is_empty());
    }
}
