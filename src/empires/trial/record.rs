//! What a trial game came to, in figures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Played, Standing, count, fingerprint, standings};
use crate::empires::chronicle::Happening;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::EmpireId;
use crate::empires::world::World;

/// Years between two pictures of the map.
const CENTURY: i32 = 100;

/// The figures of one trial game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// First year.
    pub first_year: i32,
    /// Last year that was played.
    pub last_year: i32,
    /// Pentades played.
    pub pentades: u32,
    /// SHA-256 of the last world.
    pub fingerprint: String,
    /// Length of every reign that ended, in years.
    pub reigns: Vec<i32>,
    /// How often each kind of entry was told: `rebelled`, `card.drawn`.
    pub told: BTreeMap<String, u32>,
    /// Refused orders by rule.
    pub refused: BTreeMap<String, u32>,
    /// Endeavours by sort and whether the card gave anything.
    pub endeavours: BTreeMap<String, Tried>,
    /// Gold by where it came from or went.
    pub gold: BTreeMap<String, i32>,
    /// The map at the end of every century and of the game.
    pub snapshots: Vec<Snapshot>,
    /// How every player's empire stood at the end.
    pub standings: BTreeMap<EmpireId, Standing>,
}

/// How often a sort of endeavour was tried, and with what yield.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Times tried.
    pub tried: u32,
    /// Times with a result other than a loss of one's own.
    pub with_gain: u32,
    /// Sum of the ratings.
    pub ratings: i32,
}

/// The map at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The year that just ended.
    pub year: i32,
    /// Players' empires with areas.
    pub alive: u32,
    /// Areas of the largest of them.
    pub largest: u32,
    /// Owned areas.
    pub owned: u32,
    /// Areas of nobody's.
    pub independent: u32,
    /// Areas in unrest.
    pub in_unrest: u32,
    /// Gold in all treasuries.
    pub gold: i32,
    /// Average social state of all areas, in hundredths.
    pub social_state_hundredths: i32,
    /// The same of owned areas.
    pub owned_social_state_hundredths: i32,
}

impl Record {
    /// Nothing played yet.
    pub fn new(rulebook: &Rulebook, world: &World) -> Self {
        Self {
            first_year: world.pentade.first_year(),
            last_year: world.pentade.first_year() - 1,
            pentades: 0,
            fingerprint: String::new(),
            reigns: Vec::new(),
            told: BTreeMap::new(),
            refused: BTreeMap::new(),
            endeavours: BTreeMap::new(),
            gold: BTreeMap::new(),
            snapshots: vec![Snapshot::of(rulebook, world)],
            standings: BTreeMap::new(),
        }
    }

    /// Takes in one pentade.
    pub fn take_in(&mut self, rulebook: &Rulebook, before: &World, played: &Played) {
        self.pentades += 1;
        self.last_year = before.pentade.last_year();
        let mut accessions: BTreeMap<String, i32> =
            before.empires.iter().map(|(id, empire)| (id.to_string(), empire.leader.accession)).collect();
        for entry in &played.chronicle {
            *self.told.entry(entry.kind.name()).or_default() += 1;
            self.count_gold(&entry.kind);
            match &entry.kind {
                Happening::OrderRefused { .. } => {
                    let rule = entry.rules.first().map_or("", |rule| rule.as_str());
                    *self.refused.entry(rule.to_owned()).or_default() += 1;
                }
                Happening::EndeavourTried { sort, results, .. } => {
                    let tried = self.endeavours.entry(format!("{sort:?}").to_lowercase()).or_default();
                    tried.tried += 1;
                    tried.with_gain += u32::from(results.iter().any(|one| is_gain(one)));
                    tried.ratings += entry.numbers.first().map_or(0, |rating| rating.total);
                }
                Happening::Succeeded { .. } => {
                    if let (Some(who), Some(year)) = (&entry.who, entry.year) {
                        let began = accessions.insert(who.to_string(), year);
                        self.reigns.extend(began.map(|began| year - began));
                    }
                }
                _ => {}
            }
        }
        if (self.last_year - self.first_year + 1) / CENTURY
            != (self.last_year - self.first_year + 1 - 5) / CENTURY
        {
            self.snapshots.push(Snapshot::of(rulebook, &played.world));
        }
    }

    fn count_gold(&mut self, kind: &Happening) {
        let (name, gold) = match kind {
            Happening::Taxed { gold } => ("taxed", *gold),
            Happening::Plundered { gold } => ("plundered", *gold),
            Happening::PillageGold { gold, .. } => ("pillaged", *gold),
            Happening::GoldGiven { gold, .. } => ("given", *gold),
            Happening::EndeavourTried { gold, .. } => ("spent on endeavours", *gold),
            _ => return,
        };
        *self.gold.entry(name.to_owned()).or_default() += gold;
    }

    /// The end of the game.
    pub fn finish(&mut self, rulebook: &Rulebook, world: &World) {
        if self.snapshots.last().is_none_or(|last| last.year != self.last_year) {
            self.snapshots.push(Snapshot::of(rulebook, world));
        }
        self.fingerprint = fingerprint(world);
        self.standings = standings(rulebook, world);
    }
}

fn is_gain(result: &str) -> bool {
    !["base", "area", "own"].iter().any(|own| result.starts_with(own))
}

impl Snapshot {
    /// The map of a world.
    pub fn of(rulebook: &Rulebook, world: &World) -> Self {
        let areas = || world.areas.values();
        let standings = standings(rulebook, world);
        Self {
            year: world.pentade.first_year() - 1,
            alive: count(standings.values().filter(|one| one.areas > 0)),
            largest: standings.values().map(|one| one.areas).max().unwrap_or(0),
            owned: count(areas().filter(|area| area.owner.is_some())),
            independent: count(areas().filter(|area| area.owner.is_none())),
            in_unrest: count(areas().filter(|area| area.in_unrest)),
            gold: world.empires.values().map(|empire| empire.treasury).sum(),
            social_state_hundredths: average(areas().map(|area| area.social_state)),
            owned_social_state_hundredths: average(
                areas().filter(|area| area.owner.is_some()).map(|area| area.social_state),
            ),
        }
    }
}

/// The average in hundredths; 0 of nothing.
fn average(figures: impl Iterator<Item = i32>) -> i32 {
    let (sum, number) = figures.fold((0, 0), |(sum, number), figure| (sum + figure, number + 1));
    if number == 0 { 0 } else { sum * 100 / number }
}
