//! The integration tests, as one program: one module a subject.

mod embedded;
mod letters_in;
mod second_game;
mod tidy;
mod web;
mod with_database;
