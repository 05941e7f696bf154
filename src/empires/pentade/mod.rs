//! Admission of sheets and the sequence of play.
//!
//! [`adjudicate`] is chapter 6: the opening, five simultaneous years and the close as one straight list of steps.

use std::collections::BTreeMap;

use super::chronicle::Entry;
use super::rulebook::Rulebook;
use super::rules::{
    Effects, GmRuling, Scene, Unanswered, actors, claims, colonisation, communications, crusader_states,
    crusades, division, endeavours, event_cards, exile, given_cards, gm, gold, groups, heresies, land,
    leaders, magnates, papacy, parleys, raiders, regencies, religion, religious_orders, unrest_and_rebellion,
    victory, year_cards,
};
use super::rules::{excommunication, patriarchates, schism};
use super::terms::{EmpireId, OrderSheet};
use super::world::{Breach, Effect, World, breaches};
use crate::postal::dice::Dice;
use crate::postal::question::Question;

mod admit;
mod opening;
mod play;

pub use admit::admit;
pub use opening::{POPE, begin};
use play::Play;

/// What people decided for one pentade.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The sheet in force of each empire, as read. A power without a player may have one too: the GM's orders, which
    /// stand in the place of its own play (6.8).
    pub sheets: BTreeMap<EmpireId, OrderSheet>,
    /// Answers by question id; a ballot's by question id, `@` and voter ([`ballot_id`]).
    ///
    /// [`ballot_id`]: crate::postal::question::ballot_id
    pub answers: BTreeMap<String, String>,
    /// What the GM laid down (19.20, 26.5), in order.
    pub rulings: Vec<GmRuling>,
    /// What becomes of a question that has no answer.
    pub unanswered: Unanswered,
    /// How many players wait for an empire (8.7).
    pub waiting_players: u32,
}

/// What came of a pentade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All decided.
    Complete {
        /// The world afterwards.
        world: Box<World>,
        /// What happened, in order.
        chronicle: Vec<Entry>,
    },
    /// These must be answered first.
    Undecided {
        /// The open questions.
        questions: Vec<Question>,
    },
}

/// A world that breaks invariants, before or after the pentade.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.breaches))]
pub struct BrokenWorld {
    /// Every breach.
    pub breaches: Vec<Breach>,
}

