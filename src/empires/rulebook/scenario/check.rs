//! What makes an opening world legal.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::read::Places;
use super::{Division, Scenario, ScenarioEmpire};
use crate::empires::atlas::Atlas;
use crate::empires::rulebook::fault::Faults;
use crate::empires::rulebook::figures::Figures;
use crate::empires::rulebook::leaders::LeadersTable;
use crate::empires::rulebook::map::Peoples;
use crate::empires::rulebook::religions::Group;
use crate::empires::terms::{AreaId, EmpireId, Pentade, ReligionId, Statures};

/// What a scenario is held against.
pub(in crate::empires::rulebook) struct Known<'a> {
    pub(in crate::empires::rulebook) atlas: &'a Atlas,
    pub(in crate::empires::rulebook) peoples: &'a Peoples<'a>,
    pub(in crate::empires::rulebook) leaders: &'a LeadersTable,
    pub(in crate::empires::rulebook) figures: &'a Figures,
}

struct Check<'a> {
    scenario: &'a Scenario,
    file: &'a str,
    places: &'a Places,
    known: &'a Known<'a>,
    faults: &'a Faults,
}

/// Notes every fault of a scenario that was read.
pub(super) fn check(scenario: &Scenario, file: &str, places: &Places, known: &Known<'_>, faults: &Faults) {
    let check = Check { scenario, file, places, known, faults };
    check.frame();
    check.owners();
    check.names();
    check.areas();
    for empire in &scenario.empires {
        check.empire(empire);
    }
    check.statures(places.pope, "the Pope", scenario.pope.statures);
}

