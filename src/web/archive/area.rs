//! The page of one area: who has held it, and what it has gone through, for anyone.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};

use super::found::or_near;
use super::map::encoded;
use crate::desk::views::Ownership;
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::document::Document;
use crate::postal::near::near;
use crate::postal::past::Named;
use crate::postal::picture::{ShapeKind, Tint};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::{Paint, paint};
use crate::web::visitor::Visitor;

/// How long one holder had it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenure {
    name: String,
    side: Option<SideId>,
    paint: Paint,
    from: i32,
    until: Option<i32>,
    /// Left end and width on a strip of a thousand.
    strip: (i32, i32),
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/area.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    area: String,
    name: String,
    card: Vec<String>,
    tenures: Vec<Tenure>,
    told: Document,
}

impl Page {
    fn blocks(&self) -> Blocks<'_> {
        Blocks::new(&self.told.blocks)
    }
}

/// `GET /g/{slug}/areas/{area}`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((slug, area)): Path<(String, String)>,
) -> Result<Page, WebError> {
    let found = app.desk.picture(None, &slug, None, &Reader::Public).await;
    let picture = or_near(&app, &visitor, &slug, found).await?;
    let lands = || picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
    let Some(shape) = lands().find(|shape| shape.id == area) else {
        let near = near(&area, lands().map(|shape| shape.id.as_str())).into_iter();
        let near = near.map(|id| (id.to_owned(), format!("/g/{slug}/areas/{}", encoded(id))));
        return Err(WebError::NotQuite { what: format!("area {area}"), near: near.collect() });
    };
    let name = shape.hover.first().unwrap_or(&area).clone();
    let told = app.desk.history_of(&slug, &Named::Place(area.clone()), &name).await?;
    let owned = app.desk.ownership(&slug).await?;
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        name,
        card: shape.hover.iter().skip(1).cloned().collect(),
        tenures: tenures(&owned, &area),
        title: owned.title,
        slug,
        area,
        told,
    })
}

/// Who has held an area, oldest first.
fn tenures(owned: &Ownership, area: &str) -> Vec<Tenure> {
    let Some(number) = owned.areas.iter().position(|id| id == area) else { return Vec::new() };
    let mut tenures: Vec<Tenure> = Vec::new();
    for moment in &owned.moments {
        let Some((_, holder)) = moment.changes.iter().find(|(changed, _)| *changed == number) else {
            continue;
        };
        if let Some(last) = tenures.last_mut() {
            last.until = Some(moment.year);
        }
        let known = holder.checked_sub(1).and_then(|at| owned.holders.get(at));
        tenures.push(Tenure {
            name: known.map_or_else(|| "independent".to_owned(), |holder| holder.name.clone()),
            side: known.and_then(|holder| holder.side.clone()),
            paint: paint(known.map_or(Tint(0), |holder| holder.tint)),
            from: moment.year,
            until: None,
            strip: (0, 0),
        });
    }
    let first = owned.moments.first().map_or(0, |moment| moment.year);
    let last = owned.moments.last().map_or(0, |moment| moment.year);
    let place = |year: i32| (year - first) * 1000 / (last - first).max(1);
    for tenure in &mut tenures {
        let (from, until) = (place(tenure.from), tenure.until.map_or(1000, place));
        tenure.strip = (from, (until - from).max(4));
    }
    tenures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::views::{Holder, Moment};

    #[test]
    fn each_holder_has_it_until_the_next() {
        let holder = |id: &str| Holder { tint: Tint(1), name: id.to_owned(), side: Some(SideId::new(id)) };
        let moment = |year, changes: &[(usize, usize)]| Moment { year, changes: changes.to_vec() };
        let owned = Ownership {
            areas: vec!["a".into(), "b".into()],
            holders: vec![holder("franks"), holder("danes")],
            moments: vec![
                moment(976, &[(0, 1), (1, 2)]),
                moment(981, &[(1, 1)]),
                moment(986, &[(0, 0)]),
                moment(996, &[]),
            ],
            ..Ownership::default()
        };
        let told: Vec<_> =
            tenures(&owned, "a").into_iter().map(|one| (one.name, one.until, one.strip)).collect();
        let wanted = [("franks", Some(986), (0, 500)), ("independent", None, (500, 500))];
        assert_eq!(told, wanted.map(|(name, until, strip)| (name.to_owned(), until, strip)));
        assert!(tenures(&owned, "c").is_empty());
    }
}
