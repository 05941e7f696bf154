//! What a step may read, and what it gives back.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::fixed::Turned;
use super::year_cards::Hands;
use crate::empires::chronicle::Entry;
use crate::empires::rulebook::Rulebook;
use crate::empires::terms::{AreaId, EmpireId, EventKind, OrderSheet, Pentade};
use crate::empires::world::{Effect, EmpireKind, InPlay, World};
use crate::postal::dice::{Dice, Key};
use crate::postal::question::{Question, ballot_id};

/// Everything a step may look at. The world is frozen at the start of the step.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Tables and switches.
    pub rulebook: &'a Rulebook,
    /// The state at the start of the step.
    pub world: &'a World,
    /// Lawful sheets by empire.
    pub sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    /// Year of the step; none at the opening and the close.
    pub year: Option<i32>,
    /// Chance by key.
    pub dice: &'a Dice,
    /// The hands of year cards (9.2).
    pub hands: &'a Hands,
    /// The areas at the very start of the year, before its first step; before the first year those at the start of the
    /// pentade, after the last one those of the last year.
    pub year_opening: &'a YearOpening,
    /// The event cards in play, once a rule has asked for them.
    pub in_play: &'a CardsInPlay,
    /// Year cards turned so far in this year.
    pub turned: &'a [Turned],
    /// Answers to questions by id.
    pub answers: &'a BTreeMap<String, String>,
    /// What becomes of a question that has no answer.
    pub unanswered: Unanswered,
    /// What the GM laid down for this pentade.
    pub rulings: &'a [GmRuling],
    /// How many players wait for an empire (8.7).
    pub waiting_players: u32,
}

/// The event cards in play of a frozen world, gathered when first asked for: many rules of one step ask for them.
#[derive(Debug, Clone, Default)]
pub struct CardsInPlay(OnceCell<Vec<(u32, EventKind, InPlay)>>);

/// What is kept of the areas at the very start of a year, in order of ids: whose they are, and their social state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct YearOpening(Vec<(AreaId, Option<EmpireId>, i32)>);

impl YearOpening {
    /// The areas as the world has them.
    pub fn of(world: &World) -> Self {
        let areas = world.areas.iter();
        Self(areas.map(|(id, area)| (id.clone(), area.owner.clone(), area.social_state)).collect())
    }

    /// Who owned an area; none when nobody did.
    pub fn owner(&self, area: &AreaId) -> Option<&EmpireId> {
        self.of_area(area).and_then(|(_, owner, _)| owner.as_ref())
    }

    /// The social state of an area; none for an id that is not on the map.
    pub fn social_state(&self, area: &AreaId) -> Option<i32> {
        self.of_area(area).map(|(_, _, social_state)| *social_state)
    }

    fn of_area(&self, area: &AreaId) -> Option<&(AreaId, Option<EmpireId>, i32)> {
        let place = self.0.binary_search_by(|(id, _, _)| id.cmp(area));
        place.ok().and_then(|place| self.0.get(place))
    }
}

/// What becomes of a question that has no answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unanswered {
    /// It is asked, and the pentade waits.
    #[default]
    Asked,
    /// What stands if nobody answers stands.
    TakesDefault,
}

/// Something that the GM laid down: a wildcard's effect, a correction of the state, a condition of victory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GmRuling {
    /// The year at whose start it takes effect; none for the opening of the pentade.
    pub year: Option<i32>,
    /// What is so from then on, in the words of `rules::gm`: `Lombardy: social state +1, claim of Germany`.
    pub words: String,
    /// Why.
    pub reason: String,
    /// Whether everybody may read it; else the GM alone.
    pub public: bool,
}

impl<'a> Scene<'a> {
    /// The event cards in play that have effect in the year of the step, in order of numbers.
    pub fn cards_in_play(&self) -> impl Iterator<Item = (u32, EventKind, &'a InPlay)> {
        let (world, year) = (self.world, self.year_or_first());
        let gathered =
            || world.cards.all_in_play().map(|(card, kind, play)| (card, kind, play.clone())).collect();
        let all = self.in_play.0.get_or_init(gathered).iter();
        let cards = all.filter(move |(_, _, play)| play.has_effect(year));
        cards.map(|(card, kind, play)| (*card, *kind, play))
    }

