//! Rulings: those of the pentade, and the form for another, as effects or in words. It works without script: every press
//! sends the whole form, and the page holds what was typed.

use askama::Template;
use askama_web::WebTemplate;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::desk::views::{NewRuling, RulingAnswer, RulingSaid, RulingView, RulingsPage};
use crate::desk::{AccountId, sentence};
use crate::postal::rulings::{FieldInput, LaidEffect, RulingFault, RulingField, RulingKind};
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::visitor::Member;

/// What a form holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Typed {
    /// The ruling that it takes the place of.
    replaces: Option<i64>,
    /// Empty for the opening.
    year: String,
    reason: String,
    public: bool,
    /// Its words, when it is written in words.
    words: Option<String>,
    effects: Vec<LaidEffect>,
}

impl Typed {
    /// The year it takes effect in.
    ///
    /// Errors: it is none.
    fn year(&self) -> Result<Option<i32>, RulingFault> {
        let year = self.year.trim();
        if year.is_empty() {
            return Ok(None);
        }
        year.parse().map(Some).map_err(|_| RulingFault {
            effect: None,
            field: Some("year".to_owned()),
            reason: format!("{year:?} is no year"),
        })
    }

    /// What was sent: `kind-0` is the kind of the first effect, `0-area` a field of it.
    fn of(filled: &[(String, String)]) -> Self {
        let value =
            |name: &str| filled.iter().find(|(field, _)| field == name).map(|(_, value)| value.clone());
        let mut effects = Vec::new();
        while let Some(kind) = value(&format!("kind-{}", effects.len())) {
            let prefix = format!("{}-", effects.len());
            let fields = filled.iter().filter_map(|(field, value)| {
                field.strip_prefix(&prefix).map(|field| (field.to_owned(), value.clone()))
            });
            effects.push(LaidEffect { kind, filled: fields.collect() });
        }
        Self {
            replaces: value("replaces").and_then(|id| id.parse().ok()),
            year: value("year").unwrap_or_default(),
            reason: value("reason").unwrap_or_default(),
            public: value("public").is_some(),
            words: value("words"),
            effects,
        }
    }
}

/// A field as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FieldView {
    /// Its name in the form; `name-1` and so on are ids of its further times.
    name: String,
    field: RulingField,
    /// What stands in it, an empty one more where it may be filled again.
    values: Vec<String>,
    faults: Vec<String>,
    /// Which of the lists of names it takes from.
    list: usize,
}

/// An effect as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EffectView {
    kind: String,
    title: String,
    fields: Vec<FieldView>,
    /// What is wrong with it as a whole.
    faults: Vec<String>,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/gm/rulings.html")]
pub struct Page {
    frame: Frame,
    page: RulingsPage,
    typed: Typed,
    effects: Vec<EffectView>,
    /// Lists of names that fields take from.
    lists: Vec<Vec<String>>,
    /// What the form comes to in words, once it is whole.
    canonical: Option<String>,
    faults: Vec<RulingFault>,
}

impl Page {
    /// What is wrong with the ruling as a whole, or with one field of it.
    fn wrong(&self, field: &str) -> Vec<String> {
        let of_field = |fault: &&RulingFault| {
            fault.effect.is_none() && fault.field.as_deref().unwrap_or_default() == field
        };
        self.faults.iter().filter(of_field).map(|fault| sentence(&fault.reason)).collect()
    }

    /// The kinds by group.
    fn groups(&self) -> Vec<(&str, Vec<&RulingKind>)> {
        let mut groups: Vec<(&str, Vec<&RulingKind>)> = Vec::new();
        for kind in &self.page.kinds {
            match groups.last_mut() {
                Some((group, kinds)) if *group == kind.group => kinds.push(kind),
                _ => groups.push((&kind.group, vec![kind])),
            }
        }
        groups
    }

    fn is_year(&self, year: i32) -> bool {
        self.typed.year == year.to_string()
    }

