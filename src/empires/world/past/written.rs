//! The written form of the past: kind by kind, what happened to whom and in which years.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::{Fact, FactEvent};
use super::Past;
use crate::empires::terms::{AreaId, EmpireId, Motion};

/// Years in order, written as `812 815-819`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Years(Vec<i32>);

impl From<Years> for String {
    fn from(years: Years) -> Self {
        let runs = years.0.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            other => other.iter().map(ToString::to_string).collect(),
        });
        runs.collect::<Vec<_>>().join(" ")
    }
}

impl TryFrom<String> for Years {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut years = Vec::new();
        for run in text.split_whitespace() {
            let year = |text: &str| text.parse::<i32>().map_err(|error| format!("year \"{text}\": {error}"));
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let (first, last) = (year(first)?, year(last)?);
            if !(0..=MOST_YEARS).contains(&(i64::from(last) - i64::from(first))) {
                return Err(format!("\"{run}\" is no run of years"));
            }
            years.extend(first..=last);
        }
        Ok(Self(years))
    }
}

/// More years than any game has.
const MOST_YEARS: i64 = 10_000;

type By<K> = BTreeMap<K, Years>;

/// What the past is written as.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Written {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rebelled: By<AreaId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    went_into_unrest: By<AreaId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    taken: BTreeMap<AreaId, By<EmpireId>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attacked: BTreeMap<AreaId, By<EmpireId>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    succeeded: By<EmpireId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    paid: BTreeMap<EmpireId, BTreeMap<EmpireId, By<i32>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ties_gained: BTreeMap<AreaId, By<EmpireId>>,
    /// What was moved, whether it passed, and when.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parleys: Vec<(Motion, bool, Years)>,
}

impl From<Past> for Written {
    fn from(past: Past) -> Self {
        let mut written = Self::default();
        let mut parleys: BTreeMap<(Motion, bool), Years> = BTreeMap::new();
        for Fact { year, event } in past.facts() {
            let years = match event.clone() {
                FactEvent::Rebelled(area) => written.rebelled.entry(area).or_default(),
                FactEvent::WentIntoUnrest(area) => written.went_into_unrest.entry(area).or_default(),
                FactEvent::Taken { area, by } => {
                    written.taken.entry(area).or_default().entry(by).or_default()
                }
                FactEvent::Attacked { area, by } => {
                    written.attacked.entry(area).or_default().entry(by).or_default()
                }
                FactEvent::Succeeded(who) => written.succeeded.entry(who).or_default(),
                FactEvent::Paid { from, to, gold } => {
                    written.paid.entry(from).or_default().entry(to).or_default().entry(gold).or_default()
                }
                FactEvent::TieGained { area, by } => {
                    written.ties_gained.entry(area).or_default().entry(by).or_default()
                }
                FactEvent::ParleyDecided { motion, passed } => parleys.entry((motion, passed)).or_default(),
                FactEvent::LeaderDied(_) | FactEvent::DiedHeirless(_) | FactEvent::Converted { .. } => {
                    continue;
                }
            };
            years.0.push(*year);
        }
        written.parleys =
            parleys.into_iter().map(|((motion, passed), years)| (motion, passed, years)).collect();
        written
    }
}

impl From<Written> for Past {
    fn from(written: Written) -> Self {
        let mut past = Self::default();
        for (area, years) in written.rebelled {
            past.keep(each(years, &FactEvent::Rebelled(area)));
        }
        for (area, years) in written.went_into_unrest {
            past.keep(each(years, &FactEvent::WentIntoUnrest(area)));
        }
        for (who, years) in written.succeeded {
            past.keep(each(years, &FactEvent::Succeeded(who)));
        }
        for (area, by, years) in pairs(written.taken) {
            past.keep(each(years, &FactEvent::Taken { area, by }));
        }
        for (area, by, years) in pairs(written.attacked) {
            past.keep(each(years, &FactEvent::Attacked { area, by }));
        }
        for (area, by, years) in pairs(written.ties_gained) {
            past.keep(each(years, &FactEvent::TieGained { area, by }));
        }
        for (from, to, sums) in pairs(written.paid) {
            for (gold, years) in sums {
                let (from, to) = (from.clone(), to.clone());
                past.keep(each(years, &FactEvent::Paid { from, to, gold }));
            }
        }
        for (motion, passed, years) in written.parleys {
            past.keep(each(years, &FactEvent::ParleyDecided { motion, passed }));
        }
        past
    }
}

fn each(years: Years, event: &FactEvent) -> impl Iterator<Item = Fact> {
    years.0.into_iter().map(|year| Fact { year, event: event.clone() })
}

fn pairs<A: Clone, B, V>(nested: BTreeMap<A, BTreeMap<B, V>>) -> impl Iterator<Item = (A, B, V)> {
    nested.into_iter().flat_map(|(outer, inner)| {
        inner.into_iter().map(move |(second, value)| (outer.clone(), second, value))
    })
}
