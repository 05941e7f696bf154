//! The page of one empire: its rulers, how it has stood, the land it gained and lost, and what befell it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use super::found::or_near;
use crate::desk::views::{Moments, Ownership};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::Document;
use crate::postal::near::near;
use crate::postal::past::Named;
use crate::postal::standing::Standing;
use crate::web::App;
use crate::web::chart::{Chart, Line};
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The reign of one ruler.
pub struct Reign {
    pub(super) name: String,
    pub(super) from: i32,
    pub(super) until: Option<i32>,
}

/// Land that changed hands in one pentade: years, what was gained, what was lost; each area with its id and name.
pub struct Shift {
    span: String,
    address: String,
    gained: Vec<(String, String)>,
    lost: Vec<(String, String)>,
}

/// A chart with its figures.
pub struct Charted {
    svg: String,
    name: String,
    id: String,
    rows: Vec<(i32, String)>,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/empire.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    side: SideId,
    name: String,
    reigns: Vec<Reign>,
    charts: Vec<Charted>,
    shifts: Vec<Shift>,
    told: Document,
}

impl Page {
    fn blocks(&self) -> Blocks<'_> {
        Blocks::new(&self.told.blocks)
    }
}

/// `GET /g/{slug}/empires/{side}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, side)): Path<(String, String)>,
) -> Result<Page, WebError> {
    let moments = or_near(&app, &visitor, &slug, app.desk.moments(&slug).await).await?;
    let side = SideId::new(&side);
    let standings = of_side(&moments, &side);
    let Some((_, latest)) = standings.last() else { return Err(unknown(&moments, &slug, &side)) };
    let name = latest.name.clone();
    let told = app.desk.history_of(&slug, &Named::Side(side.clone()), &name).await?;
    let picture = app.desk.picture(None, &slug, None, &Reader::Public).await?;
    let area_name = |id: &str| {
        let shape = picture.shapes.iter().find(|shape| shape.id == id);
        shape.and_then(|shape| shape.hover.first()).cloned().unwrap_or_else(|| id.to_owned())
    };
    let shifts = shifts(&app.desk.ownership(&slug).await?, &slug, &side, &area_name);
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        reigns: reigns(&standings),
        charts: charts(&standings)?,
        title: moments.title.clone(),
        slug,
        shifts,
        name,
        told,
        side,
    })
}

/// How a side stood in each year in which it stood at all.
pub(super) fn of_side<'a>(moments: &'a Moments, side: &SideId) -> Vec<(i32, &'a Standing)> {
    let each = moments.moments.iter();
    each.filter_map(|(year, standings)| {
        standings.iter().find(|one| one.side == *side).map(|standing| (*year, standing))
    })
    .collect()
}

fn unknown(moments: &Moments, slug: &str, side: &SideId) -> WebError {
    let all = moments.moments.iter().flat_map(|(_, standings)| standings);
    let mut known: Vec<(&str, &str)> = all.map(|one| (one.side.as_str(), one.name.as_str())).collect();
    known.sort_unstable();
    known.dedup_by_key(|(id, _)| *id);
    let found = near(side.as_str(), known.iter().map(|(id, _)| *id));
    let found = found.into_iter().map(|id| {
        let name = known.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name);
        (name.to_owned(), format!("/g/{slug}/empires/{id}"))
    });
    WebError::NotQuite { what: format!("empire {side}"), near: found.collect() }
}

/// The reigns of a side, the first one first.
pub(super) fn reigns(standings: &[(i32, &Standing)]) -> Vec<Reign> {
    let mut reigns: Vec<Reign> = Vec::new();
    for (year, standing) in standings.iter().filter(|(_, standing)| !standing.ruler.is_empty()) {
        let from = standing.since.unwrap_or(*year);
        // Who rules since the same year is the same, whatever he is called by now.
        if let Some(last) = reigns.last_mut().filter(|last| last.from == from) {
            last.name.clone_from(&standing.ruler);
            continue;
        }
        if let Some(last) = reigns.last_mut() {
            last.until = Some(from);
        }
        reigns.push(Reign { name: standing.ruler.clone(), from, until: None });
    }
    reigns
}

