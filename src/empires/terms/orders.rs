//! Orders as values: what a sheet says once it has been read.
//!
//! The order language makes these from words and prints them back; the rules act on them.

use serde::{Deserialize, Serialize};

use super::{
    Advance, AreaId, CardPlay, Cause, Choice, ColonisationOrder, EmpireId, EndeavourOrder, HoldCard, Motion,
    ReligionId, Vote,
};

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

impl When {
    /// Whether an order of this date is for a year: that year's, one that runs from it or an earlier one, or one for
    /// every year. What has no year of its own is as `undated` says.
    pub fn reaches(self, year: i32, undated: bool) -> bool {
        match self {
            Self::Year(meant) => meant == year,
            Self::From(first) => first <= year,
            Self::EveryYear => true,
            Self::Opening | Self::Standing => undated,
        }
    }
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
    Plunder(PlunderOrder),
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
    /// A hold card is played: `play …` (19).
    Play(CardPlay),
    /// `give a copy of siege advance to France` (19.14).
    GiveCopy {
        /// Of what.
        advance: Advance,
        /// To whom.
        to: EmpireId,
    },
    /// A parley is called: `call MOTION` (20.3).
    Call(Motion),
    /// A vote, standing or on one parley: `vote yes on MOTION` (20.3, 20.4).
    Vote {
        /// On what.
        on: Motion,
        /// How.
        vote: Vote,
    },
    /// `choose …`: an answer to a question that may be asked.
    Choose(Choice),
    /// Year cards are given away: `give 2 year cards to the crusade, without an endeavour in 979 and 980` (9.3).
    GiveYearCards {
        /// How many, from 1.
        cards: i32,
        /// To whom.
        to: Cause,
        /// The years left without an endeavour; the last ones when none are named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<i32>,
    },
    /// What to do about the empire's colonisation (25).
    Colonise(ColonisationOrder),
    /// `give Prussia to the Pope`, for a religious order (28.1).
    GiveAreaToPope(AreaId),
    /// `do penance` (22.1).
    DoPenance,
    /// `declare the court a patriarchate` (29.2).
    DeclarePatriarchate,
    /// `return in Verona, Tuscany and Lombardy` (21.1 d).
    ReturnFromExile(Vec<AreaId>),
    /// On purpose nothing this year.
    NoEndeavour,
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

/// A list of areas to plunder (16.3).
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredPlunder", into = "StoredPlunder")]
pub struct PlunderOrder {
    /// The areas in order; empty for all that can be plundered.
    pub areas: Vec<AreaId>,
    /// Areas to be left out.
    pub but_not: Vec<AreaId>,
    /// Whether areas in unrest are passed over.
    pub unless_in_unrest: bool,
    /// Treasury at which plundering stops.
    pub until_treasury: Option<i32>,
}

impl PlunderOrder {
    /// These areas, whatever the treasury holds.
    pub fn of(areas: Vec<AreaId>) -> Self {
        Self { areas, ..Self::default() }
    }
}

/// How a sheet keeps a list of areas to plunder: the areas alone where nothing more is said, as every server since the
/// first did.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum StoredPlunder {
    Areas(Vec<AreaId>),
    List {
        areas: Vec<AreaId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        but_not: Vec<AreaId>,
        #[serde(default)]
        unless_in_unrest: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until_treasury: Option<i32>,
    },
}

impl From<StoredPlunder> for PlunderOrder {
    fn from(stored: StoredPlunder) -> Self {
        match stored {
            StoredPlunder::Areas(areas) => Self::of(areas),
            StoredPlunder::List { areas, but_not, unless_in_unrest, until_treasury } => {
                Self { areas, but_not, unless_in_unrest, until_treasury }
            }
        }
    }
}

impl From<PlunderOrder> for StoredPlunder {
    fn from(order: PlunderOrder) -> Self {
        let PlunderOrder { areas, but_not, unless_in_unrest, until_treasury } = order;
        if but_not.is_empty() && !unless_in_unrest && until_treasury.is_none() {
            Self::Areas(areas)
        } else {
            Self::List { areas, but_not, unless_in_unrest, until_treasury }
        }
    }
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
/// *We* is always the empire that orders. For an endeavour `Past` tells of earlier years, for any other order also of
/// what comes before it in its own year; `Holds`, `InUnrest` and `TreasuryAtLeast` are read on the state of its step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The area is attacked this year (6.6).
    Attacked(AreaId),
    /// Something happened in one of these years. In `this year` it can only be what taxation brought.
    Past {
        /// What happened.
        event: PastEvent,
        /// In which years; empty for any earlier year of this pentade, and this year where it may count.
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
    /// The area is of this religion; of any Christian church for none.
    AreaReligion {
        /// The area.
        area: AreaId,
        /// Which religion; none for any Christian church.
        religion: Option<ReligionId>,
    },
    /// Our hand holds this card. Endeavours cannot wait on it.
    HoldsCard(HoldCard),
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
    /// A parley decided a motion, or one that it covers (20.3).
    ParleyDecided {
        /// What was moved.
        motion: Motion,
        /// Whether it passed.
        passed: bool,
    },
    /// A parley on such a motion was held, whatever it decided (20.3).
    ParleyHeld(Motion),
}
