//! The integration tests, as one program: one module a subject.

mod embedded;
mod tidy;
mod with_database;
