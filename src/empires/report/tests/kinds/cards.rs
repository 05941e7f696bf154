use crate::empires::chronicle::{CardHappening, Happening};
use crate::empires::terms::{AreaId, EventKind};

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
    ];
    kinds.into_iter().map(Happening::Card).collect()
}
