//! Words of a case for what is given of raiders, magnates, exiles (21, 24), and the dice that keep them away.

use pentade::empires::rulebook::Rulebook;
use pentade::empires::rules::actors::leader;
use pentade::empires::terms::{LanguageId, ReligionId};
use pentade::empires::world::{Empire, EmpireKind, World};

use crate::names::Names;

/// The draws by which no raiders come.
pub fn quiet(rulebook: &Rulebook, first: i32) -> Vec<(String, Vec<u32>)> {
    let mut quiet = Vec::new();
    for row in &rulebook.raiders {
        let asleep =
            (1..=6).find(|face| !row.active_in_peak.contains(face) && !row.active_otherwise.contains(face));
        let face = asleep.and_then(|face| u32::try_from(face).ok()).unwrap_or(6);
        quiet.push((format!("{first}/-/raiders/{}/0", row.id), vec![face]));
    }
    quiet
}

/// A power without a player that has nothing yet.
fn waiting(kind: EmpireKind, name: &str, (language, religion): (LanguageId, ReligionId)) -> Empire {
    Empire {
        name: name.to_owned(),
        adjective: name.to_owned(),
        kind,
        seat: None,
        court: None,
        leader: leader(name.to_owned(), 900, 5, (language, religion)),
        dynasty: String::new(),
        treasury: 0,
        off_board: None,
    }
}

/// Puts one fact on the board; none for words that mean nothing here. `Vikings: last active 971`, `Vikings: ended`,
/// `Vikings: stand by` for raiders who came before.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    let id = names.empire(subject)?.clone();
    match fact.rsplit_once(' ') {
        Some(("last active", year)) => {
            world.outsiders.raiders.entry(id).or_default().last_active = Some(year.parse().ok()?);
        }
        Some(("stand", "by")) => {
            let people = (LanguageId::new("TUR"), ReligionId::new("PAG_NI"));
            world.empires.insert(id, waiting(EmpireKind::Raider, subject, people));
        }
        None if fact == "ended" => world.outsiders.raiders.entry(id).or_default().ended = true,
        _ => return None,
    }
    Some(())
}
