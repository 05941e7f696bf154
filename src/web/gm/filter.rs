//! A chronicle filtered by empire, area and rule, by an ordinary form.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::postal::chronicle::{SideId, TurnEntry};
use crate::postal::document::{Block, Item};
use crate::web::document::Blocks;

/// What is asked for; an empty field asks for everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Filter {
    #[serde(default)]
    empire: String,
    #[serde(default)]
    area: String,
    #[serde(default)]
    rule: String,
    /// Which revision of a published pentade; none for the one in force.
    pub revision: Option<i32>,
}

impl Filter {
    /// Whether anything is filtered.
    pub fn is_set(&self) -> bool {
        [&self.empire, &self.area, &self.rule].iter().any(|field| !field.is_empty())
    }

    fn takes(&self, entry: &TurnEntry) -> bool {
        let empire = self.empire.is_empty() || entry.sides.iter().any(|side| side.as_str() == self.empire);
        let area = self.area.is_empty() || entry.places.iter().any(|(id, _)| *id == self.area);
        let rule = self.rule.is_empty() || entry.rules.iter().any(|rule| rule.as_str() == self.rule);
        empire && area && rule
    }
}

/// One choice of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the form sends.
    pub value: String,
    /// What it is called.
    pub label: String,
    /// Whether it is chosen now.
    pub chosen: bool,
}

/// One part of the pentade with the entries that are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its heading: `976`.
    pub heading: String,
    /// Its entries.
    pub entries: Vec<TurnEntry>,
}

/// A chronicle with its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chronicle {
    /// What is asked for.
    pub filter: Filter,
    /// Empires that it tells of.
    pub empires: Vec<Choice>,
    /// Areas that it tells of.
    pub areas: Vec<Choice>,
    /// Rules that it follows from.
    pub rules: Vec<Choice>,
    /// Its parts in order; those without an entry that is asked for are left out.
    pub parts: Vec<Part>,
    /// Entries that are shown, and in all.
    pub counts: (usize, usize),
}

impl Chronicle {
    /// The entries that a filter asks for. `name` says what a side is called.
    pub fn new(entries: Vec<TurnEntry>, filter: Filter, name: impl Fn(&SideId) -> String) -> Self {
        let (mut empires, mut areas, mut rules) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for entry in &entries {
            empires.extend(entry.sides.iter().map(|side| (name(side), side.to_string())));
            areas.extend(entry.places.iter().map(|(id, name)| (name.clone(), id.clone())));
            rules.extend(entry.rules.iter().map(|rule| (numbered(rule.as_str()), rule.to_string())));
        }
        let choices = |of: BTreeMap<String, String>, chosen: &str| -> Vec<Choice> {
            let one = |(label, value): (String, String)| Choice { chosen: value == chosen, value, label };
            of.into_iter().map(one).collect()
        };
        let rules = rules.into_values().map(|rule| Choice {
            chosen: rule == filter.rule,
            label: rule.clone(),
            value: rule,
        });
        let all = entries.len();
        let mut parts: Vec<Part> = Vec::new();
        for entry in entries.into_iter().filter(|entry| filter.takes(entry)) {
            match parts.last_mut() {
                Some(last) if last.heading == entry.part => last.entries.push(entry),
                _ => parts.push(Part { heading: entry.part.clone(), entries: vec![entry] }),
            }
        }
        Self {
            empires: choices(empires, &filter.empire),
            areas: choices(areas, &filter.area),
            rules: rules.collect(),
            counts: (parts.iter().map(|part| part.entries.len()).sum(), all),
            parts,
            filter,
        }
    }
}

/// A rule's id so that ids sort by their numbers: `9.2` before `17.1`.
fn numbered(rule: &str) -> String {
    rule.split('.').map(|part| format!("{part:0>4}.")).collect()
}

/// One item of a list, rendered: its words, and its arithmetic folded beneath.
pub fn item(item: &Item) -> String {
    let blocks = [Block::List(vec![item.clone()])];
    let list = Blocks::under(&blocks).to_string();
    // A list of one: the page makes the list itself.
    let inner = list.split_once("<li>").and_then(|(_, rest)| rest.rsplit_once("</li>"));
    inner.map_or(String::new(), |(inner, _)| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::RuleId;
    use crate::postal::document::Span;

    fn entry(nth: usize, part: &str, side: &str, area: &str, rule: &str) -> TurnEntry {
        TurnEntry {
            nth,
            year: None,
            part: part.to_owned(),
            sides: vec![SideId::new(side)],
            places: vec![(area.to_owned(), area.to_uppercase())],
            rules: vec![RuleId::new(rule)],
            is_headline: false,
            subject: None,
            item: Item { spans: vec![Span::Text("<b>".to_owned())], details: Vec::new() },
        }
    }

    fn chronicle(empire: &str, area: &str, rule: &str) -> Chronicle {
        let entries = vec![
            entry(0, "976", "red", "rome", "17.1"),
            entry(1, "976", "blue", "rome", "9.2"),
            entry(2, "977", "red", "ravenna", "9.2"),
        ];
        let [empire, area, rule] = [empire, area, rule].map(str::to_owned);
        Chronicle::new(entries, Filter { empire, area, rule, revision: None }, ToString::to_string)
    }

    #[test]
    fn a_filter_keeps_what_is_asked_for_and_every_choice() {
        let shown = |chronicle: &Chronicle| -> Vec<usize> {
            chronicle.parts.iter().flat_map(|part| part.entries.iter().map(|entry| entry.nth)).collect()
        };
        assert_eq!(shown(&chronicle("", "", "")), [0, 1, 2]);
        assert_eq!(shown(&chronicle("red", "", "")), [0, 2]);
        assert_eq!(shown(&chronicle("red", "rome", "")), [0]);
        assert_eq!(shown(&chronicle("red", "rome", "9.2")), [] as [usize; 0]);
        let found = chronicle("blue", "", "9.2");
        assert_eq!((found.counts, found.parts.len()), ((1, 3), 1));
        let rules: Vec<&str> = found.rules.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(rules, ["9.2", "17.1"], "in the order of the rulebook");
        assert!(found.rules[0].chosen && !found.rules[1].chosen);
    }

    #[test]
    fn an_item_is_escaped() {
        assert_eq!(item(&entry(0, "976", "red", "rome", "1").item), "&#60;b&#62;");
    }
}
