//! A picture laid out for the template: lengths, colours, names and signs, in map units.

use std::collections::BTreeMap;

use askama::Template;

use super::Place;
use super::borders::{Borders, Lines};
use super::inroads::{InroadView, inroads};
use super::legend::{SwatchView, bond_symbol, swatches};
use super::letters::{legible, width, wrapped};
use super::look::{Look, layers};
use super::names::{Placed, Plot, Wanted, place, whole};
use super::ornaments::{Compass, ScaleBar, hills};
use super::palette::{Paint, paint_on};
use crate::postal::picture::{Cell, Layer, Mark, Picture, Scale, Shape, ShapeKind, Tint};

/// A whole drawing.
#[derive(Template)]
#[template(path = "map/map.svg", escape = "html")]
pub struct Drawing<'a> {
    title: String,
    heading: Vec<HeadingLine>,
    prefix: &'static str,
    framed: Rectangle,
    inner: Rectangle,
    width: Widths,
    lines: Lines,
    graticule: &'a str,
    hills: String,
    compass: Option<Compass>,
    scale: Option<ScaleBar<'a>>,
    seas: Vec<ShapeView<'a>>,
    wastes: Vec<ShapeView<'a>>,
    lands: Vec<ShapeView<'a>>,
    lakes: Vec<ShapeView<'a>>,
    layers: Vec<LayerView>,
    inroads: Vec<InroadView>,
    chosen: Option<&'a str>,
    names: Vec<NameView>,
    legend: Vec<SwatchView>,
}

