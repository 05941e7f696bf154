use crate::empires::chronicle::{CrusadeHappening, Happening};
use crate::empires::terms::EmpireId;

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let crusade = EmpireId::new("crusade");
    let kinds = [
        CrusadeHappening::CardsGiven { to: crusade.clone(), cards: 2 },
        CrusadeHappening::YearsLeftOut { to: crusade, years: vec![979, 980] },
    ];
    kinds.map(Happening::Crusade).to_vec()
}
