//! Whole games: every scenario played by the built-in policies.

mod scenarios;
