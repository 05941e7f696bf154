use crate::empires::chronicle::{ChurchHappening, Happening};
use crate::empires::terms::{EmpireId, Ground};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let grounds = vec![Ground::RefusedCrusade, Ground::Dealing { with: EmpireId::new("kiev") }];
    [
        ChurchHappening::Excommunicated { grounds },
        ChurchHappening::ExcommunicationEnded { how: "by penance".to_owned() },
        ChurchHappening::PatriarchateFounded,
    ]
    .map(Happening::Church)
    .to_vec()
}
