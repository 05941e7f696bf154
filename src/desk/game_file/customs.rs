//! The table `[customs]` of a file that describes a game.

use serde::{Deserialize, Serialize};

use crate::desk::views::Customs;

/// What the table says; what it leaves out is as in [`Customs::default`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CustomsFile {
    unsigned_press: Option<bool>,
    stand_ins: Option<StandIns>,
    orders_of_departed: Option<Departed>,
    waiting_list: Option<WaitingList>,
    pages: Option<Pages>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum StandIns {
    /// Each needs the GM's word.
    Confirmed,
    /// Players name them as they like.
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Departed {
    Withdrawn,
    Kept,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum WaitingList {
    /// Anyone may put himself on it.
    Open,
    /// The GM alone.
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Pages {
    /// Everyone may read them.
    Public,
    /// To all but its members the game is as if it were not there.
    Members,
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
            opens_waiting: self.waiting_list.map_or(usual.opens_waiting, |list| list == WaitingList::Open),
            members_only: self.pages.map_or(usual.members_only, |pages| pages == Pages::Members),
        }
    }

    /// The same as a form shows it.
    pub fn typed(&self) -> Vec<(String, String)> {
        let customs = self.read();
        let mut fields = vec![
            ("stand_ins", if customs.gm_confirms_stand_ins { "confirmed" } else { "free" }),
            ("orders_of_departed", if customs.withdraws_departed { "withdrawn" } else { "kept" }),
            ("waiting_list", if customs.opens_waiting { "open" } else { "closed" }),
            ("pages", if customs.members_only { "members" } else { "public" }),
        ];
        if customs.anonymous_press {
            fields.push(("unsigned_press", "yes"));
        }
        fields.into_iter().map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
    }
}
