//! Lines between shapes: coasts, borders between sides, borders between sea areas.
//!
//! Neighbouring shapes of an atlas share their corner points, so a stretch that two shapes have in common is the
//! border between them. Understands paths of whole rings in straight lines (`M x y l dx dy … z`), which is what
//! atlases are drawn in; a shape in curves is drawn all the same, but without such lines.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use moka::sync::Cache;
use sha2::{Digest, Sha256};

use crate::postal::picture::{Shape, ShapeKind};

/// A place on the map, in map units.
pub type Point = (i32, i32);

/// The lines of a map, as SVG path data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// Where land meets sea.
    pub coast: String,
    /// Where the land of two different sides meets.
    pub frontier: String,
    /// Where land meets waste.
    pub edge: String,
    /// Where two sea areas meet.
    pub sea: String,
}

/// Which shapes of a map meet along which stretches.
pub struct Borders<'a> {
    shapes: &'a [Shape],
    outlines: Arc<Outlines>,
}

/// One ring of a shape's outline.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ring {
    points: Vec<Point>,
    /// What lies beyond the stretch behind each point: the one other shape that has it too.
    beyond: Vec<Option<usize>>,
}

/// The rings of every shape.
type Outlines = Vec<Vec<Ring>>;

/// SHA-256.
type Digest32 = [u8; 32];

type Stretch = (Point, Point);

/// Lines between two shapes: their places in the list of shapes, and SVG path data.
pub type Between = (usize, usize, String);

/// Outlines of the maps drawn of late, by a digest of their paths: all maps of a game have the same.
static OUTLINES: LazyLock<Cache<Digest32, Arc<Outlines>>> = LazyLock::new(|| Cache::new(16));

fn outlines(shapes: &[Shape]) -> Outlines {
    let all: Vec<Vec<Vec<Point>>> =
        shapes.iter().map(|shape| rings(&shape.path).unwrap_or_default()).collect();
    let mut touching: HashMap<Stretch, Vec<usize>> = HashMap::new();
    for (index, rings) in all.iter().enumerate() {
        for edge in rings.iter().flat_map(|ring| edges(ring)) {
            touching.entry(edge).or_default().push(index);
        }
    }
    let beyond = |index: usize, edge: Stretch| match touching.get(&edge)?.as_slice() {
        [one, other] if *one == index => Some(*other),
        [one, other] if *other == index => Some(*one),
        _ => None,
    };
    let ring = |index: usize, points: Vec<Point>| {
        let beyond = edges(&points).map(|edge| beyond(index, edge)).collect();
        Ring { points, beyond }
    };
    let of = |(index, rings): (usize, Vec<Vec<Point>>)| {
        rings.into_iter().map(|points| ring(index, points)).collect()
    };
    all.into_iter().enumerate().map(of).collect()
}

impl<'a> Borders<'a> {
    /// Finds where shapes meet.
    pub fn of(shapes: &'a [Shape]) -> Self {
        let mut digest = Sha256::new();
        for shape in shapes {
            digest.update(shape.path.len().to_be_bytes());
            digest.update(&shape.path);
        }
        let outlines = OUTLINES.get_with(digest.finalize().into(), || Arc::new(outlines(shapes)));
        Self { shapes, outlines }
    }

