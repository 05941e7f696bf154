//! The closed lists that `config/words.toml` gives words to.

use serde::Deserialize;

/// What a clause orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verb {
    Conquest,
    Pillage,
    Diplomacy,
    Defence,
    Fortification,
    Ruling,
    Conversion,
    Tax,
    DoNotTax,
    Plunder,
    Gift,
    Treaty,
    Sign,
    Denounce,
    Waive,
    NameLeader,
    NameHeir,
    /// `name Dobrava as regent`: the regent is the leader as long as he rules (30.2).
    NameRegent,
    Adopt,
    NoEndeavour,
    AsBefore,
    Strike,
    Withdraw,
    ReplaceAll,
    /// The endeavour that follows uses an extra card (9.3).
    YearCard,
    /// A hold card is played (19).
    Play,
    /// A copy of an advance is given (19.14).
    Copy,
    /// A parley is called (20.3).
    Call,
    Vote,
    Abstain,
    /// A vote for what follows.
    Support,
    /// A vote against what follows.
    Oppose,
    /// Year cards are given away, the year's own under a year (9.3).
    Donate,
    /// An area is given to the Pope for a religious order (28.1).
    FoundOrder,
    /// An answer to a question that may be asked.
    Choose,
    /// Consent to Dynastic Influence (19.18).
    Consent,
    /// An excommunication is called for (27.5).
    Excommunicate,
    Colonise,
    RestColonisation,
    ResumeColonisation,
    GiveUpColonisation,
    /// Penance of an excommunicated leader (22.1).
    Penance,
    /// The court becomes a patriarchate (29.2).
    Patriarchate,
    /// Return from exile (21.1).
    Return,
    /// Words like a verb that order nothing: `keep the other cards`.
    Idle,
}

impl Verb {
    /// Whether it orders an endeavour.
    pub fn is_endeavour(self) -> bool {
        matches!(
            self,
            Self::Conquest
                | Self::Pillage
                | Self::Diplomacy
                | Self::Defence
                | Self::Fortification
                | Self::Ruling
                | Self::Conversion
        )
    }

    /// Whether it orders an endeavour, none, or one with an extra card.
    pub fn makes_endeavour(self) -> bool {
        self.is_endeavour() || matches!(self, Self::NoEndeavour | Self::YearCard)
    }

    /// Whether it votes.
    pub fn is_vote(self) -> bool {
        matches!(self, Self::Vote | Self::Abstain | Self::Support | Self::Oppose)
    }

    /// Whether it orders cards, calls, votes, colonisation or the like.
    pub fn is_political(self) -> bool {
        matches!(
            self,
            Self::Play
                | Self::Copy
                | Self::Call
                | Self::Vote
                | Self::Abstain
                | Self::Support
                | Self::Oppose
                | Self::Donate
                | Self::FoundOrder
                | Self::Choose
                | Self::Consent
                | Self::Excommunicate
                | Self::Colonise
                | Self::RestColonisation
                | Self::ResumeColonisation
                | Self::GiveUpColonisation
                | Self::Penance
                | Self::Patriarchate
                | Self::Return
        )
    }

    /// The verbs that `words.toml` must have words for.
    pub const ALL: [Self; 45] = [
        Self::Conquest,
        Self::Pillage,
        Self::Diplomacy,
        Self::Defence,
        Self::Fortification,
        Self::Ruling,
        Self::Conversion,
        Self::Tax,
        Self::DoNotTax,
        Self::Plunder,
        Self::Gift,
        Self::Treaty,
        Self::Sign,
        Self::Denounce,
        Self::Waive,
        Self::NameLeader,
        Self::NameHeir,
        Self::Adopt,
        Self::NoEndeavour,
        Self::AsBefore,
        Self::Strike,
        Self::Withdraw,
        Self::ReplaceAll,
        Self::YearCard,
        Self::Play,
        Self::Copy,
        Self::Call,
        Self::Vote,
        Self::Abstain,
        Self::Support,
        Self::Oppose,
        Self::Donate,
        Self::FoundOrder,
        Self::Choose,
        Self::Consent,
        Self::Excommunicate,
        Self::NameRegent,
        Self::Colonise,
        Self::RestColonisation,
        Self::ResumeColonisation,
        Self::GiveUpColonisation,
        Self::Penance,
        Self::Patriarchate,
        Self::Return,
        Self::Idle,
    ];
}

