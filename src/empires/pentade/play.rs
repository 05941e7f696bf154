//! One pentade while it is played: the world as it stands, and the chronicle so far.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::empires::chronicle::Entry;
use crate::empires::rulebook::Rulebook;
use crate::empires::rules::year_cards::{self, Hands};
use crate::empires::rules::{Effects, Scene, Turned};
use crate::empires::terms::{Bounds, EmpireId, OrderSheet};
use crate::empires::world::{World, apply};
use crate::postal::dice::Dice;
use crate::postal::question::Question;

/// The state of play.
pub(super) struct Play<'a> {
    rulebook: &'a Rulebook,
    bounds: Bounds,
    sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    dice: &'a Dice,
    hands: Hands,
    world: World,
    year: Option<i32>,
    year_opening: World,
    turned: Vec<Turned>,
    waiting_players: u32,
    chronicle: Vec<Entry>,
    questions: Vec<Question>,
}

impl<'a> Play<'a> {
    /// The pentade before its first step; `refusals` open the chronicle.
    pub(super) fn open(
        rulebook: &'a Rulebook,
        world: &World,
        sheets: &'a BTreeMap<EmpireId, OrderSheet>,
        dice: &'a Dice,
        refusals: Vec<Entry>,
    ) -> Self {
        let mut play = Self {
            rulebook,
            bounds: rulebook.bounds(),
            sheets,
            dice,
            hands: year_cards::hands(rulebook, world, dice),
            world: world.clone(),
            year: None,
            year_opening: world.clone(),
            turned: Vec::new(),
            waiting_players: 0,
            chronicle: Vec::new(),
            questions: Vec::new(),
        };
        play.tell("admission", refusals);
        play
    }

    /// Lets so many players wait for an empire.
    pub(super) fn waiting_players(&mut self, count: u32) {
        self.waiting_players = count; // rule:8.7
    }

    /// Goes on to a year.
    pub(super) fn turn_to(&mut self, year: i32) {
        self.year = Some(year); // rule:1.2
        self.year_opening.clone_from(&self.world);
        self.turned.clear();
    }

    /// Leaves the years behind: the close of the pentade.
    pub(super) fn turn_to_close(&mut self) {
        self.year = None;
        self.turned.clear();
    }

    /// Plays one step: it reads the frozen world, and what it brings about is applied at once.
    pub(super) fn step(&mut self, name: &'static str, step: impl FnOnce(&Scene<'_>) -> Effects) {
        let scene = Scene {
            rulebook: self.rulebook,
            world: &self.world,
            sheets: self.sheets,
            year: self.year,
            dice: self.dice,
            hands: &self.hands,
            year_opening: &self.year_opening,
            turned: &self.turned,
            waiting_players: self.waiting_players,
        };
        let Effects { effects, entries, questions, turned } = step(&scene);
        apply(&self.bounds, &mut self.world, &effects);
        self.turned.extend(turned);
        self.questions.extend(questions);
        self.tell(name, entries);
    }

    fn tell(&mut self, step: &'static str, entries: Vec<Entry>) {
        let year = self.year;
        let dated = entries.into_iter().map(|entry| Entry { year, step: SmolStr::new_static(step), ..entry });
        self.chronicle.extend(dated);
    }

    /// The world, the chronicle and the open questions.
    pub(super) fn close(self) -> (World, Vec<Entry>, Vec<Question>) {
        (self.world, self.chronicle, self.questions)
    }
}
