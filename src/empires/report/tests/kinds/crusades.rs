use crate::empires::chronicle::{CrusadeHappening, Happening};
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let crusade = EmpireId::new("crusade");
    let (france, champagne) = (EmpireId::new("france"), AreaId::new("champagne"));
    let language = || "FRA".to_owned();
    let kinds = vec![
        CrusadeHappening::CardsGiven { to: crusade.clone(), cards: 2 },
        CrusadeHappening::YearsLeftOut { to: crusade, years: vec![979, 980] },
        CrusadeHappening::Called { from: 981 },
        CrusadeHappening::Began { offender: Some(france.clone()), until: Some(980) },
        CrusadeHappening::Ended { why: "the city is free".to_owned() },
        CrusadeHappening::TargetChosen {
            base: Some(champagne.clone()),
            leader: Some(france.clone()),
            others: vec![(champagne.clone(), 3)],
        },
        CrusadeHappening::AreaPassed { to: Some(france.clone()) },
        CrusadeHappening::AreaPassed { to: None },
        CrusadeHappening::StateArose { areas: vec![champagne], language: language() },
        CrusadeHappening::PowerChose { sort: EndeavourSort::Ruling, why: "it is weak".to_owned() },
        CrusadeHappening::Colonises { level: 2, goal: 8, language: language() },
        CrusadeHappening::Colonised { language: language(), former_religion: Some("MUS".to_owned()) },
        CrusadeHappening::DidNotGive,
        CrusadeHappening::AttackedParticipant { crusader: france.clone() },
        CrusadeHappening::OrderArose { order: france },
        CrusadeHappening::OrderBecamePlayer,
    ];
    kinds.into_iter().map(Happening::Crusade).collect()
}
