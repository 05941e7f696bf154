//! Shapes of the map, for drawing only. Units: map units.

use serde::Deserialize;
use smol_str::SmolStr;

use crate::postal::picture::{Label, Ornaments};

/// The shapes of the whole map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlines {
    /// `x y width height`.
    pub view_box: [i32; 4],
    /// Land and sea areas.
    pub areas: Vec<Outline>,
    /// Land that belongs to no area.
    pub waste: Vec<WasteOutline>,
    /// Paths of lakes, for ornament.
    pub lakes: Vec<String>,
    /// What means nothing.
    #[serde(default, deserialize_with = "ornaments")]
    pub ornaments: Ornaments,
}

/// Ornaments as the file writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrnamentsText {
    graticule: String,
    hills: Vec<[i32; 3]>,
    compass: Option<[i32; 3]>,
    title: Option<[i32; 4]>,
    scale: Option<([i32; 3], String)>,
}

fn ornaments<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Ornaments, D::Error> {
    let text = OrnamentsText::deserialize(from)?;
    Ok(Ornaments {
        graticule: text.graticule,
        hills: text.hills,
        compass: text.compass,
        title: text.title,
        scale: text.scale,
    })
}

/// One area's shape.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    /// Id of the land or sea area.
    pub id: SmolStr,
    /// SVG path data.
    pub path: String,
    /// Where and how its name is written.
    #[serde(deserialize_with = "label")]
    pub label: Label,
}

/// A shape that can never be owned.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WasteOutline {
    /// Its id.
    pub id: SmolStr,
    /// Its name.
    pub name: String,
    /// SVG path data.
    pub path: String,
    /// Where and how its name is written.
    #[serde(deserialize_with = "label")]
    pub label: Label,
}

/// A label as the file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelText {
    x: i32,
    y: i32,
    size: i32,
    rotation: i32,
    spacing_hundredths: i32,
    lines: Vec<String>,
}

fn label<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
    let text = LabelText::deserialize(from)?;
    Ok(Label {
        x: text.x,
        y: text.y,
        size: text.size,
        rotation: text.rotation,
        spacing_hundredths: text.spacing_hundredths,
        lines: text.lines,
    })
}
