//! Entries of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).

use serde::{Deserialize, Serialize};

use crate::empires::terms::{AreaId, EmpireId, EndeavourSort};

/// The kinds of entry of crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrusadeHappening {
    /// Year cards were given away (9.3).
    CardsGiven {
        /// To whom: the army of a crusade or jihad, the Pope, a Crusader State.
        to: EmpireId,
        /// How many.
        cards: i32,
    },
    /// The years that a giver leaves without an endeavour (9.3).
    YearsLeftOut {
        /// To whom the cards go.
        to: EmpireId,
        /// In order.
        years: Vec<i32>,
    },
    /// A holy city is lost: a crusade or jihad is called for it (23.4, 23.8).
    Called {
        /// First year of the pentade for which it is called.
        from: i32,
    },
    /// A crusade or jihad began, for the city at which the entry stands or against an offender (23.3).
    Began {
        /// Against whom.
        offender: Option<EmpireId>,
        /// Its last year, if it is of so many years.
        until: Option<i32>,
    },
    /// A crusade or jihad is over.
    Ended {
        /// Why, in words.
        why: String,
    },
    /// An army chose where to strike; its rating stands beside it (23.3).
    TargetChosen {
        /// Whence.
        base: Option<AreaId>,
        /// Who leads.
        leader: Option<EmpireId>,
        /// The best ratings at the other areas that it could have struck.
        others: Vec<(AreaId, i32)>,
    },
    /// An area that an army took passes to whom it belongs (23.4, 23.5, 23.8).
    AreaPassed {
        /// To whom; none for nobody.
        to: Option<EmpireId>,
    },
    /// A Crusader State arose (23.4).
    StateArose {
        /// With which areas.
        areas: Vec<AreaId>,
        /// Code of the language to which it colonises.
        language: String,
    },
    /// A power without a player chose what to do with a card; the rating stands beside it (23.7, 28.1).
    PowerChose {
        /// What sort of endeavour.
        sort: EndeavourSort,
        /// Why, in words.
        why: String,
    },
    /// A Crusader State colonises (23.7).
    Colonises {
        /// How far it is.
        level: i32,
        /// How far it must come.
        goal: i32,
        /// Code of the language.
        language: String,
    },
    /// A Crusader State finished a colonisation (23.7).
    Colonised {
        /// Code of the language.
        language: String,
        /// Code of the religion that it gave up, if it converted.
        former_religion: Option<String>,
    },
    /// A Catholic ruler gave no card to the crusade (23.3).
    DidNotGive,
    /// A Catholic ruler attacked one who takes part in the crusade (23.3).
    AttackedParticipant {
        /// Whom.
        crusader: EmpireId,
    },
    /// A religious order arose in an area that was given to the Pope (28.1).
    OrderArose {
        /// The order.
        order: EmpireId,
    },
    /// A religious order became an empire of a player (28.1).
    OrderBecamePlayer,
}
