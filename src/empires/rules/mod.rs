//! One file per rulebook chapter. A step reads a frozen [`Scene`] and returns [`Effects`]; it can change nothing.

mod fixed;
mod scene;

pub use fixed::{Fixed, Muster, Refusal, Turned, Way};
pub use scene::{Effects, Scene};