    /// The lines of the map as it is tinted by owner.
    pub fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        for (index, ring) in self.each_ring() {
            let mut parts = BTreeMap::new();
            trace(ring, |beyond| self.border(index, beyond), &mut parts);
            for (border, path) in parts {
                lines.of(border).push_str(&path);
            }
        }
        lines
    }

    /// The lines between any two shapes that can be owned, whoever owns them now.
    pub fn between_lands(&self) -> Vec<Between> {
        let mut found: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for (index, ring) in self.each_ring() {
            let is_land = |at: usize| self.shapes[at].kind == ShapeKind::Land;
            let kind = |beyond: usize| {
                (index <= beyond && is_land(index) && is_land(beyond)).then_some((index, beyond))
            };
            let mut parts: BTreeMap<(usize, usize), String> = BTreeMap::new();
            trace(ring, kind, &mut parts);
            for (pair, path) in parts {
                found.entry(pair).or_default().push_str(&path);
            }
        }
        found.into_iter().map(|((one, other), path)| (one, other, path)).collect()
    }

    /// The middle of the border between two shapes; none where they do not touch.
    pub fn middle(&self, one: usize, other: usize) -> Option<Point> {
        let shared = self.outlines[one].iter().flat_map(|ring| {
            let stretches = edges(&ring.points).zip(&ring.beyond);
            stretches.filter(|(_, beyond)| **beyond == Some(other)).map(|(edge, _)| edge)
        });
        let shared: Vec<Stretch> = shared.collect();
        let (from, to) = *shared.get(shared.len() / 2)?;
        Some((from.0.midpoint(to.0), from.1.midpoint(to.1)))
    }

    /// The point of a shape's main outline that is nearest to a place.
    pub fn nearest(&self, shape: usize, to: Point) -> Option<Point> {
        let far = |point: &Point| {
            let (dx, dy) = (i64::from(point.0 - to.0), i64::from(point.1 - to.1));
            dx * dx + dy * dy
        };
        let main = self.outlines[shape].iter().max_by_key(|ring| ring.points.len())?;
        main.points.iter().copied().min_by_key(far)
    }

    fn each_ring(&self) -> impl Iterator<Item = (usize, &Ring)> {
        let each = self.outlines.iter().enumerate();
        each.flat_map(|(index, rings)| rings.iter().map(move |ring| (index, ring)))
    }

    fn border(&self, index: usize, beyond: usize) -> Option<Border> {
        // each stretch is drawn once, by the earlier of its two shapes
        (index <= beyond).then(|| between(&self.shapes[index], &self.shapes[beyond]))?
    }
}

/// The lines of a map.
#[cfg(test)]
fn lines(shapes: &[Shape]) -> Lines {
    Borders::of(shapes).lines()
}

