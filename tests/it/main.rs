//! The integration tests, as one program: one module a subject.

mod capture;
mod corrections;
mod crash;
mod dkim;
mod embedded;
mod endeavours;
mod forecast;
mod games;
mod gateway;
mod hall;
mod laws;
mod letters;
mod letters_in;
mod letters_out;
mod mail_corpus;
mod map;
mod order_language;
mod program;
mod second_game;
mod shipped;
mod smtp_in;
mod smtp_out;
mod tidy;
mod web;
mod with_database;
