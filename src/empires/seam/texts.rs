//! Worlds, sheets and chronicles as text and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::wards::Letter;
use crate::empires::chronicle::Entry;
use crate::empires::report::Told;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{EmpireId, Order, OrderSheet, When};
use crate::empires::world::World;
use crate::postal::chronicle::SideId;
use crate::postal::game::{ChronicleText, GameError, Turn, WorldText};

/// Id of the answer that says how many players wait for an empire (8.7).
const WAITING_PLAYERS: &str = "waiting-players";

/// A value as text: the same value gives the same bytes.
pub(super) fn text_of<T: Serialize>(what: &'static str, value: &T) -> Result<String, GameError> {
    serde_json::to_string(value).map_err(|error| GameError::Unreadable { what, reason: error.to_string() })
}

fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, GameError> {
    serde_json::from_str(text).map_err(|error| GameError::Unreadable { what, reason: error.to_string() })
}

pub(super) fn world_from(text: &WorldText) -> Result<Arc<World>, GameError> {
    text.read_with(|text| read("world", text))
}

/// How many players wait for an empire (8.7), an answer that the server may give and nobody without it; and the other answers.
///
/// Errors: it is no whole number from 0.
pub(super) fn waiting_players(
    answers: &BTreeMap<String, String>,
) -> Result<(u32, BTreeMap<String, String>), GameError> {
    let mut others = answers.clone();
    let Some(text) = others.remove(WAITING_PLAYERS) else { return Ok((0, others)) };
    let count = text.trim().parse::<u32>().map_err(|error| GameError::Unreadable {
        what: "answer waiting-players",
        reason: format!("{text:?}: {error}"),
    })?;
    Ok((count, others))
}

/// The letter of a text. What an older server kept word by word is read anew by `read_kept`.
///
/// Errors: it is no sheet.
pub(super) fn letter_from(
    text: &str,
    read_kept: impl Fn(When, &str) -> Vec<Order>,
) -> Result<Letter, GameError> {
    let stored: StoredSheet = read("sheet", text)?;
    let sheet = |orders: Vec<Stored>| {
        let orders = orders.into_iter().flat_map(|stored| match stored {
            Stored::Order(order) => vec![*order],
            Stored::Kept { when, act: KeptAct::NotInForce { words } } => read_kept(when, &words),
        });
        OrderSheet { orders: orders.collect() }
    };
    let wards = stored.wards.into_iter().map(|(ward, stored)| (ward, sheet(stored.orders)));
    Ok(Letter { wards: wards.collect(), own: sheet(stored.orders) })
}

#[derive(Deserialize)]
struct StoredSheet {
    orders: Vec<Stored>,
    #[serde(default)]
    wards: BTreeMap<EmpireId, StoredSheet>,
}

/// An order as any server since the first has stored it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Order(Box<Order>),
    Kept { when: When, act: KeptAct },
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptAct {
    NotInForce { words: String },
}

pub(super) fn entries_from(text: &ChronicleText) -> Result<Arc<Vec<Entry>>, GameError> {
    text.read_with(|text| read("chronicle", text))
}

/// A turn as read from its texts.
pub(super) struct TurnRead {
    pub before: Arc<World>,
    pub after: Arc<World>,
    pub chronicle: Arc<Vec<Entry>>,
}

impl TurnRead {
    /// Reads a turn.
    ///
    /// Errors: one of its texts cannot be read.
    pub fn of(turn: Turn<'_>) -> Result<Self, GameError> {
        Ok(Self {
            before: world_from(turn.before)?,
            after: world_from(turn.after)?,
            chronicle: entries_from(turn.chronicle)?,
        })
    }

    /// The turn as reports are made from it.
    pub fn told<'a>(&'a self, rulebook: &'a Rulebook) -> Told<'a> {
        Told { rulebook, before: &self.before, after: &self.after, chronicle: &self.chronicle }
    }
}

/// The empire of a side.
///
/// Errors: there is none in this world.
pub(super) fn empire_of(world: &World, side: &SideId) -> Result<EmpireId, GameError> {
    let id = EmpireId::new(side.as_str());
    match world.empires.contains_key(&id) {
        true => Ok(id),
        false => Err(GameError::NoSide(side.to_string())),
    }
}
