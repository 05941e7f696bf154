//! One file per rulebook chapter. A step reads a frozen [`Scene`] and returns [`Effects`]; it can change nothing.

pub mod actors;
pub mod civil_war;
pub mod claims;
pub mod colonisation;
pub mod communications;
pub mod conditions;
pub mod conquest;
pub mod corrections;
pub mod crusades;
pub mod defence;
pub mod diplomacy;
pub mod division;
pub mod endeavours;
pub mod event_cards;
pub mod excommunication;
pub mod exile;
pub mod fortification;
pub mod given_cards;
pub mod gm;
pub mod gold;
pub mod groups;
pub mod heirless;
pub mod heresies;
pub mod land;
pub mod leaders;
pub mod magnates;
pub mod muster;
pub mod papacy;
pub mod parleys;
pub mod patriarchates;
pub mod pillage;
pub mod raiders;
pub mod regencies;
pub mod religion;
pub mod religious_orders;
pub mod revolts;
pub mod ruling;
pub mod unrest_and_rebellion;
pub mod victory;
pub mod year_cards;

mod fixed;
mod foundings;
mod scene;

pub use fixed::{Fixed, Led, Muster, Refusal, Turned, Way};
pub use scene::{Effects, GmRuling, Scene, Unanswered};
