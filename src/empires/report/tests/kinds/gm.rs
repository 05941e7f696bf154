use crate::empires::chronicle::{GmHappening, Happening};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let unused = GmHappening::AnswerUnused {
        question: "claim/977/france/champagne".to_owned(),
        answer: "yes".to_owned(),
    };
    let taken = GmHappening::RulingTaken {
        words: "Champagne: social state +1".to_owned(),
        reason: "a saint".to_owned(),
    };
    let refused = GmHappening::RulingRefused {
        words: "Champagne: social state +9".to_owned(),
        reason: "the social state of champagne would be 9".to_owned(),
    };
    [unused, taken, refused].map(Happening::Gm).to_vec()
}