#[derive(Debug, Clone, Copy)]
struct Rectangle {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

struct HeadingLine {
    x: i32,
    y: i32,
    size: i32,
    words: String,
}

/// Widths of lines, in map units, grown or shrunk with the map.
struct Widths {
    glow: [(&'static str, String); 8],
    coast: String,
    border: String,
    fine: String,
    edge: String,
    frontier: String,
    casing: String,
    chosen: String,
    sea: String,
    sea_gaps: String,
    frame: String,
    frame_gap: i32,
    hatch: String,
    dot: String,
    pitch: String,
    half_pitch: String,
    waste_pitch: String,
}

impl Widths {
    fn new(map_width: i32) -> Self {
        let unit = |of_5600: f64| format!("{:.1}", of_5600 * f64::from(map_width) / 5600.0);
        let glow = |colour, width| (colour, unit(width));
        Self {
            glow: [
                glow("#b9d0d3", 104.0),
                glow("#c9dbdc", 98.0),
                glow("#aac6ca", 70.0),
                glow("#c9dbdc", 64.0),
                glow("#98b9be", 40.0),
                glow("#c0d6d8", 34.0),
                glow("#86abb1", 16.0),
                glow("#b4ced1", 11.0),
            ],
            coast: unit(4.6),
            border: unit(2.8),
            fine: unit(2.0),
            edge: unit(5.0),
            frontier: unit(9.0),
            casing: unit(21.0),
            chosen: unit(18.0),
            sea: unit(3.4),
            sea_gaps: format!("{} {}", unit(2.0), unit(13.0)),
            frame: unit(6.0),
            frame_gap: map_width / 200,
            hatch: unit(6.0),
            dot: unit(6.5),
            pitch: unit(32.0),
            half_pitch: unit(16.0),
            waste_pitch: unit(26.0),
        }
    }
}

struct ShapeView<'a> {
    id: &'a str,
    path: &'a str,
    hover: String,
    /// Where a click leads; nowhere when empty.
    link: String,
}

impl<'a> ShapeView<'a> {
    fn of_kind(picture: &'a Picture, kind: ShapeKind, link: &dyn Fn(&str) -> String) -> Vec<Self> {
        let shapes = picture.shapes.iter().filter(|shape| shape.kind == kind);
        shapes
            .map(|shape| Self {
                id: &shape.id,
                path: &shape.path,
                hover: legible(&shape.hover.join("\n")),
                link: link(&shape.id),
            })
            .collect()
    }
}

/// The land as one layer tints it.
struct LayerView {
    id: String,
    shown: bool,
    fills: Vec<(&'static str, Vec<String>)>,
    hatches: Vec<(u8, Vec<String>)>,
    figures: Vec<SignView>,
}

struct NameView {
    class: &'static str,
    x: i32,
    y: i32,
    size: i32,
    halo: i32,
    turn: i32,
    spacing: i32,
    lines: Vec<(i32, i32, String)>,
    signs: Vec<SignView>,
}

/// A sign below a name.
struct SignView {
    /// Id of the symbol; none for words alone.
    symbol: Option<&'static str>,
    /// Fill of the pill behind the words, if there is one.
    pill: Option<Paint>,
    words: Option<String>,
    below_zero: bool,
    x: i32,
    y: i32,
    width: i32,
    size: i32,
    centre: i32,
    foot: i32,
    letter: i32,
    halo: i32,
    /// Turn about a point, as an SVG transform; empty for none.
    turned: String,
}

impl<'a> Drawing<'a> {
    /// Lays out a picture as `look` has it. Layers that `look` does not show are drawn, unseen, where `place` wants all.
    pub fn new(picture: &'a Picture, before: Option<&Picture>, place: &'a Place, look: &'a Look) -> Self {
        let [x, y, width, height] = picture.view_box;
        let inner = Rectangle { x, y, width, height };
        let margin = width / 100;
        let mut shown = layers(picture, before);
        let wants_all = matches!(place, Place::Page { all_layers: true, .. });
        shown.retain(|layer| wants_all || layer.id == look.layer());
        let borders = Borders::of(&picture.shapes);
        let inroads = inroads(picture, &borders);
        let names = names(picture, look, &shown, &inroads);
        let (prefix, link): (_, &dyn Fn(&str) -> String) = match place {
            Place::Page { prefix, links, .. } => (*prefix, &|id| links.to(id)),
            Place::File => ("", &|_| String::new()),
        };
        let (legend, foot) = match place {
            Place::Page { .. } => (Vec::new(), 0),
            Place::File => swatches(picture, shown.first(), look, (picture.view_box, margin)),
        };
        Self {
            title: legible(&picture.title),
            heading: heading(picture),
            prefix,
            framed: Rectangle {
                x: x - margin,
                y: y - margin,
                width: width + 2 * margin,
                height: height + 2 * margin + foot,
            },
            inner,
            width: Widths::new(width),
            lines: borders.lines(),
            graticule: &picture.ornaments.graticule,
            hills: hills(&picture.ornaments),
            compass: Compass::of(&picture.ornaments),
            scale: ScaleBar::of(&picture.ornaments),
            seas: ShapeView::of_kind(picture, ShapeKind::Sea, &|_| String::new()),
            wastes: ShapeView::of_kind(picture, ShapeKind::Waste, &|_| String::new()),
            lands: ShapeView::of_kind(picture, ShapeKind::Land, link),
            lakes: ShapeView::of_kind(picture, ShapeKind::Lake, &|_| String::new()),
            layers: shown.iter().map(|layer| layer_view(layer, look, &names, (prefix, picture))).collect(),
            inroads,
            chosen: look.area.as_deref().filter(|id| picture.shapes.iter().any(|shape| shape.id == **id)),
            names: names.iter().map(|name| name_view(name, look)).collect(),
            legend,
        }
    }
}

/// The title in the free sea that the map keeps for it.
fn heading(picture: &Picture) -> Vec<HeadingLine> {
    let Some([x, y, wide, height]) = picture.ornaments.title else { return Vec::new() };
    let lines = wrapped(&legible(&picture.title), 14, 3);
    let count = i32::try_from(lines.len()).unwrap_or(1).max(1);
    let widest = lines.iter().map(|line| whole(width(line, 100, 0))).max().unwrap_or(0).max(1);
    let size = (height / (count + 1)).min(wide * 100 / widest);
    let top = y + (height - count * size * 11 / 10) / 2;
    let line = |(nth, words): (i32, String)| HeadingLine {
        x: x + wide / 2,
        y: top + nth * size * 11 / 10 + size * 4 / 5,
        size,
        words,
    };
    (0..).zip(lines).map(line).collect()
}

/// The fill and pattern of every area of a layer, and its figures at the names.
fn layer_view(
    layer: &Layer,
    look: &Look,
    names: &[Named<'_>],
    (prefix, picture): (&str, &Picture),
) -> LayerView {
    let mut fills: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut hatches: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for shape in picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land) {
        let tint = layer.cells.get(&shape.id).map_or(Tint(0), |cell| cell.tint);
        let paint = paint_on(layer.scale, tint);
        let id = format!("{prefix}{}", shape.id);
        if paint.hatch > 0 {
            hatches.entry(paint.hatch).or_default().push(id.clone());
        }
        fills.entry(paint.fill).or_default().push(id);
    }
    let mut figures = Vec::new();
    for named in names {
        let Some(cell) = layer.cells.get(&named.placed.shape.id) else { continue };
        figures.extend(named.figures(cell, layer.scale));
    }
    LayerView {
        shown: layer.id == look.layer(),
        id: layer.id.clone(),
        fills: fills.into_iter().collect(),
        hatches: hatches.into_iter().collect(),
        figures,
    }
}

/// A sign that every layer shows: id of its symbol, and words in it.
type Sign = (&'static str, Option<String>);

/// A name where it stands, with what its signs are.
struct Named<'a> {
    placed: Placed<'a>,
    /// Whether the first sign is room for the figure of a layer.
    has_figure: bool,
    signs: Vec<Sign>,
    turned: String,
}

/// Width of a symbol, in hundredths of a name's size.
const SYMBOL: i32 = 100;

/// Size of the letters of a figure and of a pill, in hundredths of a name's size.
const FIGURE: i32 = 90;
const PILL: i32 = 64;

fn figure_width(words: &str) -> i32 {
    whole(width(words, FIGURE, 0))
}

fn pill_width(words: &str) -> i32 {
    whole(width(words, PILL, 0)) + 50
}

fn signs_of(shape: &Shape, look: &Look) -> Vec<Sign> {
    let marks = shape.marks.iter().filter_map(|mark| match mark {
        Mark::Court => Some(("court", None)),
        Mark::Unrest => Some(("unrest", None)),
        Mark::Walls(level) => Some(("walls", Some(level.to_string()))),
        Mark::Aim => Some(("aim", None)),
        Mark::Figure(_) => None,
    });
    let own = shape.bonds.iter().filter(|bond| look.side.as_ref() == Some(&bond.side));
    marks.chain(own.map(|bond| (bond_symbol(bond.sign), None))).collect()
}

/// Every name where it stands.
fn names<'a>(picture: &'a Picture, look: &Look, shown: &[Layer], inroads: &[InroadView]) -> Vec<Named<'a>> {
    let mut wanted = Vec::new();
    let mut signs_by_id = BTreeMap::new();
    for shape in &picture.shapes {
        let Some(label) = shape.label.as_ref() else { continue };
        let cells: Vec<&Cell> = shown.iter().filter_map(|layer| layer.cells.get(&shape.id)).collect();
        let figure = cells.iter().filter_map(|cell| cell.figure.as_deref()).map(figure_width).max();
        let pills = cells.iter().max_by_key(|cell| cell.spots.len());
        let signs = signs_of(shape, look);
        let mut widths: Vec<i32> = figure.into_iter().collect();
        widths.extend(signs.iter().map(|_| SYMBOL));
        let pills = pills.iter().flat_map(|cell| cell.spots.iter().map(|(_, words)| pill_width(words)));
        signs_by_id.insert(shape.id.as_str(), (figure.is_some(), signs));
        wanted.push(Wanted { shape, label, signs: widths, pills: pills.collect() });
    }
    let mut obstacles: Vec<Plot> = inroads.iter().map(|one| one.plot(picture.view_box[2])).collect();
    obstacles.extend(furniture(picture));
    let placed = place(Plot::upright(picture.view_box), &obstacles, wanted);
    let named = placed.into_iter().map(|placed| {
        let (has_figure, signs) = signs_by_id.remove(placed.shape.id.as_str()).unwrap_or_default();
        let turn = whole(placed.plot.turn);
        let turned = match turn {
            0 => String::new(),
            _ => format!("rotate({turn} {} {})", whole(placed.plot.x), whole(placed.plot.y)),
        };
        Named { placed, has_figure, signs, turned }
    });
    named.collect()
}

/// The ground that ornaments take.
fn furniture(picture: &Picture) -> Vec<Plot> {
    let ornaments = &picture.ornaments;
    let compass = ornaments.compass.map(|[x, y, r]| [x - r, y - r * 5 / 4, 2 * r, r * 9 / 4]);
    let scale = ornaments
        .scale
        .as_ref()
        .map(|([x, y, length], _)| [x - length / 20, y - length / 13, length + length / 10, length / 6]);
    ornaments.title.into_iter().chain(compass).chain(scale).map(Plot::upright).collect()
}

/// The ground of every name that is drawn, with its shape's id.
pub fn plots(picture: &Picture, before: Option<&Picture>, look: &Look) -> Vec<(String, Plot)> {
    let shown = layers(picture, before);
    let borders = Borders::of(&picture.shapes);
    let names = names(picture, look, &shown, &inroads(picture, &borders));
    names.into_iter().map(|named| (named.placed.shape.id.clone(), named.placed.plot)).collect()
}

fn name_view(named: &Named<'_>, look: &Look) -> NameView {
    let placed = &named.placed;
    let class = match placed.shape.kind {
        ShapeKind::Land if look.area.as_ref() == Some(&placed.shape.id) => "land chosen",
        ShapeKind::Land => "land",
        ShapeKind::Sea | ShapeKind::Lake => "sea",
        ShapeKind::Waste => "waste",
    };
    let skipped = usize::from(named.has_figure);
    let places = placed.signs.iter().skip(skipped);
    let signs = named.signs.iter().zip(places).map(|((symbol, words), at)| {
        let view = SignView::new(*at, placed.size, SYMBOL, words.clone());
        SignView { symbol: Some(symbol), below_zero: false, letter: placed.size * 7 / 10, ..view }
    });
    NameView {
        class,
        x: whole(placed.plot.x),
        y: whole(placed.plot.y),
        size: placed.size,
        halo: (placed.size / 6).max(1),
        turn: whole(placed.plot.turn),
        spacing: placed.spacing_hundredths * placed.size / 100,
        lines: placed.feet().map(|(x, y, words)| (x, y, words.to_owned())).collect(),
        signs: signs.collect(),
    }
}

impl Named<'_> {
    /// The figure and the pills of a layer, in the room that was kept for them.
    fn figures(&self, cell: &Cell, scale: Scale) -> Vec<SignView> {
        let size = self.placed.size;
        let mut views = Vec::new();
        if let (true, Some(words), Some(at)) = (self.has_figure, &cell.figure, self.placed.signs.first()) {
            let view = SignView::new(*at, size, figure_width(words), Some(words.clone()));
            views.push(SignView { letter: size * FIGURE / 100, turned: self.turned.clone(), ..view });
        }
        let skipped = usize::from(self.has_figure) + self.signs.len();
        for ((tint, words), at) in cell.spots.iter().zip(self.placed.signs.iter().skip(skipped)) {
            let view = SignView::new(*at, size, pill_width(words), Some(words.clone()));
            views.push(SignView {
                pill: Some(paint_on(scale, *tint)),
                letter: size * PILL / 100,
                foot: at.1 + size * 75 / 100,
                turned: self.turned.clone(),
                below_zero: false,
                ..view
            });
        }
        views
    }
}

impl SignView {
    fn new((x, y): (i32, i32), size: i32, width: i32, words: Option<String>) -> Self {
        let width = width * size / 100;
        Self {
            symbol: None,
            pill: None,
            below_zero: words.as_deref().is_some_and(|words| words.starts_with(['-', '\u{2212}'])),
            words,
            x,
            y,
            width,
            size,
            centre: x + width / 2,
            foot: y + size * 4 / 5,
            letter: size,
            halo: (size / 6).max(1),
            turned: String::new(),
        }
    }
}
