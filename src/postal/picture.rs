//! A map as shapes and words. The shell draws it as SVG.

/// A map of the game's board at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Heading, also the picture's words for those who cannot see it.
    pub title: String,
    /// `x y width height` in map units.
    pub view_box: [i32; 4],
    /// Shapes in drawing order.
    pub shapes: Vec<Shape>,
    /// What the tints mean.
    pub legend: Vec<LegendRow>,
}

/// One row of the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegendRow {
    /// Tint it explains.
    pub tint: Tint,
    /// Its words.
    pub label: String,
}

/// A colour by number: 0 is nobody's, sides count from 1 in a fixed order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tint(pub u8);

/// What a shape is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeKind {
    /// Land that can be owned.
    Land,
    /// A sea area.
    Sea,
    /// Land that belongs to nobody for ever.
    Waste,
    /// A lake, for ornament.
    Lake,
}

/// A shape with its label, its marks and the words shown on a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}
