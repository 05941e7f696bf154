//! PostgreSQL: the only SQL. Rows in, values out.

pub mod embedded;
