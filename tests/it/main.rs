//! The integration tests, as one program: one module a subject.

mod embedded;
mod letters_in;
mod tidy;
mod with_database;
