//! Signs on the borders over which a shape was entered.

use super::borders::Borders;
use super::names::Plot;
use super::palette::{Paint, paint};
use crate::postal::picture::{Inroad, Picture};

/// A sign on a border.
pub(super) struct InroadView {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) turn: i32,
    pub(super) paint: Paint,
    pub(super) count: u8,
}

/// A sign on every border over which a shape was entered: it points into the shape.
pub(super) fn inroads(picture: &Picture, borders: &Borders<'_>) -> Vec<InroadView> {
    let place = |id: &str| picture.shapes.iter().position(|shape| shape.id == id);
    let middle = |at: usize| picture.shapes[at].label.as_ref().map(|label| (label.x, label.y));
    let each = picture.shapes.iter().enumerate();
    let each = each.flat_map(|(into, shape)| shape.inroads.iter().map(move |inroad| (into, inroad)));
    let views = each.filter_map(|(into, inroad): (usize, &Inroad)| {
        let target = middle(into)?;
        let (from, origin) = match place(&inroad.from) {
            Some(from) => (Some(from), middle(from)?),
            // It came from beyond the map: from the side that is nearest.
            None => (None, beyond(picture.view_box, target)),
        };
        let shared = from.and_then(|from| borders.middle(into, from));
        let (x, y) = shared.or_else(|| borders.nearest(into, origin))?;
        let (dx, dy) = (f64::from(target.0 - origin.0), f64::from(target.1 - origin.1));
        #[expect(clippy::cast_possible_truncation, reason = "an angle")]
        let turn = dy.atan2(dx).to_degrees().round() as i32;
        Some(InroadView { x, y, turn, paint: paint(inroad.tint), count: inroad.count })
    });
    let mut placed: Vec<InroadView> = Vec::new();
    for mut view in views {
        // Two sides may have entered over one border.
        let step = picture.view_box[2] / 80;
        while placed.iter().any(|other| (other.x - view.x).abs() < step && (other.y - view.y).abs() < step) {
            view.y += step;
        }
        placed.push(view);
    }
    placed
}

fn beyond([left, top, width, height]: [i32; 4], (x, y): (i32, i32)) -> (i32, i32) {
    let ways = [
        (x - left, (left, y)),
        (left + width - x, (left + width, y)),
        (y - top, (x, top)),
        (top + height - y, (x, top + height)),
    ];
    ways.into_iter().min_by_key(|(far, _)| *far).map_or((x, top), |(_, at)| at)
}

impl InroadView {
    /// The ground it takes.
    pub(super) fn plot(&self, map_width: i32) -> Plot {
        let radius = map_width / 160;
        Plot::upright([self.x - radius, self.y - radius, 2 * radius, 2 * radius])
    }
}
