//! A table by id: in order of ids like a `BTreeMap`, found at once like a hash table.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Index;

use indexmap::IndexMap;
use indexmap::map::{IntoIter, Iter, IterMut, Keys, Values, ValuesMut};
use rustc_hash::FxBuildHasher;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Things by id, always in order of ids.
///
/// For what is asked for again and again and seldom gains or loses an entry, which takes time in the number of entries.
/// Nothing hangs on a hash but how soon an entry is found. Its written form is that of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ById<K: Hash + Eq, V>(IndexMap<K, V, FxBuildHasher>);

impl<K: Hash + Ord, V> ById<K, V> {
    /// The thing of an id.
    #[inline]
    pub fn get(&self, id: &K) -> Option<&V> {
        self.0.get(id)
    }

    /// The thing of an id with the id as it is kept here.
    #[inline]
    pub fn get_key_value(&self, id: &K) -> Option<(&K, &V)> {
        self.0.get_key_value(id)
    }

    /// The thing of an id, to be changed.
    #[inline]
    pub fn get_mut(&mut self, id: &K) -> Option<&mut V> {
        self.0.get_mut(id)
    }

    /// The place of an id in the order of ids, from 0; none when nothing has it.
    #[inline]
    pub fn place(&self, id: &K) -> Option<usize> {
        self.0.get_index_of(id)
    }

    /// Whether something has this id.
    #[inline]
    pub fn contains_key(&self, id: &K) -> bool {
        self.0.contains_key(id)
    }

    /// Puts a thing in, and returns the one that had the id before.
    pub fn insert(&mut self, id: K, thing: V) -> Option<V> {
        self.0.insert_sorted(id, thing).1
    }

    /// Puts a thing in unless there is one of this id, and returns the one that there is then.
    pub fn get_or_insert_with(&mut self, id: K, thing: impl FnOnce() -> V) -> &mut V {
        let place = match self.place(&id) {
            Some(place) => place,
            None => self.0.insert_sorted(id, thing()).0,
        };
        &mut self.0[place]
    }

    /// Takes a thing out.
    pub fn remove(&mut self, id: &K) -> Option<V> {
        self.0.shift_remove(id)
    }

    /// Keeps only the things of which this holds.
    pub fn retain(&mut self, keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain(keep);
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ids and things, in order of ids.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.0.iter()
    }

    /// The ids, in order.
    pub fn keys(&self) -> Keys<'_, K, V> {
        self.0.keys()
    }

    /// The things, in order of ids.
    pub fn values(&self) -> Values<'_, K, V> {
        self.0.values()
    }

    /// The things, in order of ids, to be changed.
    pub fn values_mut(&mut self) -> ValuesMut<'_, K, V> {
        self.0.values_mut()
    }
}

impl<K: Hash + Eq, V> Default for ById<K, V> {
    fn default() -> Self {
        Self(IndexMap::default())
    }
}

impl<K: Hash + Ord, V> Index<&K> for ById<K, V> {
    type Output = V;

    /// The thing of an id.
    ///
    /// Panics when there is none.
    fn index(&self, id: &K) -> &V {
        &self.0[id]
    }
}

impl<K: Hash + Ord, V> FromIterator<(K, V)> for ById<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(things: I) -> Self {
        let mut map: IndexMap<K, V, FxBuildHasher> = things.into_iter().collect();
        map.sort_unstable_keys();
        Self(map)
    }
}

impl<K: Hash + Eq, V> IntoIterator for ById<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K: Hash + Eq, V> IntoIterator for &'a ById<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, K: Hash + Eq, V> IntoIterator for &'a mut ById<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<K: Hash + Eq + Serialize, V: Serialize> Serialize for ById<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl<'de, K: Hash + Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for ById<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::ById;
    use crate::empires::terms::AreaId;

    proptest! {
        /// Whatever is put in and taken out, the table holds what a `BTreeMap` holds, in the same order.
        #[test]
        fn is_as_good_as_a_sorted_map(moves in prop::collection::vec(("[ab]{0,3}|[a-c]{30}", 0..4_u8), 0..60)) {
            let (mut table, mut map) = (ById::default(), BTreeMap::new());
            for (nth, (id, what)) in moves.iter().enumerate() {
                let id = AreaId::new(id);
                match what {
                    0 => prop_assert_eq!(table.remove(&id), map.remove(&id)),
                    1 => prop_assert_eq!(*table.get_or_insert_with(id.clone(), || nth), *map.entry(id).or_insert(nth)),
                    2 => {
                        table.retain(|kept, _| *kept >= id);
                        map.retain(|kept, _| *kept >= id);
                    }
                    _ => prop_assert_eq!(table.insert(id.clone(), nth), map.insert(id, nth)),
                }
                prop_assert!(table.iter().eq(map.iter()));
                prop_assert!(map.keys().enumerate().all(|(place, id)| table.place(id) == Some(place)));
            }
            prop_assert_eq!(&map.clone().into_iter().collect::<ById<_, _>>(), &table);
            let text = serde_json::to_string(&table).expect("a table as text");
            prop_assert_eq!(&text, &serde_json::to_string(&map).expect("a map as text"));
            prop_assert_eq!(serde_json::from_str::<ById<AreaId, usize>>(&text).expect("a table"), table);
        }
    }
}
