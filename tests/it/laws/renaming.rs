//! Other names for the empires, in another order.
//!
//! Worlds of the laws call most empires `of-…`, so that no other text holds the id of an empire and a renaming is a
//! replacement in the written form of whatever is to be renamed.

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::terms::EmpireId;
use pentade::empires::world::World;
use pentade::postal::chronicle::SideId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How the ids begin that are renamed.
pub const RENAMED: &str = "of-";

/// A new name for each empire; the longest old ones first.
pub struct Renaming(Vec<(String, String)>);

impl Renaming {
    /// Names that stand in the opposite order.
    pub fn reversing(world: &World) -> Self {
        let renamed = world.empires.keys().rev().filter(|id| id.as_str().starts_with(RENAMED));
        let names = renamed.zip(10..).map(|(id, number)| (id.to_string(), format!("side-{number}")));
        let mut names: Vec<(String, String)> = names.collect();
        names.sort_by_key(|(id, _)| std::cmp::Reverse(id.len()));
        Self(names)
    }

    /// The new name of an empire.
    pub fn of(&self, id: &EmpireId) -> EmpireId {
        let found = self.0.iter().find(|(old, _)| old == id.as_str());
        found.map_or_else(|| id.clone(), |(_, name)| EmpireId::new(name))
    }

    fn text(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (old, name)| text.replace(old, name))
    }

    /// Anything that can be written and read.
    pub fn value<T: Serialize + DeserializeOwned>(&self, value: &T) -> T {
        let text = self.text(&serde_json::to_string(value).expect("it is written"));
        serde_json::from_str(&text).expect("it is read again")
    }

    /// A world, with its lists in their order again.
    pub fn world(&self, world: &World) -> World {
        let mut renamed = self.value(world);
        renamed.areas.values_mut().for_each(|area| area.partial_conquests.sort());
        renamed.treaties.sort();
        renamed.offers.sort();
        renamed.parleys_due.sort();
        renamed
    }
}

/// A value in which no list has an order.
pub fn unordered<T: Serialize>(value: &T) -> Value {
    sorted(serde_json::to_value(value).expect("it is written"))
}

/// What was told, in no order.
pub fn told(chronicle: &[Entry]) -> Vec<String> {
    let told = chronicle.iter().cloned().map(|entry| unordered(&from_either_side(entry)).to_string());
    let mut told: Vec<String> = told.collect();
    told.sort();
    told
}

/// A treaty that nobody acts in is told of the party that comes first: no renaming can leave it so.
fn from_either_side(mut entry: Entry) -> Entry {
    if let Happening::Treaty { with, .. } = &mut entry.kind
        && let Some(who) = entry.who.as_mut()
        && who.as_str() > with.as_str()
    {
        let other = EmpireId::new(who.as_str());
        *who = SideId::new(with.as_str());
        *with = other;
    }
    entry
}

/// What only one of two lists holds, each marked with its side.
pub fn differing(left: &[String], right: &[String]) -> Vec<String> {
    let only = |one: &[String], other: &[String], mark: &str| -> Vec<String> {
        one.iter().filter(|line| !other.contains(line)).map(|line| format!("{mark} {line}")).collect()
    };
    [only(left, right, "<"), only(right, left, ">")].concat()
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(values) => {
            let mut values: Vec<Value> = values.into_iter().map(sorted).collect();
            values.sort_by_key(ToString::to_string);
            Value::Array(values)
        }
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (name, sorted(value))).collect())
        }
        value => value,
    }
}
