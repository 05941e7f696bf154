use crate::empires::chronicle::{Happening, ScoreHappening};
use crate::empires::terms::{EmpireId, ReligionId};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let kinds = vec![
        ScoreHappening::Awarded { deed: "converted".to_owned(), quarters: 20 },
        ScoreHappening::EmpireImproved { from: 41, to: 62, place: Some(2), quarters: 12 },
        ScoreHappening::EmpireImproved { from: 41, to: 41, place: None, quarters: 0 },
        ScoreHappening::ReligionImproved {
            religion: ReligionId::new("RC"),
            from: 90,
            to: 99,
            place: 1,
            quarters: 20,
            members: vec![EmpireId::new("france")],
        },
        ScoreHappening::GameEnded {
            cause: "the year 1475 is over".to_owned(),
            winners: vec![EmpireId::new("france")],
        },
        ScoreHappening::FinalPoints { place: 1, quarters: 333 },
    ];
    kinds.into_iter().map(Happening::Score).collect()
}
