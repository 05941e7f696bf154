//! A game's timeline: what was great in each pentade, and how every empire has stood.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use super::found::or_near;
use crate::desk::past::Which;
use crate::desk::views::{Moments, Past, PastTurn};
use crate::web::App;
use crate::web::chart::{Chart, Line};
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::paint;
use crate::web::visitor::Visitor;

/// Headlines of one pentade at most.
const MOST_HEADLINES: usize = 12;

/// One pentade of the timeline.
pub struct Chapter {
    span: String,
    address: String,
    map: String,
    published_at: String,
    headlines: Vec<String>,
    more: usize,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/timeline.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    chapters: Vec<Chapter>,
    chart: String,
    key: Vec<Line>,
    table: StandingsTable,
}

/// The table beneath a chart: a row for each year, a column for each side.
pub struct StandingsTable {
    /// What it shows.
    pub caption: String,
    /// Column headings behind the year.
    pub head: Vec<String>,
    /// Year and cells.
    pub rows: Vec<(i32, Vec<String>)>,
}

/// `GET /g/{slug}/timeline`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let past = or_near(&app, &visitor, &slug, app.desk.past(&slug, Which::Headlines, None).await).await?;
    let moments = app.desk.moments(&slug).await?;
    let lines = lines(&moments);
    let chart = match Chart::new("Victory points of every empire", "points", &lines) {
        Some(chart) => chart.render()?,
        None => String::new(),
    };
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        slug,
        chapters: chapters(&past),
        title: past.title,
        chart,
        table: table(&moments, &lines),
        key: lines,
    })
}

fn chapters(past: &Past) -> Vec<Chapter> {
    let slug = &past.slug;
    let chapter = |turn: &PastTurn| {
        let great: Vec<String> = turn.lines().collect();
        Chapter {
            span: turn.span.to_string(),
            address: format!("/g/{slug}/{}", turn.span.first_year),
            map: format!("/g/{slug}/map?year={}&layer=change", turn.span.first_year),
            published_at: turn.published_at.utc.clone(),
            more: great.len().saturating_sub(MOST_HEADLINES),
            headlines: great.into_iter().take(MOST_HEADLINES).collect(),
        }
    };
    past.turns.iter().rev().map(chapter).collect()
}

/// The first figure of every side that stands now, as lines; sides are told apart by colour and dashes.
fn lines(moments: &Moments) -> Vec<Line> {
    const DASHES: [&str; 4] = ["", "9 6", "2 7", "14 6 2 6"];
    let Some((_, now)) = moments.moments.last() else { return Vec::new() };
    let line = |(nth, standing): (usize, &crate::postal::standing::Standing)| {
        let points = moments.moments.iter().filter_map(|(year, standings)| {
            let found = standings.iter().find(|one| one.side == standing.side)?;
            Some((*year, found.figures.first()?.hundredths))
        });
        let tint = u8::try_from(nth % 8 + 1).unwrap_or(1);
        Line {
            name: standing.name.clone(),
            colour: paint(crate::postal::picture::Tint(tint)).edge,
            dashes: DASHES[nth / 8 % DASHES.len()],
            points: points.collect(),
        }
    };
    now.iter().enumerate().map(line).collect()
}

fn table(moments: &Moments, lines: &[Line]) -> StandingsTable {
    let now = moments.moments.last().map(|(_, standings)| standings.as_slice()).unwrap_or_default();
    let cell = |standings: &[crate::postal::standing::Standing], side: &crate::postal::chronicle::SideId| {
        let found = standings.iter().find(|one| one.side == *side);
        found.and_then(|one| one.figures.first()).map_or_else(String::new, |figure| figure.words.clone())
    };
    let rows = moments.moments.iter().rev();
    let rows =
        rows.map(|(year, standings)| (*year, now.iter().map(|one| cell(standings, &one.side)).collect()));
    StandingsTable {
        caption: "Victory points before each pentade".to_owned(),
        head: lines.iter().map(|line| line.name.clone()).collect(),
        rows: rows.collect(),
    }
}
