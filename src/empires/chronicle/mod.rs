//! What happened, in the words of this game: the kinds of entry.
//!
//! Data, not prose: `report` finds the words. Every kind is produced by some case.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::terms::{AreaId, EmpireId, EndeavourSort, Order, RuleId, Stature, Statures};
use crate::postal::chronicle::{Breakdown, SideId, Visibility};
use crate::postal::dice::Draw;

mod cards;
mod church;
mod crusades;
mod gm;
mod heresies;
mod outsiders;
mod parleys;
mod people;
mod regencies;
mod scores;

pub use cards::CardHappening;
pub use church::ChurchHappening;
pub use crusades::CrusadeHappening;
pub use gm::GmHappening;
pub use heresies::HeresyHappening;
pub use outsiders::OutsiderHappening;
pub use parleys::{Ballot, ParleyHappening};
pub use people::{ColonisationStep, LandFigure, PeopleHappening};
pub use regencies::RegencyHappening;
pub use scores::ScoreHappening;

/// An entry of an Empires chronicle.
pub type Entry = crate::postal::chronicle::Entry<Happening>;

/// The kinds of entry. The area and the empire it is about stand in the entry itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// A hand of year cards was dealt (9.2).
    CardsDealt {
        /// Numbers of the cards, in year order.
        cards: Vec<u32>,
    },
    /// An order could not be carried out (6.9).
    OrderRefused {
        /// The order.
        order: Box<Order>,
        /// Why, in words: lower case, no final stop.
        reason: String,
    },
    /// An endeavour was carried out: rating and card (9.5, 9.6).
    EndeavourTried {
        /// What it was.
        sort: EndeavourSort,
        /// Base of a foreign endeavour.
        base: Option<AreaId>,
        /// Gold spent in all.
        gold: i32,
        /// Number of the year card turned.
        card: u32,
        /// What the card's fields said, in words: `C`, `target −1`.
        results: Vec<String>,
    },
    /// Gold laid on an endeavour went beyond the treasury and was cut (6.7).
    GoldCut {
        /// Which endeavour.
        sort: EndeavourSort,
        /// Gold ordered.
        wanted: i32,
        /// Gold that was left for it.
        gold: i32,
    },
    /// The area was attacked and defended (13).
    Defended {
        /// Points taken off every attacker's rating.
        reduction: i32,
        /// Attackers.
        attackers: Vec<EmpireId>,
    },
    /// The area was taken (10.5) or joined (12.1).
    AreaTaken {
        /// Former owner.
        from: Option<EmpireId>,
        /// Whether by diplomacy.
        by_diplomacy: bool,
    },
    /// Two or more completed a conquest and nobody took the area (10.5).
    ConquestContested {
        /// Who.
        rivals: Vec<EmpireId>,
    },
    /// A rebellion or unrest check was made (17.3, 17.5).
    RebellionChecked {
        /// Why.
        cause: String,
        /// `nothing`, `unrest`, `rebellion`.
        result: String,
    },
    /// The area went into unrest without a check.
    WentIntoUnrest {
        /// Why, in words.
        cause: String,
    },
    /// The area rebelled and is independent (17.4).
    Rebelled,
    /// The area was taxed (16.1).
    Taxed {
        /// Yield.
        gold: i32,
    },
    /// The area was plundered (16.3).
    Plundered {
        /// Yield.
        gold: i32,
    },
    /// Gold was given (16.4).
    GoldGiven {
        /// Who got it.
        to: EmpireId,
        /// How much.
        gold: i32,
        /// The treaty it falls due under, if any.
        by_treaty: bool,
    },
    /// Gold was taken in a pillage (11.2).
    PillageGold {
        /// Whose loss it is.
        from: Option<EmpireId>,
        /// How much was gained.
        gold: i32,
    },
    /// A treaty was offered, registered, ended (16.5).
    Treaty {
        /// `offered`, `registered`, `ended`, `denounced`.
        what: String,
        /// The other party.
        with: EmpireId,
        /// Whether binding.
        binding: bool,
    },
    /// An area was ceded under a treaty (16.5).
    AreaCeded {
        /// New owner.
        to: EmpireId,
    },
    /// A tie was gained (12.1).
    TieGained,
    /// A tie was waived or ended (12.3).
    TieEnded {
        /// Whether waived by its holder.
        waived: bool,
    },
    /// A claim was gained (18).
    ClaimGained,
    /// A diplomatic conquest waits for its parley (12.2).
    ParleyDue {
        /// Year of the parley.
        year: i32,
    },
    /// The court was lost and moved (7.4).
    CourtMoved {
        /// New court; none for exile.
        court: Option<AreaId>,
    },
    /// A leader's stature was tested (8.4).
    StatureChecked {
        /// Who was tested.
        leader: String,
        /// `dies`, `loses his wits`, `nothing`, `rises`.
        result: String,
        /// Which stature changed, if one.
        stature: Option<Stature>,
        /// His statures after the test.
        statures: Statures,
    },
    /// A leader succeeded (8.3, 8.5).
    Succeeded {
        /// His name.
        name: String,
        /// His statures.
        statures: Statures,
    },
    /// A realm was divided: a new empire arose from a part of it (8.7).
    RealmDivided {
        /// The new empire.
        part: EmpireId,
        /// What it got.
        areas: Vec<AreaId>,
        /// Whether the realm's claims and ties there went with them (2.6).
        titled: bool,
    },
    /// A realm that was to be divided stayed whole (8.7).
    RealmStayedWhole {
        /// Why, in words.
        cause: String,
    },
    /// A leader was named (8.3).
    LeaderNamed {
        /// His name.
        name: String,
    },
    /// A ruler adopted a religion (2.5).
    ReligionAdopted {
        /// Code of the religion.
        religion: String,
    },
    /// Event cards (19).
    Card(CardHappening),
    /// Parleys and their votes (20).
    Parley(ParleyHappening),
    /// The Papacy, excommunication, schism, patriarchates (22.1, 23.1, 23.2, 27, 29).
    Church(ChurchHappening),
    /// Crusades, jihads, Crusader States, religious orders (23.3 to 23.8, 28).
    Crusade(CrusadeHappening),
    /// Raiders, magnates, exiles (21, 24).
    Outsider(OutsiderHappening),
    /// Religion, language and change of the land (22.2 to 22.5, 25, 32, 33).
    People(PeopleHappening),
    /// Heresies (19.4, 19.5, 31).
    Heresy(HeresyHappening),
    /// Regencies (30).
    Regency(RegencyHappening),
    /// Victory points and awards (26).
    Score(ScoreHappening),
    /// What the GM laid down (19.20, 26.5).
    Gm(GmHappening),
}

