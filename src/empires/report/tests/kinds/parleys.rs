use crate::empires::chronicle::Happening;

/// One of each kind, the areas and empires in them France and Champagne where they name any.
pub(super) fn examples() -> Vec<Happening> {
    Vec::new()
}
