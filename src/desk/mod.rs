//! Use cases, one a file, one transaction each.
