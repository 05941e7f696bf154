//! The table `[customs]` of a file that describes a game.

use serde::Deserialize;

use crate::desk::views::Customs;

/// What the table says; what it leaves out is as in [`Customs::default`].
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomsFile {
    unsigned_press: Option<bool>,
    stand_ins: Option<StandIns>,
    orders_of_departed: Option<Departed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StandIns {
    /// Each needs the GM's word.
    Confirmed,
    /// Players name them as they like.
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Departed {
    Withdrawn,
    Kept,
}

impl CustomsFile {
    /// The customs that it describes.
    pub fn read(&self) -> Customs {
        let usual = Customs::default();
        Customs {
            anonymous_press: self.unsigned_press.unwrap_or(usual.anonymous_press),
            gm_confirms_stand_ins: self
                .stand_ins
                .map_or(usual.gm_confirms_stand_ins, |stand_ins| stand_ins == StandIns::Confirmed),
            withdraws_departed: self
                .orders_of_departed
                .map_or(usual.withdraws_departed, |fate| fate == Departed::Withdrawn),
        }
    }
}
