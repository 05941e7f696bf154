//! Every ruler of a game, and how its sides have stood as a file for spreadsheets.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::empire::{Reign, of_side, reigns};
use super::found::or_near;
use crate::desk::views::Moments;
use crate::postal::chronicle::SideId;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The rulers of one side.
pub struct Line {
    side: SideId,
    name: String,
    reigns: Vec<Reign>,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/rulers.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    lines: Vec<Line>,
}

/// `GET /g/{slug}/rulers`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Page, WebError> {
    let moments = or_near(&app, &visitor, &slug, app.desk.moments(&slug).await).await?;
    let line = |(side, name): (SideId, String)| {
        let reigns = reigns(&of_side(&moments, &side));
        Line { side, name, reigns }
    };
    Ok(Page {
        frame: visitor.frame(Part::Archive).await?,
        lines: sides(&moments).into_iter().map(line).filter(|line| !line.reigns.is_empty()).collect(),
        title: moments.title.clone(),
        slug,
    })
}

/// Every side that ever stood, under its latest name; in the order of their coming.
fn sides(moments: &Moments) -> Vec<(SideId, String)> {
    let mut sides: Vec<(SideId, String)> = Vec::new();
    for standing in moments.moments.iter().flat_map(|(_, standings)| standings) {
        match sides.iter_mut().find(|(side, _)| *side == standing.side) {
            Some((_, name)) => name.clone_from(&standing.name),
            None => sides.push((standing.side.clone(), standing.name.clone())),
        }
    }
    sides
}

/// `GET /g/{slug}/standings.csv`
pub async fn csv(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Response, WebError> {
    let moments = or_near(&app, &visitor, &slug, app.desk.moments(&slug).await).await?;
    let bytes =
        table(&moments).map_err(|error| WebError::NotFound(format!("standings as a table: {error}")))?;
    let heads = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{slug}-standings.csv\"")),
    ];
    Ok((heads, bytes).into_response())
}

/// A row for each side before each pentade: year, side, name, ruler, and each figure as a decimal number.
fn table(moments: &Moments) -> Result<Vec<u8>, csv::Error> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    let first = moments.moments.iter().flat_map(|(_, standings)| standings).next();
    let figures = first.map(|standing| standing.figures.as_slice()).unwrap_or_default();
    let head = ["before", "side", "name", "ruler", "ruler since"].map(str::to_owned).into_iter();
    rows.write_record(head.chain(figures.iter().map(|figure| figure.name.to_lowercase())))?;
    for (year, standings) in &moments.moments {
        for one in standings {
            let since = one.since.map_or_else(String::new, |year| year.to_string());
            let who = [year.to_string(), one.side.to_string(), plain(&one.name), plain(&one.ruler), since];
            let figures = one.figures.iter().map(|figure| decimal(figure.hundredths));
            rows.write_record(who.into_iter().chain(figures))?;
        }
    }
    rows.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// Words that a spreadsheet does not take for a formula.
fn plain(words: &str) -> String {
    match words.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{words}"),
        false => words.to_owned(),
    }
}

/// Hundredths as people and programs read them: `12.75`, `3`.
fn decimal(hundredths: i32) -> String {
    let (sign, value) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    match value % 100 {
        0 => format!("{sign}{}", value / 100),
        part => format!("{sign}{}.{part:02}", value / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::standing::{Figure, Standing};

    #[test]
    fn a_table_holds_numbers_and_no_formulas() {
        let figure = |hundredths| Figure { name: "Points".into(), hundredths, words: "x".into() };
        let standing = |name: &str, hundredths| Standing {
            side: SideId::new("red"),
            name: name.to_owned(),
            ruler: "Otto, \"the Great\"".to_owned(),
            since: Some(936),
            figures: vec![figure(hundredths)],
        };
        let moments = Moments {
            slug: "g1".into(),
            title: "A game".into(),
            moments: vec![(976, vec![standing("=cmd()", 1275)]), (981, vec![standing("Reds", -300)])],
        };
        let text = String::from_utf8(table(&moments).expect("a table")).expect("text");
        let wanted = "before,side,name,ruler,ruler since,points\n\
                      976,red,'=cmd(),\"Otto, \"\"the Great\"\"\",936,12.75\n\
                      981,red,Reds,\"Otto, \"\"the Great\"\"\",936,-3\n";
        assert_eq!(text, wanted);
        assert_eq!(sides(&moments), [(SideId::new("red"), "Reds".to_owned())]);
    }
}
