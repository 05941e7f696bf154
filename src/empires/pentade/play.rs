//! One pentade while it is played: the world as it stands, and the chronicle so far.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::Inputs;
use crate::empires::chronicle::{Entry, GmHappening, Happening};
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::year_cards::{self, Hands};
use crate::empires::rules::{CardsInPlay, Effects, Scene, Turned, YearOpening};
use crate::empires::terms::{Bounds, EmpireId, OrderSheet};
use crate::empires::world::{EmpireKind, World, apply};
use crate::postal::chronicle::Visibility;
use crate::postal::dice::Dice;
use crate::postal::question::Question;

/// The state of play.
pub(super) struct Play<'a> {
    rulebook: Cow<'a, Rulebook>,
    bounds: Bounds,
    sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    dice: &'a Dice,
    hands: Hands,
    world: World,
    players_at_first: u32,
    waiting_players: u32,
    year: Option<i32>,
    year_opening: YearOpening,
    turned: Vec<Turned>,
    inputs: &'a Inputs,
    asked: BTreeSet<String>,
    chronicle: Vec<Entry>,
    questions: Vec<Question>,
}

impl<'a> Play<'a> {
    /// The pentade before its first step, with the lawful sheets.
    pub(super) fn open(
        rulebook: &'a Rulebook,
        world: &World,
        inputs: &'a Inputs,
        sheets: &'a BTreeMap<EmpireId, OrderSheet>,
        dice: &'a Dice,
    ) -> Self {
        Self {
            rulebook: Cow::Borrowed(rulebook),
            bounds: rulebook.bounds(),
            sheets,
            dice,
            hands: year_cards::hands(rulebook, world, dice),
            world: world.clone(),
            players_at_first: players(world),
            waiting_players: inputs.waiting_players,
            year: None,
            year_opening: YearOpening::of(world),
            turned: Vec::new(),
            inputs,
            asked: BTreeSet::new(),
            chronicle: Vec::new(),
            questions: Vec::new(),
        }
    }

    /// Goes on to a year.
    pub(super) fn turn_to(&mut self, year: i32) {
        self.year = Some(year); // rule:1.2
        self.year_opening = YearOpening::of(&self.world);
        self.turned.clear();
    }

    /// Leaves the years behind: the close of the pentade.
    pub(super) fn turn_to_close(&mut self) {
        self.year = None;
        self.turned.clear();
    }

    /// Plays one step: it reads the frozen world, and what it brings about is applied at once.
    ///
    /// A step that must be told something brings about nothing, and nothing is played after it: what follows may hang
    /// on the answer.
    pub(super) fn step(&mut self, name: &'static str, step: impl FnOnce(&Scene<'_>) -> Effects) {
        if !self.questions.is_empty() {
            return;
        }
        let scene = Scene {
            rulebook: &self.rulebook,
            world: &self.world,
            sheets: self.sheets,
            year: self.year,
            dice: self.dice,
            hands: &self.hands,
            year_opening: &self.year_opening,
            in_play: &CardsInPlay::default(),
            turned: &self.turned,
            answers: &self.inputs.answers,
            unanswered: self.inputs.unanswered,
            rulings: &self.inputs.rulings,
            waiting_players: self.waiting_players,
        };
        let Effects { effects, entries, questions, asked, turned } = step(&scene);
        self.asked.extend(asked);
        if !questions.is_empty() {
            self.questions = questions;
            return;
        }
        if !effects.is_empty() {
            apply(&self.bounds, &mut self.world, &effects);
            if effects.iter().any(|effect| effect.added_area().is_some()) {
                self.rulebook = Cow::Owned(self.rulebook.of_world(&self.world).into_owned()); // rule:19.20
            }
            year_cards::deal_newcomers(&mut self.hands, &self.rulebook, &self.world, self.dice); // rule:9.2
            self.waiting_players = self.still_waiting();
        }
        self.turned.extend(turned);
        self.tell(name, entries);
    }

    /// How many still wait for an empire: each that arose in this pentade has taken one of them.
    fn still_waiting(&self) -> u32 {
        let arisen = players(&self.world).saturating_sub(self.players_at_first);
        self.inputs.waiting_players.saturating_sub(arisen)
    }

    /// Answers to questions that were not asked are told to the GM, so that nothing is lost unseen.
    pub(super) fn tell_unused_answers(&mut self) {
        let unused = self.inputs.answers.iter().filter(|(id, _)| !self.asked.contains(*id));
        let entries = unused.map(|(id, answer)| {
            let happening = GmHappening::AnswerUnused { question: id.clone(), answer: answer.clone() };
            Entry { visibility: Visibility::Gm, ..Entry::new(&["20.4"], Happening::Gm(happening)) }
        });
        self.tell("answers", entries.collect());
    }

    pub(super) fn tell(&mut self, step: &'static str, mut entries: Vec<Entry>) {
        for entry in &mut entries {
            (entry.year, entry.step) = (self.year, SmolStr::new_static(step));
        }
        self.chronicle.append(&mut entries);
    }

    /// The world, the chronicle and the open questions.
    pub(super) fn close(self) -> (World, Vec<Entry>, Vec<Question>) {
        (self.world, self.chronicle, self.questions)
    }
}

/// Empires that a player plays or could play.
fn players(world: &World) -> u32 {
    let players = world.empires.values().filter(|empire| empire.kind == EmpireKind::Player);
    u32::try_from(players.count()).unwrap_or(u32::MAX)
}
