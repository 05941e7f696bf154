//! The order form: a box a year, with what stands in force in it.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::Which;
use super::picker::{self, Picker, Pressed};
use crate::desk::take_form::Typed;
use crate::desk::views::{Checked, FormAnswer, PlayerPage, SheetView};
use crate::web::App;
use crate::web::document::Foreseen;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::sheet::{ComplaintView, FieldView, complaints, place, sorted};
use crate::web::visitor::Member;

/// Names the pentade the form was made for; not a box of the game.
const PENTADE: &str = "form-pentade";
/// Names the version of the sheet that the form showed.
const SHOWN: &str = "form-shown";

/// Pressed to see what the orders would come to, without sending them.
const CHECK: &str = "form-check";

/// What is told above the form.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Told {
    Nothing,
    Taken(SheetView),
    /// Read and not kept.
    Checked(Box<Checked>),
    Late,
    /// A newer sheet came since the form was opened.
    Overtaken(SheetView),
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/player/orders.html")]
pub struct Page {
    frame: Frame,
    page: PlayerPage,
    fields: Vec<FieldView>,
    told: Told,
    /// Complaints that belong to no box.
    homeless: Vec<ComplaintView>,
    /// What can be chosen for the box that was asked about.
    picker: Option<Picker>,
    /// What was typed into the one box that the form was filled from.
    from_box: Option<String>,
}

impl Page {
    /// The form filled from orders that were typed into one box: what could not be read is told above it.
    pub(super) fn from_box(frame: Frame, page: PlayerPage, checked: Checked, typed: String) -> Self {
        let parts = PlayerPage { form: checked.form.clone(), ..page.clone() };
        Self {
            frame,
            fields: fields(&parts, None),
            homeless: sorted(&checked.complaints),
            told: Told::Checked(Box::new(checked)),
            picker: None,
            from_box: Some(typed),
            page,
        }
    }

    /// What the orders would come to: those just checked, else those in force.
    fn foreseen(&self) -> Foreseen {
        Foreseen::new(match &self.told {
            Told::Checked(checked) => &checked.forecast,
            _ => &self.page.forecast,
        })
    }

    /// The open menu of a field.
    fn picker(&self, field: &str) -> Option<&Picker> {
        self.picker.as_ref().filter(|picker| picker.field == field)
    }

    fn missing(&self) -> &[String] {
        match &self.told {
            Told::Checked(checked) => &checked.missing,
            _ => &self.page.missing,
        }
    }

    fn shown(&self) -> i32 {
        self.page.sheet.as_ref().map_or(0, |sheet| sheet.version)
    }
}

fn fields(page: &PlayerPage, typed: Option<&[(String, String)]>) -> Vec<FieldView> {
    let parts = page.form.iter().map(|part| {
        let typed = typed.and_then(|typed| typed.iter().find(|(field, _)| *field == part.field));
        let words = typed.map_or_else(|| part.words.clone(), |(_, words)| words.replace("\r\n", "\n"));
        FieldView {
            field: part.field.clone(),
            title: part.title.clone(),
            example: part.example.clone(),
            rows: (words.lines().count() + 2).clamp(4, 24),
            words,
            complaints: Vec::new(),
            can_choose: part.can_choose,
        }
    });
    parts.collect()
}

/// `GET /g/{slug}/my/orders`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
) -> Result<Page, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let fields = fields(&page, None);
    Ok(Page {
        frame: member.visitor.frame(Part::My).await?,
        page,
        fields,
        told: Told::Nothing,
        homeless: Vec::new(),
        picker: None,
        from_box: None,
    })
}

/// `POST /g/{slug}/my/orders`: takes the form, or what was asked about it, and shows it again with what was typed and what
/// was found wrong.
pub async fn send(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(which): Query<Which>,
    Form(mut filled): Form<Vec<(String, String)>>,
) -> Result<Response, WebError> {
    let page = which.page(&app, &member, &slug).await?;
    let whose = (member.id(), slug.as_str(), &page.side);
    let picker = match picker::pressed(&filled) {
        Some(Pressed::Pick(field)) => Some(picker::open(&app.desk, whose, &filled, field).await?),
        Some(Pressed::Add(field)) => {
            let field = field.to_owned();
            filled = picker::add(&app.desk, whose, &filled, &field).await?;
            let opened = picker::open(&app.desk, whose, &filled, &field).await?;
            Some(Picker { was_added: opened.wrong_figure.is_none(), ..opened })
        }
        None => None,
    };
    let is_check = picker.is_some() || filled.iter().any(|(field, _)| field == CHECK);
    let told = match turned_away(&page, &filled) {
        Some(told) => told,
        None if is_check => {
            let typed = Typed::Form(&filled);
            Told::Checked(Box::new(app.desk.check_orders(member.id(), &slug, &page.side, typed).await?))
        }
        None => match app.desk.take_form(member.id(), &slug, &page.side, &filled).await? {
            FormAnswer::Taken(sheet) => Told::Taken(sheet),
            FormAnswer::Late => Told::Late,
        },
    };
    let mut fields = fields(&page, Some(&filled));
    let mut homeless = Vec::new();
    // Asked for again: the sheet in force has changed by what was just taken.
    let page = which.page(&app, &member, &slug).await?;
    let status = match &told {
        Told::Taken(sheet) => {
            homeless = place(&mut fields, &sheet.text, complaints(sheet));
            StatusCode::OK
        }
        Told::Checked(checked) => {
            homeless = place(&mut fields, &checked.text, sorted(&checked.complaints));
            StatusCode::OK
        }
        Told::Late | Told::Overtaken(_) => StatusCode::CONFLICT,
        Told::Nothing => StatusCode::OK,
    };
    let frame = member.visitor.frame(Part::My).await?;
    Ok((status, Page { frame, page, fields, told, homeless, picker, from_box: None }).into_response())
}

/// Why a form is not even handed to the desk: it was made for another pentade, or another sheet has come since.
fn turned_away(page: &PlayerPage, filled: &[(String, String)]) -> Option<Told> {
    let value = |name: &str| filled.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    if value(PENTADE).is_some_and(|year| year != page.game.span.first_year.to_string()) {
        return Some(Told::Late);
    }
    let sheet = page.sheet.as_ref()?;
    let shown = value(SHOWN)?;
    (shown != sheet.version.to_string()).then(|| Told::Overtaken(sheet.clone()))
}
