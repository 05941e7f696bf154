use crate::empires::chronicle::{Happening, OutsiderHappening};
use crate::empires::terms::{AreaId, EndeavourSort, Statures};

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
        OutsiderHappening::NoMagnate,
        OutsiderHappening::MagnateRose {
            name: "Seljuks".to_owned(),
            strength: 9,
            until: 1081,
            off_board: true,
        },
        OutsiderHappening::MagnateGone { cause: "the years are over".to_owned() },
        OutsiderHappening::NobodyWaits { percent: 30 },
        OutsiderHappening::StaysMagnate { percent: 30 },
        OutsiderHappening::BecamePlayer {
            statures: Statures { combat: 5, administrative: 2, diplomatic: 3 },
        },
        OutsiderHappening::KhanConverted { religion: "MUS".to_owned() },
        OutsiderHappening::Exiled { kept: 3 },
        OutsiderHappening::Returned { areas: vec![AreaId::new("champagne")] },
    ];
    kinds.map(Happening::Outsider).to_vec()
}
