//! The map as SVG: a [`Picture`] of any game in parchment and ink.
//!
//! Everything is said in presentation attributes, so that the same drawing serves in a page, as a file of its own
//! and under a policy that allows no style of its own.

mod frontier;
mod palette;
mod png;

use askama::Template;

pub use palette::{Paint, paint};
pub use png::{PNG_WIDTH, PictureError, png};

use crate::postal::picture::{Label, LegendRow, Mark, Picture, Shape, ShapeKind};

/// Where a drawing will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a page, which has its own legend; the prefix keeps ids apart when a page holds two maps.
    Page {
        /// Put before every id of the drawing: `before-`.
        prefix: &'static str,
        /// Whether areas link to their rows in the list of areas below.
        linked: bool,
    },
    /// A file of its own, with the legend below.
    File,
}

/// Draws a picture.
///
/// Errors: only what the template engine may report, which for a string is nothing.
pub fn draw(picture: &Picture, place: Place) -> Result<String, askama::Error> {
    Drawing::new(picture, place).render()
}

/// One row of a legend, ready for a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendView {
    /// How the side's land is painted.
    pub paint: Paint,
    /// Whose land it is.
    pub label: String,
}

/// The legend for a page.
pub fn legend(rows: &[LegendRow]) -> Vec<LegendView> {
    rows.iter().map(|row| LegendView { paint: paint(row.tint), label: row.label.clone() }).collect()
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
    /// How it is painted.
    pub paint: Paint,
}

/// Every area that can be owned, by name.
pub fn areas(picture: &Picture) -> Vec<AreaView> {
    let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
    let mut areas: Vec<AreaView> = lands
        .map(|shape| AreaView {
            id: shape.id.clone(),
            name: shape.hover.first().unwrap_or(&shape.id).clone(),
            lines: shape.hover.iter().skip(1).cloned().collect(),
            paint: paint(shape.tint),
        })
        .collect();
    areas.sort_by(|one, other| one.name.cmp(&other.name));
    areas
}

#[derive(Template)]
#[template(path = "map/map.svg", escape = "html")]
struct Drawing<'a> {
    title: &'a str,
    prefix: &'static str,
    linked: bool,
    framed: Box4,
    inner: Box4,
    width: Widths,
    lines: frontier::Lines,
    seas: Vec<ShapeView<'a>>,
    wastes: Vec<ShapeView<'a>>,
    lands: Vec<ShapeView<'a>>,
    lakes: Vec<ShapeView<'a>>,
    names: Vec<NameView<'a>>,
    legend: Vec<SwatchView<'a>>,
}

#[derive(Debug, Clone, Copy)]
struct Box4 {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// Widths of lines, in map units, grown or shrunk with the map.
struct Widths {
    glow: [(&'static str, String); 8],
    coast: String,
    border: String,
    edge: String,
    frontier: String,
    sea: String,
    sea_gaps: String,
    frame: String,
    frame_gap: i32,
    hatch: String,
    hatch_pitch: String,
}

impl Widths {
    fn new(map_width: i32) -> Self {
        let unit = |of_5600: f64| format!("{:.2}", of_5600 * f64::from(map_width) / 5600.0);
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
            border: unit(2.6),
            edge: unit(5.0),
            frontier: unit(10.0),
            sea: unit(3.4),
            sea_gaps: format!("{} {}", unit(2.0), unit(13.0)),
            frame: unit(6.0),
            frame_gap: map_width / 200,
            hatch: unit(5.0),
            hatch_pitch: unit(34.0),
        }
    }
}

struct ShapeView<'a> {
    id: &'a str,
    path: &'a str,
    paint: Paint,
    hover: String,
}

impl<'a> ShapeView<'a> {
    fn of_kind(picture: &'a Picture, kind: ShapeKind) -> Vec<Self> {
        let shapes = picture.shapes.iter().filter(|shape| shape.kind == kind);
        shapes
            .map(|shape| Self {
                id: &shape.id,
                path: &shape.path,
                paint: paint(shape.tint),
                hover: shape.hover.join("\n"),
            })
            .collect()
    }
}

struct NameView<'a> {
    class: &'static str,
    x: i32,
    y: i32,
    size: i32,
    halo: i32,
    rotation: i32,
    spacing: i32,
    lines: Vec<LineView<'a>>,
    marks: Vec<MarkView>,
}

struct LineView<'a> {
    x: i32,
    y: i32,
    words: &'a str,
}

