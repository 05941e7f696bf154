//! Letters in and out. Knows no game and no database.
