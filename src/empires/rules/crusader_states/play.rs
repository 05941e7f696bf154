//! What a Crusader State or a religious order does with a card of which nobody ordered the use (23.7, 28.1).
//!
//! Dice: one among equally good conquests (24.5).

use super::super::actors::{self, Best};
use super::super::communications::own_areas;
use super::super::endeavours::way;
use super::super::fixed::Way;
use super::super::scene::Scene;
use crate::empires::terms::{AreaId, EmpireId, Endeavour, EndeavourKind, GoldAmount, ReligionId};
use crate::empires::world::{Area, EmpireKind};
use crate::postal::chronicle::Breakdown;
use crate::postal::dice::Draw;

/// What a power wants to do, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// What.
    pub kind: EndeavourKind,
    /// The way there.
    pub way: Way,
    /// Why, in words.
    pub why: &'static str,
    /// The rating by which it was chosen.
    pub rating: Option<Breakdown>,
    /// The die among equals, if one was thrown.
    pub chance: Option<Draw>,
}

/// Rules 23.7 and 28.1: what a power does with its next card. An order converts what it holds. Either rules what is in
/// unrest or below 0, then takes an area of another faith beside its own when the rating is good, then rules on.
///
/// `before` are its wishes of the same year: no area serves twice (9.4).
pub fn choose(scene: &Scene<'_>, id: &EmpireId, before: &[Wish]) -> Option<Wish> {
    let free: Vec<(&AreaId, &Area)> = own_areas(scene.world, id)
        .filter(|(area, _)| !before.iter().any(|wish| wish.kind.own_area() == Some(*area)))
        .collect();
    let order = scene.world.empires.get(id)?.kind == EmpireKind::ReligiousOrder;
    let convert = order.then(|| conversion(scene, id, &free)).flatten();
    convert
        .or_else(|| {
            let weak: Vec<_> =
                free.iter().copied().filter(|(_, area)| area.in_unrest || area.social_state < 0).collect();
            ruling(scene, id, &weak, "it is weak")
        })
        .or_else(|| conquest(scene, id, &free, before))
        .or_else(|| ruling(scene, id, &free, "no conquest is worth the card"))
}

fn conversion(scene: &Scene<'_>, id: &EmpireId, free: &[(&AreaId, &Area)]) -> Option<Wish> {
    let faith = &scene.world.empires.get(id)?.leader.religion;
    let other = free.iter().filter(|(_, area)| area.religion != *faith);
    let kinds = other.map(|(area, _)| EndeavourKind::Conversion { area: (*area).clone() });
    best_at_home(scene, id, kinds, "it is of another religion") // rule:28.1
}

fn ruling(scene: &Scene<'_>, id: &EmpireId, areas: &[(&AreaId, &Area)], why: &'static str) -> Option<Wish> {
    let maximum = |area: &Area| scene.rulebook.bounds().maximum_social_state(area.base_social_state);
    let useful = areas.iter().filter(|(_, area)| area.in_unrest || area.social_state < maximum(area));
    let kinds = useful.map(|(area, _)| EndeavourKind::Ruling { area: (*area).clone(), removing: None });
    best_at_home(scene, id, kinds, why)
}

/// The domestic endeavour of the best rating; equals by wealth, then id.
fn best_at_home(
    scene: &Scene<'_>,
    id: &EmpireId,
    kinds: impl Iterator<Item = EndeavourKind>,
    why: &'static str,
) -> Option<Wish> {
    let rated = kinds.filter_map(|kind| {
        let rating = actors::rating(scene, &actors::play(scene, id, kind.clone(), 0, Way::default()))?;
        let wealth = scene.world.areas.get(kind.target())?.wealth();
        Some((rating, wealth, kind))
    });
    let best = rated.max_by_key(|(rating, wealth, kind)| {
        (rating.total, *wealth, std::cmp::Reverse(kind.target().clone()))
    });
    best.map(|(rating, _, kind)| Wish { kind, way: Way::default(), why, rating: Some(rating), chance: None })
}

/// A conquest of an area of a hostile religion beside an own one, where its rating is good.
fn conquest(scene: &Scene<'_>, id: &EmpireId, free: &[(&AreaId, &Area)], before: &[Wish]) -> Option<Wish> {
    let mut options = Vec::new();
    for (base, _) in free {
        for target in scene.rulebook.atlas.neighbours(base).filter(|target| is_hostile(scene, id, target)) {
            let kind = EndeavourKind::Conquest { target: target.clone(), base: (*base).clone() };
            let endeavour = Endeavour { kind: kind.clone(), gold: GoldAmount::Exactly(0), by_sea: false };
            options.extend(way(scene, id, &endeavour).ok().map(|way| (kind, way)));
        }
    }
    let nth = u32::try_from(before.len()).unwrap_or(0);
    let Best { kind, way, rating, chance } = actors::best(scene, id, options, nth, |_| 0)?;
    if rating < scene.rulebook.figures.crusader_attacks_from_rating {
        return None; // rule:23.7
    }
    let breakdown = actors::rating(scene, &actors::play(scene, id, kind.clone(), 0, way));
    Some(Wish { kind, way, why: "it has the best rating of its neighbours", rating: breakdown, chance })
}

/// Whether an area is one that a power takes of itself: of a religion that is neither its own nor related, for an order of
/// any other religion; and not owned by a ruler of its own religion or a related one.
fn is_hostile(scene: &Scene<'_>, id: &EmpireId, area: &AreaId) -> bool {
    let (Some(area), Some(own)) = (scene.world.areas.get(area), scene.world.empires.get(id)) else {
        return false;
    };
    let faith = &own.leader.religion;
    let friendly =
        |religion: &ReligionId| religion == faith || scene.rulebook.religions.related(religion, faith);
    let fitting = match own.kind {
        EmpireKind::ReligiousOrder => area.religion != *faith, // rule:28.1
        _ => !friendly(&area.religion),                        // rule:23.7
    };
    let owner = area.owner.as_ref().and_then(|owner| scene.world.empires.get(owner));
    let owned_by_friend = owner.is_some_and(|owner| friendly(&owner.leader.religion));
    fitting && area.owner.as_ref() != Some(id) && !owned_by_friend
}
