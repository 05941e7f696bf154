use crate::empires::chronicle::{Ballot, Happening, ParleyHappening};
use crate::empires::terms::{AreaId, EmpireId, Motion, Vote};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let claim = Motion::Claim { of: Some(EmpireId::new("france")), area: Some(AreaId::new("champagne")) };
    let ballots = vec![Ballot { empire: EmpireId::new("germany"), vote: Vote::Yes, votes: 4 }];
    let decided = |motion: Motion, called: bool, passed: bool| ParleyHappening::Decided {
        motion,
        called,
        yes: 4,
        no: 0,
        passed,
        ballots: ballots.clone(),
    };
    [
        decided(claim.clone(), false, true),
        decided(Motion::Union, true, false),
        ParleyHappening::Unopposed { motion: claim },
    ]
    .map(Happening::Parley)
    .to_vec()
}
