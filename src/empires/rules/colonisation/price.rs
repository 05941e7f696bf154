//! What one step of a colonisation costs (25.1, 25.2).

use std::collections::BTreeSet;

use super::super::Scene;
use crate::empires::terms::{AreaId, LanguageId};

/// What a step costs, and for how many sea areas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Price {
    /// Whole gold.
    pub gold: i32,
    /// Sea areas paid for; 0 by land.
    pub sea_areas: i32,
}

/// An area to be colonised, and the own areas with communications that may send the people.
pub(super) struct Site<'a> {
    pub scene: &'a Scene<'a>,
    pub own: &'a BTreeSet<AreaId>,
    pub area: &'a AreaId,
    pub language: &'a LanguageId,
}

impl Site<'_> {
    /// Rules 25.1, 25.2: the price of one step: that of the land where own areas lead to one of the language, else that of
    /// the cheapest sea way.
    ///
    /// Errors: none is returned where no own area of the language is near enough.
    pub fn price(&self) -> Option<Price> {
        if self.is_reached_by_land() {
            let gold = self.scene.rulebook.figures.colonisation_land_price; // rule:25.1
            return Some(Price { gold, sea_areas: 0 });
        }
        let sources = self.own.iter().filter(|id| self.sends(id));
        sources.filter_map(|source| self.sea_price(source)).min() // rule:25.2
    }

    fn sends(&self, id: &AreaId) -> bool {
        id != self.area && self.scene.world.areas.get(id).is_some_and(|area| area.language == *self.language)
    }

    /// Whether own areas lead by land to one of the language.
    fn is_reached_by_land(&self) -> bool {
        let mut seen = BTreeSet::from([self.area]);
        let mut edge = vec![self.area];
        while let Some(here) = edge.pop() {
            for near in self.scene.rulebook.atlas.neighbours(here) {
                let Some(own) = self.own.get(near) else { continue };
                if self.sends(own) {
                    return true;
                }
                if seen.insert(own) {
                    edge.push(own);
                }
            }
        }
        false
    }

    /// The price of a sea way; the first sea area of a seafaring base is free.
    fn sea_price(&self, source: &AreaId) -> Option<Price> {
        let rulebook = self.scene.rulebook;
        let crossed = rulebook.atlas.sea_distance(source, self.area)?;
        let free = if rulebook.atlas.seafaring(source) {
            rulebook.figures.ship_free_sea_areas_seafaring // rule:25.2
        } else {
            0
        };
        let sea_areas = (crossed - free).max(0);
        let gold = match sea_areas {
            0 => 0,
            paid => rulebook.colonisation_sea_prices.at(paid)?, // rule:25.2
        };
        Some(Price { gold, sea_areas })
    }
}
