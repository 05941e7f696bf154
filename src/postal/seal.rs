//! Orders sealed before those of others can be seen: a hash that is published at once, and what it was made from, which is
//! revealed with the turn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::chronicle::SideId;

/// A seal with all that it was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The hash that was published when the orders were sealed.
    pub hash: String,
    /// What makes it impossible to guess the orders from the hash: 32 bytes in hexadecimal.
    pub nonce: String,
    /// The sealed sheet of each side, as the inputs hold it.
    pub sheets: BTreeMap<SideId, String>,
}

impl Seal {
    /// Seals sheets.
    pub fn new(sheets: BTreeMap<SideId, String>, nonce: String) -> Self {
        Self { hash: hash(&sheets, &nonce), nonce, sheets }
    }

    /// Whether the hash is that of the sheets and the nonce.
    pub fn is_whole(&self) -> bool {
        self.hash == hash(&self.sheets, &self.nonce)
    }

    /// The first side whose sealed sheet is not the one that was played.
    pub fn first_other(&self, played: &BTreeMap<SideId, String>) -> Option<&SideId> {
        self.sheets.iter().find(|(side, sheet)| played.get(*side) != Some(*sheet)).map(|(side, _)| side)
    }
}

/// SHA-256, in hexadecimal, over the nonce and a line feed, and then for each side in order of ids: its id, the sheet's length in
/// bytes and the sheet, each followed by a line feed.
fn hash(sheets: &BTreeMap<SideId, String>, nonce: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{nonce}\n"));
    for (side, sheet) in sheets {
        hash.update(format!("{side}\n{}\n{sheet}\n", sheet.len()));
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_holds_for_its_own_sheets_and_nonce_alone() {
        let sheets = |sheet: &str| BTreeMap::from([(SideId::new("red"), sheet.to_owned())]);
        let seal = Seal::new(sheets("guess 7"), "ab".repeat(32));
        // printf 'abab...\nred\n7\nguess 7\n' | sha256sum
        let by_hand = format!("{}\nred\n7\nguess 7\n", "ab".repeat(32));
        assert_eq!(seal.hash, hex::encode(Sha256::digest(by_hand)));
        assert!(seal.is_whole());
        assert!(!Seal { sheets: sheets("guess 8"), ..seal.clone() }.is_whole());
        assert!(!Seal { nonce: "ac".repeat(32), ..seal.clone() }.is_whole());
        assert_eq!(seal.first_other(&sheets("guess 7")), None);
        assert_eq!(seal.first_other(&sheets("guess 8")), Some(&SideId::new("red")));
        assert_eq!(seal.first_other(&BTreeMap::new()), Some(&SideId::new("red")));
    }
}
