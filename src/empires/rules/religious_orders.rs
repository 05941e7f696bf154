//! Chapter 28: religious orders, planned.
//!
//! Its steps stand in the sequence of play and bring nothing about yet.

use super::fixed::Fixed;
use super::scene::{Effects, Scene};

/// Rule 28.1: religious orders at the close of a pentade, planned.
pub fn settle(_scene: &Scene<'_>) -> Effects {
    Effects::default()
}

/// Rule 28.1: what religious orders do this year, planned.
pub fn endeavours(_scene: &Scene<'_>) -> Vec<Fixed> {
    Vec::new()
}