fn list(breaches: &[Breach]) -> String {
    breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Chapter 6: one pentade, five simultaneous years.
///
/// A function of its four arguments and of nothing else.
///
/// Errors: when the world breaks an invariant before or after, with every breach.
pub fn adjudicate(
    rulebook: &Rulebook,
    world: &World,
    inputs: &Inputs,
    dice: &Dice,
) -> Result<Outcome, BrokenWorld> {
    let rulebook = &*rulebook.of_world(world); // rule:19.20
    sound(rulebook, world)?;
    let (sheets, refusals) = admit(rulebook, world, &inputs.sheets);
    let mut play = Play::open(rulebook, world, inputs, &sheets, dice);
    play.tell("admission", refusals);

    play_opening(&mut play);
    for year in world.pentade.years() {
        play.turn_to(year);
        play_year(&mut play);
    }
    play.turn_to_close();
    play_close(&mut play);

    play.tell_unused_answers();
    let (world, chronicle, questions) = play.close();
    if !questions.is_empty() {
        return Ok(Outcome::Undecided { questions });
    }
    sound(rulebook, &world)?;
    Ok(Outcome::Complete { world: Box::new(world), chronicle })
}

fn sound(rulebook: &Rulebook, world: &World) -> Result<(), BrokenWorld> {
    let breaches = breaches(&rulebook.bounds(), world);
    if breaches.is_empty() { Ok(()) } else { Err(BrokenWorld { breaches }) }
}

/// Rule 6.2: the opening of a pentade. Names and treaties of the sheets are taken down first.
fn play_opening(play: &mut Play<'_>) {
    play.step("names", leaders::take_names); // rule:8.3
    play.step("year cards", year_cards::deal); // rule:6.2 rule:9.2
    play.step("heretical areas", heresies::note_heretics); // rule:19.5
    play.step("donations of year cards", given_cards::fix); // rule:6.2 rule:9.3
    play.step("crusades and jihads", crusades::open); // rule:23.4 rule:23.8
    play.step("donations in a schism", schism::donate); // rule:23.2
    play.step("seat of the Pope", papacy::take_seat); // rule:27.1
    play.step("rulings", gm::opening); // rule:26.5
    play.step("event cards", event_cards::draw); // rule:6.2 rule:19.1
    play.step("immediate event cards", event_cards::apply_immediate); // rule:6.2 rule:19.1
    play.step("epidemics", event_cards::epidemics); // rule:6.2 rule:19.17
    play.step("raiders", raiders::activate); // rule:6.2 rule:24.2
    play.step("magnates", magnates::activate); // rule:6.2 rule:24.6
    play.step("exiles", exile::return_home); // rule:21.1
    play.step("special parleys", parleys::hold_special); // rule:6.2
    play.step("who gave nothing to the crusade", crusades::tell_shirkers); // rule:23.3
}

/// Rule 6.3: one year.
fn play_year(play: &mut Play<'_>) {
    play.step("dated events", heresies::fall_due); // rule:6.3 rule:31.1
    play.step("rulings", gm::of_the_year); // rule:19.20 rule:26.5
    play.step("dated events", magnates::fall_due); // rule:6.3 rule:24.10
    play.step("exiles", exile::return_home); // rule:21.1
    play.step("hold cards", event_cards::play_holds); // rule:6.3 rule:19.1
    play.step("copies of advances", event_cards::give_copies); // rule:6.3 rule:19.14
    play.step("parleys against the Pope", schism::turn_against_pope); // rule:23.2
    play.step("parleys", parleys::hold); // rule:6.3 rule:20.4
    play.step("excommunications", excommunication::check_areas); // rule:22.1
    play.step("penance", excommunication::do_penance); // rule:22.1
    play.step("patriarchates", patriarchates::declare); // rule:29.2
    play.step("adoption of religion", religion::adopt); // rule:2.5
    play.step("gifts and transfers", gold::gifts_and_transfers); // rule:6.3 rule:16.4 rule:16.5
    play.step("areas for religious orders", religious_orders::take_areas); // rule:6.3 rule:28.1
    play.step("lost courts", communications::move_courts); // rule:7.4
    play.step("demesnes", event_cards::demesnes); // rule:16.2
    play.step("taxation", gold::tax); // rule:6.3 rule:16.1
    play.step("plunder", gold::plunder); // rule:6.3 rule:16.3
    play.step("endeavours", endeavours::of_the_year); // rule:6.1 rule:6.3 rule:6.7
    // Checked on the state after the endeavours, before the ruler of the year can die of a card (6.7.6).
    play.step("rebellion checks", unrest_and_rebellion::check_used_areas); // rule:6.7 rule:17.2
    play.step("regents", regencies::watch_regents); // rule:30.4
    play.step("stature checks", leaders::check_statures); // rule:6.7 rule:8.4
    play.step("division of the realm", division::divide_realm); // rule:8.7
    play.step("areas of crusades", crusades::settle_year); // rule:23.4 rule:23.5
    play.step("communications", communications::trace); // rule:6.7 rule:7.3
    play.step("lost courts", communications::move_courts); // rule:6.7 rule:7.4
    play.step("new homes", actors::settle); // rule:24.6
    play.step("claims by tie", claims::by_tie); // rule:18.3
    play.step("years of control", claims::date_control); // rule:18.6
}

/// Rule 6.4: the close of a pentade.
fn play_close(play: &mut Play<'_>) {
    play.step("colonisation", colonisation::advance); // rule:6.4 rule:25.1
    play.step("spread of heresies", heresies::spread); // rule:6.4 rule:19.5
    play.step("crusades and jihads", crusades::close); // rule:6.4 rule:23.4
    play.step("crusader states", crusader_states::colonise); // rule:6.4 rule:23.7
    play.step("religious orders", religious_orders::settle); // rule:6.4 rule:28.1
    play.step("schism", schism::settle); // rule:6.4 rule:23.2
    play.step("underlying groups", groups::decline); // rule:6.4 rule:32.5
    play.step("excommunications", excommunication::expire); // rule:6.4 rule:22.1
    play.step("regencies", regencies::pass_time); // rule:6.4 rule:30.1
    play.step("magnates", magnates::at_the_decade); // rule:24.7
    play.step("resting colonisations", colonisation::rest); // rule:6.4 rule:25.3
    play.step("time of event cards", event_cards::pass_time); // rule:6.4 rule:19.14
    play.step("claims by prescription", claims::by_prescription); // rule:6.4 rule:18.6
    play.step("claims of own people", claims::of_own_people); // rule:18.5
    play.step("recovery of the land", land::recover); // rule:33.3
    play.step("scoring", victory::score); // rule:6.4 rule:26.4
    play.step("victory", victory::check); // rule:6.4 rule:26.1
    play.step("end of the pentade", end); // rule:6.4
}

fn end(_scene: &Scene<'_>) -> Effects {
    Effects { effects: vec![Effect::PentadeEnded], ..Effects::default() }
}
