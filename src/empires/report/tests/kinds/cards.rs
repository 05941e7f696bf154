use crate::empires::chronicle::{CardHappening, Happening};
use crate::empires::terms::{Advance, AreaId, CardPlay, EmpireId, EventKind};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let areas = || vec![AreaId::new("champagne")];
    let kinds = [
        CardHappening::Drawn { card: EventKind::Epidemic },
        CardHappening::Reshuffled,
        CardHappening::Expired { card: EventKind::Demesne },
        CardHappening::InVain { card: EventKind::Famine },
        CardHappening::Famine { areas: areas() },
        CardHappening::Plenty { areas: areas() },
        CardHappening::PopulationTested { by: 0 },
        CardHappening::PopulationTested { by: 1 },
        CardHappening::Played { play: Box::new(CardPlay::MissionaryFervour), until: None },
        CardHappening::Played { play: Box::new(CardPlay::DiplomaticCoup), until: Some(976) },
        CardHappening::CameBack { card: EventKind::DiplomaticCoup },
        CardHappening::AdvisorDied { card: EventKind::AdvisorTwo },
        CardHappening::DemesneYields { gold: 2 },
        CardHappening::Coup,
        CardHappening::CopyGiven { advance: Advance::Siege, to: EmpireId::new("germany") },
        CardHappening::Obsolete { card: EventKind::SiegeAdvance },
        CardHappening::CoinageDebased { gold: 3 },
        CardHappening::Epidemic { areas: areas() },
        CardHappening::WishGranted {
            wish: "a saint".to_owned(),
            with: None,
            ruling: "Champagne: social state +1".to_owned(),
        },
        CardHappening::WishRefused { wish: "a saint".to_owned(), with: Some(EmpireId::new("germany")) },
    ];
    kinds.into_iter().map(Happening::Card).collect()
}
