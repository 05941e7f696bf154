//! What happened, in the words of this game.
