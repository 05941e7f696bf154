//! Where names stand: none lies on another, on a sign of a border or on the title, and none leaves the sheet.
//!
//! Every name begins where the atlas puts it. Short ones are placed first, so that a name that is long without need
//! gives way: it is moved, made smaller, and at last left to the list of areas.

use super::letters::{legible, width, wrapped};
use crate::postal::picture::{Label, Shape, ShapeKind};

/// Longest line of a name, in letters, and most lines.
const COLUMNS: usize = 22;
const LINES: usize = 3;

/// Signs and pills in one row below a name.
const ROW: usize = 4;
const PILLS: usize = 3;

/// Free space round a block. Units: map units.
const AIR: f32 = 3.0;

/// Sizes that are tried, in hundredths of the atlas' own, each with how many places: a name rather shrinks than leaves
/// its area.
const SIZES: [(i32, usize); 8] =
    [(100, 9), (90, 9), (80, 9), (70, 9), (70, 17), (60, 25), (50, 25), (40, 25)];

/// Places that are tried, in half line heights right and down of the atlas' own.
const SHIFTS: [(i32, i32); 25] = [
    (0, 0),
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1),
    (0, -2),
    (0, 2),
    (-2, 0),
    (2, 0),
    (-2, -1),
    (2, -1),
    (-2, 1),
    (2, 1),
    (-3, 0),
    (3, 0),
    (0, -3),
    (0, 3),
    (-4, -2),
    (4, -2),
    (-4, 2),
    (4, 2),
];

/// A rectangle about its middle, turned clockwise by some degrees. Units: map units and degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plot {
    /// Middle.
    pub x: f32,
    /// Middle.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Turn.
    pub turn: f32,
}

impl Plot {
    /// An upright rectangle by its upper left corner.
    pub fn upright([x, y, width, height]: [i32; 4]) -> Self {
        let [x, y, width, height] = [x, y, width, height].map(exact);
        Self { x: x + width / 2.0, y: y + height / 2.0, width, height, turn: 0.0 }
    }

    /// Its corners, in order.
    pub fn corners(&self) -> [(f32, f32); 4] {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let (w, h) = (self.width / 2.0, self.height / 2.0);
        [(-w, -h), (w, -h), (w, h), (-w, h)]
            .map(|(dx, dy)| (self.x + dx * cos - dy * sin, self.y + dx * sin + dy * cos))
    }

    /// Whether two of them share any point.
    pub fn meets(&self, other: &Self) -> bool {
        let (mine, its) = (self.corners(), other.corners());
        // Two rectangles lie apart exactly if a side of one of them parts them.
        let parts = |turn: f32| {
            let (sin, cos) = turn.to_radians().sin_cos();
            let along = |corners: &[(f32, f32); 4], (ax, ay): (f32, f32)| {
                let far = corners.map(|(x, y)| x * ax + y * ay);
                (far.into_iter().fold(f32::MAX, f32::min), far.into_iter().fold(f32::MIN, f32::max))
            };
            [(cos, sin), (-sin, cos)].into_iter().any(|axis| {
                let ((a, b), (c, d)) = (along(&mine, axis), along(&its, axis));
                b < c || d < a
            })
        };
        !parts(self.turn) && !parts(other.turn)
    }

    fn lies_in(&self, sheet: &Self) -> bool {
        let (left, right) = (sheet.x - sheet.width / 2.0, sheet.x + sheet.width / 2.0);
        let (top, foot) = (sheet.y - sheet.height / 2.0, sheet.y + sheet.height / 2.0);
        self.corners().iter().all(|(x, y)| (left..=right).contains(x) && (top..=foot).contains(y))
    }
}

/// A rectangle with the upright one about it: most pairs lie apart at a glance.
#[derive(Debug, Clone, Copy)]
struct Ground {
    plot: Plot,
    across: (f32, f32),
    down: (f32, f32),
}

impl Ground {
    fn of(plot: Plot) -> Self {
        let corners = plot.corners();
        let reach = |of: fn(&(f32, f32)) -> f32| {
            let all = || corners.iter().map(of);
            (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max))
        };
        Self { plot, across: reach(|corner| corner.0), down: reach(|corner| corner.1) }
    }

    fn meets(&self, other: &Self) -> bool {
        let lies_apart = |one: (f32, f32), other: (f32, f32)| one.1 < other.0 || other.1 < one.0;
        !lies_apart(self.across, other.across)
            && !lies_apart(self.down, other.down)
            && self.plot.meets(&other.plot)
    }
}

/// A number of map units.
#[expect(clippy::cast_precision_loss, reason = "the map is a few thousand units wide")]
pub fn exact(number: i32) -> f32 {
    number as f32
}

/// The nearest whole number of map units.
#[expect(clippy::cast_possible_truncation, reason = "the map is a few thousand units wide")]
pub fn whole(number: f32) -> i32 {
    number.round() as i32
}