impl Check<'_> {
    fn fault(&self, line: u32, reason: impl Into<String>) {
        self.faults.at(self.file, line, reason);
    }

    fn empire_line(&self, empire: &EmpireId) -> u32 {
        self.places.empires.get(empire).copied().unwrap_or(self.places.id)
    }

    /// Id, years, number of players.
    fn frame(&self) {
        let scenario = self.scenario;
        if self.file != format!("scenarios/{}.toml", scenario.id) {
            self.fault(self.places.id, format!("id \"{}\" is not the name of the file", scenario.id));
        }
        if Pentade::of(scenario.first_year).first_year() != scenario.first_year {
            self.fault(self.places.first_year, format!("no pentade begins in {}", scenario.first_year));
        }
        if Pentade::of(scenario.last_year).last_year() != scenario.last_year
            || scenario.last_year < scenario.first_year
        {
            self.fault(
                self.places.last_year,
                format!("no pentade of this game ends in {}", scenario.last_year),
            );
        }
        let (fewest, most) = scenario.players;
        let empires = u32::try_from(scenario.empires.len()).unwrap_or(u32::MAX);
        if fewest == 0 || fewest > most || most > empires {
            self.fault(self.places.players, format!("{fewest} to {most} players for {empires} empires"));
        }
    }

    /// Every empire once, every area with one owner.
    fn owners(&self) {
        let mut ids = BTreeSet::new();
        let mut owners: BTreeMap<&AreaId, &EmpireId> = BTreeMap::new();
        for empire in &self.scenario.empires {
            let line = self.empire_line(&empire.id);
            if !ids.insert(&empire.id) {
                self.fault(line, format!("empire {} is there twice", empire.id));
            }
            for area in &empire.areas {
                if let Some(first) = owners.insert(area, &empire.id) {
                    self.fault(line, format!("{area} belongs to {first} already"));
                }
            }
        }
        for area in &self.scenario.pope.areas {
            if let Some(first) = owners.get(area) {
                self.fault(self.places.pope, format!("{area} belongs to {first} already"));
            }
        }
    }

    /// Empires named elsewhere in the file.
    fn names(&self) {
        let scenario = self.scenario;
        let mut named: Vec<&EmpireId> = scenario.specials.iter().map(|special| &special.empire).collect();
        named.extend(scenario.handicaps.keys());
        named.extend(scenario.division.as_ref().map(|division| &division.empire));
        named.extend(scenario.seats.iter().flat_map(|seats| &seats.order));
        for empire in named.into_iter().filter(|id| scenario.empire(id).is_none()) {
            self.fault(self.places.id, format!("unknown empire \"{empire}\""));
        }
        if let Some(division) = &scenario.division {
            self.division(division);
        }
    }

    /// A division has two parts or more, with ids that nobody bears and languages that no other part has (8.7).
    fn division(&self, division: &Division) {
        if division.parts.len() < 2 {
            self.fault(self.places.id, "a division has at least two parts (8.7)");
        }
        let (mut ids, mut languages) = (BTreeSet::new(), BTreeSet::new());
        for part in &division.parts {
            if !ids.insert(&part.id) || self.scenario.empire(&part.id).is_some() {
                self.fault(self.places.id, format!("empire {} is there twice", part.id));
            }
            for code in part.languages.iter().filter(|code| !languages.insert(*code)) {
                self.fault(self.places.id, format!("language \"{code}\" belongs to two parts (8.7)"));
            }
            if self.known.atlas.area(&part.court).is_none() {
                self.fault(self.places.id, format!("unknown area \"{}\"", part.court));
            }
            for code in part.languages.iter().filter(|code| !self.known.peoples.languages.contains_key(code))
            {
                self.fault(self.places.id, format!("unknown language \"{code}\""));
            }
        }
    }

    /// Every area's opening state.
    fn areas(&self) {
        let figures = self.known.figures;
        for area in self.scenario.areas.keys().filter(|area| self.known.atlas.area(area).is_none()) {
            self.fault(self.places.areas[area], format!("unknown area \"{area}\""));
        }
        let opening = self.scenario.opening(
            self.known.atlas,
            figures.social_state_above_base,
            figures.social_state_highest,
        );
        for (id, area) in &opening {
            let line = self.places.areas.get(id).copied().unwrap_or(self.places.id);
            let maximum =
                (area.base_social_state + figures.social_state_above_base).min(figures.social_state_highest);
            if !(figures.social_state_lowest..=maximum).contains(&area.social_state) {
                let (state, lowest) = (area.social_state, figures.social_state_lowest);
                self.fault(line, format!("{id}: social state {state} is not from {lowest} to {maximum}"));
            }
            if !(0..=figures.fortification_highest).contains(&area.fortification) {
                let (level, highest) = (area.fortification, figures.fortification_highest);
                self.fault(line, format!("{id}: fortification {level} is not from 0 to {highest}"));
            }
            for fault in self.known.peoples.faults_of(&area.language, &area.religion) {
                self.fault(line, format!("{id}: {fault}"));
            }
            self.urgs(line, id, &area.religion, &area.urgs);
        }
    }

    fn urgs(&self, line: u32, id: &AreaId, religion: &ReligionId, urgs: &BTreeMap<ReligionId, i32>) {
        for (group, level) in urgs {
            if self.known.peoples.religions.get(group).is_none() {
                self.fault(line, format!("{id}: unknown religion \"{group}\""));
            }
            if !(1..=self.known.figures.urg_highest).contains(level) {
                let highest = self.known.figures.urg_highest;
                self.fault(line, format!("{id}: group {group} of level {level} is not from 1 to {highest}"));
            }
            if group == religion {
                self.fault(line, format!("{id}: a group of its own religion {group}"));
            }
        }
    }

    fn empire(&self, empire: &ScenarioEmpire) {
        let line = self.empire_line(&empire.id);
        if !empire.areas.contains(&empire.court) {
            self.fault(line, format!("{} does not own its court {}", empire.id, empire.court));
        }
        self.statures(line, empire.id.as_str(), empire.statures);
        if !(0..=999).contains(&empire.treasury) {
            self.fault(line, format!("{}: treasury {} is not from 0 to 999", empire.id, empire.treasury));
        }
        if empire.accession > self.scenario.first_year {
            self.fault(line, format!("{}: accession {} is after the opening", empire.id, empire.accession));
        }
        for area in empire.areas.difference(&self.connected(empire)) {
            self.fault(line, format!("{area} has no communications with the court of {}", empire.id));
        }
        let change = self.scenario.areas.get(&empire.court).and_then(|area| area.religion.as_ref());
        let religion = change.or_else(|| self.known.atlas.area(&empire.court).map(|area| &area.religion));
        let pagan = religion.and_then(|code| self.known.peoples.religions.group(code)) == Some(Group::Pagan);
        if pagan && !(empire.claims.is_empty() && empire.ties.is_empty()) {
            self.fault(line, format!("{} has a pagan court and holds ties or claims (2.6)", empire.id));
        }
    }

    fn statures(&self, line: u32, who: &str, statures: Statures) {
        let three = [statures.combat, statures.administrative, statures.diplomatic];
        for stature in three.into_iter().filter(|stature| !self.known.leaders.is_grade(*stature)) {
            self.fault(line, format!("{who}: stature {stature} is no natural grade (8.1)"));
        }
    }

    /// The empire's areas with a line of communications at the opening, before there are treaties (7.2).
    fn connected(&self, empire: &ScenarioEmpire) -> BTreeSet<AreaId> {
        let (atlas, figures) = (self.known.atlas, self.known.figures);
        let mut reached = BTreeSet::from([empire.court.clone()]);
        let mut queue = VecDeque::from([empire.court.clone()]);
        while let Some(here) = queue.pop_front() {
            for there in &empire.areas {
                let seafaring = atlas.seafaring(&here) || atlas.seafaring(there);
                let range = if seafaring {
                    figures.communications_sea_areas_seafaring
                } else {
                    figures.communications_sea_areas
                };
                let joined =
                    atlas.adjacent(&here, there) || atlas.sea_distance_within(&here, there, range).is_some();
                if joined && reached.insert(there.clone()) {
                    queue.push_back(there.clone());
                }
            }
        }
        reached
    }
}
