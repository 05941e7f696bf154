//! A map as PNG, for programs that show no SVG.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use color_quant::NeuQuant;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::letters::faces;
use super::{Look, Place, draw_as};
use crate::postal::picture::Picture;

/// The face of the map; letters that it lacks stand in its sister without serifs.
const FACE: &str = "DejaVu Serif";

/// Width of the pictures we send and serve, in pixels.
pub const PNG_WIDTH: u32 = 1600;

/// Widest picture, in pixels.
const WIDEST: u32 = 4000;

/// A picture that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Its drawing.
    #[error("the map cannot be drawn: {0}")]
    Drawing(#[from] askama::Error),
    /// Its points.
    #[error("the map cannot be turned into a picture: {0}")]
    Points(String),
}

/// The map with its legend, `width` pixels wide.
///
/// Errors: the drawing is no SVG, or has no extent.
pub fn png(picture: &Picture, width: u32) -> Result<Vec<u8>, PictureError> {
    png_as(picture, None, &Look::default(), width)
}

/// The same as a reader chose to see it; `before` is the map that changes are told from.
///
/// Errors: as for [`png`].
pub fn png_as(
    picture: &Picture,
    before: Option<&Picture>,
    look: &Look,
    width: u32,
) -> Result<Vec<u8>, PictureError> {
    let points = |reason: String| PictureError::Points(reason);
    if picture.view_box[2] <= 0 || picture.view_box[3] <= 0 {
        return Err(points("it has no extent".to_owned()));
    }
    let tree = Tree::from_str(&draw_as(picture, before, &Place::File, look)?, &OPTIONS);
    let tree = tree.map_err(|error| points(error.to_string()))?;
    let size = tree.size().to_int_size();
    let width = width.clamp(1, WIDEST);
    let size = size.scale_to_width(width).ok_or_else(|| points("it has no extent".to_owned()))?;
    let mut pixels = Pixmap::new(size.width(), size.height().min(WIDEST))
        .ok_or_else(|| points("it has no extent".to_owned()))?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    #[expect(clippy::cast_possible_truncation, reason = "a scale needs no more digits")]
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encoded(&pixels).map_err(|error| points(error.to_string()))
}

/// Every how manieth point is looked at to choose the colours of a picture.
const LOOKED_AT: i32 = 10;

/// The points as PNG with 256 colours of its own: no eye tells a map from one with all of them, and a letter is less
/// than a third as heavy.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let points: Vec<u8> = pixels
        .pixels()
        .iter()
        .flat_map(|point| {
            let point = point.demultiply();
            [point.red(), point.green(), point.blue(), point.alpha()]
        })
        .collect();
    let colours = NeuQuant::new(LOOKED_AT, 256, &points);
    let mut nearest: HashMap<&[u8], u8> = HashMap::new();
    #[expect(clippy::cast_possible_truncation, reason = "there are 256 colours")]
    let index_of = |point| colours.index_of(point) as u8;
    let indices: Vec<u8> = points
        .chunks_exact(4)
        .map(|point| *nearest.entry(point).or_insert_with(|| index_of(point)))
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(colours.color_map_rgb());
    encoder.set_filter(png::Filter::NoFilter); // neighbouring numbers of colours say nothing of each other
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut known = fontdb::Database::new();
    for face in faces() {
        known.load_font_data(face.to_vec());
    }
    known.set_serif_family(FACE);
    Options { font_family: FACE.to_owned(), fontdb: Arc::new(known), ..Options::default() }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::picture::{Label, Shape, ShapeKind, Tint};

    fn picture(name: &str) -> Picture {
        let land = Shape {
            id: "saxony".to_owned(),
            kind: ShapeKind::Land,
            path: "M100 100H1900V900H100z".to_owned(),
            tint: Tint(1),
            label: Some(Label {
                x: 1000,
                y: 500,
                size: 200,
                rotation: 0,
                spacing_hundredths: 0,
                lines: vec![name.to_owned()],
            }),
            hover: vec![name.to_owned()],
            ..Shape::default()
        };
        let (title, view_box) = ("A map".to_owned(), [0, 0, 2000, 1000]);
        Picture { title, view_box, shapes: vec![land], ..Picture::default() }
    }

    /// Points of the middle of the map that are as dark as the ink of names.
    fn inked(bytes: &[u8]) -> usize {
        let pixels = Pixmap::decode_png(bytes).expect("a PNG");
        let (width, height) = (pixels.width(), pixels.height());
        let dark = |x: u32, y: u32| {
            pixels.pixel(x, y).is_some_and(|at| at.red() < 80 && at.green() < 70 && at.blue() < 60)
        };
        let middle =
            (height * 3 / 8..height * 5 / 8).flat_map(|y| (width / 4..width * 3 / 4).map(move |x| (x, y)));
        middle.filter(|(x, y)| dark(*x, *y)).count()
    }

    #[test]
    fn names_are_written_in_the_picture() {
        let (named, bare) =
            (png(&picture("Saxony"), 500).expect("drawn"), png(&picture(""), 500).expect("drawn"));
        assert_eq!(inked(&bare), 0, "nothing but the name is ink in the middle");
        assert!(inked(&named) > 200, "{} points of ink", inked(&named));
        let greek = png(&picture("Θεσσαλονίκη Łódź"), 500).expect("drawn");
        assert!(inked(&greek) > 200, "letters of other scripts too");
        for rightward in ["القدس", "ירושלים"] {
            let drawn = png(&picture(rightward), 500).expect("drawn");
            assert!(inked(&drawn) > 100, "{rightward}: {} points of ink", inked(&drawn));
        }
        let long = png(&picture(&"Bohemia the Great ".repeat(12)), 500).expect("drawn");
        assert!(inked(&long) > 200, "a name of 200 letters is cut, and written");
    }

    #[test]
    fn it_is_as_wide_as_was_asked_and_the_same_every_time() {
        let (one, other) = (png(&picture("Saxony"), 320).expect("drawn"), png(&picture("Saxony"), 320));
        assert_eq!(one, other.expect("drawn"));
        assert_eq!(Pixmap::decode_png(&one).expect("a PNG").width(), 320);
    }

    #[test]
    fn a_map_without_extent_is_no_panic() {
        let nothing = Picture { view_box: [0, 0, 0, 0], ..picture("x") };
        assert!(png(&nothing, 300).is_err());
    }
}
