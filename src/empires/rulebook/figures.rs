//! The single figures of the rules, each with its rule.

use std::collections::BTreeMap;

use super::fault::Faults;
use super::table::Table;
use crate::empires::terms::RuleId;

pub(super) const FILE: &str = "rules/tables/figures.csv";

/// One row of the table of figures, for the rules page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureRow {
    /// Its id.
    pub id: String,
    /// Its value.
    pub value: i32,
    /// Its rule.
    pub rule: RuleId,
}

macro_rules! figures {
    ($( $(#[$doc:meta])* $name:ident: $range:expr, )+) => {
        /// The single figures of the rules. All are whole numbers.
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct Figures {
            $( $(#[$doc])* pub $name: i32, )+
            /// Every figure with its rule, in table order.
            pub rows: Vec<FigureRow>,
        }

        /// The ids of all figures with the values each may have.
        const KNOWN: &[(&str, std::ops::RangeInclusive<i32>)] = &[$( (stringify!($name), $range), )+];

        impl Figures {
            fn set(&mut self, id: &str, value: i32) {
                match id {
                    $( stringify!($name) => self.$name = value, )+
                    _ => {}
                }
            }
        }
    };
}

figures! {
    /// Lowest population (2.2).
    population_lowest: -9..=0,
    /// Highest population (2.2).
    population_highest: 1..=9,
    /// Lowest social state (2.3).
    social_state_lowest: -9..=0,
    /// How far the maximum is above the base social state (2.3).
    social_state_above_base: 0..=9,
    /// Highest social state of any area (2.3).
    social_state_highest: 1..=9,
    /// Years of a period (1.3).
    period_years: 5..=100,
    /// Sea areas that a line of communications may cross (7.2).
    communications_sea_areas: 0..=9,
    /// The same when either end is seafaring (7.2).
    communications_sea_areas_seafaring: 0..=9,
    /// Years for which conditions can ask about an event (6.5).
    remembered_years: 5..=1000,
    /// Cards in the year deck (9.2).
    year_cards: 5..=999,
    /// Year cards of a power without a player in a pentade (6.8).
    power_cards: 0..=9,
    /// Year cards of an exile in a pentade (21.1).
    exile_cards: 0..=9,
    /// Areas that an exile names to return (21.1 d).
    exile_return_areas: 1..=9,
    /// Percent chance of a magnate to become a player empire when there is none yet (24.7).
    becomes_player_percent: 0..=100,
    /// Percent less for each player empire (24.7).
    becomes_player_less_per_player: 0..=100,
    /// Least percent (24.7).
    becomes_player_least_percent: 0..=100,
    /// Years between two chances to become a player empire (24.7).
    becomes_player_every_years: 5..=100,
    /// Percent for each level of an underlying group to give a magnate's religion (24.8).
    urg_religion_percent_per_level: 0..=100,
    /// Year in which the southern khan becomes a player and converts (24.10).
    khan_converts_year: 1..=2000,
    /// Social state that a target akin to the magnate counts more (24.6).
    magnate_akin_social_state: 0..=9,
    /// Wealth that an area of the raiders' own religion counts less (24.1).
    raid_religion_wealth: 0..=9,
    /// Least rating at which an area is assailable (24.5).
    assailable_from_rating: -9..=9,
    /// Year cards dealt to a player empire each pentade (9.2).
    hand: 1..=9,
    /// Event cards beside the quiet years (19.2).
    event_cards: 1..=999,
    /// Quiet years among the event cards (19.2).
    quiet_years: 0..=99,
    /// Sea areas that an endeavour may cross (9.8).
    ship_sea_areas: 0..=9,
    /// The same from a seafaring base (9.8).
    ship_sea_areas_seafaring: 0..=9,
    /// Gold for each sea area crossed (9.8).
    ship_gold_per_sea_area: 0..=9,
    /// Sea areas that are free from a seafaring base (9.8).
    ship_free_sea_areas_seafaring: 0..=9,
    /// Sea areas that do not change the rating (9.7).
    sea_areas_at_full_rating: 0..=9,
    /// Percent of a positive rating that is left beyond them, rounded up (9.7).
    sea_positive_rating_percent: 0..=100,
    /// Percent that a negative rating becomes beyond them, its size rounded up (9.7).
    sea_negative_rating_percent: 100..=300,
    /// Fewest C results that take an area (10.3).
    conquest_fewest_results: 1..=9,
    /// Fortification levels that a conquest destroys (10.6).
    conquest_fortification_lost: 0..=9,
    /// C results that a ruling success removes (10.7).
    ruling_results_removed: 1..=9,
    /// Least gold of a successful pillage (11.2).
    pillage_least_gold: 0..=99,
    /// Most gold of a successful pillage (11.2).
    pillage_most_gold: 0..=99,
    /// Fewest diplomatic C results that win an area (12.1).
    diplomacy_fewest_results: 1..=9,
    /// Rating of an attack from which a side without a player defends of itself (13.3).
    defence_unasked_from_rating: -9..=9,
    /// Gold of one fortification endeavour (14.1).
    fortification_price: 0..=99,
    /// Highest fortification level without the advance (14.1).
    fortification_highest: 0..=9,
    /// Least social state that can be taxed (16.1).
    taxable_social_state: -9..=9,
    /// Least wealth that can be taxed (16.1).
    taxable_wealth: -9..=9,
    /// Social state lost by taxation, where ruling R16.1 is read so (16.1).
    taxation_social_state_lost: 0..=9,
    /// Added to the rebellion value of a check for taxation, where ruling R16.1 is read so (16.1).
    taxation_rebellion_value: 0..=9,
    /// Gold of each Enlarged Demesne in play (16.2).
    demesne_gold: 0..=99,
    /// Plunder is this many times the wealth (16.3).
    plunder_times: 1..=9,
    /// Least wealth that plunder reckons with (16.3).
    plunder_least_wealth: 0..=9,
    /// Social state that plunder costs (16.3).
    plunder_social_state_lost: 0..=9,
    /// Dice of a rebellion check (17.3).
    check_dice: 1..=9,
    /// Years of undisturbed control that make a claim (18.6).
    prescription_years: 5..=100,
    /// Votes of the Pope in Papal and crusade matters (20.3).
    pope_votes: 0..=99,
    /// Votes that an Influence card adds (19.19, 20.3).
    influence_votes: 0..=99,
    /// Social state from which an area of an excommunicated ruler is not put to the test (22.1).
    excommunicated_safe_social_state: -3..=9,
    /// Years that an excommunication lasts (22.1).
    excommunication_years: 5..=100,
    /// Years after which a schism lasts for good (23.2).
    schism_years: 5..=999,
    /// Gold of a penance (22.1).
    penance_gold: 0..=99,
    /// Percent of the votes cast that heal a schism or unite the churches (20.3, 23.1).
    schism_healing_percent: 1..=100,
    /// Heirless death: areas of the leader's own language and religion check up to this face of a die (19.9).
    heirless_other_areas_up_to: 0..=6,
    /// Strength of the underlying group that the card of a heresy leaves (19.4).
    card_heresy_strength: 1..=4,
    /// Pentades at whose close a major heresy spreads (19.5).
    heresy_spread_pentades: 0..=9,
    /// Chance in percent that it reaches an area of the same language or religion only (19.5).
    heresy_spread_percent: 0..=100,
    /// Levels that the fortification advance allows beyond the highest (19.15).
    fortification_advance_walls: 0..=9,
    /// Gold of an endeavour for the extra level without the original of the advance (19.15).
    fortification_advance_copy_price: 0..=99,
    /// Gold that the use of a copy of the siege advance costs (19.15).
    siege_advance_copy_price: 0..=99,
    /// Fortification levels that every area loses when the siege advance is returned (19.15).
    siege_walls_returned: 0..=9,
    /// First year in which debased coinage strikes others than Byzantium (19.16).
    debased_coinage_from: 700..=2000,
    /// Face of a die up to which an epidemic spreads from a neighbour (19.17).
    epidemic_spreads_up_to: 0..=6,
    /// Most areas of one multi-area dynastic influence (19.18).
    dynastic_areas: 1..=9,
    /// Diplomatic stature of an excommunicated ruler (22.1).
    excommunicated_diplomatic: 1..=9,
    /// Least differential of a conversion (22.3).
    conversion_least_differential: 1..=99,
    /// Strength up to which the removal of one from an underlying group calls for no check (22.2).
    conversion_unchecked_group: 0..=9,
    /// Differential that one success overcomes (22.3).
    conversion_differential_per_success: 1..=99,
    /// Years of a crusade for a holy city (23.4).
    crusade_years: 1..=100,
    /// Years back to which an attack is ground for a crusade (23.5).
    crusade_ground_years: 1..=100,
    /// Sea areas as which a crusade's way counts where its base is out of reach (23.3).
    crusade_far_sea_areas: 1..=9,
    /// Most year cards that a Crusader State is given in a pentade (23.7).
    crusader_state_given_cards: 0..=99,
    /// Strength of the group that the former religion leaves in an area that a Crusader State colonised (23.7).
    crusader_state_urg: 1..=9,
    /// Rating from which a Crusader State or religious order attacks of itself (23.7).
    crusader_attacks_from_rating: -9..=9,
    /// Each stature of a religious order (28.1).
    order_stature: 1..=9,
    /// Years after which a religious order may become a player empire (28.1).
    order_player_years: 5..=500,
    /// Two dice from this sum bring a magnate (24.6).
    magnate_appears_from: 2..=13,
    /// Years a magnate lasts at least (24.6).
    magnate_years: 0..=200,
    /// Years more for each pip of a die (24.6).
    magnate_years_per_pip: 0..=50,
    /// Colonisation levels that change a language where the population is 0 (25.1).
    colonisation_goal: 1..=99,
    /// Levels more for each point of population (25.1).
    colonisation_goal_per_population: 0..=9,
    /// Fewest levels (25.1).
    colonisation_least_goal: 1..=99,
    /// Gold of one step by land (25.1).
    colonisation_land_price: 0..=99,
    /// Years that a colonisation may rest (25.3).
    colonisation_rest_years: 0..=200,
    /// Gold that makes one victory point at the end (26.2).
    gold_per_point: 1..=999,
    /// Last year of the game (26.1).
    last_year: 1000..=2000,
    /// First period's end that scores (26.4).
    first_scoring: 700..=2000,
    /// Points at a period's start that an improvement is reckoned against at least (26.4).
    improvement_least_start: 1..=999,
    /// Quarters of a victory point for an area converted or colonised (26.3).
    quarters_converted_or_colonised: 0..=99,
    /// Quarters of a victory point for an area of a mass conversion (26.3).
    quarters_mass_converted: 0..=99,
    /// A reign below this may leave a minor. Hidden from players (30.1).
    regency_reign_under: 0..=99,
    /// Its chance in percent. Hidden from players (30.1).
    regency_percent_under: 0..=100,
    /// A reign above this may leave a minor. Hidden from players (30.1).
    regency_reign_over: 0..=99,
    /// Its chance in percent. Hidden from players (30.1).
    regency_percent_over: 0..=100,
    /// Faces of the die for the minor's age. Hidden from players (30.1).
    regency_age_die: 1..=99,
    /// Years added to it. Hidden from players (30.1).
    regency_age_added: 0..=99,
    /// Age at which a regency ends. Hidden from players (30.1).
    regency_majority: 1..=99,
    /// Highest combat and diplomatic stature of a regent (30.2).
    regent_highest: 1..=9,
    /// Chance in percent that an area joins a civil war (19.10).
    civil_war_percent: 0..=100,
    /// The same in unrest (19.10).
    civil_war_percent_in_unrest: 0..=100,
    /// Chance in percent that a revolt in the marches brings a magnate (19.11).
    marches_magnate_percent: 0..=100,
    /// Highest level of an underlying religious group (32.1).
    urg_highest: 1..=9,
    /// Strength of the group that a religion becomes which is dominant no longer (32.6).
    urg_of_former_religion: 1..=9,
    /// Year in which underlying religious groups decline for the first time (32.5).
    urg_decline_first: 700..=2000,
    /// Years from one decline to the next (32.5).
    urg_decline_years: 5..=500,
    /// What a decline takes off (32.5).
    urg_decline: 0..=9,
    /// Least strength to which Jews decline (32.5).
    urg_decline_jews_to: 0..=9,
    /// Chance in percent that population changes (33.1).
    percent_population: 0..=100,
    /// Chance in percent that the base social state changes (33.2).
    percent_base_social_state: 0..=100,
    /// Chance in percent that population falls in a wasted area that is attacked (33.2).
    percent_population_attacked: 0..=100,
    /// What neglected land recovers at the end of a period (33.3).
    period_recovery: 0..=9,
    /// Age in years up to which a mistake is corrected (34.1).
    correction_window_years: 0..=200,
}

impl Figures {
    /// These figures with another value of one; none for an id or a value that the table may not have.
    pub fn with(&self, id: &str, value: i32) -> Option<Self> {
        let (_, range) = KNOWN.iter().find(|(known, _)| *known == id)?;
        let mut figures = self.clone();
        figures.set(id, value);
        range.contains(&value).then_some(figures)
    }

    /// Rule 25.1: the level at which a colonisation is done, by the area's population.
    ///
    /// Units: levels, from 1.
    pub fn colonisation_goal_of(&self, population: i32) -> i32 {
        let goal = self.colonisation_goal + self.colonisation_goal_per_population * population;
        goal.max(self.colonisation_least_goal) // rule:25.1
    }
}

/// Figures that forbid as little as they can, so that one that is missing makes no fault of another file.
fn widest() -> Figures {
    let mut figures = Figures::default();
    for (id, range) in KNOWN {
        figures.set(id, if id.ends_with("_lowest") { *range.start() } else { *range.end() });
    }
    figures
}

/// The figures from their table: each once, within its range.
pub(super) fn read(files: &BTreeMap<String, String>, faults: &Faults) -> Figures {
    let table = Table::read(files, FILE, &["id", "value", "rule", "source"], faults);
    table.unique("id");
    let mut figures = widest();
    for row in &table.rows {
        let id = row.text("id");
        let Some((_, range)) = KNOWN.iter().find(|(known, _)| *known == id) else {
            row.fault(format!("unknown figure \"{id}\""));
            continue;
        };
        let (value, rule) = (row.whole("value", range.clone()), row.rule());
        if let (Some(value), Some(rule)) = (value, rule) {
            figures.set(id, value);
            figures.rows.push(FigureRow { id: id.to_owned(), value, rule });
        }
    }
    for (id, _) in KNOWN {
        if !table.rows.iter().any(|row| row.text("id") == *id) {
            faults.of(FILE, format!("figure \"{id}\" is missing"));
        }
    }
    figures
}
