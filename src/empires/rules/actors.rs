//! Endeavours of powers without a player: raiders, magnates, the Pope, Crusader States, orders, crusades (6.1, 6.6, 6.8).
//!
//! Each chapter plays its own powers; here their plays are gathered. A power for which the GM wrote orders plays
//! those instead.

use super::fixed::Fixed;
use super::scene::Scene;
use super::{crusades, magnates, papacy, raiders, religious_orders};

/// What the powers without a player do this year, chosen from the state after taxation and plunder, before anything of
/// the year is resolved (6.6).
pub fn endeavours(scene: &Scene<'_>) -> Vec<Fixed> {
    let mut fixed = Vec::new();
    fixed.extend(raiders::endeavours(scene));
    fixed.extend(magnates::endeavours(scene));
    fixed.extend(papacy::endeavours(scene));
    fixed.extend(crusades::endeavours(scene));
    fixed.extend(religious_orders::endeavours(scene));
    fixed
}
