//! The draft of a pentade, before anyone else sees it.

use askama::Template;
use askama_web::WebTemplate;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;

use super::filter::{Chronicle, Filter, item};
use crate::desk::views::{DraftPage, PentadeState, PentadeView};
use crate::postal::chronicle::Reader;
use crate::postal::document::{Block, Item};
use crate::web::App;
use crate::web::document::Blocks;
use crate::web::error::WebError;
use crate::web::frame::Frame;
use crate::web::map::MapView;
use crate::web::visitor::Member;

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/draft.html")]
pub struct Page {
    frame: Frame,
    page: DraftPage,
    map: MapView,
    before: MapView,
    chronicle: Chronicle,
    /// Where the form of the filter leads.
    action: String,
}

impl Page {
    fn item(&self, one: &Item) -> String {
        item(one)
    }

    fn blocks<'a>(&self, blocks: &'a [Block]) -> Blocks<'a> {
        Blocks::under(blocks)
    }
}

/// `GET /gm/g/{slug}/draft`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(filter): Query<Filter>,
) -> Result<Page, WebError> {
    let page = app.desk.draft(member.id(), &slug).await?;
    Page::of(&app, &member, page, filter).await
}

/// `GET /gm/g/{slug}/look-ahead`: the same of the orders so far.
pub async fn look_ahead(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(filter): Query<Filter>,
) -> Result<Page, WebError> {
    let page = app.desk.look_ahead(member.id(), &slug).await?;
    Page::of(&app, &member, page, filter).await
}

impl Page {
    async fn of(app: &App, member: &Member, mut page: DraftPage, filter: Filter) -> Result<Self, WebError> {
        let slug = page.game.slug.clone();
        let now = app.desk.picture(Some(member.id()), &slug, None, &Reader::Gm).await?;
        let file = format!("/g/{slug}/map.svg");
        let map = MapView { file: String::new(), ..MapView::new(&page.picture, "", file.clone())? };
        let before = MapView::small(&now, "before-", file)?;
        let (entries, names) = (std::mem::take(&mut page.entries), page.names.clone());
        let chronicle = Chronicle::new(entries, filter, |side| {
            let known = names.iter().find(|(id, _)| id == side);
            known.map_or_else(|| side.to_string(), |(_, name)| name.clone())
        });
        let last = if page.is_look_ahead { "look-ahead" } else { "draft" };
        let action = format!("/gm/g/{slug}/{last}");
        Ok(Self {
            frame: member.desk_frame(app, &page.game.slug).await?,
            page,
            map,
            before,
            chronicle,
            action,
        })
    }
}

/// `POST /gm/g/{slug}/adjudicate`: closes the orders and plays the pentade into a draft.
pub async fn adjudicate(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    let pentade = app.desk.close_pentade(member.id(), &slug).await?;
    on(&member, &slug, &pentade).await
}

/// `POST /gm/g/{slug}/again`: plays it again from its start.
pub async fn again(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
) -> Result<Redirect, WebError> {
    let pentade = app.desk.adjudicate_again(member.id(), &slug).await?;
    on(&member, &slug, &pentade).await
}

/// To the draft if there is one, else back to the desk, which says what it waits for.
async fn on(member: &Member, slug: &str, pentade: &PentadeView) -> Result<Redirect, WebError> {
    if pentade.state == PentadeState::Draft {
        member
            .visitor
            .tell(format!("The draft of {} is made. Nobody but you sees it.", pentade.span))
            .await?;
        return Ok(Redirect::to(&format!("/gm/g/{slug}/draft")));
    }
    Ok(Redirect::to(&format!("/gm/g/{slug}")))
}
