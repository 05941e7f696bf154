//! The integration tests, as one program: one module a subject.

mod embedded;
mod laws;
mod letters_in;
mod second_game;
mod shipped;
mod tidy;
mod web;
mod with_database;
