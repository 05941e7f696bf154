//! The khan of the Southern Mongols (24.10).

use super::super::communications::own_areas;
use super::super::religion;
use super::super::scene::{Effects, Scene};
use super::player::{Seats, become_player};
use crate::empires::chronicle::{Entry, Happening, OutsiderHappening};
use crate::empires::rulebook::Group;
use crate::empires::terms::{Act, AreaId, Choice, EmpireId, ReligionId, RuleId};
use crate::empires::world::{Effect, Empire, EmpireKind, OutsiderChange};
use crate::postal::question::{Ballot, Question};

/// The row of the Southern horde.
const SOUTHERN: &str = "mongols_south";

/// Rule 24.10: Southern Mongols who hold land when the year comes become a player empire, whether or not a player waits,
/// and their khan takes a religion that is not pagan; so does a pagan khan whose horde became a player's before.
///
/// Cases: 24.K.1 to 24.K.6.
pub fn fall_due(scene: &Scene<'_>) -> Effects {
    let mut effects = Effects::default();
    if scene.year != Some(scene.rulebook.figures.khan_converts_year) {
        return effects; // rule:24.10
    }
    let mut seats = Seats::of(scene);
    let hordes = scene.world.outsiders.magnates.iter().filter(|(_, rising)| rising.row == SOUTHERN);
    for (id, _) in hordes {
        let Some(horde) = scene.world.empires.get(id) else { continue };
        let Some(court) = &horde.court else { continue };
        let (became, entry) = become_player(scene, id, horde, &mut seats); // rule:24.10
        effects.extend(converts(scene, id, horde, court, became));
        effects.tell(entry);
    }
    for (id, realm) in scene.world.empires.iter().filter(|(id, realm)| is_pagan_realm(scene, id, realm)) {
        let Some(court) = &realm.court else { continue };
        effects.extend(takes_religion(scene, id, realm, court).1); // rule:24.10 ruling:R24.10
    }
    effects
}

/// Whether an empire is that of the Southern Mongols, a player's already, under a pagan khan.
fn is_pagan_realm(scene: &Scene<'_>, id: &EmpireId, realm: &Empire) -> bool {
    realm.kind == EmpireKind::Player
        && id.as_str().starts_with(&format!("magnate-{SOUTHERN}"))
        && scene.rulebook.religions.group(&realm.leader.religion) == Some(Group::Pagan)
}

/// The khan takes his religion, and court and people convert with him (2.5, 22.5).
fn converts(scene: &Scene<'_>, id: &EmpireId, horde: &Empire, court: &AreaId, mut became: Effect) -> Effects {
    let (religion, mut effects) = takes_religion(scene, id, horde, court);
    if let Effect::Outsider(OutsiderChange::BecamePlayer { leader, .. }) = &mut became {
        leader.religion = religion; // rule:24.10
        leader.has_adopted_religion = true; // rule:2.5
    }
    effects.change(became);
    effects
}

/// The religion that the khan takes, and what comes of it.
fn takes_religion(scene: &Scene<'_>, id: &EmpireId, realm: &Empire, court: &AreaId) -> (ReligionId, Effects) {
    let mut effects = Effects::default();
    let religion = choice(scene, id, &mut effects);
    effects.extend(religion::adopted(scene, id, realm, court, &religion)); // rule:24.10 rule:22.5
    let converted = Happening::Outsider(OutsiderHappening::KhanConverted { religion: religion.to_string() });
    effects.tell(Entry::new(&["24.10"], converted).of(id));
    (religion, effects)
}

/// Rule 24.10: the religion that the khan's sheet chooses, or else the answer to a question; by default the one that most
/// of his areas have.
fn choice(scene: &Scene<'_>, id: &EmpireId, effects: &mut Effects) -> ReligionId {
    let options = options(scene);
    let orders = scene.sheets.get(id).into_iter().flat_map(|sheet| &sheet.orders);
    let chosen = orders.into_iter().find_map(|order| match &order.act {
        Act::Choose(Choice::Religion(religion)) if options.contains(religion) => Some(religion.clone()),
        _ => None,
    });
    if let Some(chosen) = chosen {
        return chosen;
    }
    let default = by_default(scene, id, &options);
    let year = scene.year_or_first();
    let name = scene.world.empires.get(id).map_or(id.as_str(), |horde| horde.name.as_str());
    let answer = effects.ask(
        scene,
        Question {
            id: format!("khan/{year}/{id}"),
            year: scene.year,
            rule: RuleId::new("24.10"),
            electorate: Vec::new(),
            ballot: Ballot::Secret,
            options: options.iter().map(ToString::to_string).collect(),
            default: default.as_ref().map(ToString::to_string),
            why: format!("Which religion does the khan of {name} take?"),
        },
    );
    ReligionId::new(&answer)
}

/// Every religion or heresy that is not pagan.
fn options(scene: &Scene<'_>) -> Vec<ReligionId> {
    let religions = scene.rulebook.religions.iter().map(|religion| &religion.id);
    religions.filter(|id| scene.rulebook.religions.group(id) != Some(Group::Pagan)).cloned().collect()
}

/// The religion of most of the horde's areas among the options, the first of equals.
fn by_default(scene: &Scene<'_>, id: &EmpireId, options: &[ReligionId]) -> Option<ReligionId> {
    let areas = |religion: &ReligionId| {
        own_areas(scene.world, id).filter(|(_, area)| area.religion == *religion).count()
    };
    options.iter().rev().max_by_key(|religion| areas(religion)).cloned() // ruling:R24.10
}
