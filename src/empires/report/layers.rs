//! What the land can be tinted by beside its owner: social state, religion, language, wealth. All of it is known to
//! everybody.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{Names, plain, signed};
use crate::empires::terms::{AreaId, EmpireId, LanguageId, ReligionId};
use crate::empires::world::{Area, CampaignCause, World};
use crate::postal::chronicle::SideId;
use crate::postal::picture::{Bond, BondSign, Cell, Inroad, Layer, LegendRow, Scale, Tint};

/// Every layer of a world.
pub(super) fn layers(names: Names<'_>) -> Vec<Layer> {
    vec![social_state(names), religion(names), language(names), wealth(names)]
}

/// A layer of figures between two bounds.
struct Steps {
    id: &'static str,
    title: &'static str,
    lowest: i32,
    highest: i32,
    figure: fn(&Area) -> i32,
    written: fn(i32) -> String,
}

fn social_state(names: Names<'_>) -> Layer {
    let bounds = names.rulebook.bounds();
    let steps = Steps {
        id: "state",
        title: "Social state",
        lowest: bounds.lowest_social_state,
        highest: bounds.highest_social_state,
        figure: |area| area.social_state, // rule:2.3
        written: signed,
    };
    steps.layer(names)
}

fn wealth(names: Names<'_>) -> Layer {
    let bounds = names.rulebook.bounds();
    let steps = Steps {
        id: "wealth",
        title: "Wealth",
        lowest: bounds.lowest_population + bounds.lowest_social_state,
        highest: bounds.highest_population + bounds.highest_social_state,
        figure: Area::wealth, // rule:2.4
        written: plain,
    };
    steps.layer(names)
}

impl Steps {
    /// The layer; its legend has the figures that occur.
    fn layer(&self, names: Names<'_>) -> Layer {
        let Self { lowest, highest, figure, written, .. } = *self;
        let tint = |value: i32| step(value.clamp(lowest, highest) - lowest);
        let cell = |area: &Area| Cell {
            tint: tint(figure(area)),
            figure: Some(written(figure(area))),
            spots: Vec::new(),
        };
        let found: BTreeSet<i32> = names.world.areas.values().map(figure).collect();
        let row = |value: i32| LegendRow { tint: tint(value), label: written(value), side: None };
        Layer {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            scale: Scale::Steps(step(highest - lowest).0),
            legend: found.into_iter().map(row).collect(),
            cells: cells(names.world, cell),
        }
    }
}

/// The tint of a number of steps above the lowest.
fn step(above: i32) -> Tint {
    Tint(u8::try_from(above + 1).unwrap_or(u8::MAX))
}

fn cells(world: &World, cell: impl Fn(&Area) -> Cell) -> BTreeMap<String, Cell> {
    world.areas.iter().map(|(id, area)| (id.to_string(), cell(area))).collect()
}

fn religion(names: Names<'_>) -> Layer {
    let mut religions: Vec<_> = names.rulebook.religions.iter().collect();
    // What most of the land believes gets the plainest tints; the map of the rulebook decides, for good.
    let spread = |id: &ReligionId| names.rulebook.atlas.areas().filter(|area| area.religion == *id).count();
    religions.sort_by_key(|one| std::cmp::Reverse(spread(&one.id)));
    let place = |id: &_| religions.iter().position(|one| one.id == *id);
    let tint = |id: &_| nth(place(id));
    let cell = |area: &Area| Cell {
        tint: tint(&area.religion),
        figure: None,
        spots: area.urgs.iter().map(|(id, level)| (tint(id), format!("{id} {level}"))).collect(), // rule:32.1
    };
    let areas = || names.world.areas.values();
    let ruling: BTreeSet<_> = areas().map(|area| &area.religion).collect();
    let below: BTreeSet<_> = areas().flat_map(|area| area.urgs.keys()).collect();
    let named =
        religions.iter().filter_map(|one| match (ruling.contains(&one.id), below.contains(&one.id)) {
            (true, false) => Some((one, one.name.clone())),
            (_, true) => Some((one, format!("{} (a group: {})", one.name, one.id))),
            (false, false) => None,
        });
    let legend = named.map(|(one, label)| LegendRow { tint: tint(&one.id), label, side: None }).collect();
    Layer {
        id: "religion".to_owned(),
        title: "Religion".to_owned(),
        scale: Scale::Kinds,
        legend,
        cells: cells(names.world, cell),
    }
}

fn language(names: Names<'_>) -> Layer {
    let languages = &names.rulebook.languages;
    let spread = |id: &LanguageId| names.rulebook.atlas.areas().filter(|area| area.language == *id).count();
    let mut ids: Vec<&LanguageId> = languages.keys().collect();
    ids.sort_by_key(|id| std::cmp::Reverse(spread(id)));
    let tint = |area: &Area| nth(ids.iter().position(|id| **id == area.language));
    let spoken: BTreeSet<_> = names.world.areas.values().map(|area| (tint(area), &area.language)).collect();
    let legend = spoken.into_iter().map(|(tint, id)| {
        let name = languages.get(id).map_or(id.as_str(), |found| &found.name);
        LegendRow { tint, label: format!("{name} ({id})"), side: None }
    });
    Layer {
        id: "language".to_owned(),
        title: "Language".to_owned(),
        scale: Scale::Kinds,
        legend: legend.collect(),
        cells: cells(names.world, |area| Cell {
            tint: tint(area),
            figure: Some(area.language.to_string()),
            spots: Vec::new(),
        }),
    }
}

/// The tint of a place in a list; nobody's for what is not in it.
fn nth(place: Option<usize>) -> Tint {
    Tint(place.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0))
}

/// Claims and ties in an area, claims first.
pub(super) fn bonds(area: &Area) -> Vec<Bond> {
    let bond = |id: &EmpireId, sign| Bond { side: SideId::new(id.as_str()), sign };
    let claims = area.claims.iter().map(|id| bond(id, BondSign::Scroll)); // rule:18.1
    let ties = area.ties.iter().map(|(id, tie)| {
        bond(id, if tie.waived { BondSign::BrokenRing } else { BondSign::Ring }) // rule:12.3
    });
    claims.chain(ties).collect()
}

/// What the signs of bonds are called.
pub(super) fn bond_words() -> Vec<(BondSign, String)> {
    let words =
        [(BondSign::Scroll, "claim"), (BondSign::Ring, "tie"), (BondSign::BrokenRing, "tie that is waived")];
    words.map(|(sign, words)| (sign, words.to_owned())).to_vec()
}

/// C results on the borders of an area.
pub(super) fn inroads(area: &Area, tint: impl Fn(&EmpireId) -> Tint) -> Vec<Inroad> {
    let partials = area.partial_conquests.iter(); // rule:10.4
    let inroads = partials.map(|partial| Inroad {
        from: partial.base.to_string(),
        tint: tint(&partial.attacker),
        count: u8::try_from(partial.results).unwrap_or(u8::MAX),
    });
    inroads.collect()
}

/// Whether a crusade or jihad that is on or called is for this area: a holy city, or the court of an offender.
pub(super) fn is_aim(world: &World, id: &AreaId) -> bool {
    let crusades = &world.crusades;
    let by_campaign = crusades.campaigns.iter().any(|campaign| match &campaign.cause {
        CampaignCause::HolyCity(city) => city == id, // rule:23.4
        CampaignCause::Offender(offender) => {
            world.empires.get(offender).is_some_and(|found| found.court.as_ref() == Some(id)) // rule:23.5
        }
    });
    by_campaign || crusades.lost.iter().any(|lost| lost.city == *id && !lost.fought) // rule:23.8
}