/// A name with room for its signs, to be placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted<'a> {
    /// Its shape.
    pub shape: &'a Shape,
    /// Where and how the atlas puts it.
    pub label: &'a Label,
    /// Widths of its signs, in hundredths of its size.
    pub signs: Vec<i32>,
    /// Widths of its pills, which stand in rows of their own below the signs, in hundredths of its size.
    pub pills: Vec<i32>,
}

/// A name where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<'a> {
    /// Its shape.
    pub shape: &'a Shape,
    /// The ground it takes.
    pub plot: Plot,
    /// Height of a line.
    pub size: i32,
    /// Space behind every letter, in hundredths of the size.
    pub spacing_hundredths: i32,
    /// Its lines.
    pub lines: Vec<String>,
    /// Left end and top of each sign and then of each pill, as if nothing were turned.
    pub signs: Vec<(i32, i32)>,
}

/// Height of a row of signs, in hundredths of a name's size.
const SIGN_ROW: i32 = 108;

/// Space between two signs, in hundredths of a name's size.
const SIGN_GAP: i32 = 14;

/// Places every name that finds room on the sheet, off the obstacles; those of land before those of seas.
pub fn place<'a>(sheet: Plot, obstacles: &[Plot], mut wanted: Vec<Wanted<'a>>) -> Vec<Placed<'a>> {
    let natural = |one: &Wanted<'_>| {
        let kind = match one.shape.kind {
            ShapeKind::Land => 0,
            ShapeKind::Sea | ShapeKind::Lake => 1,
            ShapeKind::Waste => 2,
        };
        (kind, one.label.lines.iter().map(|line| line.chars().count()).sum::<usize>())
    };
    wanted.sort_by_key(natural);
    let mut taken: Vec<Ground> = obstacles.iter().copied().map(Ground::of).collect();
    let mut placed = Vec::with_capacity(wanted.len());
    for one in &wanted {
        let lines = Lines::of(one.label);
        let find = |one: &Wanted<'a>| {
            let tries = SIZES.into_iter();
            tries
                .flat_map(|(size, most)| SHIFTS[..most].iter().map(move |shift| (size, *shift)))
                .map(|(size, shift)| block(one, &lines, size, shift))
                .find(|block| {
                    let ground = Ground::of(block.plot);
                    block.plot.lies_in(&sheet) && taken.iter().all(|other| !ground.meets(other))
                })
        };
        // A name without its pills is better than none.
        let found = find(one).or_else(|| find(&Wanted { pills: Vec::new(), ..one.clone() }));
        if let Some(block) = found {
            taken.push(Ground::of(block.plot));
            placed.push(block);
        }
    }
    placed
}

/// Line heights in which widths are measured.
const MEASURE: i32 = 1000;

/// The lines of a name, and the width of the widest. Units: thousandths of a line height.
struct Lines {
    words: Vec<String>,
    width: f32,
}

impl Lines {
    /// The atlas' own lines, broken again where one is too long for any area.
    fn of(label: &Label) -> Self {
        let lines: Vec<String> = label.lines.iter().map(|line| legible(line)).collect();
        let words = match lines.len() <= LINES && lines.iter().all(|line| line.chars().count() <= COLUMNS) {
            true => lines,
            false => wrapped(&lines.join(" "), COLUMNS, LINES),
        };
        let widths = words.iter().map(|line| width(line, MEASURE, label.spacing_hundredths));
        Self { width: widths.fold(0.0, f32::max), words }
    }
}

/// A name at one size and place.
fn block<'a>(one: &Wanted<'a>, lines: &Lines, size: i32, (right, down): (i32, i32)) -> Placed<'a> {
    let label = one.label;
    let size = (label.size * size / 100).max(1);
    let spacing = label.spacing_hundredths;
    let rows = one.signs.chunks(ROW).chain(one.pills.chunks(PILLS));
    let rows: Vec<(i32, &[i32])> = rows.map(|row| (row_width(row, size), row)).collect();
    let words = lines.width * exact(size) / exact(MEASURE);
    let widest = rows.iter().map(|(width, _)| exact(*width)).fold(words, f32::max);
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let height = count(lines.words.len()) * size + count(rows.len()) * size * SIGN_ROW / 100;
    let (x, y) = (label.x + right * size / 2, label.y + down * size / 2);
    let plot = Plot {
        x: exact(x),
        y: exact(y),
        width: widest + 2.0 * AIR,
        height: exact(height) + 2.0 * AIR,
        turn: exact(label.rotation),
    };
    let mut top = y - height / 2 + count(lines.words.len()) * size;
    let mut signs = Vec::with_capacity(one.signs.len() + one.pills.len());
    for (width, row) in rows {
        let mut left = x - width / 2;
        for sign in row {
            signs.push((left, top));
            left += (sign + SIGN_GAP) * size / 100;
        }
        top += size * SIGN_ROW / 100;
    }
    Placed { shape: one.shape, plot, size, spacing_hundredths: spacing, lines: lines.words.clone(), signs }
}

