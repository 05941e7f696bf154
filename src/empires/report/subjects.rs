//! The subjects of a game's chronicle, which the archive has a page for each.

use crate::empires::chronicle::Happening;
use crate::empires::terms::EndeavourSort;
use crate::postal::chronicle::Subject;

const fn headed(id: &'static str, title: &'static str, about: &'static str) -> Subject {
    Subject { id, title, about }
}

const WARS: Subject = headed(
    "wars",
    "Wars",
    "conquests and pillages, who defended himself, and the land that changed hands by arms",
);
const REBELLIONS: Subject =
    headed("rebellions", "Unrest and rebellions", "checks, unrest, and areas that fell away");
const TREATIES: Subject = headed(
    "treaties",
    "Treaties",
    "treaties offered, signed, denounced and ended, gold and land that went by them",
);
const TITLES: Subject = headed("titles", "Claims and ties", "claims and ties that were gained or ended");
const DIPLOMACY: Subject = headed(
    "diplomacy",
    "Diplomacy",
    "diplomatic endeavours, and areas that joined an empire of their own will",
);
const PARLEYS: Subject =
    headed("parleys", "Parleys", "parleys that were called, with every ballot and what was decided");
const RULERS: Subject =
    headed("rulers", "Rulers", "trials of stature, deaths, successions, divisions of realms and regencies");
const CHURCH: Subject = headed(
    "church",
    "Church and heresy",
    "excommunications, schisms, the Papacy\u{2019}s seat, patriarchates, heresies",
);
const CRUSADES: Subject =
    headed("crusades", "Crusades", "crusades and jihads, Crusader States and religious orders");
const OUTSIDERS: Subject =
    headed("outsiders", "Raiders and magnates", "raiders, magnates, hordes and exiles");
const LAND: Subject =
    headed("land", "Land and people", "conversions, colonies, religious groups, population and social state");
const VICTORY: Subject = headed("victory", "Victory points", "points scored and awards");

/// Every subject, in the order of its heading.
pub const SUBJECTS: &[Subject] = &[
    WARS, REBELLIONS, TREATIES, DIPLOMACY, TITLES, PARLEYS, RULERS, CHURCH, CRUSADES, OUTSIDERS, LAND,
    VICTORY,
];

/// The subject of an entry; none for cards, taxes, domestic endeavours and what the GM laid down.
pub(super) fn subject(kind: &Happening) -> Option<&'static str> {
    use Happening as H;
    let subject = match kind {
        H::EndeavourTried { sort, .. } => match sort {
            EndeavourSort::Conquest | EndeavourSort::Pillage | EndeavourSort::Defence => WARS,
            EndeavourSort::Diplomacy => DIPLOMACY,
            EndeavourSort::Conversion => LAND,
            EndeavourSort::Fortification | EndeavourSort::Ruling => return None,
        },
        H::AreaTaken { by_diplomacy: true, .. } | H::ParleyDue { .. } => DIPLOMACY,
        H::Defended { .. } | H::AreaTaken { .. } | H::ConquestContested { .. } | H::PillageGold { .. } => {
            WARS
        }
        H::RebellionChecked { .. } | H::WentIntoUnrest { .. } | H::Rebelled => REBELLIONS,
        H::Treaty { .. } | H::AreaCeded { .. } | H::GoldGiven { by_treaty: true, .. } => TREATIES,
        H::TieGained | H::TieEnded { .. } | H::ClaimGained => TITLES,
        H::Parley(_) => PARLEYS,
        H::StatureChecked { .. }
        | H::Succeeded { .. }
        | H::RealmDivided { .. }
        | H::RealmStayedWhole { .. }
        | H::LeaderNamed { .. }
        | H::ReligionAdopted { .. }
        | H::CourtMoved { .. }
        | H::Regency(_) => RULERS,
        H::Church(_) | H::Heresy(_) => CHURCH,
        H::Crusade(_) => CRUSADES,
        H::Outsider(_) => OUTSIDERS,
        H::People(_) => LAND,
        H::Score(_) => VICTORY,
        H::CardsDealt { .. }
        | H::OrderRefused { .. }
        | H::GoldCut { .. }
        | H::Taxed { .. }
        | H::Plundered { .. }
        | H::GoldGiven { .. }
        | H::Card(_)
        | H::Gm(_) => return None,
    };
    Some(subject.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_apart_and_can_stand_in_an_address() {
        let mut ids: Vec<&str> = SUBJECTS.iter().map(|one| one.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), SUBJECTS.len());
        assert!(ids.iter().all(|id| id.bytes().all(|byte| byte.is_ascii_lowercase())));
    }

    #[test]
    fn land_that_joins_is_no_war() {
        let taken = |by_diplomacy| subject(&Happening::AreaTaken { from: None, by_diplomacy });
        assert_eq!((taken(true), taken(false)), (Some("diplomacy"), Some("wars")));
        assert_eq!(subject(&Happening::Taxed { gold: 3 }), None);
    }
}
