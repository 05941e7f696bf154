//! Chance by key: a draw depends on the pentade's seed and on what it is for, and on nothing else.
//!
//! A draw is HMAC-SHA-256 (RFC 2104) of the key's text under the seed, so that a sceptical player can
//! recompute one with common tools. No draw depends on an earlier one.

use std::collections::BTreeMap;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The secret of one pentade: 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// A seed from its bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed of one pentade, derived from a game's master secret.
    ///
    /// A revealed seed tells nothing about the master or about the next pentade.
    pub fn derive(master: &[u8; 32], pentade: i32) -> Self {
        let mac = keyed(master).chain_update(format!("pentade seed {pentade}"));
        Self(mac.finalize().into_bytes().into())
    }

    /// The seed as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads a seed from 64 hexadecimal digits.
    ///
    /// Errors: none is returned for anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        hex::decode(text).ok()?.try_into().ok().map(Self)
    }

    /// The public promise made before the pentade opens: SHA-256 of the seed's bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length")
}

/// What a draw is for. Two draws with equal keys are the same draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'a> {
    /// First year of the pentade.
    pub pentade: i32,
    /// Year of the draw; none for the opening or close.
    pub year: Option<i32>,
    /// What the draw decides: `rebellion`.
    pub purpose: &'static str,
    /// Id of the thing it is about: an area, an empire.
    pub subject: &'a str,
    /// Tells apart several draws for the same thing, from 0.
    pub nth: u32,
}

impl Key<'_> {
    /// The text that is hashed: `976/978/rebellion/lombardy/0`.
    pub fn text(&self) -> String {
        let Self { pentade, year, purpose, subject, nth } = self;
        match year {
            Some(year) => format!("{pentade}/{year}/{purpose}/{subject}/{nth}"),
            None => format!("{pentade}/-/{purpose}/{subject}/{nth}"),
        }
    }
}

/// One draw as the chronicle keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The key's text.
    pub key: String,
    /// Faces of the die, or cards in the deck.
    pub of: u32,
    /// The values, from 1 to `of`.
    pub values: Vec<u32>,
}

impl Draw {
    /// Sum of the values.
    pub fn total(&self) -> i32 {
        self.values.iter().map(|value| i32::try_from(*value).unwrap_or(i32::MAX)).sum()
    }
}

/// Most cards of a deck of which a kept draw is checked.
const MOST_CARDS: u32 = 10_000;

/// The dice and decks of one pentade.
#[derive(Debug, Clone)]
pub struct Dice {
    /// HMAC under the seed, before any text.
    keyed: Hmac<Sha256>,
    fixed: BTreeMap<String, Vec<u32>>,
    lowest: bool,
}

impl Dice {
    /// The dice of a pentade.
    pub fn new(seed: Seed) -> Self {
        Self::with_fixed(seed, BTreeMap::new())
    }

    /// Dice of which some draws are laid down beforehand: for cases, which say what is thrown.
    ///
    /// `fixed` maps a key's text to its values.
    pub fn with_fixed(seed: Seed, fixed: BTreeMap<String, Vec<u32>>) -> Self {
        Self { keyed: keyed(&seed.0), fixed, lowest: false }
    }

    /// Dice of a forecast: every die shows 1 and no deck is shuffled, so that nothing of any seed can be learnt.
    pub fn lowest() -> Self {
        Self { lowest: true, ..Self::new(Seed([0; 32])) }
    }

    /// `count` dice of `faces` faces.
    ///
    /// Units: `faces` from 1. Errors: none; a die of no faces is read as one face.
    pub fn roll(&self, key: Key<'_>, count: u32, faces: u32) -> Draw {
        let text = key.text();
        let values = match self.fixed.get(&text) {
            Some(values) => values.clone(),
            None if self.lowest => (0..count).map(|_| 1).collect(),
            None => {
                let mut stream = Stream::new(&self.keyed, &text);
                (0..count).map(|_| stream.below(faces) + 1).collect()
            }
        };
        Draw { key: text, of: faces, values }
    }

    /// Whether a draw is what these dice give for its key: thrown dice, or cards of a shuffled deck.
    pub fn gives(&self, draw: &Draw) -> bool {
        let mut stream = Stream::new(&self.keyed, &draw.key);
        let thrown: Vec<u32> = draw.values.iter().map(|_| stream.below(draw.of) + 1).collect();
        thrown == draw.values || {
            let deck = shuffled(&mut Stream::new(&self.keyed, &draw.key), draw.of.min(MOST_CARDS));
            deck.get(..draw.values.len()) == Some(&draw.values[..])
        }
    }

    /// One die of six.
    pub fn d6(&self, key: Key<'_>) -> Draw {
        self.roll(key, 1, 6)
    }

    /// Two dice of six.
    pub fn two_d6(&self, key: Key<'_>) -> Draw {
        self.roll(key, 2, 6)
    }

