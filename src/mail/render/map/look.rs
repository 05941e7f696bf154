//! What a reader chose to look at: a layer, a side whose bonds are shown, an area.

use std::collections::{BTreeMap, BTreeSet};

use crate::postal::chronicle::SideId;
use crate::postal::picture::{Cell, Layer, LegendRow, Mark, Picture, Scale, Shape, ShapeKind, Tint};

/// Id of the layer of owners, which every map has.
pub const OWNER: &str = "owner";

/// Id of the layer of what has changed, which a map has that knows the one before it.
pub const CHANGE: &str = "change";

/// What a reader chose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// Id of the layer that is shown; that of owners when none is named.
    pub layer: Option<String>,
    /// The side whose bonds are shown.
    pub side: Option<SideId>,
    /// Id of the shape that is pointed out.
    pub area: Option<String>,
}

/// Something chosen that the map does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotThere {
    /// What was asked for, in words: `layer religon`.
    pub what: String,
    /// What the map has instead, by id.
    pub known: Vec<String>,
}

impl Look {
    /// The id of the shown layer.
    pub fn layer(&self) -> &str {
        self.layer.as_deref().unwrap_or(OWNER)
    }

    /// Whether the map has all that was chosen.
    ///
    /// Errors: the first thing that it does not have.
    pub fn check(&self, picture: &Picture, before: Option<&Picture>) -> Result<(), NotThere> {
        let ids = layers(picture, before).into_iter().map(|layer| layer.id).collect();
        among("layer", self.layer.as_deref(), ids)?;
        among("side", self.side.as_ref().map(SideId::as_str), sides(picture))?;
        let lands = picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land);
        among("area", self.area.as_deref(), lands.map(|shape| shape.id.clone()).collect())
    }
}

fn among(kind: &str, chosen: Option<&str>, known: Vec<String>) -> Result<(), NotThere> {
    match chosen {
        Some(id) if !known.iter().any(|one| one == id) => {
            Err(NotThere { what: format!("{kind} {id}"), known })
        }
        _ => Ok(()),
    }
}

/// Every side that the map knows: owners, and who has a bond.
fn sides(picture: &Picture) -> Vec<String> {
    let owners = picture.legend.iter().filter_map(|row| row.side.as_ref());
    let bound = picture.shapes.iter().flat_map(|shape| shape.bonds.iter().map(|bond| &bond.side));
    let all: BTreeSet<&SideId> = owners.chain(bound).collect();
    all.into_iter().map(ToString::to_string).collect()
}

/// Every layer of a map: owners first, what has changed last.
pub fn layers(picture: &Picture, before: Option<&Picture>) -> Vec<Layer> {
    let mut layers = vec![owners(picture)];
    layers.extend(picture.layers.iter().cloned());
    layers.extend(before.map(|before| changes(picture, before)));
    layers
}

fn lands(picture: &Picture) -> impl Iterator<Item = &Shape> {
    picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Land)
}

fn owners(picture: &Picture) -> Layer {
    let cell = |shape: &Shape| {
        let figure = shape.marks.iter().find_map(|mark| match mark {
            Mark::Figure(words) => Some(words.clone()),
            _ => None,
        });
        (shape.id.clone(), Cell { tint: shape.tint, figure, spots: Vec::new() })
    };
    Layer {
        id: OWNER.to_owned(),
        title: "Owner".to_owned(),
        scale: Scale::Kinds,
        legend: picture.legend.clone(),
        cells: lands(picture).map(cell).collect(),
    }
}

