use crate::empires::chronicle::{Happening, HeresyHappening};
use crate::empires::terms::{AreaId, ReligionId};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let heresy = || ReligionId::new("CAT");
    let kinds = vec![
        HeresyHappening::BrokeOut { heresy: heresy(), areas: vec![AreaId::new("champagne")] },
        HeresyHappening::FoundNobody,
        HeresyHappening::Converted { heresy: heresy() },
        HeresyHappening::Reached { heresy: heresy(), reached: true },
        HeresyHappening::Reached { heresy: heresy(), reached: false },
    ];
    kinds.into_iter().map(Happening::Heresy).collect()
}
