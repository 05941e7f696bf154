//! A pentade played from what crosses the seam.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Empires;
use super::texts::{empire_of, text_of, waiting_players, world_from};
use super::{rulings, wards};
use crate::empires::pentade::{self, Inputs};
use crate::postal::dice::{Dice, Seed};
use crate::postal::game::{self, ChronicleText, GameError, Outcome, WorldText};

/// Plays the pentade that the world stands before, by the readings that the inputs name.
pub(super) fn adjudicate(
    game: &Empires,
    world: &WorldText,
    inputs: &game::Inputs,
    seed: &Seed,
) -> Result<Outcome, GameError> {
    let rulebook = game.rulebook_by(&inputs.readings)?;
    let world = world_from(world)?;
    let mut letters = BTreeMap::new();
    for (side, data) in &inputs.sheets {
        let empire = empire_of(&world, side)?;
        let letter = game.letter(&world, &empire, data)?;
        letters.insert(empire, letter);
    }
    let sheets = wards::in_force(&world, letters); // rule:30.4
    let (waiting_players, answers) = waiting_players(&inputs.answers)?;
    let rulings = rulings::laid_down(&inputs.rulings);
    let inputs = Inputs { sheets, answers, rulings, waiting_players, ..Inputs::default() };
    match pentade::adjudicate(&rulebook, &world, &inputs, &Dice::new(seed.clone())) {
        Ok(pentade::Outcome::Complete { world, chronicle }) => Ok(Outcome::Complete {
            world: WorldText::with_read(text_of("world", &*world)?, Arc::new(*world)),
            chronicle: ChronicleText::with_read(text_of("chronicle", &chronicle)?, Arc::new(chronicle)),
        }),
        Ok(pentade::Outcome::Undecided { questions }) => Ok(Outcome::Undecided { questions }),
        Err(broken) => Err(GameError::Broken(broken.to_string())),
    }
}
