//! Names, signs and small phrases that every report shares.

use crate::empires::rulebook::Rulebook;
use crate::empires::terms::wording::Naming;
use crate::empires::terms::{AreaId, EmpireId, EndeavourSort, LanguageId, Pentade, ReligionId, RuleId};
use crate::empires::world::{Area, QUARTERS, World};
use crate::postal::document::Span;

/// Who and what the ids of one world are called.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) rulebook: &'a Rulebook,
    pub(super) world: &'a World,
}

impl<'a> Names<'a> {
    /// The name of an area.
    pub(super) fn area(self, area: &'a AreaId) -> &'a str {
        self.rulebook.atlas.name(area)
    }

    /// The name of an empire; the id itself when the world does not know it.
    pub(super) fn empire(self, empire: &'a EmpireId) -> &'a str {
        self.world.empires.get(empire).map_or(empire.as_str(), |found| &found.name)
    }

    /// Whom year cards are given to: an army may not be in the world yet (9.3).
    pub(super) fn power(self, power: &'a EmpireId) -> String {
        match self.world.empires.get(power) {
            Some(found) => found.name.clone(),
            None => format!("the {power}"),
        }
    }

    /// The name of a language by its code.
    pub(super) fn tongue(self, code: &str) -> String {
        let languages = &self.rulebook.languages;
        languages.get(&LanguageId::new(code)).map_or_else(|| code.to_owned(), |found| found.name.clone())
    }

    /// The name of an owner, `nobody` for none.
    pub(super) fn owner(self, owner: Option<&'a EmpireId>) -> &'a str {
        owner.map_or("nobody", |empire| self.empire(empire))
    }

    /// Names of several empires: `Germany, France and Poland`.
    pub(super) fn empires(self, empires: impl IntoIterator<Item = &'a EmpireId>) -> String {
        listed(empires.into_iter().map(|empire| self.empire(empire).to_owned()).collect())
    }

    /// Names of several areas.
    pub(super) fn areas(self, areas: impl IntoIterator<Item = &'a AreaId>) -> String {
        listed(areas.into_iter().map(|area| self.area(area).to_owned()).collect())
    }

    /// The name of an area's language.
    pub(super) fn language(self, area: &'a Area) -> &'a str {
        self.rulebook.languages.get(&area.language).map_or(area.language.as_str(), |found| &found.name)
    }

    /// The highest social state that an area can have.
    pub(super) fn maximum(self, area: &Area) -> i32 {
        self.rulebook.bounds().maximum_social_state(area.base_social_state)
    }

    /// The underlying religious groups of an area with their strength: `Judaism 1`.
    pub(super) fn groups(self, area: &'a Area) -> String {
        let groups = area.urgs.iter();
        let words =
            groups.map(|(religion, level)| format!("{} {level}", self.rulebook.religions.name(religion)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// A rule as a link where the register knows it, as plain words otherwise.
    pub(super) fn rule(self, rule: &RuleId) -> Span {
        if self.rulebook.register.iter().any(|row| row.id == *rule) {
            Span::Rule(rule.clone())
        } else {
            Span::Text(format!(" (chapter {rule})"))
        }
    }
}

impl Naming for Names<'_> {
    fn area(&self, id: &AreaId) -> String {
        Names::area(*self, id).to_owned()
    }

    fn empire(&self, id: &EmpireId) -> String {
        Names::empire(*self, id).to_owned()
    }

    fn religion(&self, id: &ReligionId) -> String {
        self.rulebook.religions.name(id).to_owned()
    }
}

/// Plain words.
pub(super) fn text(words: impl Into<String>) -> Span {
    Span::Text(words.into())
}

/// `+2`, `0`, `−1`, with a true minus sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

/// `3`, `−1`, with a true minus sign.
pub(super) fn plain(number: i32) -> String {
    if number < 0 { signed(number) } else { number.to_string() }
}

/// Victory points from quarters: `12¾`, `0`, `−1½`.
pub(super) fn points(quarters: i32) -> String {
    let part = ["", "\u{bc}", "\u{bd}", "\u{be}"];
    let size = quarters.unsigned_abs();
    let (whole, rest) = (size / QUARTERS.unsigned_abs(), size % QUARTERS.unsigned_abs());
    let part = part.get(rest as usize).copied().unwrap_or_default();
    let whole = if whole == 0 && !part.is_empty() { String::new() } else { whole.to_string() };
    format!("{}{whole}{part}", if quarters < 0 { "\u{2212}" } else { "" })
}

/// `1 area`, `2 areas`.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `a, b and c`.
pub(super) fn listed(mut words: Vec<String>) -> String {
    match words.pop() {
        None => "nobody".to_owned(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}

/// The years of a pentade: `976–980`.
pub(super) fn years(pentade: Pentade) -> String {
    format!("{}\u{2013}{}", pentade.first_year(), pentade.last_year())
}

/// The noun of an endeavour: `conquest`.
pub(super) fn noun(sort: EndeavourSort) -> &'static str {
    match sort {
        EndeavourSort::Conquest => "conquest",
        EndeavourSort::Pillage => "pillage",
        EndeavourSort::Diplomacy => "diplomacy",
        EndeavourSort::Defence => "defence",
        EndeavourSort::Fortification => "fortification",
        EndeavourSort::Ruling => "ruling",
        EndeavourSort::Conversion => "conversion",
    }
}

/// Words as a sentence begins: the first letter large.
pub(super) fn sentence_case(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
