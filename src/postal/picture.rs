//! A map as shapes and words. The shell draws it as SVG.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chronicle::SideId;

/// A map of the game's board at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Heading, also the picture's words for those who cannot see it.
    pub title: String,
    /// `x y width height` in map units.
    pub view_box: [i32; 4],
    /// Shapes in drawing order.
    pub shapes: Vec<Shape>,
    /// Whose land the tints of the shapes mean.
    pub legend: Vec<LegendRow>,
    /// What else the land can be tinted by.
    pub layers: Vec<Layer>,
    /// What the signs of bonds mean, in the order of the legend.
    pub bonds: Vec<(BondSign, String)>,
    /// What makes it a map and means nothing in the game.
    pub ornaments: Ornaments,
}

impl Picture {
    /// Whether it shows any land: a game need not be played on a map.
    pub fn has_land(&self) -> bool {
        self.shapes.iter().any(|shape| shape.kind == ShapeKind::Land)
    }
}

/// One row of a legend.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LegendRow {
    /// Tint it explains.
    pub tint: Tint,
    /// Its words.
    pub label: String,
    /// The side whose tint it is, if it is one's.
    pub side: Option<SideId>,
}

/// A colour by number: 0 is nobody's, sides count from 1 in a fixed order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tint(pub u8);

/// One way to tint the land, beside that by owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Its id, fit for an address: `religion`.
    pub id: String,
    /// Its name: `Religion`.
    pub title: String,
    /// How its tints are to be read.
    pub scale: Scale,
    /// What they mean.
    pub legend: Vec<LegendRow>,
    /// The cell of each shape that has one, by the shape's id.
    pub cells: BTreeMap<String, Cell>,
}

/// How the tints of a layer are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Each is a kind of its own.
    Kinds,
    /// Steps from 1, the lowest, to this, the highest.
    Steps(u8),
}

/// What a layer says of one shape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its tint.
    pub tint: Tint,
    /// A small figure written under its name: `+2`.
    pub figure: Option<String>,
    /// Small discs beside the figure: a tint of the same layer, and a letter or two.
    pub spots: Vec<(Tint, String)>,
}

/// What a side has in a shape that need not be its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bond {
    /// The side.
    pub side: SideId,
    /// Its sign.
    pub sign: BondSign,
}

/// How a bond is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BondSign {
    /// A parchment with a seal: a title.
    Scroll,
    /// A ring: a friendship.
    Ring,
    /// A ring that is broken: a friendship that rests.
    BrokenRing,
}

/// A shape that was entered over one of its borders and is not taken yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inroad {
    /// Id of the shape it came from; it may be none of the map's.
    pub from: String,
    /// Whose it is.
    pub tint: Tint,
    /// How far it is, from 1.
    pub count: u8,
}

/// What makes it a map and means nothing in the game. Units: map units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ornaments {
    /// SVG path data of the lines of longitude and latitude.
    pub graticule: String,
    /// Hills: middle of the foot, and height.
    pub hills: Vec<[i32; 3]>,
    /// Middle and radius of the compass.
    pub compass: Option<[i32; 3]>,
    /// `x y width height` of the free sea in which the title stands.
    pub title: Option<[i32; 4]>,
    /// Left end and length of the scale bar, and the words below it; its fifths count from 0 to its length.
    pub scale: Option<([i32; 3], String)>,
}

/// What a shape is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ShapeKind {
    /// Land that can be owned.
    #[default]
    Land,
    /// A sea area.
    Sea,
    /// Land that belongs to nobody for ever.
    Waste,
    /// A lake, for ornament.
    Lake,
}

/// A shape with its label, its marks and the words shown on a hover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    /// Id of the place, fit for an HTML id.
    pub id: String,
    /// What it is.
    pub kind: ShapeKind,
    /// SVG path data in map units.
    pub path: String,
    /// Whose it is.
    pub tint: Tint,
    /// Where and how its name is written.
    pub label: Option<Label>,
    /// Signs drawn at the label: unrest, court, walls.
    pub marks: Vec<Mark>,
    /// What sides have in it; shown for a side that is chosen.
    pub bonds: Vec<Bond>,
    /// Who has entered it and over which border.
    pub inroads: Vec<Inroad>,
    /// Lines of the hover; the first is the name.
    pub hover: Vec<String>,
}

/// A name on the map. Units: map units and degrees; text is centred on `x`, `y`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Centre of the block of text.
    pub x: i32,
    /// Centre of the block of text.
    pub y: i32,
    /// Height of a line.
    pub size: i32,
    /// Clockwise turn about the centre.
    pub rotation: i32,
    /// Space between letters, in hundredths of `size`.
    pub spacing_hundredths: i32,
    /// The name, broken into lines.
    pub lines: Vec<String>,
}

/// A sign drawn on an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// Seat of a ruler.
    Court,
    /// In unrest.
    Unrest,
    /// A small figure, such as the social state: `+2`.
    Figure(String),
    /// Walls of this level.
    Walls(u8),
    /// What a holy war is fought for.
    Aim,
}
