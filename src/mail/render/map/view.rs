//! A map as a page shows it: the drawing, its legends, and every area in words.

use std::collections::BTreeMap;

use super::look::layers;
use super::palette::{Paint, paint, paint_on};
use super::{Links, Look, Place, draw_as, keys};
use crate::postal::picture::{Layer, Picture, ShapeKind};

/// One row of a legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendView {
    /// How the land is painted.
    pub paint: Paint,
    /// What that means.
    pub label: String,
}

/// One layer of a map, with its legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Whether it is the one shown.
    pub shown: bool,
    /// What its tints mean.
    pub legend: Vec<LegendView>,
}

/// One area in words, for those who read the map instead of looking at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaView {
    /// Its id, which the map links to.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What else the hover says.
    pub lines: Vec<String>,
    /// What was said of it on the map before and is not so any more.
    pub former: Vec<String>,
    /// What befell it of late.
    pub events: Vec<String>,
    /// Address of its own page; empty where it has none.
    pub link: String,
    /// How it is painted.
    pub paint: Paint,
}

/// What a page knows of a map that it shows.
#[derive(Debug, Clone, Default)]
pub struct Sheet<'a> {
    /// The map of the pentade before, from which changes are told.
    pub before: Option<&'a Picture>,
    /// What the reader chose.
    pub look: Look,
    /// Where areas lead.
    pub links: Links,
    /// What befell an area of late, by its id.
    pub events: BTreeMap<String, Vec<String>>,
    /// Put before every id of the drawing.
    pub prefix: &'static str,
    /// Whether every layer is in the drawing.
    pub all_layers: bool,
}

/// A map as a page shows it: drawing, legend, and the areas in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapView {
    /// Heading, also the drawing's words for those who cannot see it.
    pub title: String,
    /// The drawing, which is markup.
    pub svg: String,
    /// The layers that are in the drawing.
    pub layers: Vec<LayerView>,
    /// What the signs mean: id of the symbol, and words.
    pub keys: Vec<(&'static str, String)>,
    /// Every area in words; none for a map that stands beside a greater one.
    pub areas: Vec<AreaView>,
    /// Id of the area that is pointed out.
    pub chosen: Option<String>,
    /// Before every id of the drawing.
    pub prefix: &'static str,
    /// Address of the map alone.
    pub file: String,
    /// Whether it may be drawn smaller.
    pub modest: bool,
}

impl MapView {
    /// The chief map of a page, by owner. `file` is the address of the map alone.
    ///
    /// Errors: as for [`draw_as`], as for the others.
    pub fn new(picture: &Picture, prefix: &'static str, file: String) -> Result<Self, askama::Error> {
        let links = Links { before: "#area-".to_owned(), after: String::new() };
        Self::of(picture, Sheet { prefix, links, ..Sheet::default() }, file)
    }

    /// A map as a reader chose to see it.
    pub fn of(picture: &Picture, sheet: Sheet<'_>, file: String) -> Result<Self, askama::Error> {
        let Sheet { before, look, links, events, prefix, all_layers } = sheet;
        let shown =
            layers(picture, before).into_iter().filter(|layer| all_layers || layer.id == look.layer());
        let areas = areas(picture, before, &links, events);
        let place = Place::Page { prefix, links, all_layers };
        Ok(Self {
            title: picture.title.clone(),
            svg: draw_as(picture, before, &place, &look)?,
            layers: shown.map(|layer| layer_view(layer, &look)).collect(),
            keys: keys(picture, &look),
            areas,
            chosen: look.area,
            prefix,
            file,
            modest: false,
        })
    }

    /// A second map of a page, without links and without its areas in words.
    pub fn small(picture: &Picture, prefix: &'static str, file: String) -> Result<Self, askama::Error> {
        let sheet = Sheet { prefix, ..Sheet::default() };
        Ok(Self { areas: Vec::new(), modest: true, ..Self::of(picture, sheet, file)? })
    }

    /// Address of the same map as PNG.
    pub fn png_file(&self) -> String {
        self.file.replacen(".svg", ".png", 1)
    }

    /// The area that is pointed out.
    pub fn card(&self) -> Option<&AreaView> {
        self.areas.iter().find(|area| self.chosen.as_ref() == Some(&area.id))
    }
}

fn layer_view(layer: Layer, look: &Look) -> LayerView {
    let rows = layer.legend.into_iter();
    let rows = rows.map(|row| LegendView { paint: paint_on(layer.scale, row.tint), label: row.label });
    LayerView { shown: layer.id == look.layer(), id: layer.id, title: layer.title, legend: rows.collect() }
}

/// Every area that can be owned, by name.
fn areas(
    picture: &Picture,
    before: Option<&Picture>,
    links: &Links,
    mut events: BTreeMap<String, Vec<String>>,
) -> Vec<AreaView> {
    let former: BTreeMap<&str, &[String]> = before
        .into_iter()
        .flat_map(|before| before.shapes.iter().map(|shape| (shape.id.as_str(), shape.hover.as_slice())))
        .collect();
    let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
    let mut areas: Vec<AreaView> = lands
        .map(|shape| {
            let was = former.get(shape.id.as_str()).into_iter().flat_map(|lines| lines.iter());
            AreaView {
                id: shape.id.clone(),
                name: shape.hover.first().unwrap_or(&shape.id).clone(),
                lines: shape.hover.iter().skip(1).cloned().collect(),
                former: was.filter(|line| !shape.hover.contains(line)).cloned().collect(),
                events: events.remove(&shape.id).unwrap_or_default(),
                link: links.to(&shape.id),
                paint: paint(shape.tint),
            }
        })
        .collect();
    areas.sort_by(|one, other| one.name.cmp(&other.name));
    areas
}
