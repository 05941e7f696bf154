//! The names that cases use.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pentade::empires::orders::{EmpireNames, Names as OrderNames, Vocabulary};
use pentade::empires::rulebook::{Rulebook, Word};
use pentade::empires::rules::actors::BEYOND;
use pentade::empires::terms::{AreaId, EmpireId, EventKind, LanguageId, ReligionId};
use pentade::empires::world::World;

/// Areas, empires, religions and languages by name, id or code.
pub struct Names {
    areas: BTreeMap<String, AreaId>,
    empires: BTreeMap<String, EmpireId>,
    religions: BTreeMap<String, ReligionId>,
    languages: BTreeMap<String, LanguageId>,
    cards: BTreeMap<String, EventKind>,
}

/// The scenario whose empires and areas the blank board has.
pub const BOARD: &str = "millennium-976";

/// The scenario whose division the cases use (8.7).
pub const LONG_GAME: &str = "postal-grand-771";

/// Empires that no scenario of the board has, and that cases may let arise (2.6).
const STRANGERS: [&str; 4] = ["Abbasids", "Ayyubids", "Fatimids", "Andalusians"];

impl Names {
    pub fn new(rulebook: &Rulebook) -> Self {
        let mut areas = BTreeMap::new();
        let mut orders = Vec::new();
        for area in rulebook.atlas.areas() {
            let order = EmpireId::new(&format!("order-{}", area.id));
            orders.push((folded(&format!("Order of {}", area.name)), order));
            areas.insert(folded(&area.name), area.id.clone());
            areas.insert(folded(area.id.as_str()), area.id.clone());
        }
        areas.insert(folded(BEYOND), AreaId::new(BEYOND));
        let mut empires: BTreeMap<String, EmpireId> =
            ["pope", "crusade", "jihad"].map(|id| (id.to_owned(), EmpireId::new(id))).into();
        empires.extend(orders);
        for (id, name) in rulebook.crusader_states().into_iter().chain(rulebook.outsiders()) {
            empires.insert(folded(&name), id);
        }
        for empire in &rulebook.scenarios[BOARD].empires {
            empires.insert(folded(&empire.name), empire.id.clone());
            empires.insert(folded(empire.id.as_str()), empire.id.clone());
        }
        let division = rulebook.scenarios[LONG_GAME].division.iter();
        for part in division.flat_map(|division| &division.parts) {
            empires.insert(folded(&part.name), part.id.clone());
        }
        for area in rulebook.atlas.areas() {
            // What a civil war or a legitimate heir founds in the pentade of 976.
            let realm = EmpireId::new(&format!("{}-976", area.id));
            empires.insert(folded(&format!("Realm of {}", area.name)), realm);
        }
        for name in STRANGERS {
            empires.entry(folded(name)).or_insert_with(|| EmpireId::new(&folded(name)));
        }
        let mut religions = BTreeMap::new();
        for religion in rulebook.religions.iter() {
            religions.insert(folded(&religion.name), religion.id.clone());
            religions.insert(folded(religion.id.as_str()), religion.id.clone());
        }
        let mut languages = BTreeMap::new();
        for language in rulebook.languages.values() {
            languages.insert(folded(&language.name), language.id.clone());
            languages.insert(folded(language.id.as_str()), language.id.clone());
        }
        let mut cards = BTreeMap::new();
        for card in &rulebook.event_cards {
            cards.insert(folded(&card.name), card.kind);
            cards.insert(folded(card.kind.as_word()), card.kind);
        }
        Self { areas, empires, religions, languages, cards }
    }

    pub fn card(&self, name: &str) -> Option<EventKind> {
        self.cards.get(&folded(name)).copied()
    }

    pub fn area(&self, name: &str) -> Option<&AreaId> {
        self.areas.get(&folded(name))
    }

    pub fn empire(&self, name: &str) -> Option<&EmpireId> {
        self.empires.get(&folded(name))
    }

    /// A power by name or id, or by the id that the world has it under.
    pub fn power(&self, world: &World, name: &str) -> Option<EmpireId> {
        let id = EmpireId::new(&name.to_lowercase());
        let known = world.empires.contains_key(&id).then_some(id);
        known.or_else(|| self.empire(name).cloned())
    }

    pub fn religion(&self, name: &str) -> Option<&ReligionId> {
        self.religions.get(&folded(name))
    }

    pub fn language(&self, name: &str) -> Option<&LanguageId> {
        self.languages.get(&folded(name))
    }

    /// `Germany` for `germany`: the id with a capital.
    pub fn empire_name<'a>(&'a self, id: &'a str) -> &'a str {
        const KNOWN: [(&str, &str); 8] = [
            ("germany", "Germany"),
            ("france", "France"),
            ("burgundy", "Burgundy"),
            ("denmark", "Denmark"),
            ("poland", "Poland"),
            ("byzantium", "Byzantium"),
            ("kiev", "Kiev"),
            ("pope", "Pope"),
        ];
        KNOWN.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name)
    }
}

/// The names that orders may use.
pub fn for_orders(rulebook: &Rulebook) -> OrderNames {
    let pope = EmpireNames {
        id: EmpireId::new("pope"),
        name: "the Pope".to_owned(),
        adjective: None,
        aliases: Vec::new(),
    };
    let empires = rulebook.scenarios[BOARD].empires.iter().map(|empire| EmpireNames {
        id: empire.id.clone(),
        name: empire.name.clone(),
        adjective: Some(empire.adjective.clone()),
        aliases: Vec::new(),
    });
    let states = rulebook
        .crusader_states()
        .into_iter()
        .chain(rulebook.outsiders())
        .map(|(id, name)| EmpireNames { id, name, adjective: None, aliases: Vec::new() });
    let areas = rulebook.atlas.areas().map(|area| (area.id.clone(), area.name.clone()));
    let beyond = (AreaId::new(BEYOND), BEYOND.to_owned());
    OrderNames {
        areas: areas.chain([beyond]).collect(),
        empires: empires.chain([pope]).chain(states).collect(),
        religions: rulebook.religions.iter().map(|one| (one.id.clone(), one.name.clone())).collect(),
    }
}

/// The vocabulary with the names of areas that the game added.
pub fn with_added<'v>(vocabulary: &'v Vocabulary, world: &World) -> Cow<'v, Vocabulary> {
    if world.added.is_empty() {
        return Cow::Borrowed(vocabulary);
    }
    let areas = world.added.values().map(|added| (added.area.id.clone(), added.area.name.clone())).collect();
    Cow::Owned(vocabulary.with(OrderNames { areas, ..OrderNames::default() }))
}

fn folded(name: &str) -> String {
    pentade::empires::atlas::fold(name)
}