fn charts(standings: &[(i32, &Standing)]) -> Result<Vec<Charted>, WebError> {
    let names = standings.last().map(|(_, last)| last.figures.iter().map(|figure| figure.name.clone()));
    let mut charts = Vec::new();
    for (nth, name) in names.into_iter().flatten().enumerate() {
        let figures = || standings.iter().filter_map(move |(year, one)| Some((*year, one.figures.get(nth)?)));
        let line = Line {
            name: name.clone(),
            colour: ["#7b2418", "#1b4a66", "#24573a"][nth % 3],
            dashes: "",
            points: figures().map(|(year, figure)| (year, figure.hundredths)).collect(),
        };
        let id = format!("figure-{nth}");
        if let Some(chart) = Chart::new(&name, &id, &[line]) {
            let rows = figures().map(|(year, figure)| (year, figure.words.clone())).collect();
            charts.push(Charted { svg: chart.render()?, rows, name: name.clone(), id: id.clone() });
        }
    }
    Ok(charts)
}

/// Pentades in which the land of a side changed, newest first.
fn shifts(owned: &Ownership, slug: &str, side: &SideId, name: &dyn Fn(&str) -> String) -> Vec<Shift> {
    let is_its = |holder: usize| {
        let holder = holder.checked_sub(1).and_then(|at| owned.holders.get(at));
        holder.is_some_and(|holder| holder.side.as_ref() == Some(side))
    };
    let mut holders: Vec<usize> = vec![0; owned.areas.len()];
    let mut shifts = Vec::new();
    for (nth, moment) in owned.moments.iter().enumerate() {
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        for (area, holder) in &moment.changes {
            let (was, is) = (is_its(holders[*area]), is_its(*holder));
            let one = || (owned.areas[*area].clone(), name(&owned.areas[*area]));
            if is && !was {
                gained.push(one());
            } else if was && !is {
                lost.push(one());
            }
            holders[*area] = *holder;
        }
        let before = nth.checked_sub(1).map(|at| owned.moments[at].year);
        if !gained.is_empty() || !lost.is_empty() {
            shifts.push(Shift {
                span: before.map_or_else(
                    || format!("at the beginning, {}", moment.year),
                    |from| format!("{from}\u{2013}{}", moment.year - 1),
                ),
                address: before.map_or_else(String::new, |from| format!("/g/{slug}/{from}")),
                gained,
                lost,
            });
        }
    }
    shifts.reverse();
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::views::{Holder, Moment};
    use crate::postal::picture::Tint;

    fn standing(ruler: &str, since: i32) -> Standing {
        let side = SideId::new("franks");
        Standing { side, name: "Franks".into(), ruler: ruler.into(), since: Some(since), figures: Vec::new() }
    }

    #[test]
    fn a_reign_ends_with_the_next_one() {
        let (one, other) = (standing("Otto", 973), standing("Henry", 983));
        let renamed = standing("Henry the Quarrelsome", 983);
        let told = reigns(&[(976, &one), (981, &one), (986, &other), (991, &renamed)]);
        let told: Vec<_> = told.iter().map(|reign| (reign.name.as_str(), reign.from, reign.until)).collect();
        assert_eq!(told, [("Otto", 973, Some(983)), ("Henry the Quarrelsome", 983, None)]);
    }

    #[test]
    fn land_is_gained_and_lost_in_the_pentade_before_the_moment_that_shows_it() {
        let holder = |id: &str| Holder { tint: Tint(1), name: id.to_owned(), side: Some(SideId::new(id)) };
        let owned = Ownership {
            areas: vec!["a".into(), "b".into()],
            holders: vec![holder("franks"), holder("danes")],
            moments: vec![
                Moment { year: 976, changes: vec![(0, 1), (1, 2)] },
                Moment { year: 981, changes: vec![(1, 1)] },
                Moment { year: 986, changes: vec![(0, 0)] },
            ],
            ..Ownership::default()
        };
        let told = shifts(&owned, "g1", &SideId::new("franks"), &str::to_uppercase);
        let told: Vec<_> =
            told.iter().map(|one| (one.span.as_str(), one.gained.len(), one.lost.len())).collect();
        assert_eq!(
            told,
            [("981\u{2013}985", 0, 1), ("976\u{2013}980", 1, 0), ("at the beginning, 976", 1, 0)]
        );
    }
}
