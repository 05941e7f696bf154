//! What a foreign regent writes (30.4): his letter holds the orders of his own empire and, under headings, those of the
//! empires whose regent he is. Both are kept in his sheet.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::empires::orders::{self, Context, Read, Vocabulary};
use crate::empires::terms::{EmpireId, OrderSheet, Pentade};
use crate::empires::world::World;

/// A ruler's orders and those that he submits as regent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Letter {
    /// For his own empire.
    #[serde(flatten)]
    pub own: OrderSheet,
    /// For the empires whose regent he is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub wards: BTreeMap<EmpireId, OrderSheet>,
}

impl Letter {
    /// The words of all its orders, which read to the same letter.
    pub fn words(&self, vocabulary: &Vocabulary) -> String {
        let mut words = orders::print(vocabulary, &self.own);
        for (ward, sheet) in &self.wards {
            words += &format!("orders for {}\n", vocabulary.empire_name(ward));
            words += &orders::print(vocabulary, sheet);
        }
        words
    }

    /// The years for which its writer orders no endeavour, his own first, then those of the empires whose regent he is
    /// (30.4).
    pub fn missing(&self, world: &World, empire: &EmpireId) -> Vec<String> {
        let mut missing = orders::missing(&self.own, world.pentade);
        let none = OrderSheet::default();
        for ward in wards_of(world, empire) {
            let name = world.empires.get(ward).map_or(ward.as_str(), |found| &found.name);
            let sheet = self.wards.get(ward).unwrap_or(&none);
            missing
                .extend(orders::missing(sheet, world.pentade).iter().map(|line| format!("{name}: {line}")));
        }
        missing
    }

    /// The letter in force after a newer one.
    pub fn amended(&self, empire: &EmpireId, parts: &BTreeMap<EmpireId, Read>) -> Self {
        let mut after = self.clone();
        for (of, read) in parts {
            if of == empire {
                after.own = orders::amend(&self.own, read);
            } else {
                let former = self.wards.get(of).cloned().unwrap_or_default();
                after.wards.insert(of.clone(), orders::amend(&former, read));
            }
        }
        after
    }
}

/// The empires whose foreign regent a ruler is (30.4).
pub(super) fn wards_of<'w>(world: &'w World, regent: &EmpireId) -> impl Iterator<Item = &'w EmpireId> {
    let regencies = world.regencies.by_empire.iter();
    regencies.filter(move |(_, regency)| regency.regent.as_ref() == Some(regent)).map(|(empire, _)| empire)
}

/// Rule 30.4: a letter read part by part, by the empire that each part is for.
pub(super) fn read(
    vocabulary: &Vocabulary,
    world: &World,
    context: &Context,
    text: &str,
) -> BTreeMap<EmpireId, Read> {
    read_counted(vocabulary, world, context, context.pentade, text)
}

/// The same where `year 1` is the first of another pentade than the one that is read for.
pub(super) fn read_counted(
    vocabulary: &Vocabulary,
    world: &World,
    context: &Context,
    counted: Pentade,
    text: &str,
) -> BTreeMap<EmpireId, Read> {
    let regent_of = wards_of(world, &context.empire).cloned().collect();
    orders::read_counted(vocabulary, context, counted, &regent_of, text) // rule:30.4
}

/// Rule 30.4: the sheets that count: an empire under a foreign regent does what he wrote for it, and nothing else.
pub(super) fn in_force(world: &World, letters: BTreeMap<EmpireId, Letter>) -> BTreeMap<EmpireId, OrderSheet> {
    let mut sheets: BTreeMap<EmpireId, OrderSheet> =
        letters.iter().map(|(empire, letter)| (empire.clone(), letter.own.clone())).collect();
    for (empire, regency) in &world.regencies.by_empire {
        let Some(regent) = &regency.regent else { continue };
        sheets.remove(empire); // rule:30.4
        if let Some(sheet) = letters.get(regent).and_then(|letter| letter.wards.get(empire)) {
            sheets.insert(empire.clone(), sheet.clone());
        }
    }
    sheets
}
