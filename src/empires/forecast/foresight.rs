//! The years of a forecast: the steps of the sequence of play that hang on nobody else, each by the rules' own code.

use std::collections::{BTreeMap, BTreeSet};

use super::endeavours;
use super::veil::as_known_to;
use super::{Forecast, ForecastCheck, ForecastYear, Movement, Refused};
use crate::empires::chronicle::{Entry, Happening};
use crate::empires::pentade::admit;
use crate::empires::rulebook::{CheckResult, Rulebook};
use crate::empires::rules::unrest_and_rebellion::result_of;
use crate::empires::rules::year_cards::Hands;
use crate::empires::rules::{
    CardsInPlay, Effects, Scene, Unanswered, YearOpening, colonisation, crusades, event_cards,
    excommunication, exile, given_cards, gold, papacy, parleys, patriarchates, religion, religious_orders,
    schism,
};
use crate::empires::terms::{
    Act, AreaId, Bounds, ColonisationOrder, EmpireId, EndeavourKind, Order, OrderSheet, RuleId,
};
use crate::empires::world::{World, apply};
use crate::postal::dice::Dice;

/// What can be told an empire beforehand of its orders.
///
/// Only what the empire may know is read of the world, and no chance at all.
pub fn forecast(rulebook: &Rulebook, world: &World, own: &EmpireId, sheet: &OrderSheet) -> Forecast {
    let known = as_known_to(world, own);
    let written = BTreeMap::from([(own.clone(), sheet.clone())]);
    let (sheets, refusals) = admit(rulebook, &known, &written);
    let mut foresight = Foresight::open(rulebook, known, own, &sheets);
    foresight.refuse(&refusals);
    foresight.opening();
    let years = foresight.world.pentade.years().map(|year| foresight.year(year)).collect();
    foresight.year = None;
    let close_gold = foresight.step(colonisation::advance).gold;
    Forecast { refused: foresight.refused, years, close_gold, deck: rulebook.year_cards.count() }
}

/// A pentade of one sheet while it is foreseen.
pub(super) struct Foresight<'a> {
    pub rulebook: &'a Rulebook,
    pub own: &'a EmpireId,
    pub sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    pub world: World,
    pub year: Option<i32>,
    /// Areas that endeavours of the years so far try to win.
    pub hoped: BTreeSet<AreaId>,
    bounds: Bounds,
    dice: Dice,
    hands: Hands,
    year_opening: YearOpening,
    in_play: CardsInPlay,
    refused: Vec<Refused>,
}

/// What came of one step.
struct Stepped {
    /// What it brought or took. Whole gold.
    gold: i32,
    entries: Vec<Entry>,
}

impl<'a> Foresight<'a> {
    pub fn open(
        rulebook: &'a Rulebook,
        world: World,
        own: &'a EmpireId,
        sheets: &'a BTreeMap<EmpireId, OrderSheet>,
    ) -> Self {
        // The numbers of the cards are never looked at: only that there is one for each year.
        let hand = (1..).take(usize::try_from(rulebook.figures.hand).unwrap_or(0)).collect();
        let seated = world.empires.get(own).is_some_and(|empire| empire.seat.is_some());
        let hands = if seated { Hands::from([(own.clone(), hand)]) } else { Hands::new() };
        Self {
            rulebook,
            own,
            sheets,
            year_opening: YearOpening::of(&world),
            in_play: CardsInPlay::default(),
            world,
            year: None,
            hoped: BTreeSet::new(),
            bounds: rulebook.bounds(),
            dice: Dice::lowest(),
            hands,
            refused: Vec::new(),
        }
    }

    /// The state as a step reads it, with these sheets.
    pub fn scene<'s>(&'s self, sheets: &'s BTreeMap<EmpireId, OrderSheet>) -> Scene<'s> {
        static NO_ANSWERS: BTreeMap<String, String> = BTreeMap::new();
        Scene {
            rulebook: self.rulebook,
            world: &self.world,
            sheets,
            year: self.year,
            dice: &self.dice,
            hands: &self.hands,
            year_opening: &self.year_opening,
            in_play: &self.in_play,
            turned: &[],
            answers: &NO_ANSWERS,
            unanswered: Unanswered::TakesDefault,
            rulings: &[],
            waiting_players: 0,
        }
    }

