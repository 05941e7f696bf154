//! What steps may bring about. Past tense: each names a thing that happened.

use serde::{Deserialize, Serialize};

use super::{
    CardChange, ChurchChange, CrusadeChange, Empire, Fact, HeresyChange, Leader, OutsiderChange, ParleyDue,
    PeopleChange, RegencyChange, ScoreChange, Treaty,
};
use crate::empires::atlas::NewArea;
use crate::empires::terms::{AreaId, EmpireId, ReligionId};

/// One change of the world. Effects of a step are merged by `apply`, never in sequence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// An area was added to the map (19.20). Passed over when there is one of that id.
    AreaAdded(Box<NewArea>),
    /// The social state changed by so much; changes are summed, then clamped (6.7).
    SocialStateChanged {
        /// Where.
        area: AreaId,
        /// Points, negative for a loss.
        by: i32,
    },
    /// The fortification changed by so much; summed, then clamped (6.7).
    FortificationChanged {
        /// Where.
        area: AreaId,
        /// Levels.
        by: i32,
    },
    /// The area went into unrest. Beats [`Effect::UnrestRemoved`] of the same step (6.7).
    UnrestSet(AreaId),
    /// The unrest marker went.
    UnrestRemoved(AreaId),
    /// Military C results were scored (10.4).
    ResultsScored {
        /// Against which area.
        target: AreaId,
        /// By whom.
        attacker: EmpireId,
        /// From which base.
        base: AreaId,
        /// How many.
        results: i32,
    },
    /// A ruling took off military C results (10.7).
    ResultsRemoved {
        /// In which area.
        target: AreaId,
        /// Whose.
        attacker: EmpireId,
        /// On which border.
        base: AreaId,
        /// How many.
        results: i32,
    },
    /// Diplomatic C results were scored (12.1).
    DiplomaticResultsScored {
        /// Toward which area.
        target: AreaId,
        /// By whom.
        empire: EmpireId,
        /// How many.
        results: i32,
    },
    /// An empire's diplomatic C results toward an area vanished (12.2).
    DiplomaticResultsVanished {
        /// Toward which area.
        target: AreaId,
        /// Whose.
        empire: EmpireId,
    },
    /// The area changed hands or became independent.
    ///
    /// With a new owner everyone's C results against it vanish (10.6); an independent area keeps them and loses
    /// its unrest (17.4). The C results that the former owner scored from it vanish (6.7, 10.7). When one step
    /// gives it to two owners, nobody gets it (10.5); an owner goes before independence.
    OwnerChanged {
        /// Which.
        area: AreaId,
        /// The new owner; none for nobody.
        owner: Option<EmpireId>,
    },
    /// Gold came or went; summed, never below 0 (6.7).
    GoldChanged {
        /// Whose.
        empire: EmpireId,
        /// How much.
        by: i32,
    },
    /// A tie was gained (12.1).
    TieGained {
        /// To which area.
        area: AreaId,
        /// By whom.
        empire: EmpireId,
    },
    /// A tie ended (12.3).
    TieEnded {
        /// To which area.
        area: AreaId,
        /// Whose.
        empire: EmpireId,
    },
    /// A tie was waived by its holder (12.3).
    TieWaived {
        /// To which area.
        area: AreaId,
        /// Whose.
        empire: EmpireId,
    },
    /// A claim was gained (18).
    ClaimGained {
        /// To which area.
        area: AreaId,
        /// By whom.
        empire: EmpireId,
    },
    /// A claim ended: it passed to another with the area (8.7).
    ClaimEnded {
        /// To which area.
        area: AreaId,
        /// Whose.
        empire: EmpireId,
    },
    /// A new empire arose (8.7). Passed over when there is one of that id.
    EmpireFounded {
        /// Its id.
        empire: EmpireId,
        /// The empire, before the gold and the areas that the same step gives it.
        founded: Box<Empire>,
    },
    /// The area was taxed (16.1).
    Taxed(AreaId),
    /// The area was plundered (16.3).
    Plundered(AreaId),
    /// The court moved, or is nowhere (7.4).
    CourtMoved {
        /// Whose.
        empire: EmpireId,
        /// Where to; none for exile.
        court: Option<AreaId>,
    },
    /// The leader changed: another man, other statures, another name (8).
    LeaderChanged {
        /// Whose.
        empire: EmpireId,
        /// The leader as he now is.
        leader: Box<Leader>,
    },
    /// The area took another religion (2.5, 22.5).
    ReligionChanged {
        /// Which area.
        area: AreaId,
        /// To which religion.
        religion: ReligionId,
    },
    /// The clock of undisputed control was set (18.6).
    ControlDated {
        /// Which area.
        area: AreaId,
        /// Since when; none when disputed or independent.
        since: Option<i32>,
    },
    /// A treaty was registered (16.5).
    TreatyRegistered(Box<Treaty>),
    /// A treaty was offered and waits for signatures (16.5).
    TreatyOffered(Box<Treaty>),
    /// A treaty ended or was denounced (16.5).
    TreatyEnded(Box<Treaty>),
    /// A parley is due (12.2).
    ParleyDue(ParleyDue),
    /// Something that later conditions may ask about (6.5).
    Remembered(Fact),
    /// The event cards: deck, hands, what is in play (19).
    Card(CardChange),
    /// The Papacy, schism, excommunications, patriarchates (22.1, 23.2, 27, 29).
    Church(ChurchChange),
    /// Crusades, jihads, Crusader States, religious orders (23, 28).
    Crusade(CrusadeChange),
    /// Raiders, magnates, exiles (21, 24).
    Outsider(OutsiderChange),
    /// Conversions and colonisations under way (22, 25).
    People(PeopleChange),
    /// Heresies that spread (19.5).
    Heresy(HeresyChange),
    /// Regencies (30).
    Regency(RegencyChange),
    /// Victory points and awards (26).
    Score(ScoreChange),
    /// A new pentade begins: per-pentade marks are cleared and the date moves on.
    PentadeEnded,
}

impl Effect {
    /// The area that it adds to the map, if it adds one.
    pub fn added_area(&self) -> Option<&NewArea> {
        match self {
            Self::AreaAdded(added) => Some(added),
            _ => None,
        }
    }
}
