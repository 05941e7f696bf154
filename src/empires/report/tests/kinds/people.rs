use crate::empires::chronicle::{ColonisationStep, Happening, LandFigure, PeopleHappening};
use crate::empires::terms::{AreaId, LanguageId, ReligionId};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let code = ReligionId::new;
    let kinds = [
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 0, to: 2 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 2, to: 3 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 2, to: 1 },
        PeopleHappening::GroupChanged { religion: code("CAT"), from: 1, to: 0 },
        PeopleHappening::ConversionAdvanced { religion: code("RC"), successes: 1, needed: 2 },
        PeopleHappening::AreaConverted { religion: code("RC"), former: code("EO") },
        PeopleHappening::GroupDominant { religion: code("CAT"), former: code("RC") },
    ];
    let steps = [
        ColonisationStep::Begun,
        ColonisationStep::Rests,
        ColonisationStep::Resumed,
        ColonisationStep::GivenUp,
        ColonisationStep::Hindered,
        ColonisationStep::HalvedByUnrest,
        ColonisationStep::Declined,
        ColonisationStep::Over,
    ];
    let steps = steps.map(|what| PeopleHappening::Colonisation { what, level: 2 });
    let colonised = [
        PeopleHappening::ColonisationAdvanced { level: 3, goal: 8, gold: 1, sea_areas: 0 },
        PeopleHappening::ColonisationAdvanced { level: 3, goal: 8, gold: 3, sea_areas: 2 },
        PeopleHappening::Colonised { language: LanguageId::new("LOI"), former: LanguageId::new("LOC") },
    ];
    let tested = [
        (LandFigure::BaseSocialState, 0),
        (LandFigure::BaseSocialState, 1),
        (LandFigure::BaseSocialState, -1),
        (LandFigure::Population, 0),
        (LandFigure::Population, -1),
    ];
    let tested = tested.map(|(what, by)| PeopleHappening::LandTested { what, by });
    let recovered = PeopleHappening::LandRecovered { areas: vec![AreaId::new("champagne")] };
    kinds
        .into_iter()
        .chain(steps)
        .chain(tested)
        .chain([recovered])
        .chain(colonised)
        .map(Happening::People)
        .collect()
}
