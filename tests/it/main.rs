//! The integration tests, as one program: one module a subject.

mod embedded;
mod with_database;
