//! Stored sheets and read letters, put together.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::languages::with_arisen;
use super::texts::{letter_from, text_of, world_from};
use super::wards::Letter;
use super::{Empires, empire_of, nearby};
use crate::empires::orders::{self, Context, Read, Vocabulary};
use crate::empires::terms::{EmpireId, Pentade};
use crate::empires::world::World;
use crate::postal::chronicle::SideId;
use crate::postal::game::{GameError, WorldText};
use crate::postal::reading::{Reading, Sheet};

impl Empires {
    /// A stored sheet of an empire, with what its ruler wrote as a regent.
    ///
    /// Errors: it is no sheet.
    pub(super) fn letter(&self, world: &World, empire: &EmpireId, text: &str) -> Result<Letter, GameError> {
        let vocabulary = self.vocabulary(world)?;
        let context = Context::of(empire.clone(), world.pentade);
        letter_from(text, |when, words| orders::read_kept(&vocabulary, &context, when, words))
    }

    /// The sheet in force, or an empty one.
    ///
    /// Errors: it is no sheet.
    pub(super) fn former_letter(
        &self,
        world: &World,
        empire: &EmpireId,
        former: Option<&Sheet>,
    ) -> Result<Letter, GameError> {
        former.map_or_else(|| Ok(Letter::default()), |sheet| self.letter(world, empire, &sheet.data))
    }

    /// A world, an empire in it and the sheet of that empire.
    ///
    /// Errors: one of them cannot be read, or there is no such empire.
    pub(super) fn sheet_of(
        &self,
        world: &WorldText,
        side: &SideId,
        sheet: Option<&Sheet>,
    ) -> Result<(Arc<World>, EmpireId, Letter), GameError> {
        let world = world_from(world)?;
        let empire = empire_of(&world, side)?;
        let letter = self.former_letter(&world, &empire, sheet)?;
        Ok((world, empire, letter))
    }

    /// For whom and for when a letter is read.
    pub(super) fn context(&self, world: &World, empire: EmpireId, pentade: Pentade) -> Context {
        let nearby = nearby::of(&self.rulebook, world, &empire);
        Context { empire, pentade, nearby }
    }

    /// What a letter says in the language in which it says most.
    ///
    /// Errors: there is no such scenario.
    pub(super) fn in_best_language(
        &self,
        world: &World,
        text: &str,
        read: impl Fn(&Vocabulary) -> BTreeMap<EmpireId, Read>,
    ) -> Result<BTreeMap<EmpireId, Read>, GameError> {
        let english = read(&*self.vocabulary(world)?);
        Ok(match self.vocabularies.get(&world.scenario) {
            Some(languages) => languages.best(text, english, |words| read(&with_arisen(words, world))),
            None => english,
        })
    }

    /// The parts of a letter put into the sheet in force.
    ///
    /// Errors: the former sheet cannot be read.
    pub(super) fn put_into(
        &self,
        world: &World,
        empire: &EmpireId,
        parts: BTreeMap<EmpireId, Read>,
        former: Option<&Sheet>,
    ) -> Result<Reading, GameError> {
        let former = self.former_letter(world, empire, former)?;
        let letter = former.amended(empire, &parts);
        let counted = |part: &Read| part.sheet.orders.len() + usize::from(!part.idle.is_empty());
        let orders: usize = parts.values().map(counted).sum();
        let (mut complaints, mut press) = (Vec::new(), Vec::new());
        for part in parts.into_values() {
            complaints.extend(part.complaints);
            press.extend(part.press);
        }
        complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        Ok(Reading {
            sheet: Sheet { data: text_of("sheet", &letter)?, words: letter.words(&*self.vocabulary(world)?) },
            orders_read: u32::try_from(orders).unwrap_or(u32::MAX),
            complaints,
            press,
        })
    }
}
