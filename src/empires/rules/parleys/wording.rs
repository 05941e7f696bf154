//! Motions in the words of a question.

use super::super::scene::Scene;
use crate::empires::terms::wording::{Naming, motion_words};
use crate::empires::terms::{AreaId, EmpireId, Motion, ReligionId};

struct Names<'s>(&'s Scene<'s>);

impl Naming for Names<'_> {
    fn area(&self, id: &AreaId) -> String {
        self.0.rulebook.atlas.name(id).to_owned()
    }

    fn empire(&self, id: &EmpireId) -> String {
        self.0.world.empires.get(id).map_or_else(|| id.to_string(), |empire| empire.name.clone())
    }

    fn religion(&self, id: &ReligionId) -> String {
        self.0.rulebook.religions.name(id).to_owned()
    }
}

/// `claim of German Empire to Lombardy`.
pub fn motion(scene: &Scene<'_>, motion: &Motion) -> String {
    motion_words(motion, &Names(scene))
}
