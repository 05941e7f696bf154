//! World, Effect, and apply: the only code that changes a world; its invariants.
