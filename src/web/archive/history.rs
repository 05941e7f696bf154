//! The past of a place, a side or a leader, as its reader may see it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use crate::postal::chronicle::SideId;
use crate::postal::document::Lookup;
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Visitor;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/history.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    name: String,
    side: Option<SideId>,
    told: Lookup,
}

impl Page {
    /// The page of a past: the game's title, the name that was asked for, and what is told of it.
    pub async fn new(
        visitor: &Visitor,
        slug: String,
        (title, name): (String, String),
        side: Option<SideId>,
        told: Lookup,
    ) -> Result<Self, WebError> {
        Ok(Self { frame: visitor.frame(Part::Archive).await?, slug, title, name, side, told })
    }

    fn blocks(&self) -> Option<Blocks<'_>> {
        self.told.told().map(|document| Blocks::new(&document.blocks))
    }

    fn heading(&self) -> &str {
        self.told.told().map_or("History", |document| &document.title)
    }

    fn near(&self) -> &[String] {
        match &self.told {
            Lookup::Unknown(near) => near,
            _ => &[],
        }
    }

    fn is_kept(&self) -> bool {
        self.told != Lookup::NotKept
    }
}

/// Whose past, and with whose eyes.
#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    name: String,
    side: Option<String>,
}

/// `GET /g/{slug}/history`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Page, WebError> {
    let side = asked.side.as_deref().filter(|side| !side.is_empty()).map(SideId::new);
    let (title, told) = app.desk.history(visitor.id(), &slug, &asked.name, side.as_ref()).await?;
    Page::new(&visitor, slug, (title, asked.name), side, told).await
}