    fn replaced(&self) -> Option<&RulingView> {
        self.page.rulings.iter().find(|ruling| Some(ruling.id) == self.typed.replaces)
    }
}

fn views(
    kinds: &[RulingKind],
    effects: &[LaidEffect],
    faults: &[RulingFault],
) -> (Vec<EffectView>, Vec<Vec<String>>) {
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut views = Vec::new();
    for (nth, effect) in effects.iter().enumerate() {
        let wrong = |field: Option<&str>| -> Vec<String> {
            let found =
                faults.iter().filter(|fault| fault.effect == Some(nth) && fault.field.as_deref() == field);
            found.map(|fault| sentence(&fault.reason)).collect()
        };
        let kind = kinds.iter().find(|kind| kind.id == effect.kind);
        let fields = kind.map(|kind| kind.fields.as_slice()).unwrap_or_default().iter().map(|field| {
            let mut values: Vec<String> = effect.values(&field.id).map(str::to_owned).collect();
            if values.len() < field.most.max(1) {
                values.push(String::new());
            }
            let list = match &field.input {
                FieldInput::Many(names) => lists.iter().position(|list| list == names).unwrap_or_else(|| {
                    lists.push(names.clone());
                    lists.len() - 1
                }),
                _ => 0,
            };
            let name = format!("{nth}-{}", field.id);
            FieldView { name, field: field.clone(), values, faults: wrong(Some(&field.id)), list }
        });
        let fields: Vec<FieldView> = fields.collect();
        let title =
            kind.map_or_else(|| effect.kind.clone(), |kind| format!("{}: {}", kind.group, kind.title));
        views.push(EffectView { kind: effect.kind.clone(), title, fields, faults: wrong(None) });
    }
    (views, lists)
}

async fn page(
    app: &App,
    member: &Member,
    slug: &str,
    typed: Typed,
    faults: Vec<RulingFault>,
) -> Result<Page, WebError> {
    let year = typed.year().unwrap_or_default();
    let page = app.desk.rulings_page(member.id(), slug, year).await?;
    let mut canonical = None;
    if faults.is_empty() && typed.words.is_none() && !typed.effects.is_empty() {
        canonical = app.desk.ruling_words(member.id(), slug, year, &typed.effects).await?.ok();
    }
    let (effects, lists) = views(&page.kinds, &typed.effects, &faults);
    let frame = member.visitor.frame(Part::Gm).await?;
    Ok(Page { frame, page, typed, effects, lists, canonical, faults })
}

/// Which ruling is edited, or which kind of effect the form begins with.
#[derive(Deserialize)]
pub struct Asked {
    edit: Option<i64>,
    kind: Option<String>,
    words: Option<String>,
}

/// `GET /gm/g/{slug}/rulings`
pub async fn show(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Page, WebError> {
    let mut typed = Typed { public: true, words: asked.words, ..Typed::default() };
    if let Some(kind) = asked.kind {
        typed.effects.push(LaidEffect { kind, filled: Vec::new() });
    }
    if let Some(id) = asked.edit {
        let all = app.desk.rulings_page(member.id(), &slug, None).await?.rulings;
        let ruling = all.into_iter().find(|ruling| ruling.id == id && ruling.withdrawn_at.is_none());
        let ruling = ruling.ok_or_else(|| WebError::NotFound(format!("ruling {id} in force")))?;
        typed = Typed {
            replaces: Some(id),
            year: ruling.year.map(|year| year.to_string()).unwrap_or_default(),
            reason: ruling.reason,
            public: ruling.public,
            ..Typed::default()
        };
        match app.desk.ruling_effects(member.id(), &slug, ruling.year, &ruling.words).await? {
            Some(effects) => typed.effects = effects,
            None => typed.words = Some(ruling.words),
        }
    }
    if app.desk.rulings_page(member.id(), &slug, None).await?.kinds.is_empty() {
        typed.words.get_or_insert_default();
    }
    page(&app, &member, &slug, typed, Vec::new()).await
}

/// `POST /gm/g/{slug}/rulings`: `do` says which button was pressed; without it the ruling is laid down.
pub async fn press(
    State(app): State<App>,
    member: Member,
    Path(slug): Path<String>,
    Form(filled): Form<Vec<(String, String)>>,
) -> Result<Response, WebError> {
    let value = |name: &str| filled.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let mut typed = Typed::of(&filled);
    let faults = match value("do").unwrap_or("lay") {
        "lay" => match lay_down(&app, &member, &slug, &typed).await? {
            Ok(told) => {
                member.visitor.tell(told).await?;
                return Ok(Redirect::to(&format!("/gm/g/{slug}/rulings")).into_response());
            }
            Err(faults) => faults,
        },
        act => turned(&app, member.id(), &slug, &mut typed, (act, value("new").unwrap_or_default())).await?,
    };
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, page(&app, &member, &slug, typed, faults).await?).into_response())
}

