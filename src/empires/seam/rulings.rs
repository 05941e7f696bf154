//! Rulings across the seam: their form, their words, and whether they can be so.

use super::texts::world_from;
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::{GmRuling, gm};
use crate::empires::world::{World, apply};
use crate::postal::game::{GameError, Ruling};
use crate::postal::rulings::{LaidEffect, RulingFault, RulingGround, RulingKind};

/// What the GM laid down, as the rules read it.
pub(super) fn laid_down(rulings: &[Ruling]) -> Vec<GmRuling> {
    let ruling = |ruling: &Ruling| GmRuling {
        year: ruling.year,
        words: ruling.words.clone(),
        reason: ruling.reason.clone(),
        public: ruling.public,
    };
    rulings.iter().map(ruling).collect()
}

/// The world with the areas that the other rulings have added by then.
fn ground(rulebook: &Rulebook, ground: RulingGround<'_>) -> Result<World, GameError> {
    let mut world = World::clone(&*world_from(ground.world)?);
    let first_year = world.pentade.first_year();
    for other in ground.others.iter().filter(|other| other.year <= ground.year) {
        let year = other.year.unwrap_or(first_year);
        let mut added = gm::ruled(rulebook, &world, year, &other.words).unwrap_or_default();
        added.retain(|effect| effect.added_area().is_some());
        if !added.is_empty() {
            apply(&rulebook.bounds(), &mut world, &added);
        }
    }
    Ok(world)
}

pub(super) fn kinds(rulebook: &Rulebook, on: RulingGround<'_>) -> Result<Vec<RulingKind>, GameError> {
    Ok(gm::forms::kinds_on(rulebook, &ground(rulebook, on)?))
}

pub(super) fn words(
    rulebook: &Rulebook,
    on: RulingGround<'_>,
    effects: &[LaidEffect],
) -> Result<Result<String, Vec<RulingFault>>, GameError> {
    Ok(gm::forms::words_of(rulebook, &ground(rulebook, on)?, effects))
}

pub(super) fn effects(
    rulebook: &Rulebook,
    on: RulingGround<'_>,
    words: &str,
) -> Result<Option<Vec<LaidEffect>>, GameError> {
    Ok(gm::forms::effects_of_words(rulebook, &ground(rulebook, on)?, words))
}

pub(super) fn check(
    rulebook: &Rulebook,
    on: RulingGround<'_>,
    words: &str,
) -> Result<Result<Option<String>, RulingFault>, GameError> {
    let others = laid_down(on.others);
    let checked = gm::check(rulebook, &*world_from(on.world)?, (on.year, words), &others);
    Ok(checked.map_err(|(effect, reason)| RulingFault { effect, field: None, reason }))
}