fn row_width(row: &[i32], size: i32) -> i32 {
    let gaps = SIGN_GAP * i32::try_from(row.len().saturating_sub(1)).unwrap_or(0);
    (row.iter().sum::<i32>() + gaps) * size / 100
}

impl Placed<'_> {
    /// Middle and foot of each line of the name.
    pub fn feet(&self) -> impl Iterator<Item = (i32, i32, &str)> {
        let top = whole(self.plot.y - self.plot.height / 2.0 + AIR);
        let x = whole(self.plot.x) + self.spacing_hundredths * self.size / 200;
        let lines = (0_i32..).zip(&self.lines);
        lines.map(move |(nth, line)| (x, top + nth * self.size + self.size * 4 / 5, line.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plot(x: f32, y: f32, turn: f32) -> Plot {
        Plot { x, y, width: 20.0, height: 4.0, turn }
    }

    #[test]
    fn turned_rectangles_meet_only_where_they_share_a_point() {
        assert!(plot(0.0, 0.0, 0.0).meets(&plot(15.0, 0.0, 0.0)));
        assert!(!plot(0.0, 0.0, 0.0).meets(&plot(21.0, 0.0, 0.0)));
        assert!(plot(0.0, 0.0, 0.0).meets(&plot(0.0, 8.0, 90.0)));
        assert!(!plot(0.0, 0.0, 0.0).meets(&plot(0.0, 13.0, 90.0)));
        assert!(!plot(0.0, 0.0, 45.0).meets(&plot(7.0, -7.0, 45.0)), "side by side on a slope");
        assert!(plot(0.0, 0.0, 45.0).meets(&plot(7.0, 7.0, 45.0)), "one behind the other on it");
    }

    #[test]
    fn a_name_with_room_stands_where_the_atlas_puts_it() {
        let label = Label {
            x: 500,
            y: 400,
            size: 40,
            rotation: 0,
            spacing_hundredths: 0,
            lines: vec!["Saxony".into()],
        };
        let shape = Shape { label: Some(label.clone()), ..Shape::default() };
        let wanted = Wanted { shape: &shape, label: &label, signs: vec![80; 6], pills: Vec::new() };
        let placed = place(Plot::upright([0, 0, 1000, 1000]), &[], vec![wanted.clone()]);
        assert_eq!((placed[0].plot.x, placed[0].plot.y, placed[0].size), (500.0, 400.0, 40));
        assert_eq!(placed[0].signs.len(), 6);
        let on_it = Plot::upright([490, 340, 20, 8]);
        let moved = place(Plot::upright([0, 0, 1000, 1000]), &[on_it], vec![wanted.clone()]);
        assert!(!moved[0].plot.meets(&on_it));
        assert!(
            place(Plot::upright([0, 0, 20, 20]), &[], vec![wanted]).is_empty(),
            "off the sheet is nowhere"
        );
    }

    fn names() -> impl Strategy<Value = Vec<Label>> {
        let words = prop_oneof![
            "[A-Z][a-z]{2,12}( [A-Z][a-z]{2,9})?",
            ".{0,200}",
            "[א-ת]{2,20}",
            "<[a-z]{1,9}>&\"'",
        ];
        let label = (0..2000_i32, 0..1500_i32, 10..80_i32, -90..90_i32, 0..60_i32, words).prop_map(
            |(x, y, size, rotation, spacing_hundredths, words)| Label {
                x,
                y,
                size,
                rotation,
                spacing_hundredths,
                lines: vec![words],
            },
        );
        prop::collection::vec(label, 1..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn no_two_names_overlap(labels in names(), signs in 0..7_usize) {
            let shapes: Vec<Shape> =
                labels.iter().map(|label| Shape { label: Some(label.clone()), ..Shape::default() }).collect();
            let wanted = shapes.iter().zip(&labels);
            let wanted = wanted.map(|(shape, label)| Wanted {
                shape,
                label,
                signs: vec![80; signs],
                pills: vec![200; signs / 2],
            }).collect();
            let sheet = Plot::upright([0, 0, 2000, 1500]);
            let obstacle = Plot::upright([900, 700, 150, 90]);
            let placed = place(sheet, &[obstacle], wanted);
            for (at, one) in placed.iter().enumerate() {
                prop_assert!(one.plot.lies_in(&sheet) && !one.plot.meets(&obstacle));
                for other in &placed[..at] {
                    prop_assert!(!one.plot.meets(&other.plot), "{one:?}\n{other:?}");
                }
            }
        }
    }
}
