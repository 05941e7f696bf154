//! The rulebook with the map as a world has it (19.20).

use std::borrow::Cow;

use super::Rulebook;
use super::map::Peoples;
use crate::empires::terms::{LanguageId, ReligionId};
use crate::empires::world::World;

impl Rulebook {
    /// The rules on the map of this world: whoever is given a world reads the map here, so that no rule misses an area
    /// that the game added.
    pub fn of_world(&self, world: &World) -> Cow<'_, Self> {
        if self.atlas.has_all(&world.added) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self { atlas: self.atlas.with(&world.added), ..self.clone() }) // rule:19.20
    }

    /// What is wrong with a language and religion of one area, if anything.
    pub fn faults_of_people(&self, language: &LanguageId, religion: &ReligionId) -> Vec<String> {
        Peoples { religions: &self.religions, languages: &self.languages }.faults_of(language, religion)
    }
}
