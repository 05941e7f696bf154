//! What happened in earlier years, of which conditions may ask (6.5).
//!
//! The facts of the last years are at hand as they are ([`World::facts`]). Older ones that no rule but 6.5 asks for are laid on
//! shelves, one a period of years. Copies of a world share the shelves, and the written form names each thing once with
//! all its years.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Fact, FactEvent, World};
use crate::empires::terms::Bounds;

mod written;

use written::Written;

/// Years of one shelf. Neither what is remembered nor its written form hangs on it.
const SHELF_YEARS: i32 = 25;

/// The facts of earlier years that conditions may ask about (6.5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Past {
    shelves: BTreeMap<i32, Arc<BTreeSet<Fact>>>,
}

impl Past {
    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.shelves.is_empty()
    }

    /// Every fact that is kept, in order of year.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.shelves.values().flat_map(|shelf| shelf.iter())
    }

    /// The facts of one year.
    pub fn of_year(&self, year: i32) -> impl Iterator<Item = &Fact> {
        let shelf = self.shelves.get(&shelf_of(year));
        shelf.into_iter().flat_map(|shelf| shelf.iter()).filter(move |fact| fact.year == year)
    }

    /// Lays facts on their shelves; those of which no condition can ask are left out.
    pub fn keep(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            if may_be_asked(&fact.event) {
                Arc::make_mut(self.shelves.entry(shelf_of(fact.year)).or_default()).insert(fact);
            }
        }
    }

    /// Keeps only the facts of which this holds; a shelf that loses nothing stays shared.
    pub fn retain(&mut self, keep: impl Fn(&Fact) -> bool) {
        for shelf in self.shelves.values_mut().filter(|shelf| !shelf.iter().all(&keep)) {
            Arc::make_mut(shelf).retain(&keep);
        }
        self.shelves.retain(|_, shelf| !shelf.is_empty());
    }

    /// Forgets what happened before a year.
    fn forget_before(&mut self, year: i32) {
        self.shelves.retain(|shelf, _| (shelf + 1) * SHELF_YEARS > year);
        if let Some(shelf) = self.shelves.get_mut(&shelf_of(year))
            && shelf.first().is_some_and(|oldest| oldest.year < year)
        {
            Arc::make_mut(shelf).retain(|fact| fact.year >= year);
        }
        self.shelves.retain(|_, shelf| !shelf.is_empty());
    }
}

fn shelf_of(year: i32) -> i32 {
    year.div_euclid(SHELF_YEARS)
}

/// Deaths are kept at hand for good (8.7), and of conversions no condition asks.
fn may_be_asked(event: &FactEvent) -> bool {
    !matches!(event, FactEvent::LeaderDied(_) | FactEvent::DiedHeirless(_) | FactEvent::Converted { .. })
}

/// Rule 6.5: before a pentade begins, facts that are no longer at hand are laid away, and those that are older than what is
/// remembered are forgotten.
pub fn lay_away(bounds: &Bounds, world: &mut World) {
    let now = world.pentade.first_year();
    let lasting = |event: &FactEvent| matches!(event, FactEvent::LeaderDied(_) | FactEvent::DiedHeirless(_)); // rule:8.7
    let at_hand = now - bounds.years_at_hand;
    let old: Vec<Fact> =
        world.facts.iter().filter(|fact| fact.year < at_hand && !lasting(&fact.event)).cloned().collect();
    world.facts.retain(|fact| fact.year >= at_hand || lasting(&fact.event));
    world.past.keep(old); // rule:6.5
    world.past.forget_before(now - bounds.remembered_years); // rule:6.5
}

#[cfg(test)]
mod tests;