struct MarkView {
    /// Id of the symbol; none for a figure.
    symbol: Option<&'static str>,
    /// Words in or beside the symbol.
    words: Option<String>,
    below_zero: bool,
    x: i32,
    y: i32,
    size: i32,
    centre: i32,
    foot: i32,
    letter: i32,
}

struct SwatchView<'a> {
    paint: Paint,
    label: &'a str,
    x: i32,
    y: i32,
    text_x: i32,
    text_y: i32,
    width: i32,
    height: i32,
    size: i32,
}

impl<'a> Drawing<'a> {
    fn new(picture: &'a Picture, place: Place) -> Self {
        let [x, y, width, height] = picture.view_box;
        let inner = Box4 { x, y, width, height };
        let margin = width / 100;
        let (prefix, linked, legend, foot) = match place {
            Place::Page { prefix, linked } => (prefix, linked, Vec::new(), 0),
            Place::File => {
                let (rows, foot) = swatches(&picture.legend, inner, margin);
                ("", false, rows, foot)
            }
        };
        Self {
            title: &picture.title,
            prefix,
            linked,
            framed: Box4 {
                x: x - margin,
                y: y - margin,
                width: width + 2 * margin,
                height: height + 2 * margin + foot,
            },
            inner,
            width: Widths::new(width),
            lines: frontier::lines(&picture.shapes),
            seas: ShapeView::of_kind(picture, ShapeKind::Sea),
            wastes: ShapeView::of_kind(picture, ShapeKind::Waste),
            lands: ShapeView::of_kind(picture, ShapeKind::Land),
            lakes: ShapeView::of_kind(picture, ShapeKind::Lake),
            names: picture.shapes.iter().filter_map(name).collect(),
            legend,
        }
    }
}

const COLUMNS: i32 = 4;

/// The legend of a file: four columns below the map, and the height they take.
fn swatches(rows: &[LegendRow], map: Box4, margin: i32) -> (Vec<SwatchView<'_>>, i32) {
    let step = map.width / 60;
    let column = map.width / COLUMNS;
    let mut views = Vec::new();
    for (nth, row) in (0_i32..).zip(rows) {
        let x = map.x + nth % COLUMNS * column;
        let y = map.y + map.height + 2 * margin + nth / COLUMNS * step;
        views.push(SwatchView {
            paint: paint(row.tint),
            label: &row.label,
            x,
            y,
            text_x: x + step * 2,
            text_y: y + step * 6 / 10,
            width: step * 3 / 2,
            height: step * 7 / 10,
            size: step * 6 / 10,
        });
    }
    let count = i32::try_from(rows.len()).unwrap_or(i32::MAX);
    (views, margin + (count + COLUMNS - 1) / COLUMNS * step)
}

fn name(shape: &Shape) -> Option<NameView<'_>> {
    let label = shape.label.as_ref()?;
    let class = match shape.kind {
        ShapeKind::Land => "land",
        ShapeKind::Sea | ShapeKind::Lake => "sea",
        ShapeKind::Waste => "waste",
    };
    let row_height = if shape.marks.is_empty() { 0 } else { label.size };
    let count = i32::try_from(label.lines.len()).unwrap_or(1);
    let top = label.y - (count * label.size + row_height) / 2;
    let lines = (0_i32..).zip(&label.lines);
    Some(NameView {
        class,
        x: label.x,
        y: label.y,
        size: label.size,
        halo: (label.size / 6).max(1),
        rotation: label.rotation,
        spacing: label.spacing_hundredths * label.size / 100,
        lines: lines
            .map(|(nth, words)| LineView {
                x: label.x + label.spacing_hundredths * label.size / 200,
                y: top + nth * label.size + label.size * 4 / 5,
                words,
            })
            .collect(),
        marks: marks(&shape.marks, label, top + count * label.size),
    })
}

/// The row of marks under a name, centred.
fn marks(marks: &[Mark], label: &Label, y: i32) -> Vec<MarkView> {
    let size = label.size;
    let step = size * 23 / 20;
    let count = i32::try_from(marks.len()).unwrap_or(1);
    let left = label.x - count * step / 2;
    let views = (0_i32..).zip(marks).map(|(nth, mark)| {
        let (symbol, words) = match mark {
            Mark::Court => (Some("court"), None),
            Mark::Unrest => (Some("unrest"), None),
            Mark::Walls(level) => (Some("walls"), Some(level.to_string())),
            Mark::Figure(words) => (None, Some(words.clone())),
        };
        let x = left + nth * step;
        MarkView {
            symbol,
            below_zero: words.as_deref().is_some_and(|words| words.starts_with(['-', '\u{2212}'])),
            words,
            x,
            y,
            size,
            centre: x + size / 2,
            foot: y + size * 4 / 5,
            letter: if symbol.is_some() { size * 7 / 10 } else { size * 9 / 10 },
        }
    });
    views.collect()
}

