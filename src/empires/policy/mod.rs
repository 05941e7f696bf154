//! Built-in players: what an empire that nobody plays would sensibly order.
//!
//! A policy is a function of rulebook, world, empire and dice; the same four give the same sheet. Policies play trial
//! games and recorded games. They know no more than a player does and write orders that a player could write: what they
//! cannot foresee the rules refuse. Rolls dice of their own purposes (`policy …`), so that no draw of the rules moves.

use std::collections::BTreeMap;

use super::rulebook::Rulebook;
use super::rules::year_cards::Hands;
use super::rules::{CardsInPlay, Scene, Unanswered, YearOpening};
use super::terms::{EmpireId, Order, OrderSheet};
use super::world::{EmpireKind, World};
use crate::postal::dice::Dice;
use crate::postal::question::{Question, ballot_id};

mod bonds;
mod cards;
mod endeavours;
mod gold;
mod outlook;
mod people;
mod plan;
mod politics;

use outlook::Outlook;

/// The temper of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Policy {
    /// Rules, fortifies, wins by diplomacy, taxes with care.
    Builder,
    /// Conquers at the best rating among the lawful targets, robs the rest, defends what it has.
    Conqueror,
    /// What the ruler's best stature suggests, now and then something else.
    Mixed,
    /// Least harm: taxes what is safe, rules out unrest, repairs.
    Caretaker,
}

impl Policy {
    /// Every policy with its word.
    pub const LIST: [(&'static str, Self); 4] = [
        ("builder", Self::Builder),
        ("conqueror", Self::Conqueror),
        ("mixed", Self::Mixed),
        ("caretaker", Self::Caretaker),
    ];

    /// The policy of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::LIST.iter().find(|(name, _)| *name == word).map(|(_, policy)| *policy)
    }
}

/// The sheet that a policy writes for one empire and the pentade before which the world stands.
///
/// An empire that the world does not have gets an empty sheet.
pub fn sheet(
    rulebook: &Rulebook,
    world: &World,
    empire: &EmpireId,
    dice: &Dice,
    policy: Policy,
) -> OrderSheet {
    let (nobody, none, hands) = (BTreeMap::new(), BTreeMap::new(), Hands::new());
    let year_opening = YearOpening::of(world);
    let rulebook = &*rulebook.of_world(world);
    let scene = Scene {
        rulebook,
        world,
        sheets: &nobody,
        year: Some(world.pentade.first_year()),
        dice,
        hands: &hands,
        year_opening: &year_opening,
        in_play: &CardsInPlay::default(),
        turned: &[],
        answers: &none,
        unanswered: Unanswered::TakesDefault,
        rulings: &[],
        waiting_players: 0,
    };
    let Some(outlook) = Outlook::new(&scene, empire, policy) else { return OrderSheet::default() };
    let mut orders: Vec<Order> = Vec::new();
    orders.extend(politics::names(&outlook));
    orders.extend(gold::orders(&outlook));
    orders.extend(bonds::orders(&outlook));
    orders.extend(cards::orders(&outlook));
    orders.extend(politics::orders(&outlook));
    orders.extend(people::orders(&outlook));
    orders.extend(endeavours::orders(&outlook));
    OrderSheet { orders }
}

/// The sheets of every empire of a player, all of one policy.
pub fn sheets(
    rulebook: &Rulebook,
    world: &World,
    dice: &Dice,
    policy: Policy,
) -> BTreeMap<EmpireId, OrderSheet> {
    let rulebook = &*rulebook.of_world(world);
    let played = world.empires.iter().filter(|(_, empire)| empire.kind == EmpireKind::Player);
    played.map(|(id, _)| (id.clone(), sheet(rulebook, world, id, dice, policy))).collect()
}

/// Answers of every elector to a question, and of the GM where it is his: one of the options at random, by what the
/// question is about and never by whom else it is put to.
pub fn answers(world: &World, question: &Question, dice: &Dice) -> BTreeMap<String, String> {
    let ids: Vec<String> = match &question.electorate[..] {
        [] => vec![question.id.clone()],
        [one] => vec![question.id.clone(), ballot_id(&question.id, one)],
        several => several.iter().map(|side| ballot_id(&question.id, side)).collect(),
    };
    let answered = ids.into_iter().map(|id| {
        let answer = politics::answer(world, question, &id, dice);
        (id, answer)
    });
    answered.collect()
}
