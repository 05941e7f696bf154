//! The map in full: every layer, an empire's claims and ties, an area's card, any published pentade, and whose the
//! land was through the whole game.

use std::collections::BTreeMap;

use askama::Template;
use askama_web::WebTemplate;
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};

use super::found::{NotHere, or_near};
use crate::desk::views::{MapPage, Ownership};
use crate::postal::chronicle::{Reader, SideId};
use crate::postal::near::near;
use crate::web::App;
use crate::web::error::WebError;
use crate::web::frame::{Frame, Part};
use crate::web::map::{Borders, Links, Look, MapView, NotThere, Sheet, paint};
use crate::web::visitor::Visitor;

/// Largest magnification without a script.
const MOST_ZOOM: u8 = 3;

/// What is looked at, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Asked {
    /// First year of a published pentade; the map as it is now when there is none.
    #[serde(default)]
    pub year: String,
    /// Id of a layer.
    #[serde(default)]
    pub layer: String,
    /// Id of a side.
    #[serde(default)]
    pub empire: String,
    /// Id of an area.
    #[serde(default)]
    pub area: String,
    /// How much larger it is drawn, from 1.
    #[serde(default)]
    pub zoom: String,
    /// Which revision of the pentade.
    pub revision: Option<i32>,
}

impl Asked {
    /// What the map is asked to show.
    pub fn look(&self) -> Look {
        let filled = |words: &str| (!words.is_empty()).then(|| words.to_owned());
        Look {
            layer: filled(&self.layer),
            side: filled(&self.empire).map(|side| SideId::new(&side)),
            area: filled(&self.area),
        }
    }

    /// The asked year; none for now.
    ///
    /// Errors: it is no year.
    pub fn turn(&self) -> Result<Option<(i32, Option<i32>)>, NotHere> {
        match self.year.as_str() {
            "" => Ok(None),
            year => match year.parse() {
                Ok(year) => Ok(Some((year, self.revision))),
                Err(_) => Err(NotHere::Year(year.to_owned())),
            },
        }
    }

    fn zoom(&self) -> u8 {
        self.zoom.parse().unwrap_or(1).clamp(1, MOST_ZOOM)
    }

    /// The address of the map with one thing chosen otherwise.
    fn with(&self, slug: &str, key: &str, value: &str) -> String {
        let revision = self.revision.map(|number| number.to_string()).unwrap_or_default();
        let pairs = [
            ("year", self.year.as_str()),
            ("revision", &revision),
            ("layer", &self.layer),
            ("empire", &self.empire),
            ("area", &self.area),
            ("zoom", &self.zoom),
        ];
        let kept = pairs.into_iter().map(|(name, now)| (name, if name == key { value } else { now }));
        // A revision is one of its own pentade.
        let kept = kept.filter(|(name, now)| !now.is_empty() && (*name != "revision" || key != "year"));
        let query: Vec<String> = kept.map(|(name, now)| format!("{name}={}", encoded(now))).collect();
        match query.is_empty() {
            true => format!("/g/{slug}/map"),
            false => format!("/g/{slug}/map?{}", query.join("&")),
        }
    }
}

/// Words as they stand in an address.
pub fn encoded(words: &str) -> String {
    let bytes = words.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}

/// A choice: words, address, and whether it is made.
#[derive(Debug, Clone)]
pub struct Choice {
    words: String,
    id: String,
    address: String,
    chosen: bool,
}

/// The page.
#[derive(Template, WebTemplate)]
#[template(path = "web/archive/map.html")]
pub struct Page {
    frame: Frame,
    slug: String,
    title: String,
    asked: Asked,
    map: MapView,
    layers: Vec<Choice>,
    sides: Vec<Choice>,
    moments: Vec<Choice>,
    zooms: Vec<Choice>,
    nothing_pointed_out: String,
    preview: String,
}

/// `GET /g/{slug}/map`
pub async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Page, WebError> {
    let turn = match asked.turn() {
        Ok(turn) => turn,
        Err(fault) => return Err(fault.told(&app, &visitor, &slug).await?),
    };
    let found = app.desk.map_page(&slug, turn).await;
    let page = or_near(&app, &visitor, &slug, found).await?;
    let look = asked.look();
    look.check(&page.picture, page.before.as_ref()).map_err(|fault| not_there(&slug, &asked, fault))?;
    let frame = visitor.frame(Part::Archive).await?;
    let mut page = Page::new(frame, page, asked)?;
    page.preview = app.desk.settings().link(&page.map.png_file());
    Ok(page)
}

/// The page of something that the map does not have, with what is like it.
pub fn not_there(slug: &str, asked: &Asked, fault: NotThere) -> WebError {
    let (kind, sought) = fault.what.split_once(' ').unwrap_or(("", &fault.what));
    let key = if kind == "side" { "empire" } else { kind };
    let offered = match near(sought, fault.known.iter().map(String::as_str)) {
        found if found.is_empty() && kind == "layer" => fault.known.iter().map(String::as_str).collect(),
        found => found,
    };
    let offered = offered.into_iter().map(|id| (id.to_owned(), asked.with(slug, key, id)));
    WebError::NotQuite { near: offered.collect(), what: fault.what.clone() }
}

