use crate::empires::chronicle::{GmHappening, Happening};

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    let unused = GmHappening::AnswerUnused {
        question: "claim/977/france/champagne".to_owned(),
        answer: "yes".to_owned(),
    };
    vec![Happening::Gm(unused)]
}
