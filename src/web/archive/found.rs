//! What is not there, told with what is like it.

use crate::desk::DeskError;
use crate::postal::near::nearest_years;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::visitor::Visitor;

/// What an address names and the archive does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotHere {
    /// A pentade.
    Year(String),
}

impl NotHere {
    /// The error, with what is like it.
    ///
    /// Errors: the game itself cannot be told of.
    pub async fn told(self, app: &App, visitor: &Visitor, slug: &str) -> Result<WebError, WebError> {
        let Self::Year(sought) = self;
        let page = match app.desk.game(visitor.id(), slug).await {
            Ok(page) => page,
            Err(error) => return Ok(error.into()),
        };
        let years: Vec<i32> = page.turns.iter().map(|turn| turn.span.first_year).collect();
        let nearest = nearest_years(&sought, &years);
        let near = page.turns.iter().filter(|turn| nearest.contains(&turn.span.first_year));
        let near = near.map(|turn| (turn.span.to_string(), format!("/g/{slug}/{}", turn.span.first_year)));
        Ok(WebError::NotQuite { what: format!("published pentade {sought}"), near: near.collect() })
    }
}

/// What was found; a pentade that is not there comes with what is like it.
///
/// Errors: what the desk said.
pub async fn or_near<T>(
    app: &App,
    visitor: &Visitor,
    slug: &str,
    found: Result<T, DeskError>,
) -> Result<T, WebError> {
    let error = match found {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    let year = match &error {
        DeskError::NotFound(what) => what.strip_prefix("published pentade ").map(str::to_owned),
        _ => None,
    };
    Err(match year {
        Some(year) => NotHere::Year(year).told(app, visitor, slug).await?,
        None => error.into(),
    })
}