/// What differs from the map before: land in the tint of its new owner, land of which something else is told, and the
/// rest bare.
fn changes(picture: &Picture, before: &Picture) -> Layer {
    let former: BTreeMap<&str, &Shape> = lands(before).map(|shape| (shape.id.as_str(), shape)).collect();
    let tint = |shape: &Shape| match former.get(shape.id.as_str()) {
        Some(was) if was.tint == shape.tint && was.hover == shape.hover => Tint(0),
        Some(was) if was.tint == shape.tint => Tint::TOUCHED,
        _ if shape.tint == Tint(0) => Tint::FREED,
        _ => shape.tint,
    };
    let cells: BTreeMap<String, Cell> = lands(picture)
        .map(|shape| (shape.id.clone(), Cell { tint: tint(shape), ..Cell::default() }))
        .collect();
    let gained: BTreeSet<Tint> = cells.values().map(|cell| cell.tint).collect();
    let sides = picture.legend.iter().filter(|row| row.tint != Tint(0) && gained.contains(&row.tint));
    let mut legend: Vec<LegendRow> =
        sides.map(|row| LegendRow { label: format!("gained by {}", row.label), ..row.clone() }).collect();
    let rest = [
        (Tint::FREED, "independent now"),
        (Tint::TOUCHED, "same owner, another figure"),
        (Tint(0), "as before"),
    ];
    let rest = rest.into_iter().filter(|(tint, _)| gained.contains(tint));
    legend.extend(rest.map(|(tint, label)| LegendRow { tint, label: label.to_owned(), side: None }));
    Layer { id: CHANGE.to_owned(), title: "Change".to_owned(), scale: Scale::Kinds, legend, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(lands: &[(&str, u8, &str)]) -> Picture {
        let shapes = lands.iter().map(|(id, tint, words)| Shape {
            id: (*id).to_owned(),
            tint: Tint(*tint),
            hover: vec![(*id).to_owned(), (*words).to_owned()],
            ..Shape::default()
        });
        let row = |tint: u8, label: &str| LegendRow {
            tint: Tint(tint),
            label: label.to_owned(),
            side: (tint > 0).then(|| SideId::new(label)),
        };
        let legend = vec![row(1, "franks"), row(2, "danes"), row(0, "nobody")];
        Picture { shapes: shapes.collect(), legend, ..Picture::default() }
    }

    #[test]
    fn a_change_is_told_in_the_tint_of_who_gained() {
        let before = picture(&[("a", 1, "+1"), ("b", 1, "+1"), ("c", 2, "0"), ("d", 2, "0")]);
        let after = picture(&[("a", 2, "+1"), ("b", 1, "+2"), ("c", 0, "0"), ("d", 2, "0"), ("e", 1, "0")]);
        let layers = layers(&after, Some(&before));
        let change = layers.last().expect("a layer");
        let tints: Vec<Tint> = change.cells.values().map(|cell| cell.tint).collect();
        assert_eq!(tints, [Tint(2), Tint::TOUCHED, Tint::FREED, Tint(0), Tint(1)]);
        let rows: Vec<&str> = change.legend.iter().map(|row| row.label.as_str()).collect();
        let rest = ["independent now", "same owner, another figure", "as before"];
        assert_eq!(rows, [&["gained by franks", "gained by danes"][..], &rest].concat());
    }

    #[test]
    fn what_the_map_has_not_is_named() {
        let shown = picture(&[("a", 1, "")]);
        let look = |layer: Option<&str>, side: Option<&str>, area: Option<&str>| Look {
            layer: layer.map(str::to_owned),
            side: side.map(SideId::new),
            area: area.map(str::to_owned),
        };
        assert_eq!(look(Some(OWNER), Some("franks"), Some("a")).check(&shown, None), Ok(()));
        let missing = look(Some(CHANGE), None, None).check(&shown, None).expect_err("no map before");
        assert_eq!((missing.what.as_str(), missing.known), ("layer change", vec![OWNER.to_owned()]));
        assert!(look(Some(CHANGE), None, None).check(&shown, Some(&shown)).is_ok());
        assert!(look(None, Some("greeks"), None).check(&shown, None).is_err());
        assert!(look(None, None, Some("b")).check(&shown, None).is_err());
    }
}
