//! Areas, sea areas, borders, seafaring, and how far it is by sea.
//!
//! Rules: 2.1 (straits are land borders), 9.8 (seas join as the atlas says), 19.20 (a game may add areas). Only the map: whose an area is and
//! what may pass through it belongs to the world and the rules.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use super::terms::{AreaId, ById, LanguageId, ReligionId, SeaId};

mod additions;
mod marker;
mod names;
mod outlines;
mod sites;

pub use additions::NewArea;
pub use names::fold;
pub use outlines::{Outline, Outlines, WasteOutline};
pub use sites::Site;

/// A land area as the map has it about the year 1000 (2.1). A scenario says what differs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Area {
    /// Its id.
    pub id: AreaId,
    /// Its name.
    pub name: String,
    /// Part of the map it is listed under: `Balkans`.
    pub region: String,
    /// Population (2.2).
    pub population: i32,
    /// Base social state (2.3).
    pub base_social_state: i32,
    /// Language of its people.
    pub language: LanguageId,
    /// Dominant religion.
    pub religion: ReligionId,
    /// Whether its people are seafarers (7.2, 9.8).
    pub seafaring: bool,
    /// Whether it lies in Europe (31.2).
    pub in_europe: bool,
}

/// A sea area (2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeaArea {
    /// Its id.
    pub id: SeaId,
    /// Its name.
    pub name: String,
}

/// One border of the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Border {
    /// Two land areas that touch.
    Land(AreaId, AreaId),
    /// Two land areas across a strait, which count as touching (2.1).
    Strait(AreaId, AreaId),
    /// A land area on a sea.
    Coast(AreaId, SeaId),
    /// Two seas that join.
    Sea(SeaId, SeaId),
}

/// The map. Everything in it is in order of ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Atlas {
    areas: ById<AreaId, Area>,
    seas: ById<SeaId, SeaArea>,
    neighbours: ById<AreaId, BTreeSet<AreaId>>,
    straits: BTreeSet<(AreaId, AreaId)>,
    coast: ById<AreaId, BTreeSet<SeaId>>,
    shores: ById<SeaId, BTreeSet<AreaId>>,
    joined: ById<SeaId, BTreeSet<SeaId>>,
    voyages: ById<AreaId, BTreeMap<AreaId, i32>>,
    sites: Vec<Site>,
    by_name: BTreeMap<String, AreaId>,
    outlines: Outlines,
}

impl Atlas {
    /// The map of these areas and borders. A border is given once and runs both ways.
    pub fn new(areas: Vec<Area>, seas: Vec<SeaArea>, borders: &[Border], outlines: Outlines) -> Self {
        let mut atlas = Self { outlines, ..Self::default() };
        for area in areas {
            atlas.by_name.insert(fold(&area.name), area.id.clone());
            atlas.areas.insert(area.id.clone(), area);
        }
        for area in atlas.areas.keys() {
            atlas.by_name.insert(fold(area.as_str()), area.clone());
        }
        atlas.seas = seas.into_iter().map(|sea| (sea.id.clone(), sea)).collect();
        for border in borders {
            atlas.join(border);
        }
        atlas.chart();
        atlas
    }

    /// What is reckoned from areas and borders: voyages and numbered sites.
    fn chart(&mut self) {
        self.voyages = self.coast.keys().map(|area| (area.clone(), self.voyages_from(area))).collect();
        self.number();
    }

    fn join(&mut self, border: &Border) {
        match border {
            Border::Land(a, b) | Border::Strait(a, b) => {
                link(&mut self.neighbours, a, b);
                link(&mut self.neighbours, b, a); // rule:2.1
            }
            Border::Coast(area, sea) => {
                link(&mut self.coast, area, sea);
                link(&mut self.shores, sea, area);
            }
            Border::Sea(a, b) => {
                link(&mut self.joined, a, b);
                link(&mut self.joined, b, a);
            }
        }
        if let Border::Strait(a, b) = border {
            self.straits.insert((a.clone(), b.clone()));
            self.straits.insert((b.clone(), a.clone()));
        }
    }

    /// Every sea that can be reached from `sea` with the number of sea areas crossed, both ends counted.
    fn seas_from(&self, sea: &SeaId) -> BTreeMap<SeaId, i32> {
        let mut crossed = BTreeMap::from([(sea.clone(), 1)]);
        let mut queue = VecDeque::from([(sea.clone(), 1)]);
        while let Some((here, number)) = queue.pop_front() {
            for next in self.joined.get(&here).into_iter().flatten() {
                if !crossed.contains_key(next) {
                    crossed.insert(next.clone(), number + 1);
                    queue.push_back((next.clone(), number + 1));
                }
            }
        }
        crossed
    }

