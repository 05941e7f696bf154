//! What tints and signs mean.

use super::letters::{fit, legible};
use super::look::Look;
use super::palette::{Paint, paint_on};
use crate::postal::picture::{BondSign, Layer, Mark, Picture};

/// One row of the legend of a file.
pub(super) struct SwatchView {
    pub(super) paint: Option<Paint>,
    pub(super) symbol: Option<&'static str>,
    pub(super) label: String,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) text_x: i32,
    pub(super) text_y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) size: i32,
}

/// Id of the symbol of a bond.
pub fn bond_symbol(sign: BondSign) -> &'static str {
    match sign {
        BondSign::Scroll => "scroll",
        BondSign::Ring => "ring",
        BondSign::BrokenRing => "broken",
    }
}

const COLUMNS: i32 = 4;

/// The legend of a file: four columns below the map, and the height they take.
pub(super) fn swatches(
    picture: &Picture,
    layer: Option<&Layer>,
    look: &Look,
    (map, margin): ([i32; 4], i32),
) -> (Vec<SwatchView>, i32) {
    let [left, top, wide, high] = map;
    let (step, column) = (wide / 60, wide / COLUMNS);
    let tints = layer.iter().flat_map(|layer| {
        layer.legend.iter().map(|row| (Some(paint_on(layer.scale, row.tint)), None, row.label.clone()))
    });
    let signs = keys(picture, look).into_iter().map(|(symbol, words)| (None, Some(symbol), words));
    let mut views = Vec::new();
    for (nth, (paint, symbol, label)) in (0_i32..).zip(tints.chain(signs)) {
        let x = left + nth % COLUMNS * column;
        let y = top + high + 2 * margin + nth / COLUMNS * step;
        let size = step * 6 / 10;
        views.push(SwatchView {
            paint,
            symbol,
            label: fit(&legible(&label), size, column - step * 5 / 2),
            x,
            y,
            text_x: x + step * 2,
            text_y: y + step * 6 / 10,
            width: step * 3 / 2,
            height: step * 7 / 10,
            size,
        });
    }
    let count = i32::try_from(views.len()).unwrap_or(i32::MAX);
    (views, margin + (count + COLUMNS - 1) / COLUMNS * step)
}

/// What the signs of a drawing mean: id of the symbol, and words. Signs that do not occur are left out.
pub fn keys(picture: &Picture, look: &Look) -> Vec<(&'static str, String)> {
    let has = |sought: fn(&Mark) -> bool| picture.shapes.iter().any(|shape| shape.marks.iter().any(sought));
    let marks = [
        ("court", "court", has(|mark| *mark == Mark::Court)),
        ("walls", "fortification level", has(|mark| matches!(mark, Mark::Walls(_)))),
        ("unrest", "in unrest", has(|mark| *mark == Mark::Unrest)),
        ("aim", "aim of a crusade or jihad", has(|mark| *mark == Mark::Aim)),
        (
            "inroad",
            "partly conquered over this border",
            picture.shapes.iter().any(|shape| !shape.inroads.is_empty()),
        ),
    ];
    let mut rows: Vec<(&'static str, String)> =
        marks.into_iter().filter(|mark| mark.2).map(|(id, words, _)| (id, words.to_owned())).collect();
    if let Some(side) = &look.side {
        let row = picture.legend.iter().find(|row| row.side.as_ref() == Some(side));
        let name = row.map_or(side.as_str(), |row| &row.label);
        let words =
            picture.bonds.iter().map(|(sign, words)| (bond_symbol(*sign), format!("{words} of {name}")));
        rows.extend(words);
    }
    rows
}