    /// A permutation of 1 to `cards`, by Fisher and Yates.
    pub fn shuffle(&self, key: Key<'_>, cards: u32) -> Draw {
        let text = key.text();
        let values = match self.fixed.get(&text) {
            Some(values) => values.clone(),
            None if self.lowest => (1..=cards).collect(),
            None => shuffled(&mut Stream::new(&self.keyed, &text), cards),
        };
        Draw { key: text, of: cards, values }
    }
}

fn shuffled(stream: &mut Stream<'_>, cards: u32) -> Vec<u32> {
    let mut deck: Vec<u32> = (1..=cards).collect();
    for last in (1..deck.len()).rev() {
        let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
        let other = usize::try_from(stream.below(bound)).unwrap_or(0);
        deck.swap(last, other);
    }
    deck
}

/// An endless row of numbers for one key: block `n` is the MAC of `text#n`, cut into 32-bit big-endian words.
struct Stream<'a> {
    keyed: &'a Hmac<Sha256>,
    text: &'a str,
    block: u32,
    words: [u32; 8],
    /// How many of the words are used up.
    used: usize,
}

impl<'a> Stream<'a> {
    fn new(keyed: &'a Hmac<Sha256>, text: &'a str) -> Self {
        Self { keyed, text, block: 0, words: [0; 8], used: 8 }
    }

    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            let mac = self.keyed.clone().chain_update(self.text).chain_update(format!("#{}", self.block));
            let bytes: [u8; 32] = mac.finalize().into_bytes().into();
            for (word, four) in self.words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
            }
            (self.block, self.used) = (self.block + 1, 0);
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    /// A number from 0 to `bound` − 1, each equally likely: words above the last whole multiple are passed over.
    fn below(&mut self, bound: u32) -> u32 {
        let bound = bound.max(1);
        let limit = u32::MAX - u32::MAX % bound;
        loop {
            let word = self.word();
            if word < limit {
                return word % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(nth: u32) -> Key<'static> {
        Key { pentade: 976, year: Some(978), purpose: "rebellion", subject: "lombardy", nth }
    }

    #[test]
    fn a_draw_is_the_same_on_every_machine() {
        let dice = Dice::new(Seed::new([7; 32]));
        let draw = dice.two_d6(key(0));
        assert_eq!(draw.key, "976/978/rebellion/lombardy/0");
        assert_eq!(draw.values, golden::TWO_D6);
        assert_eq!(dice.shuffle(key(1), 8).values, golden::SHUFFLE);
    }

    #[test]
    fn a_kept_draw_is_told_from_another() {
        let dice = Dice::new(Seed::new([7; 32]));
        let thrown = dice.two_d6(key(0));
        let shuffled = dice.shuffle(key(1), 8);
        assert!(dice.gives(&thrown) && dice.gives(&shuffled));
        assert!(!dice.gives(&Draw { values: vec![6, 6], ..thrown.clone() }));
        assert!(
            !Dice::new(Seed::new([8; 32])).gives(&thrown) || !Dice::new(Seed::new([8; 32])).gives(&shuffled)
        );
    }

    #[test]
    fn a_draw_does_not_depend_on_what_was_drawn_before() {
        let dice = Dice::new(Seed::new([7; 32]));
        let alone = dice.d6(key(5));
        for nth in 0..5 {
            dice.d6(key(nth));
        }
        assert_eq!(dice.d6(key(5)), alone);
    }

    #[test]
    fn a_die_shows_every_face_about_equally_often() {
        let dice = Dice::new(Seed::new([1; 32]));
        let mut seen = [0_u32; 6];
        for nth in 0..6000 {
            seen[usize::try_from(dice.d6(key(nth)).values[0] - 1).expect("a face")] += 1;
        }
        assert!(seen.iter().all(|count| (880..=1120).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_shuffle_holds_every_card_once() {
        let mut deck = Dice::new(Seed::new([3; 32])).shuffle(key(0), 56).values;
        deck.sort_unstable();
        assert_eq!(deck, (1..=56).collect::<Vec<_>>());
    }

    #[test]
    fn the_dice_of_a_forecast_show_ones_and_know_no_seed() {
        let dice = Dice::lowest();
        assert_eq!(dice.two_d6(key(0)).values, [1, 1]);
        assert_eq!(dice.shuffle(key(1), 4).values, [1, 2, 3, 4]);
    }

    #[test]
    fn a_seed_survives_its_own_text_and_hides_from_debug() {
        let seed = Seed::derive(&[9; 32], 976);
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed.clone()));
        assert_ne!(seed, Seed::derive(&[9; 32], 981));
        assert_eq!(format!("{seed:?}"), "Seed(..)");
        assert_eq!(Seed::from_hex("12"), None);
    }

    mod golden {
        pub const TWO_D6: [u32; 2] = [4, 1];
        pub const SHUFFLE: [u32; 8] = [1, 8, 7, 5, 2, 3, 6, 4];
    }
}