    /// Every area that a voyage from a coast can end in, with the fewest sea areas that it crosses.
    fn voyages_from(&self, area: &AreaId) -> BTreeMap<AreaId, i32> {
        let mut voyages: BTreeMap<AreaId, i32> = BTreeMap::new();
        for (sea, number) in self.coast(area).flat_map(|sea| self.seas_from(sea)) {
            for shore in self.shores(&sea).filter(|shore| *shore != area) {
                let fewest = voyages.entry(shore.clone()).or_insert(number);
                *fewest = number.min(*fewest);
            }
        }
        voyages
    }

    /// Every land area.
    pub fn areas(&self) -> impl Iterator<Item = &Area> {
        self.areas.values()
    }

    /// Every sea area.
    pub fn seas(&self) -> impl Iterator<Item = &SeaArea> {
        self.seas.values()
    }

    /// The land area with this id.
    ///
    /// Errors: none is returned for an id that is not on the map.
    pub fn area(&self, area: &AreaId) -> Option<&Area> {
        self.areas.get(area)
    }

    /// The sea area with this id, if there is one.
    pub fn sea(&self, sea: &SeaId) -> Option<&SeaArea> {
        self.seas.get(sea)
    }

    /// The name of an area; the id itself when the map does not know it.
    pub fn name<'a>(&'a self, area: &'a AreaId) -> &'a str {
        self.areas.get(area).map_or(area.as_str(), |found| &found.name)
    }

    /// The area of this name or id, however it is spelt in capitals, accents and hyphens.
    pub fn find(&self, name: &str) -> Option<&AreaId> {
        self.by_name.get(&fold(name))
    }

    /// The areas that touch this one by land or strait (2.1).
    pub fn neighbours(&self, area: &AreaId) -> impl Iterator<Item = &AreaId> {
        self.neighbours.get(area).into_iter().flatten()
    }

    /// Whether two areas touch by land or strait (2.1).
    pub fn adjacent(&self, a: &AreaId, b: &AreaId) -> bool {
        self.neighbours.get(a).is_some_and(|near| near.contains(b))
    }

    /// Whether two areas touch across a strait.
    pub fn strait_between(&self, a: &AreaId, b: &AreaId) -> bool {
        self.straits.contains(&(a.clone(), b.clone()))
    }

    /// The seas that an area lies on; none inland.
    pub fn coast(&self, area: &AreaId) -> impl Iterator<Item = &SeaId> {
        self.coast.get(area).into_iter().flatten()
    }

    /// The areas that lie on a sea.
    pub fn shores(&self, sea: &SeaId) -> impl Iterator<Item = &AreaId> {
        self.shores.get(sea).into_iter().flatten()
    }

    /// The seas that join a sea.
    pub fn joined(&self, sea: &SeaId) -> impl Iterator<Item = &SeaId> {
        self.joined.get(sea).into_iter().flatten()
    }

    /// Whether the people of an area are seafarers.
    pub fn seafaring(&self, area: &AreaId) -> bool {
        self.areas.get(area).is_some_and(|found| found.seafaring)
    }

    /// The fewest sea areas that a voyage between two coastal areas crosses (9.8).
    ///
    /// Units: whole sea areas, 1 when both lie on one sea. Errors: none is returned when an area is inland, when
    /// no sea way joins them, or when `from` is `to`.
    pub fn sea_distance(&self, from: &AreaId, to: &AreaId) -> Option<i32> {
        self.voyages.get(from)?.get(to).copied() // rule:9.8
    }

    /// Every area that a voyage from this one can end in, with the fewest sea areas that it crosses; none inland.
    pub fn voyages(&self, from: &AreaId) -> impl Iterator<Item = (&AreaId, i32)> {
        self.voyages.get(from).into_iter().flatten().map(|(to, number)| (to, *number))
    }

    /// The sea areas between two coastal areas if there are at most `most` (7.2, 9.8).
    pub fn sea_distance_within(&self, from: &AreaId, to: &AreaId, most: i32) -> Option<i32> {
        self.sea_distance(from, to).filter(|number| *number <= most)
    }

    /// Shapes and labels for drawing.
    pub fn outlines(&self) -> &Outlines {
        &self.outlines
    }
}

fn link<A: Hash + Ord + Clone, B: Ord + Clone>(links: &mut ById<A, BTreeSet<B>>, from: &A, to: &B) {
    links.get_or_insert_with(from.clone(), BTreeSet::new).insert(to.clone());
}

#[cfg(test)]
mod tests;
