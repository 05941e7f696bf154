//! Orders as values: what a sheet says once it has been read.
//!
//! The order language makes these from words and prints them back; the rules act on them. An order that only a
//! later chapter can carry out is kept with its words ([`Act::NotInForce`]).

use serde::{Deserialize, Serialize};

use super::{AreaId, EmpireId, ReligionId, RuleId};

/// What one empire ordered for one pentade, in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSheet {
    /// The orders.
    pub orders: Vec<Order>,
}

/// One order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Order {
    /// When it is to be carried out.
    pub when: When,
    /// What it waits on, beside the conditions inside an endeavour's branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What is to be done.
    pub act: Act,
}

/// When an order is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// At the opening of the pentade (6.2).
    Opening,
    /// In this year.
    Year(i32),
    /// In every year of the pentade.
    EveryYear,
    /// In this year and every later one of the pentade.
    From(i32),
    /// In no particular year: names, standing votes, treaties.
    Standing,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// The year's endeavour with its alternatives (9).
    Endeavour(EndeavourOrder),
    /// Taxation (16.1).
    Tax(TaxOrder),
    /// These areas are not to be taxed, whatever a list says.
    DoNotTax(Vec<AreaId>),
    /// Plunder of own areas (16.3).
    Plunder(Vec<AreaId>),
    /// A gift of gold (16.4).
    Gift {
        /// Who gets it.
        to: EmpireId,
        /// Whole gold.
        gold: i32,
    },
    /// A treaty offered, and signed by its writer (16.5).
    OfferTreaty(TreatyOrder),
    /// The treaty that another empire offers is signed as it stands (16.5).
    SignTreaty {
        /// Who offers it.
        with: EmpireId,
        /// Whether it is signed as binding, if that was said.
        binding: Option<bool>,
    },
    /// Treaties with an empire are denounced (16.5).
    DenounceTreaty {
        /// The other party.
        with: EmpireId,
    },
    /// A tie is waived by its holder (12.3).
    WaiveTie {
        /// To which area; none for every tie to areas of `to_owner`.
        area: Option<AreaId>,
        /// In whose favour, if said.
        to_owner: Option<EmpireId>,
    },
    /// The leader is given a name (8.3).
    NameLeader(String),
    /// If the leader dies, his heir bears this name (8.3).
    NameHeir(String),
    /// The ruler adopts a religion (2.5).
    AdoptReligion(ReligionId),
    /// On purpose nothing this year.
    NoEndeavour,
    /// Understood, but its chapter is not in force yet.
    NotInForce {
        /// The rule that will carry it out.
        rule: RuleId,
        /// The order as the player wrote it, tidied.
        words: String,
    },
}

/// A year's endeavour: the first branch whose condition holds, or else the last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EndeavourOrder {
    /// Conditional alternatives in the order they are tried.
    pub branches: Vec<Branch>,
    /// What is done when no branch holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Endeavour>,
    /// Whether it uses an extra card and not the year's own (9.3).
    #[serde(default)]
    pub extra_card: bool,
}

/// One conditional alternative.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Branch {
    /// When it is taken.
    pub condition: Condition,
    /// What is then done; none for nothing on purpose.
    pub endeavour: Option<Endeavour>,
}

/// One endeavour.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Endeavour {
    /// What, where and whence.
    pub kind: EndeavourKind,
    /// Gold to spend on the rating, beyond price and ships.
    pub gold: GoldAmount,
    /// Whether the player insists on the sea way.
    #[serde(default)]
    pub by_sea: bool,
}

/// What an endeavour aims at (9.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndeavourKind {
    /// Chapter 10.
    Conquest {
        /// Area to take.
        target: AreaId,
        /// Own area to start from.
        base: AreaId,
    },
    /// Chapter 11.
    Pillage {
        /// Area to rob.
        target: AreaId,
        /// Own area to start from.
        base: AreaId,
    },
    /// Chapter 12.
    Diplomacy {
        /// Area to win.
        target: AreaId,
        /// Own area to start from; none in exile (21.1).
        base: Option<AreaId>,
    },
    /// Chapter 13.
    Defence {
        /// Own area.
        area: AreaId,
    },
    /// Chapter 14.
    Fortification {
        /// Own area.
        area: AreaId,
    },
    /// Chapter 15.
    Ruling {
        /// Own area.
        area: AreaId,
        /// A success takes off a conquest result instead of raising the social state (10.7).
        removing: Option<Place>,
    },
    /// Chapter 22.
    Conversion {
        /// Own area.
        area: AreaId,
    },
}

/// Which border a ruling success clears (10.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The border with the most results.
    Largest,
    /// The border with this area.
    Border(AreaId),
}

/// The sort of an endeavour, without its places (9.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndeavourSort {
    /// Chapter 10.
    Conquest,
    /// Chapter 11.
    Pillage,
    /// Chapter 12.
    Diplomacy,
    /// Chapter 13.
    Defence,
    /// Chapter 14.
    Fortification,
    /// Chapter 15.
    Ruling,
    /// Chapter 22.
    Conversion,
}

