//! Whole games: every scenario played by the built-in policies, and recorded games played again.

mod recorded;
mod scenarios;
