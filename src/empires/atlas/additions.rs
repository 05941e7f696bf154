//! Land areas that a game adds to the map (19.20).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Area, Atlas, Border, fold, marker};
use crate::empires::terms::{AreaId, SeaId};

/// A land area that a wildcard added to the map, with its borders (19.20).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NewArea {
    /// The area as it was added.
    pub area: Area,
    /// Areas that it touches by land.
    pub beside: BTreeSet<AreaId>,
    /// Areas that it touches across a strait (2.1).
    pub across: BTreeSet<AreaId>,
    /// Seas that it lies on.
    pub seas: BTreeSet<SeaId>,
}

impl NewArea {
    /// The areas that it touches by land or strait.
    pub fn neighbours(&self) -> impl Iterator<Item = &AreaId> {
        self.beside.iter().chain(&self.across)
    }

    fn borders(&self) -> impl Iterator<Item = Border> {
        let own = || self.area.id.clone();
        let land = self.beside.iter().map(move |near| Border::Land(own(), near.clone()));
        let straits = self.across.iter().map(move |near| Border::Strait(own(), near.clone()));
        let coast = self.seas.iter().map(move |sea| Border::Coast(own(), sea.clone()));
        land.chain(straits).chain(coast)
    }
}

impl Atlas {
    /// Whether the map has all of these areas already.
    pub fn has_all(&self, added: &BTreeMap<AreaId, NewArea>) -> bool {
        added.keys().all(|id| self.areas.contains_key(id))
    }

    /// The map with these areas as well, each with a shape of its own between its neighbours.
    pub fn with(&self, added: &BTreeMap<AreaId, NewArea>) -> Self {
        let mut atlas = self.clone();
        let missing: Vec<&NewArea> =
            added.iter().filter(|(id, _)| !self.areas.contains_key(*id)).map(|(_, one)| one).collect();
        for one in &missing {
            let id = &one.area.id;
            atlas.by_name.insert(fold(id.as_str()), id.clone());
            atlas.by_name.insert(fold(&one.area.name), id.clone());
            atlas.areas.insert(id.clone(), one.area.clone());
        }
        for border in missing.iter().flat_map(|one| one.borders()) {
            atlas.join(&border);
        }
        atlas.chart(); // rule:9.8
        for one in missing {
            marker::draw(&mut atlas.outlines, one);
        }
        atlas
    }
}
