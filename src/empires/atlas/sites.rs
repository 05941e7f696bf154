//! The map by number: every area's place in the order of ids, and what can be reached from there.
//!
//! For whoever walks over the map again and again, as the lines of communications do.

use super::Atlas;
use crate::empires::terms::AreaId;

/// What lies around an area. Areas stand for their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Site {
    /// The areas that touch it by land or strait (2.1).
    pub neighbours: Vec<usize>,
    /// Every area that a voyage from it can end in with the fewest sea areas crossed (9.8), the nearest first.
    pub voyages: Vec<(i32, usize)>,
    /// Whether its people are seafarers.
    pub seafaring: bool,
}

impl Atlas {
    /// The place of an area in the order of ids, from 0; none for an id that is not on the map.
    pub fn place(&self, area: &AreaId) -> Option<usize> {
        self.areas.place(area)
    }

    /// What lies around each area, by place.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// Numbers the areas, once all borders are known.
    pub(super) fn number(&mut self) {
        self.sites = self.areas.keys().map(|area| self.site(area)).collect();
    }

    fn site(&self, area: &AreaId) -> Site {
        let neighbours = self.neighbours(area).filter_map(|near| self.place(near)).collect();
        let voyages = self.voyages(area).filter_map(|(to, crossed)| Some((crossed, self.place(to)?)));
        let mut voyages: Vec<(i32, usize)> = voyages.collect();
        voyages.sort_unstable();
        Site { neighbours, voyages, seafaring: self.seafaring(area) }
    }
}