impl Page {
    fn new(frame: Frame, page: MapPage, asked: Asked) -> Result<Self, WebError> {
        let slug = page.slug;
        let look = asked.look();
        let sides = sides(&page.picture.legend, &asked, &slug);
        let sheet = Sheet {
            before: page.before.as_ref(),
            look: look.clone(),
            links: Links { before: format!("/g/{slug}/areas/"), after: String::new() },
            events: page.events,
            prefix: "",
            all_layers: true,
        };
        let file = file_of(&slug, &asked);
        let map = MapView::of(&page.picture, sheet, file)?;
        let layers = map.layers.iter().map(|layer| Choice {
            words: layer.title.clone(),
            id: layer.id.clone(),
            address: format!("{}#map", asked.with(&slug, "layer", &layer.id)),
            chosen: layer.shown,
        });
        let layers = layers.collect();
        let moment = |year: &str, words: String| Choice {
            chosen: asked.year == year,
            id: year.to_owned(),
            address: format!("{}#map", asked.with(&slug, "year", year)),
            words,
        };
        let mut moments: Vec<Choice> =
            page.years.iter().map(|span| moment(&span.first_year.to_string(), span.to_string())).collect();
        moments.push(moment("", "now".to_owned()));
        let zooms = (1..=MOST_ZOOM).map(|zoom| Choice {
            words: format!("{zoom}\u{d7}"),
            id: zoom.to_string(),
            address: format!("{}#map", asked.with(&slug, "zoom", &zoom.to_string())),
            chosen: asked.zoom() == zoom,
        });
        let zooms = zooms.collect();
        let preview = String::new();
        let nothing_pointed_out = format!("{}#map", asked.with(&slug, "area", ""));
        Ok(Self {
            frame,
            title: page.title,
            map,
            layers,
            sides,
            moments,
            zooms,
            nothing_pointed_out,
            preview,
            slug,
            asked,
        })
    }

    fn zoom(&self) -> u8 {
        self.asked.zoom()
    }
}

/// Sides whose bonds may be shown.
fn sides(legend: &[crate::postal::picture::LegendRow], asked: &Asked, slug: &str) -> Vec<Choice> {
    let owners = legend.iter().filter_map(|row| row.side.as_ref().map(|side| (side, &row.label)));
    let choice = |(side, name): (&SideId, &String)| Choice {
        words: name.clone(),
        id: side.to_string(),
        address: asked.with(slug, "empire", side.as_str()),
        chosen: asked.empire == side.as_str(),
    };
    let mut sides: Vec<Choice> = owners.map(choice).collect();
    sides.sort_by(|one, other| one.words.cmp(&other.words));
    sides
}

/// The address of the map alone.
fn file_of(slug: &str, asked: &Asked) -> String {
    let whole = Asked { year: String::new(), zoom: String::new(), area: String::new(), ..asked.clone() };
    let query = whole.with("", "", "");
    let query = query.split_once('?').map_or_else(String::new, |(_, query)| format!("?{query}"));
    match asked.year.as_str() {
        "" => format!("/g/{slug}/map.svg{query}"),
        year => format!("/g/{slug}/{year}/map.svg{query}"),
    }
}

/// Whose the land was, as the map's script reads it.
#[derive(Serialize)]
pub struct Told {
    game: String,
    /// Ids of areas; elsewhere they go by their place in this list.
    areas: Vec<String>,
    /// Name, fill and pattern of each holder; nobody is the first.
    holders: Vec<(String, &'static str, u8)>,
    /// First year of each pentade, and each area whose holder is another than before it, with the holder.
    pentades: Vec<(i32, Vec<(usize, usize)>)>,
    /// The line between any two areas.
    borders: Vec<(usize, usize, String)>,
}

/// `GET /g/{slug}/ownership.json`
pub async fn ownership(
    State(app): State<App>,
    visitor: Visitor,
    Path(slug): Path<String>,
) -> Result<Json<Told>, WebError> {
    let found = app.desk.ownership(&slug).await;
    let owned: Ownership = or_near(&app, &visitor, &slug, found).await?;
    let picture = app.desk.picture(None, &slug, None, &Reader::Public).await?;
    let shapes = &picture.shapes;
    let number: BTreeMap<&str, usize> =
        owned.areas.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let place = |shape: usize| number.get(shapes[shape].id.as_str()).copied();
    let lines = Borders::of(shapes).between_lands().into_iter();
    let borders = lines.filter_map(|(one, other, path)| Some((place(one)?, place(other)?, path)));
    let nobody = paint(crate::postal::picture::Tint(0));
    let held = owned.holders.iter().map(|holder| (holder.name.clone(), paint(holder.tint)));
    let holders = std::iter::once(("independent".to_owned(), nobody)).chain(held);
    Ok(Json(Told {
        game: owned.title,
        holders: holders.map(|(name, paint)| (name, paint.fill, paint.hatch)).collect(),
        pentades: owned.moments.into_iter().map(|moment| (moment.year, moment.changes)).collect(),
        borders: borders.collect(),
        areas: owned.areas,
    }))
}
