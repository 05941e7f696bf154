//! Areas, sea areas, borders, seafaring, lines of communication.
