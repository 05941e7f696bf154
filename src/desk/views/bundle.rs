//! The files from which a published pentade can be checked.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::postal::seal::Seal;
use crate::postal::switches::Readings;

/// What a public bundle says it is.
pub const PUBLIC_FORMAT: &str = "pentade public bundle 1";

/// Everything needed to play one published pentade again. For the GM: it holds every side's orders.
///
/// What a file of an older server does not say is empty in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// Id of the game: `empires`.
    pub kind: String,
    /// Short name of the played game.
    pub slug: String,
    /// First year of the pentade.
    pub first_year: i32,
    /// Edition name and hash.
    pub edition: (String, String),
    /// The world before, as text.
    pub world: String,
    /// The inputs, as canonical JSON text.
    pub inputs: String,
    /// The seed in hexadecimal.
    pub seed: String,
    /// The result's hash.
    pub result_hash: String,
    /// The promise about the seed: its SHA-256.
    #[serde(default)]
    pub commitment: String,
    /// SHA-256 of `inputs`.
    #[serde(default)]
    pub inputs_hash: String,
    /// The world after, as it was published.
    #[serde(default)]
    pub world_after: String,
    /// The chronicle, as it was published.
    #[serde(default)]
    pub chronicle: String,
    /// Its revision: above 1 what a correction made of it. 0 in the file of an older server.
    #[serde(default)]
    pub revision: i32,
    /// Each entry's mark, as the public bundle shows it.
    #[serde(default)]
    pub entries: Vec<EntryMark>,
    /// The orders of GMs who play too, as they sealed them.
    #[serde(default)]
    pub seals: Vec<Seal>,
}

/// The hash of an entry, and what makes it impossible to guess the entry from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryMark {
    /// The salt.
    pub salt: String,
    /// SHA-256 over salt, line feed and entry, in hexadecimal.
    pub hash: String,
}

impl EntryMark {
    /// The mark of an entry's text.
    pub fn new(salt: String, entry: &str) -> Self {
        let hash = hex::encode(Sha256::digest(format!("{salt}\n{entry}")));
        Self { salt, hash }
    }

    /// The mark of the `nth` entry, counted from 0, of what was played from these inputs.
    ///
    /// The salt is an HMAC-SHA256 over the number, with the inputs as its key: every copy of a bundle has the same, and nobody
    /// can make one who does not hold the inputs, with which he could play the pentade again anyway.
    pub fn of(inputs: &str, nth: usize, entry: &str) -> Self {
        let mut mac =
            <Hmac<Sha256>>::new_from_slice(inputs.as_bytes()).expect("HMAC takes a key of any length");
        mac.update(format!("entry {nth}").as_bytes());
        Self::new(hex::encode(mac.finalize().into_bytes()), entry)
    }
}

/// What anyone may check of a published pentade: nothing that its readers may not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicBundle {
    /// [`PUBLIC_FORMAT`].
    pub format: String,
    /// Id of the game.
    pub kind: String,
    /// Short name of the played game.
    pub slug: String,
    /// First year of the pentade.
    pub first_year: i32,
    /// Its revision.
    pub revision: i32,
    /// Edition name and hash.
    pub edition: (String, String),
    /// The promise about the seed, made before orders were due.
    pub commitment: String,
    /// The seed in hexadecimal.
    pub seed: String,
    /// SHA-256 of the inputs, which the GM alone has.
    pub inputs_hash: String,
    /// The result's hash.
    pub result_hash: String,
    /// How the switches of the rules were read where not as the edition does: part of the inputs, so that the GM's bundle proves
    /// it.
    #[serde(default, skip_serializing_if = "Readings::is_empty")]
    pub readings: Readings,
    /// Every entry of the chronicle in order.
    pub entries: Vec<PublicEntry>,
    /// The orders of GMs who play too, as they sealed them.
    pub seals: Vec<Seal>,
}

/// An entry: its hash, and the entry itself where everyone may read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicEntry {
    /// As in [`EntryMark`].
    pub hash: String,
    /// The salt and the entry's text; none for one that not everyone may read.
    pub open: Option<(String, String)>,
}
