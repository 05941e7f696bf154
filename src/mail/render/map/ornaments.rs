//! What makes it a map: hills, a compass, a scale bar.

use std::fmt::Write as _;

use super::names::{exact, whole};
use crate::postal::picture::Ornaments;

/// Points of the compass.
const POINTS: u8 = 16;

/// The compass as SVG path data, about its middle.
pub struct Compass {
    /// Middle.
    pub x: i32,
    /// Middle.
    pub y: i32,
    /// Radius.
    pub radius: i32,
    /// The side of each point that lies in the light.
    pub light: String,
    /// The other side.
    pub dark: String,
}

impl Compass {
    /// A compass; none where the map has no room for one.
    pub fn of(ornaments: &Ornaments) -> Option<Self> {
        let [x, y, radius] = ornaments.compass?;
        let mut compass = Self { x, y, radius, light: String::new(), dark: String::new() };
        let at = |far: f32, turn: f32| (whole(far * turn.sin()), whole(-far * turn.cos()));
        // The long points are drawn last, over the short ones.
        for rank in [1, 2, 4] {
            for nth in (0..POINTS).filter(|nth| nth % 4 == rank % 4 && rank != 1 || rank == 1 && nth % 2 == 1)
            {
                let (length, breadth, half) = match rank {
                    4 => (1.0, 0.156, std::f32::consts::FRAC_PI_4),
                    2 => (0.7, 0.108, std::f32::consts::FRAC_PI_4),
                    _ => (0.5, 0.06, std::f32::consts::FRAC_PI_8),
                };
                let turn = std::f32::consts::FRAC_PI_8 * f32::from(nth);
                let tip = at(exact(radius) * length, turn);
                for (path, side) in [(&mut compass.light, 1.0), (&mut compass.dark, -1.0)] {
                    let edge = at(exact(radius) * breadth, turn + side * half);
                    write!(path, "M0 0L{} {}L{} {}z", edge.0, edge.1, tip.0, tip.1)
                        .expect("a string takes all");
                }
            }
        }
        Some(compass)
    }

    /// Radius of a circle round the middle, in hundredths of the compass'.
    pub fn part(&self, hundredths: i32) -> i32 {
        self.radius * hundredths / 100
    }
}

/// Hills as SVG path data: a ridge and its shaded flank each.
pub fn hills(ornaments: &Ornaments) -> String {
    let mut path = String::new();
    for [x, y, height] in &ornaments.hills {
        let at = |right: i32, up: i32| (x + height * right / 100, y - height * up / 100);
        let ([a, top, b], [c, d]) = ([at(-80, 0), at(-10, 105), at(75, 0)], [at(12, 42), at(-2, 12)]);
        write!(
            path,
            "M{} {}L{} {}L{} {}M{} {}L{} {}L{} {}",
            a.0, a.1, top.0, top.1, b.0, b.1, top.0, top.1, c.0, c.1, d.0, d.1
        )
        .expect("a string takes all");
    }
    path
}

/// One fifth of the scale bar.
pub struct Fifth {
    /// Left end.
    pub x: i32,
    /// Number at the left end.
    pub number: i32,
    /// Whether it is dark.
    pub dark: bool,
}

/// The scale bar.
pub struct ScaleBar<'a> {
    /// Left end.
    pub x: i32,
    /// Middle of the bar.
    pub y: i32,
    /// Its length.
    pub length: i32,
    /// Its fifths, and a sixth number at the right end.
    pub fifths: Vec<Fifth>,
    /// Words below it.
    pub words: &'a str,
}

impl<'a> ScaleBar<'a> {
    /// The scale bar; none where the map has none.
    pub fn of(ornaments: &'a Ornaments) -> Option<Self> {
        let ([x, y, length], words) = ornaments.scale.as_ref()?;
        let fifth =
            |nth: i32| Fifth { x: x + length * nth / 5, number: length * nth / 5, dark: nth % 2 == 0 };
        Some(Self { x: *x, y: *y, length: *length, fifths: (0..=5).map(fifth).collect(), words })
    }
}