/// What a heading opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SectionKind {
    Orders,
    Taxes,
    Gifts,
    Press,
    Opening,
    Standing,
    EveryYear,
    /// Votes, sentence by sentence.
    Votes,
    /// Hold cards, sentence by sentence.
    Cards,
    /// Year cards, colonisation, penance and other orders beside the years.
    Politics,
}

impl SectionKind {
    /// Whether its orders stand beside the years, sentence by sentence.
    pub fn is_political(self) -> bool {
        matches!(self, Self::Votes | Self::Cards | Self::Politics)
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $list:ident: $($name:ident),* $(,)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum $list {
            $($name),*
        }

        impl $list {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

words!(
    /// The hold cards by name (19.2).
    Card:
    Demesne,
    DiplomaticCoup,
    Recognition,
    Advisor,
    MissionaryFervour,
    WeaponsAdvance,
    TacticalSystems,
    SiegeAdvance,
    FortificationAdvance,
    DynasticInfluence,
    Influence,
    Wildcard,
);

words!(
    /// What parleys decide, by name (20.1).
    Subject:
    Any,
    Claim,
    DiplomaticConquest,
    Excommunication,
    Absolution,
    EndOfSchism,
    Union,
    Crusade,
    CrusadeInDefence,
    CrusadeGoesOn,
    Jihad,
    Regency,
    Wildcard,
);

words!(
    /// The small words of the grammar; each is named by what it says.
    Word:
    From,
    With,
    Gold,
    Everything,
    All,
    BySea,
    Playing,
    Removing,
    Result,
    Border,
    If,
    Unless,
    Else,
    Then,
    And,
    Or,
    Not,
    DoNot,
    ButNot,
    In,
    To,
    Until,
    We,
    It,
    Be,
    Was,
    Attacked,
    Rebelled,
    InUnrest,
    Went,
    Fell,
    Took,
    Hold,
    Ours,
    Belongs,
    Independent,
    Treasury,
    AtLeast,
    Paid,
    Worked,
    Failed,
    Endeavour,
    Died,
    Leader,
    Tie,
    Gained,
    Christian,
    Court,
    ThisYear,
    Binding,
    NotBinding,
    Signed,
    Neither,
    Attack,
    NoAttack,
    Pays,
    Grants,
    Passage,
    Through,
    Waives,
    None,
    Retract,
    Year,
    EveryYear,
    Onward,
    OrdersOf,
    OrdersNoun,
    Withdrawn,
    Into,
    Empire,
    Anonymous,
    Anything,
    Faith,
    Yes,
    Nay,
    Abstain,
    On,
    By,
    Against,
    Copy,
    YearCards,
    WithoutEndeavour,
    Pope,
    AntiPope,
    Obedience,
    Seat,
    OfKhan,
    Consent,
    ToCall,
    ToAttend,
    As,
    Our,
    Two,
    NowAtOnce,
    Starting,
    Because,
    OfNoAccount,
    Rests,
    Anybody,
    Proposes,
    Called,
    GoesOn,
    NextPentade,
    Any,
    CardNoun,
    ParleyNoun,
    Passed,
    Passes,
    Fails,
    Excommunicated,
    Excommunicates,
    Draw,
    One,
    GivesBack,
    Realm,
    AsRegent,
    Administrative,
    Diplomatic,
    FirstYear,
    SecondYear,
    ThirdYear,
    FourthYear,
    FifthYear,
    LastYear,
    Ordinal,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Meant,
    InsteadOf,
    LessThan,
    MoreThan,
    They,
    StopAt,
    Asks,
    Sorry,
    Ditto,
    Lost,
    Cedes,
    Favour,
    Filler,
);