impl Happening {
    /// What the kind is called in its written form: `rebelled`, or with its part `card.drawn`.
    pub fn name(&self) -> String {
        const PARTS: [&str; 10] =
            ["card", "parley", "church", "crusade", "outsider", "people", "heresy", "regency", "score", "gm"];
        match serde_json::to_value(self) {
            Ok(Value::String(kind)) => kind,
            Ok(Value::Object(fields)) => match fields.into_iter().next() {
                Some((part, Value::String(kind))) if PARTS.contains(&part.as_str()) => {
                    format!("{part}.{kind}")
                }
                Some((part, Value::Object(inner))) if PARTS.contains(&part.as_str()) => {
                    format!("{part}.{}", inner.keys().next().map_or("", String::as_str))
                }
                Some((kind, _)) => kind,
                None => String::new(),
            },
            _ => String::new(),
        }
    }
}

impl Entry {
    /// A public entry about nothing in particular, which the step's year and name are put into by the sequence of
    /// play. `rules` are ids, the most telling first.
    pub fn new(rules: &[&str], kind: Happening) -> Self {
        Self {
            year: None,
            step: SmolStr::default(),
            rules: rules.iter().map(|id| RuleId::new(id)).collect(),
            who: None,
            place: None,
            kind,
            numbers: Vec::new(),
            chance: Vec::new(),
            visibility: Visibility::Public,
        }
    }

    /// About this empire.
    pub fn of(mut self, empire: &EmpireId) -> Self {
        self.who = Some(SideId::new(empire.as_str()));
        self
    }

    /// About this area.
    pub fn at(mut self, area: &AreaId) -> Self {
        self.place = Some(SmolStr::new(area.as_str()));
        self
    }

    /// With a computed figure.
    pub fn with_numbers(mut self, numbers: Breakdown) -> Self {
        self.numbers.push(numbers);
        self
    }

    /// With a draw.
    pub fn with_chance(mut self, draw: Draw) -> Self {
        self.chance.push(draw);
        self
    }

    /// To be seen by this empire and the GM only.
    pub fn seen_by(mut self, empire: &EmpireId) -> Self {
        self.visibility = Visibility::only(SideId::new(empire.as_str()));
        self
    }
}
