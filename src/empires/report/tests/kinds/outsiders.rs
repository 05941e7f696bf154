use crate::empires::chronicle::{Happening, OutsiderHappening};
use crate::empires::terms::EndeavourSort;

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let kinds = [
        OutsiderHappening::RaidersCome { strength: 5, cards: 3 },
        OutsiderHappening::RaidersStay,
        OutsiderHappening::RaidersPause,
        OutsiderHappening::RaidersEnded,
        OutsiderHappening::Settled,
        OutsiderHappening::AreaFreed,
        OutsiderHappening::Converted { religion: "MSK".to_owned() },
        OutsiderHappening::RaidAimed,
        OutsiderHappening::TargetChosen { sort: EndeavourSort::Conquest, rating: 4 },
    ];
    kinds.map(Happening::Outsider).to_vec()
}
