//! One file per rulebook chapter. A step reads a frozen [`Scene`] and returns [`Effects`]; it can change nothing.

mod scene;

pub use scene::{Effects, Scene};
