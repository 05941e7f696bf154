//! Tables, decks, editions, rulings, switches: parsed from text, cross-checked, typed.
