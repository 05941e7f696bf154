//! PostgreSQL: the only SQL. Rows in, values out.
