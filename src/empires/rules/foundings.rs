//! Empires that arise from the areas of another: civil war (19.10), a legitimate heir (30.5).
//!
//! Dice: two for each stature of a new leader, keyed by the id of the new empire.

use super::claims::may_gain;
use super::leaders::new_statures;
use super::scene::{Effects, Scene};
use crate::empires::chronicle::{Entry, Happening, RegencyHappening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Effect, Empire, EmpireKind, Leader};

/// A realm that arises.
pub(super) struct Arising<'s> {
    /// Whose areas they were.
    pub parent: &'s EmpireId,
    /// Its areas.
    pub areas: &'s [&'s AreaId],
    /// The first of them, which is its court.
    pub court: &'s AreaId,
    /// Its leader; none to be thrown for (8.3).
    pub leader: Option<Leader>,
    /// The rule that founds it.
    pub rule: &'static str,
}

/// Founds a player empire. It waits for a player, with a seat for good and an empty treasury (19.10); it has a claim to
/// all that the parent claims, if its religion allows (18.8, 2.6).
pub(super) fn found(scene: &Scene<'_>, arising: Arising<'_>) -> Effects {
    let mut effects = Effects::default();
    let (Some(parent), Some(home)) =
        (scene.world.empires.get(arising.parent), scene.world.areas.get(arising.court))
    else {
        return effects;
    };
    let id = EmpireId::new(&format!("{}-{}", arising.court, scene.year_or_first()));
    let founded = empire(scene, &id, parent, home, &arising, &mut effects);
    let areas = arising.areas.iter().map(|area| (*area).clone()).collect();
    let arose = RegencyHappening::RealmArose { realm: id.clone(), areas };
    effects.entries.insert(0, Entry::new(&[arising.rule], Happening::Regency(arose)).of(arising.parent));
    for area in arising.areas {
        effects.change(Effect::OwnerChanged { area: (*area).clone(), owner: Some(id.clone()) });
    }
    if may_gain(scene, &id, &founded) {
        for (area, state) in &scene.world.areas {
            if state.claims.contains(arising.parent) {
                effects.change(Effect::ClaimGained { area: area.clone(), empire: id.clone() }); // rule:18.8
            }
        }
    }
    effects.change(Effect::EmpireFounded { empire: id, founded: Box::new(founded) });
    effects
}

fn empire(
    scene: &Scene<'_>,
    id: &EmpireId,
    parent: &Empire,
    home: &Area,
    arising: &Arising<'_>,
    effects: &mut Effects,
) -> Empire {
    let leader = arising.leader.clone().unwrap_or_else(|| {
        let (statures, chance) = new_statures(scene, id, 0); // rule:8.3
        let leader = stranger(scene, "Rebel", home);
        let happening = Happening::Succeeded { name: leader.name.clone(), statures };
        effects.tell(Entry { chance, ..Entry::new(&[arising.rule, "8.3"], happening).of(id) });
        Leader { statures, ..leader }
    });
    let seats = scene.world.empires.values().filter_map(|empire| empire.seat);
    let name = name(scene, arising.court);
    Empire {
        adjective: name.clone(),
        name,
        kind: EmpireKind::Player,
        seat: Some(seats.max().map_or(0, |last| last.saturating_add(1))), // rule:9.2
        court: Some(arising.court.clone()),
        dynasty: match arising.leader {
            Some(_) => parent.dynasty.clone(),
            None => String::new(),
        },
        leader,
        treasury: 0, // rule:19.10
        off_board: None,
    }
}

/// A new leader of an area's language and religion, of whom nothing else is known (2.5, 8.3).
pub(super) fn stranger(scene: &Scene<'_>, adjective: &str, home: &Area) -> Leader {
    let year = scene.year_or_first();
    let lowest = scene.rulebook.new_leaders.grades().min().unwrap_or(1);
    Leader {
        name: format!("{adjective} ruler of {year}?"), // rule:8.3
        accession: year,                               // rule:8.3
        statures: crate::empires::terms::Statures {
            combat: lowest,
            administrative: lowest,
            diplomatic: lowest,
        },
        language: home.language.clone(), // rule:2.5
        religion: home.religion.clone(), // rule:2.5
        has_risen: false,
        has_adopted_religion: false,
        excommunicated: false,
        heir_name: None,
    }
}

/// `Realm of Lombardy`, `New Realm of Lombardy` if there has been one.
fn name(scene: &Scene<'_>, court: &AreaId) -> String {
    let mut name = format!("Realm of {}", scene.rulebook.atlas.name(court));
    while scene.world.empires.values().any(|empire| empire.name == name) {
        name.insert_str(0, "New ");
    }
    name
}
