//! The shape of an area that no outline was drawn for: a disc near its neighbours' names.
//!
//! Whole numbers only. Units: map units.

use std::fmt::Write as _;

use smol_str::SmolStr;

use super::{NewArea, Outline, Outlines};
use crate::postal::picture::Label;

/// The corners of a disc of radius 100, clockwise from the east.
const DISC: [(i32, i32); 16] = [
    (100, 0),
    (92, 38),
    (71, 71),
    (38, 92),
    (0, 100),
    (-38, 92),
    (-71, 71),
    (-92, 38),
    (-100, 0),
    (-92, -38),
    (-71, -71),
    (-38, -92),
    (0, -100),
    (38, -92),
    (71, -71),
    (92, -38),
];

/// How many discs lie side by side across the whole map.
const DISCS_ACROSS: i32 = 56;

/// How far from the middle of its neighbours a free place is looked for, in radii.
const FARTHEST: i32 = 12;

/// Puts the disc of an area on the map, at the nearest place to the middle of its neighbours that covers no name.
pub(super) fn draw(outlines: &mut Outlines, added: &NewArea) {
    let radius = (outlines.view_box[2] / (2 * DISCS_ACROSS)).max(4);
    let around: Vec<&str> =
        added.neighbours().map(|id| id.as_str()).chain(added.seas.iter().map(|sea| sea.as_str())).collect();
    let drawn = |outline: &&Outline| around.contains(&outline.id.as_str());
    let points: Vec<(i32, i32)> =
        outlines.areas.iter().filter(drawn).map(|one| (one.label.x, one.label.y)).collect();
    let middle = middle(&points).unwrap_or_else(|| centre(outlines.view_box));
    let (x, y) = free_place(outlines, middle, radius);
    outlines.areas.push(Outline {
        id: SmolStr::new(added.area.id.as_str()),
        path: path(x, y, radius),
        label: Label {
            x,
            y,
            size: (radius * 3 / 5).max(1),
            rotation: 0,
            spacing_hundredths: 0,
            lines: vec![added.area.name.clone()],
        },
    });
}

fn centre([x, y, width, height]: [i32; 4]) -> (i32, i32) {
    (x.saturating_add(width / 2), y.saturating_add(height / 2))
}

fn middle(points: &[(i32, i32)]) -> Option<(i32, i32)> {
    let count = i64::try_from(points.len()).ok().filter(|count| *count > 0)?;
    let mean = |of: fn(&(i32, i32)) -> i32| {
        let sum: i64 = points.iter().map(|point| i64::from(of(point))).sum();
        i32::try_from(sum / count).ok()
    };
    Some((mean(|point| point.0)?, mean(|point| point.1)?))
}

/// The first place, in widening rings about the middle, that lies on the map and two radii from every name; the middle
/// when there is none.
fn free_place(outlines: &Outlines, middle: (i32, i32), radius: i32) -> (i32, i32) {
    let [left, top, width, height] = outlines.view_box;
    let on_map = |(x, y): (i32, i32)| {
        (left + radius..=left + width - radius).contains(&x)
            && (top + radius..=top + height - radius).contains(&y)
    };
    let labels = outlines.areas.iter().map(|one| &one.label).chain(outlines.waste.iter().map(|w| &w.label));
    let names: Vec<(i32, i32)> = labels.map(|label| (label.x, label.y)).collect();
    let least = 4 * i64::from(radius).pow(2);
    let covers_none = |(x, y): (i32, i32)| {
        let far = |name: &(i32, i32)| {
            let (dx, dy) = (i64::from(x) - i64::from(name.0), i64::from(y) - i64::from(name.1));
            dx * dx + dy * dy >= least
        };
        names.iter().all(far)
    };
    let ring = |far: i32| {
        DISC.iter()
            .map(move |(dx, dy)| (middle.0 + dx * far * radius / 100, middle.1 + dy * far * radius / 100))
    };
    let places = std::iter::once(middle).chain((1..=FARTHEST).flat_map(ring));
    places.into_iter().find(|place| on_map(*place) && covers_none(*place)).unwrap_or(middle)
}

/// A ring of straight lines, as all shapes of the map are.
fn path(x: i32, y: i32, radius: i32) -> String {
    let corner = |at: usize| {
        let (dx, dy) = DISC[at];
        (x + dx * radius / 100, y + dy * radius / 100)
    };
    let start = corner(0);
    let mut path = format!("M{} {}l", start.0, start.1);
    for at in 1..DISC.len() {
        let (from, to) = (corner(at - 1), corner(at));
        write!(path, "{} {} ", to.0 - from.0, to.1 - from.1).expect("a string takes all");
    }
    path.truncate(path.trim_end().len());
    path.push('z');
    path
}
