//! Empires of the Middle Ages. Pure: no clock, no disk, no network, no floats, no unkeyed chance.

pub mod atlas;
pub mod chronicle;
pub mod explain;
pub mod forecast;
pub mod orders;
pub mod pentade;
pub mod policy;
pub mod report;
pub mod rulebook;
pub mod rules;
pub mod seam;
pub mod terms;
pub mod trial;
pub mod world;