    /// The empire's treasury now.
    pub fn treasury(&self) -> i32 {
        self.world.empires.get(self.own).map_or(0, |empire| empire.treasury)
    }

    /// Brings about what the rules say, and keeps what was refused.
    pub fn bring_about(&mut self, brought: &Effects) {
        apply(&self.bounds, &mut self.world, &brought.effects);
        self.in_play = CardsInPlay::default();
        self.refuse(&brought.entries);
    }

    fn step(&mut self, step: fn(&Scene<'_>) -> Effects) -> Stepped {
        let before = self.treasury();
        let brought = step(&self.scene(self.sheets));
        self.bring_about(&brought);
        Stepped { gold: self.treasury() - before, entries: brought.entries }
    }

    /// What a step would refuse, and nothing of what it would bring about: that hangs on others.
    fn look_only(&mut self, step: fn(&Scene<'_>) -> Effects) {
        let brought = step(&self.scene(self.sheets));
        self.refuse(&brought.entries);
    }

    /// Rule 6.2, as far as it hangs on nobody else.
    pub fn opening(&mut self) {
        self.step(given_cards::fix); // rule:9.3
        self.step(crusades::open); // rule:23.4 rule:23.8
        self.step(schism::donate); // rule:23.2
        self.step(papacy::take_seat); // rule:27.1
        self.step(exile::return_home); // rule:21.1
    }

    /// Rule 6.3, as far as it hangs on nobody else. Of the endeavours only the gold is spent.
    pub fn year(&mut self, year: i32) -> ForecastYear {
        let levied = self.levies(year);
        let before = self.treasury();
        let endeavours = endeavours::of_the_year(self);
        let left = self.treasury();
        ForecastYear { endeavours, spent: before - left, left, ..levied }
    }

    /// A year up to its endeavours.
    pub fn levies(&mut self, year: i32) -> ForecastYear {
        self.year = Some(year);
        self.year_opening = YearOpening::of(&self.world);
        let treasury = self.treasury();
        let mut movements = Vec::new();
        let mut moved = |why, stepped: &Stepped| {
            if stepped.gold != 0 {
                movements.push((why, stepped.gold));
            }
        };
        self.step(exile::return_home);
        moved(Movement::Other, &self.step(event_cards::play_holds)); // rule:19.1
        moved(Movement::Other, &self.step(event_cards::give_copies)); // rule:19.14
        moved(Movement::Other, &self.step(excommunication::do_penance)); // rule:22.1
        self.look_only(schism::turn_against_pope); // rule:23.2
        self.look_only(parleys::hold); // rule:20.3
        self.step(patriarchates::declare); // rule:29.2
        self.step(religion::adopt); // rule:2.5
        moved(Movement::Gifts, &self.step(gold::gifts_and_transfers)); // rule:16.4 rule:16.5
        self.step(religious_orders::take_areas); // rule:28.1
        moved(Movement::Demesnes, &self.step(event_cards::demesnes)); // rule:16.2
        let taxes = self.step(gold::tax); // rule:16.1
        moved(Movement::Taxes, &taxes);
        let plunder = self.step(gold::plunder); // rule:16.3
        moved(Movement::Plunder, &plunder);
        let entries = || taxes.entries.iter().chain(&plunder.entries).filter(|entry| self.is_own(entry));
        let levied = entries().filter_map(levied).collect();
        let checks = entries().filter_map(|entry| self.check(entry)).collect();
        let left = self.treasury();
        ForecastYear { year, treasury, movements, levied, checks, endeavours: Vec::new(), spent: 0, left }
    }

    fn is_own(&self, entry: &Entry) -> bool {
        entry.who.as_ref().is_some_and(|who| who.as_str() == self.own.as_str())
    }

    /// The throws that a check of the rules fails by: its value stands in the entry.
    fn check(&self, entry: &Entry) -> Option<ForecastCheck> {
        if !matches!(entry.kind, Happening::RebellionChecked { .. }) {
            return None;
        }
        let area = AreaId::new(entry.place.as_ref()?);
        let court = self.world.empires.get(self.own).and_then(|empire| empire.court.as_ref());
        let in_the_court = court == Some(&area);
        let value: i32 = entry.numbers.iter().map(|figure| figure.total).sum();
        let mut check = ForecastCheck { area, value, unrest: 0, rebellion: 0, throws: 0 };
        for throw in throws(self.rulebook.figures.check_dice) {
            check.throws += 1;
            match result_of(self.rulebook, value + throw, in_the_court) {
                CheckResult::Nothing => {}
                CheckResult::Unrest => check.unrest += 1,
                CheckResult::Rebellion => check.rebellion += 1,
            }
        }
        Some(check)
    }

    /// Keeps the refusals among entries; one that comes again in another year is kept once.
    pub fn refuse(&mut self, entries: &[Entry]) {
        for entry in entries {
            let Happening::OrderRefused { order, reason } = &entry.kind else { continue };
            if !self.is_own(entry) {
                continue;
            }
            let area = entry.place.as_ref().map(|place| AreaId::new(place));
            let rule = entry.rules.first().map_or("6.9", |rule| rule.as_str());
            self.refuse_order((**order).clone(), area, rule, reason.clone());
        }
    }

    /// Keeps one refusal.
    pub fn refuse_order(&mut self, order: Order, area: Option<AreaId>, rule: &str, reason: String) {
        let rule = RuleId::new(rule);
        let same = |one: &&mut Refused| {
            one.order == order && one.area == area && one.rule == rule && one.reason == reason
        };
        let found = match self.refused.iter_mut().find(same) {
            Some(found) => found,
            None => {
                let awaits = self.awaited(&order, area.as_ref());
                self.refused.push(Refused { order, area, rule, reason, years: Vec::new(), awaits });
                let last = self.refused.len() - 1;
                &mut self.refused[last]
            }
        };
        found.years.extend(self.year.filter(|year| !found.years.contains(year)));
    }

    /// An area that a refused order needs and that earlier orders try to win.
    fn awaited(&self, order: &Order, area: Option<&AreaId>) -> Option<AreaId> {
        let used = endeavours::all_of(order);
        let used = used.filter_map(|endeavour| endeavour.kind.own_area()).chain(area);
        let named = match &order.act {
            Act::Call(motion) => motion.areas(),
            Act::Play(play) => play.areas(),
            Act::Colonise(ColonisationOrder::Begin(area)) | Act::GiveAreaToPope(area) => vec![area],
            _ => Vec::new(),
        };
        used.chain(named).find(|area| self.hoped.contains(*area)).cloned()
    }

    /// Remembers the area that an endeavour tries to win.
    pub fn hope(&mut self, kind: &EndeavourKind) {
        if let EndeavourKind::Conquest { target, .. } | EndeavourKind::Diplomacy { target, .. } = kind {
            self.hoped.insert(target.clone());
        }
    }
}

/// What an entry tells of taxes or plunder.
fn levied(entry: &Entry) -> Option<(AreaId, Movement, i32)> {
    let area = AreaId::new(entry.place.as_ref()?);
    match entry.kind {
        Happening::Taxed { gold } => Some((area, Movement::Taxes, gold)),
        Happening::Plundered { gold } => Some((area, Movement::Plunder, gold)),
        _ => None,
    }
}

/// The sums of every throw of so many dice of six.
fn throws(dice: i32) -> Vec<i32> {
    (0..dice.max(0)).fold(vec![0], |sums, _| {
        sums.into_iter().flat_map(|sum| (1..=6).map(move |face| sum + face)).collect()
    })
}