    /// The pentade being played.
    pub fn pentade(&self) -> Pentade {
        self.world.pentade
    }

    /// The year of the step, or the first year of the pentade at its opening and the last at its close is told by
    /// the caller: outside a year this is the first year.
    pub fn year_or_first(&self) -> i32 {
        self.year.unwrap_or_else(|| self.pentade().first_year())
    }

    /// Whether a player holds the empire, or the GM until one comes.
    pub fn is_player(&self, empire: &EmpireId) -> bool {
        self.world.empires.get(empire).is_some_and(|empire| empire.kind == EmpireKind::Player)
    }

    /// What an empire is called in the key of a draw: its seat, which it keeps under any name, or else its id.
    pub fn subject(&self, empire: &EmpireId) -> String {
        match self.world.empires.get(empire).and_then(|kept| kept.seat) {
            Some(seat) => format!("seat-{seat}"),
            None => empire.to_string(),
        }
    }

    /// A key for a draw of this step.
    pub fn key<'k>(&self, purpose: &'static str, subject: &'k str, nth: u32) -> Key<'k> {
        Key { pentade: self.pentade().first_year(), year: self.year, purpose, subject, nth }
    }
}

/// What a step brings about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Changes of the world.
    pub effects: Vec<Effect>,
    /// What the chronicle tells.
    pub entries: Vec<Entry>,
    /// What must be answered.
    pub questions: Vec<Question>,
    /// Ids of all questions that arose, answered or not.
    pub asked: BTreeSet<String>,
    /// Year cards that were turned, for the later steps of the same year.
    pub turned: Vec<Turned>,
}

impl Effects {
    /// Takes in another step's yield.
    pub fn extend(&mut self, mut other: Self) {
        self.effects.append(&mut other.effects);
        self.entries.append(&mut other.entries);
        self.questions.append(&mut other.questions);
        self.asked.append(&mut other.asked);
        self.turned.append(&mut other.turned);
    }

    /// Adds a change of the world.
    pub fn change(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Adds something to the chronicle.
    pub fn tell(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// The answer to a question of one elector or of the GM; without one what stands by default, and the question is put
    /// if this scene asks. An answer that is none of the options counts as none.
    pub fn ask(&mut self, scene: &Scene<'_>, question: Question) -> String {
        let mut keys = vec![question.id.clone()];
        keys.extend(question.electorate.iter().map(|side| ballot_id(&question.id, side)));
        let given = keys.iter().find_map(|key| scene.answers.get(key).filter(|given| question.allows(given)));
        self.asked.extend(keys.iter().cloned());
        if let Some(given) = given {
            return given.clone();
        }
        let stands = question.stands_by_default().to_owned();
        if scene.unanswered == Unanswered::Asked {
            self.questions.push(question);
        }
        stands
    }

    /// The answers of every elector of a ballot, each as [`Effects::ask`] gives it; the question is put to those only who
    /// have not answered. `standing` is an elector's answer given beforehand, if he gave one (20.4).
    pub fn ballot(
        &mut self,
        scene: &Scene<'_>,
        question: &Question,
        standing: impl Fn(&EmpireId) -> Option<String>,
    ) -> BTreeMap<EmpireId, String> {
        let mut answers = BTreeMap::new();
        let mut silent = Vec::new();
        for side in &question.electorate {
            let id = ballot_id(&question.id, side);
            let elector = EmpireId::new(side.as_str());
            let given = scene.answers.get(&id).filter(|given| question.allows(given)).cloned();
            self.asked.insert(id);
            let answer = given.or_else(|| standing(&elector)).unwrap_or_else(|| {
                silent.push(side.clone());
                question.stands_by_default().to_owned()
            });
            answers.insert(elector, answer);
        }
        if scene.unanswered == Unanswered::Asked && !silent.is_empty() {
            self.questions.push(Question { electorate: silent, ..question.clone() });
        }
        answers
    }
}
