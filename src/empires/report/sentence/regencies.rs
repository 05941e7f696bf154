//! Sentences of regencies (30), of the end of dynasties and of revolts (19.9 to 19.11).

use super::Sentence;
use crate::empires::chronicle::RegencyHappening;

impl Sentence<'_> {
    /// The sentence of one such entry: lower case, with its full stop.
    pub(super) fn of_regencies(&self, kind: &RegencyHappening) -> String {
        let (who, place, names) = (&self.who, &self.place, self.names);
        match kind {
            RegencyHappening::DiedHeirless { leader } => {
                format!("{leader} of {who} dies without an heir, and his dynasty ends.")
            }
            RegencyHappening::Stirred { stirs: true } => format!("{place} will not have the new dynasty."),
            RegencyHappening::Stirred { stirs: false } => {
                format!("{place} takes the new dynasty as it comes.")
            }
            RegencyHappening::Rises => format!("{place} rises against {who}."),
            RegencyHappening::NobodyRises => format!("{who} has nobody beside its court who could rise."),
            RegencyHappening::CivilWarSpreads { percent, joins } => {
                let joins = if *joins { "joins" } else { "does not join" };
                format!("{place} {joins} the rebels (chance {percent} %).")
            }
            RegencyHappening::RealmArose { realm, areas } => {
                let (realm, areas) = (names.empire(realm), names.areas(areas));
                format!("{realm} arises against {who} with {areas}.")
            }
            RegencyHappening::MagnateInTheMarches { appears: true } => {
                format!("a magnate makes himself master of {place}.")
            }
            RegencyHappening::MagnateInTheMarches { appears: false } => {
                format!("no magnate appears in {place}.")
            }
            _ => self.of_regents(kind),
        }
    }

    fn of_regents(&self, kind: &RegencyHappening) -> String {
        let (who, names) = (&self.who, self.names);
        match kind {
            RegencyHappening::AgeThrown { reign, percent, majority } => {
                let outcome = match majority {
                    Some(year) => format!("he comes of age in {year}"),
                    None => "he is of age".to_owned(),
                };
                format!(
                    "the heir of {who} after a reign of {reign} years, chance {percent} % of one under age: {outcome}."
                )
            }
            RegencyHappening::RegentChosen { name, statures } => {
                format!("{name} of {who} is to be regent, with the statures {statures}.")
            }
            RegencyHappening::Began { heir, regent } => {
                format!("{heir} of {who} is under age; {regent} rules for him.")
            }
            RegencyHappening::CameOfAge { name, statures } => {
                format!("{name} of {who} is of age and rules with the statures {statures}.")
            }
            RegencyHappening::Given { regent, deadlocked } => {
                let why = if *deadlocked { ", for the parley is deadlocked" } else { "" };
                format!("the regency of {who} goes to {}{why}.", names.empire(regent))
            }
            RegencyHappening::NotYielded { heir } => {
                format!("{heir} of {who} is of age, but the regent does not yield.")
            }
            RegencyHappening::RegentAttacked { area } => {
                format!("the regent of {who} attacks {}, an area of his ward.", names.area(area))
            }
            RegencyHappening::Usurped { heir } => {
                format!("the regent of {who} usurps the throne of {heir} and founds a new dynasty.")
            }
            _ => String::new(),
        }
    }
}