impl Lines {
    fn of(&mut self, border: Border) -> &mut String {
        match border {
            Border::Coast => &mut self.coast,
            Border::Frontier => &mut self.frontier,
            Border::Edge => &mut self.edge,
            Border::Sea => &mut self.sea,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Border {
    Coast,
    Frontier,
    Edge,
    Sea,
}

fn between(one: &Shape, other: &Shape) -> Option<Border> {
    use ShapeKind::{Lake, Land, Sea, Waste};
    match (one.kind, other.kind) {
        (Land, Land) => (one.tint != other.tint).then_some(Border::Frontier),
        (Land, Waste) | (Waste, Land) => Some(Border::Edge),
        (Sea, Sea) => Some(Border::Sea),
        (Land | Waste, Sea) | (Sea, Land | Waste) => Some(Border::Coast),
        (Waste, Waste) | (Lake, _) | (_, Lake) => None,
    }
}

/// Writes the stretches of one ring that are borders, joining neighbours of one kind into one line.
fn trace<K: Ord + Copy>(ring: &Ring, kind: impl Fn(usize) -> Option<K>, paths: &mut BTreeMap<K, String>) {
    let mut running = None;
    for (at, (from, beyond)) in ring.points.iter().zip(&ring.beyond).enumerate() {
        let to = ring.points[(at + 1) % ring.points.len()];
        let border = beyond.and_then(&kind);
        if let Some(border) = border {
            let path = paths.entry(border).or_default();
            if running != Some(border) {
                write!(path, "M{} {}l", from.0, from.1).expect("a string takes all");
            } else if to.0 >= from.0 {
                path.push(' ');
            }
            let gap = if to.1 >= from.1 { " " } else { "" };
            write!(path, "{}{gap}{}", to.0 - from.0, to.1 - from.1).expect("a string takes all");
        }
        running = border;
    }
}

fn ordered(one: Point, other: Point) -> (Point, Point) {
    if one < other { (one, other) } else { (other, one) }
}

fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    ring.iter().enumerate().map(|(at, from)| ordered(*from, ring[(at + 1) % ring.len()]))
}

/// The rings of a path, or none if it holds anything but whole rings of straight lines.
fn rings(path: &str) -> Option<Vec<Vec<Point>>> {
    let path = path.trim();
    let parts = path.strip_prefix('M')?.split('M');
    parts.map(|part| ring(part.trim_end().strip_suffix(['z', 'Z'])?)).collect()
}

fn ring(part: &str) -> Option<Vec<Point>> {
    let (start, steps) = part.split_once('l')?;
    let start = numbers(start)?;
    let steps = numbers(steps)?;
    let ([x, y], true) = (start.as_slice(), steps.len() % 2 == 0) else { return None };
    let mut points = vec![(*x, *y)];
    let mut last = (*x, *y);
    for step in steps.chunks_exact(2) {
        last = (last.0.checked_add(step[0])?, last.1.checked_add(step[1])?);
        points.push(last);
    }
    if points.len() > 1 && points.last() == points.first() {
        points.pop();
    }
    Some(points)
}

/// Whole numbers as SVG writes them: parted by blanks, commas or a minus sign.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',', '\n']);
    while !rest.is_empty() {
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        found.push(rest[..sign + digits].parse().ok()?);
        rest = rest[sign + digits..].trim_start_matches([' ', ',', '\n']);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::picture::Tint;

    fn square(id: &str, kind: ShapeKind, x: i32, tint: u8) -> Shape {
        Shape {
            id: id.into(),
            kind,
            path: format!("M{x} 0l10 0 0 10-10 0z"),
            tint: Tint(tint),
            ..Shape::default()
        }
    }

    #[test]
    fn a_border_between_two_sides_is_drawn_once() {
        let found = lines(&[square("a", ShapeKind::Land, 0, 1), square("b", ShapeKind::Land, 10, 2)]);
        assert_eq!(found.frontier, "M10 0l0 10");
        assert_eq!(found.coast, "");
    }

    #[test]
    fn land_of_one_side_has_no_frontier_inside() {
        let found = lines(&[square("a", ShapeKind::Land, 0, 1), square("b", ShapeKind::Land, 10, 1)]);
        assert_eq!(found, Lines::default());
    }

    #[test]
    fn land_meets_sea_at_a_coast_and_sea_meets_sea() {
        let found = lines(&[
            square("a", ShapeKind::Land, 0, 0),
            square("b", ShapeKind::Sea, 10, 0),
            square("c", ShapeKind::Sea, 20, 0),
        ]);
        assert_eq!(found.coast, "M10 0l0 10");
        assert_eq!(found.sea, "M20 0l0 10");
    }

    #[test]
    fn the_middle_of_a_border_lies_on_it() {
        let shapes = [
            square("a", ShapeKind::Land, 0, 1),
            square("b", ShapeKind::Land, 10, 1),
            square("c", ShapeKind::Land, 40, 1),
        ];
        let borders = Borders::of(&shapes);
        assert_eq!(borders.middle(0, 1), Some((10, 5)));
        assert_eq!(borders.middle(0, 2), None);
        assert_eq!(borders.nearest(0, (40, 0)), Some((10, 0)));
        assert_eq!(borders.between_lands(), [(0, 1, "M10 0l0 10".to_owned())], "one owner or two");
    }

    #[test]
    fn a_path_in_curves_has_no_lines_and_does_no_harm() {
        let mut curved = square("a", ShapeKind::Land, 0, 1);
        for path in [
            "M0 0c1 2 3 4 5 6z",
            "",
            "M",
            "M0 0",
            "Mz",
            "M1 2l3z",
            "M0 0l99999999999 1z",
            "M2147483647 0l1 1z",
        ] {
            curved.path = path.into();
            assert_eq!(lines(std::slice::from_ref(&curved)), Lines::default(), "{path}");
        }
    }
}
