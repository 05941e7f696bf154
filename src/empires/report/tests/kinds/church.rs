use crate::empires::chronicle::{ChurchHappening, Happening};
use crate::empires::terms::{EmpireId, Ground};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let grounds = vec![Ground::RefusedCrusade, Ground::Dealing { with: EmpireId::new("kiev") }];
    [
        ChurchHappening::Excommunicated { grounds },
        ChurchHappening::ExcommunicationEnded { how: "by penance".to_owned(), gold: 10 },
        ChurchHappening::SchismBegan { followers: vec![EmpireId::new("kiev")] },
        ChurchHappening::ObedienceChosen { anti_pope: true },
        ChurchHappening::ObedienceChosen { anti_pope: false },
        ChurchHappening::SchismEnded { how: "by a parley".to_owned() },
        ChurchHappening::SchismHardened,
        ChurchHappening::ChurchesUnited,
        ChurchHappening::SeatMoved,
        ChurchHappening::SeatKept,
        ChurchHappening::PatriarchateFounded,
    ]
    .map(Happening::Church)
    .to_vec()
}
