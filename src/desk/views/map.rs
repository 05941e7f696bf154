//! What the desk shows of the map and of whose the land was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::postal::chronicle::SideId;
use crate::postal::game::Span;
use crate::postal::picture::{Picture, Tint};

/// The map of one moment of a game, as everyone may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapPage {
    /// Short name of the game.
    pub slug: String,
    /// Title of the game.
    pub title: String,
    /// The map.
    pub picture: Picture,
    /// The map of one pentade before, if one is published.
    pub before: Option<Picture>,
    /// What befell each place in that pentade, by the place's id.
    pub events: BTreeMap<String, Vec<String>>,
    /// The published pentades, oldest first.
    pub years: Vec<Span>,
}

/// Whose the land was, through a whole game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ownership {
    /// Title of the game.
    pub title: String,
    /// Ids of the areas, in the order in which they are numbered, from 0.
    pub areas: Vec<String>,
    /// Who held any of them, numbered from 1; 0 is nobody.
    pub holders: Vec<Holder>,
    /// Each beginning of a pentade, oldest first.
    pub moments: Vec<Moment>,
    /// Numbers of areas and their holders at the last of them.
    pub latest: BTreeMap<usize, usize>,
}

/// Who held land.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// Tint on the map.
    pub tint: Tint,
    /// Name.
    pub name: String,
    /// The side.
    pub side: Option<SideId>,
}

/// The beginning of a pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Its first year.
    pub year: i32,
    /// Areas that have another holder than in the moment before, each with its holder; all of them in the first.
    pub changes: Vec<(usize, usize)>,
}