impl EndeavourKind {
    /// Its sort.
    pub fn sort(&self) -> EndeavourSort {
        match self {
            Self::Conquest { .. } => EndeavourSort::Conquest,
            Self::Pillage { .. } => EndeavourSort::Pillage,
            Self::Diplomacy { .. } => EndeavourSort::Diplomacy,
            Self::Defence { .. } => EndeavourSort::Defence,
            Self::Fortification { .. } => EndeavourSort::Fortification,
            Self::Ruling { .. } => EndeavourSort::Ruling,
            Self::Conversion { .. } => EndeavourSort::Conversion,
        }
    }

    /// The target of a foreign endeavour, the area of a domestic one or a defence.
    pub fn target(&self) -> &AreaId {
        match self {
            Self::Conquest { target, .. } | Self::Pillage { target, .. } | Self::Diplomacy { target, .. } => {
                target
            }
            Self::Defence { area }
            | Self::Fortification { area }
            | Self::Ruling { area, .. }
            | Self::Conversion { area } => area,
        }
    }

    /// The own area that is used: the base of a foreign endeavour, the area of any other.
    pub fn own_area(&self) -> Option<&AreaId> {
        match self {
            Self::Conquest { base, .. } | Self::Pillage { base, .. } => Some(base),
            Self::Diplomacy { base, .. } => base.as_ref(),
            _ => Some(self.target()),
        }
    }
}

/// Gold laid on an endeavour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldAmount {
    /// This much.
    Exactly(i32),
    /// Whatever is in the treasury when it is reserved (6.7).
    Everything,
}

/// A list of areas to tax (16.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TaxOrder {
    /// The areas in order; empty for all that can be taxed.
    pub areas: Vec<AreaId>,
    /// Areas to be left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub but_not: Vec<AreaId>,
    /// Whether areas in unrest are passed over.
    #[serde(default)]
    pub unless_in_unrest: bool,
    /// Treasury at which taxing stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_treasury: Option<i32>,
}

/// A treaty as a sheet writes it (16.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TreatyOrder {
    /// The other party.
    pub with: EmpireId,
    /// Whether it is marked binding.
    pub binding: bool,
    /// Last year, if it ends.
    pub until: Option<i32>,
    /// What the parties promise.
    pub points: Vec<Point>,
}

/// One promise of a treaty, of a kind the server enforces (16.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// No party attacks the other before this year's end; none for as long as the treaty lasts.
    NoAttack {
        /// Last year without attack.
        until: Option<i32>,
    },
    /// Gold paid in a year.
    Gold {
        /// Who pays.
        from: EmpireId,
        /// Who is paid.
        to: EmpireId,
        /// How much.
        gold: i32,
        /// When.
        year: i32,
    },
    /// Communications may pass through areas of the granting party; empty for all its areas.
    Passage {
        /// Who grants it.
        from: EmpireId,
        /// Who may pass.
        to: EmpireId,
        /// Where.
        areas: Vec<AreaId>,
    },
    /// An area changes hands in a year.
    Area {
        /// Who gives.
        from: EmpireId,
        /// Who gets.
        to: EmpireId,
        /// What.
        area: AreaId,
        /// When.
        year: i32,
        /// What it waits on.
        condition: Option<Condition>,
    },
    /// A tie is waived in favour of the other party.
    WaiveTie {
        /// Who waives.
        by: EmpireId,
        /// The area tied.
        area: AreaId,
    },
}

/// What an order may wait on (6.5).
///
/// *We* is always the empire that orders. `Past` tells of earlier years; `Holds`, `InUnrest` and
/// `TreasuryAtLeast` are read on the state after this year's taxation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The area is attacked this year (6.6).
    Attacked(AreaId),
    /// Something happened in one of these years. In `this year` it can only be what taxation brought.
    Past {
        /// What happened.
        event: PastEvent,
        /// In which years; empty for any earlier year of this pentade.
        years: Vec<i32>,
    },
    /// The area belongs to the empire, or to us; nobody for independent.
    Holds {
        /// The area.
        area: AreaId,
        /// The holder; none for us.
        who: Option<EmpireId>,
    },
    /// The area belongs to nobody.
    Independent(AreaId),
    /// The area is in unrest.
    InUnrest(AreaId),
    /// Our treasury holds at least this much.
    TreasuryAtLeast(i32),
    /// The court of this empire is of this religion; any Christian one for none.
    Religion {
        /// Whose court.
        who: EmpireId,
        /// Which religion; none for any Christian church.
        religion: Option<ReligionId>,
    },
    /// All hold.
    All(Vec<Condition>),
    /// At least one holds.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

/// What may have happened in an earlier year.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PastEvent {
    /// The area rebelled.
    Rebelled(AreaId),
    /// The area went into unrest.
    WentIntoUnrest(AreaId),
    /// We, or the empire named, took the area.
    Taken {
        /// The area.
        area: AreaId,
        /// By whom; none for us.
        by: Option<EmpireId>,
    },
    /// The area was attacked, by anyone or by the empire named.
    WasAttacked {
        /// The area.
        area: AreaId,
        /// By whom; none for anyone.
        by: Option<EmpireId>,
    },
    /// Our own endeavour of that year succeeded.
    OurEndeavourSucceeded,
    /// The empire paid us at least this much gold.
    PaidUs {
        /// Who paid.
        by: EmpireId,
        /// How much at least.
        gold: i32,
    },
    /// The leader of the empire, or our own, died.
    LeaderDied(Option<EmpireId>),
    /// We gained a tie to the area.
    TieGained(AreaId),
}
