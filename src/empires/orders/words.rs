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
    Adopt,
    NoEndeavour,
    AsBefore,
    Strike,
    Withdraw,
    ReplaceAll,
    /// The endeavour that follows uses an extra card (9.3).
    YearCard,
    /// `later 19.6: words`, as the canonical form writes what is not in force.
    LaterKept,
    Later,
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

    /// The verbs that `words.toml` must have words for.
    pub const ALL: [Self; 26] = [
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
        Self::LaterKept,
        Self::Later,
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
    /// Orders of a chapter that is not in force, sentence by sentence.
    Later,
}

macro_rules! words {
    ($($name:ident),* $(,)?) => {
        /// The small words of the grammar; each is named by what it says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum Word {
            $($name),*
        }

        impl Word {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

words!(
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
    Empire,
    Anonymous,
    Anything,
    Faith,
    Filler,
);
