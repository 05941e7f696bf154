//! Tables of areas in a situation.

use super::situation::{state_words, table};
use super::words::{Names, plain, points};
use crate::empires::terms::{AreaId, EmpireId};
use crate::empires::world::{Area, Empire};
use crate::postal::document::Block;

/// What an empire owns.
pub(super) fn area_table(names: Names<'_>, id: &EmpireId) -> Option<Block> {
    let empire = names.world.empires.get(id)?;
    let own = names.world.areas.iter().filter(|(_, area)| area.owner.as_ref() == Some(id));
    let rows: Vec<Vec<String>> = own.map(|(area_id, area)| row(names, id, empire, area_id, area)).collect();
    let head = [
        "Area",
        "Social state",
        "Population",
        "Wealth",
        "Victory points",
        "Language",
        "Religion",
        "Unrest",
        "Walls",
        "Claim and tie",
        "Others",
    ];
    table("Your areas", &head, rows)
}

fn row(names: Names<'_>, id: &EmpireId, empire: &Empire, area_id: &AreaId, area: &Area) -> Vec<String> {
    let court = if empire.court.as_ref() == Some(area_id) { " (court)" } else { "" };
    let groups = names.groups(area);
    let religion = names.rulebook.religions.name(&area.religion);
    let religion = if groups.is_empty() { religion.to_owned() } else { format!("{religion}; {groups}") };
    vec![
        format!("{}{court}", names.area(area_id)),
        state_words(area.social_state, names.maximum(area)),
        plain(area.population),
        plain(area.wealth()),
        points(area.quarters_for(id)),
        names.language(area).to_owned(),
        religion,
        if area.in_unrest { "in unrest" } else { "" }.to_owned(),
        if area.fortification > 0 { area.fortification.to_string() } else { String::new() },
        titles(id, area).join(", "),
        others(names, id, area).join("; "),
    ]
}

/// Own claim and tie.
fn titles(id: &EmpireId, area: &Area) -> Vec<&'static str> {
    let claim = area.claims.contains(id).then_some("claim");
    let tie = area.ties.get(id).map(|tie| if tie.waived { "tie, waived" } else { "tie" });
    claim.into_iter().chain(tie).collect()
}

/// What other empires hold in an area or against it.
fn others(names: Names<'_>, id: &EmpireId, area: &Area) -> Vec<String> {
    let mut words = Vec::new();
    let claims = area.claims.iter().filter(|holder| *holder != id);
    words.extend(claims.map(|holder| format!("claim of {}", names.empire(holder))));
    for (holder, tie) in area.ties.iter().filter(|(holder, _)| *holder != id) {
        let waived = if tie.waived { " (waived)" } else { "" };
        words.push(format!("tie of {}{waived}", names.empire(holder)));
    }
    for partial in &area.partial_conquests {
        let (attacker, base) = (names.empire(&partial.attacker), names.area(&partial.base));
        words.push(format!("{} C of {attacker} from {base}", partial.results));
    }
    for (empire, results) in &area.diplomatic_results {
        words.push(format!("{results} diplomatic C of {}", names.empire(empire)));
    }
    words
}

/// Claims and ties of an empire to areas it does not own.
pub(super) fn elsewhere_table(names: Names<'_>, id: &EmpireId) -> Option<Block> {
    let foreign = names.world.areas.iter().filter(|(_, area)| area.owner.as_ref() != Some(id));
    let rows = foreign.filter_map(|(area_id, area)| {
        let titles = titles(id, area);
        let cells =
            || [names.area(area_id), names.owner(area.owner.as_ref()), &titles.join(", ")].map(str::to_owned);
        (!titles.is_empty()).then(|| cells().to_vec())
    });
    table("Your claims and ties elsewhere", &["Area", "Owner", "Held"], rows.collect())
}