/// Carries out a button that changes the form alone.
async fn turned(
    app: &App,
    account: AccountId,
    slug: &str,
    typed: &mut Typed,
    (act, new): (&str, &str),
) -> Result<Vec<RulingFault>, WebError> {
    let year = typed.year().unwrap_or_default();
    match act {
        "add" if !new.is_empty() => {
            typed.effects.push(LaidEffect { kind: new.to_owned(), filled: Vec::new() });
        }
        "text" => match app.desk.ruling_words(account, slug, year, &typed.effects).await? {
            Ok(words) => typed.words = Some(words),
            Err(_) if typed.effects.is_empty() => typed.words = Some(String::new()),
            Err(faults) => return Ok(faults),
        },
        "form" => {
            let words = typed.words.clone().unwrap_or_default();
            match app.desk.ruling_effects(account, slug, year, &words).await? {
                Some(effects) => (typed.effects, typed.words) = (effects, None),
                None if words.trim().is_empty() => typed.words = None,
                None => {
                    let reason = "the form cannot say this; see the words a ruling may use";
                    return Ok(vec![RulingFault::of_all(reason)]);
                }
            }
        }
        _ => {
            let drop = act.strip_prefix("drop-").and_then(|nth| nth.parse::<usize>().ok());
            if let Some(nth) = drop.filter(|nth| *nth < typed.effects.len()) {
                typed.effects.remove(nth);
            }
        }
    }
    Ok(Vec::new())
}

/// Lays it down: what the GM is told, or what is wrong.
async fn lay_down(
    app: &App,
    member: &Member,
    slug: &str,
    typed: &Typed,
) -> Result<Result<String, Vec<RulingFault>>, WebError> {
    let year = match typed.year() {
        Ok(year) => year,
        Err(fault) => return Ok(Err(vec![fault])),
    };
    let said = match &typed.words {
        Some(words) => RulingSaid::Words(words),
        None => RulingSaid::Effects(&typed.effects),
    };
    let ruling = NewRuling { year, words: "", reason: &typed.reason, public: typed.public };
    Ok(match app.desk.rule(member.id(), slug, &ruling, &said, typed.replaces).await? {
        RulingAnswer::Refused(faults) => Err(faults),
        RulingAnswer::LaidDown { words, doubt } => {
            let doubt = doubt.map(|doubt| format!(" As things stand now it would not be taken: {doubt}."));
            let again = "A draft that is made already must be played again.";
            Ok(format!("Laid down: {words}.{} {again}", doubt.unwrap_or_default()))
        }
    })
}

/// `POST /gm/g/{slug}/rulings/{id}/withdraw`
pub async fn withdraw(
    State(app): State<App>,
    member: Member,
    Path((slug, id)): Path<(String, i64)>,
) -> Result<Redirect, WebError> {
    app.desk.withdraw_ruling(member.id(), &slug, id).await?;
    Ok(Redirect::to(&format!("/gm/g/{slug}/rulings")))
}
