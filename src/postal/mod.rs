//! What every postal game shares. Pure.
//!
//! A game is a value of [`game::Game`]: letters in, documents out, worlds kept as text that only the game
//! itself can read. The shell knows nothing else of any game.

pub mod chronicle;
pub mod commands;
pub mod contents;
pub mod dice;
pub mod document;
pub mod form;
pub mod game;
pub mod game_error;
pub mod history;
pub mod inputs;
pub mod near;
pub mod past;
pub mod picture;
pub mod question;
pub mod reading;
pub mod rulings;
pub mod seal;
pub mod standing;
pub mod switches;
pub mod texts;
pub mod trial;