/// A map as a page shows it: drawing, legend, and the areas in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapView {
    /// Heading, also the drawing's words for those who cannot see it.
    pub title: String,
    /// The drawing, which is markup.
    pub svg: String,
    /// What the tints mean.
    pub legend: Vec<LegendView>,
    /// Every area in words; none for a map that stands beside a greater one.
    pub areas: Vec<AreaView>,
    /// Before every id of the drawing.
    pub prefix: &'static str,
    /// Address of the map alone.
    pub file: String,
    /// Whether it may be drawn smaller.
    pub modest: bool,
}

impl MapView {
    /// The chief map of a page. `file` is the address of the map alone.
    pub fn new(picture: &Picture, prefix: &'static str, file: String) -> Result<Self, askama::Error> {
        Ok(Self {
            title: picture.title.clone(),
            svg: draw(picture, Place::Page { prefix, linked: true })?,
            legend: legend(&picture.legend),
            areas: areas(picture),
            prefix,
            file,
            modest: false,
        })
    }

    /// Address of the same map as PNG.
    pub fn png_file(&self) -> String {
        self.file.replace(".svg", ".png")
    }

    /// A second map of a page, without links and without its areas in words.
    pub fn small(picture: &Picture, prefix: &'static str, file: String) -> Result<Self, askama::Error> {
        Ok(Self {
            title: picture.title.clone(),
            svg: draw(picture, Place::Page { prefix, linked: false })?,
            legend: legend(&picture.legend),
            areas: Vec::new(),
            prefix,
            file,
            modest: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::picture::Tint;

    fn land(id: &str, name: &str, tint: u8, marks: Vec<Mark>) -> Shape {
        Shape {
            id: id.to_owned(),
            kind: ShapeKind::Land,
            path: "M0 0l100 0 0 100-100 0z".to_owned(),
            tint: Tint(tint),
            label: Some(Label {
                x: 50,
                y: 50,
                size: 10,
                rotation: 0,
                spacing_hundredths: 0,
                lines: vec![name.to_owned()],
            }),
            marks,
            hover: vec![name.to_owned(), "in unrest".to_owned()],
        }
    }

    fn picture(shapes: Vec<Shape>) -> Picture {
        let legend = vec![LegendRow { tint: Tint(1), label: "Franks & \"Co\"".to_owned() }];
        Picture { title: "The <map>".to_owned(), view_box: [0, 0, 100, 100], shapes, legend }
    }

    #[test]
    fn markup_in_a_name_is_text() {
        let hostile = "</text><script>alert(1)</script>\" onmouseover=\"x ]]> '";
        for place in [Place::File, Place::Page { prefix: "a-", linked: true }] {
            let drawing = draw(&picture(vec![land("saxony", hostile, 1, Vec::new())]), place).expect("drawn");
            assert!(!drawing.contains("<script") && !drawing.contains("\" onmouseover"), "{drawing}");
            assert!(drawing.contains("&#60;script&#62;"), "the name is there as text: {drawing}");
        }
    }

    #[test]
    fn every_mark_is_seen_at_a_glance_and_every_line_on_a_hover() {
        let marks = vec![Mark::Court, Mark::Unrest, Mark::Walls(3), Mark::Figure("-2".to_owned())];
        let drawing = draw(&picture(vec![land("saxony", "Saxony", 1, marks)]), Place::File).expect("drawn");
        for sign in ["href=\"#court\"", "href=\"#unrest\"", "href=\"#walls\"", ">3</text>", ">-2</text>"] {
            assert!(drawing.contains(sign), "{sign} in {drawing}");
        }
        assert!(drawing.contains("<title>Saxony\nin unrest</title>"), "{drawing}");
        assert!(drawing.contains(paint(Tint(1)).fill) && drawing.contains("Franks &#38; &#34;Co&#34;"));
    }

    #[test]
    fn two_maps_of_a_page_share_no_id() {
        let shown = picture(vec![land("saxony", "Saxony", 13, Vec::new())]);
        let ids = |prefix| {
            let drawing = draw(&shown, Place::Page { prefix, linked: false }).expect("drawn");
            let ids = drawing.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            ids.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        let (one, other) = (ids("a-"), ids("b-"));
        assert!(one.len() > 5 && one.is_disjoint(&other), "{one:?} {other:?}");
    }
}
