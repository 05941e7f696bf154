//! Words of a case for what is given of conversion, colonisation, groups, the land (22, 25, 32, 33).

use pentade::empires::terms::EmpireId;
use pentade::empires::world::{Colonisation, Conversion, Empire, EmpireKind, Leader, World};

use crate::names::Names;

/// Puts one fact on the board; none for words that mean nothing here.
///
/// `Saxony: 2 successes of conversion by Germany`: towards the religion of its leader as he then is. `Saxony: colonisation by
/// Germany at 3`, with `resting since 955` or `hindered since 955`: to the language of its leader as he then is.
pub fn say(names: &Names, world: &mut World, subject: &str, fact: &str) -> Option<()> {
    if let Some(words) = fact.strip_prefix("arise in ") {
        return arise(names, world, names.empire(subject)?.clone(), words);
    }
    let id = names.area(subject.strip_prefix("area ").unwrap_or(subject))?.clone();
    if let Some(words) = fact.strip_prefix("colonisation by ") {
        let colonisation = colonisation(names, world, words)?;
        world.people.colonisations.insert(id, colonisation);
        return Some(());
    }
    let (successes, converter) = fact.split_once(" successes of conversion by ")?;
    let converter = names.empire(converter)?.clone();
    let religion = world.empires.get(&converter)?.leader.religion.clone();
    let successes: i32 = successes.parse().ok()?;
    let conversion = Conversion { converter, religion, successes, needed: successes + 1 };
    world.people.conversions.insert(id, conversion);
    Some(())
}

/// `Abbasids: arise in al-Iraq as MUS`: an empire of the GM's, of the area's language and this religion, in that area.
fn arise(names: &Names, world: &mut World, id: EmpireId, words: &str) -> Option<()> {
    let (court, religion) = words.split_once(" as ")?;
    let (court, religion) = (names.area(court)?.clone(), names.religion(religion)?.clone());
    let area = world.areas.get_mut(&court)?;
    area.owner = Some(id.clone());
    area.religion = religion.clone();
    let pattern = world.empires.values().find(|empire| empire.kind == EmpireKind::Player)?;
    let leader = Leader { language: area.language.clone(), religion, ..pattern.leader.clone() };
    let empire = Empire { name: id.to_string(), seat: None, court: Some(court), leader, ..pattern.clone() };
    world.empires.insert(id, empire);
    Some(())
}

fn colonisation(names: &Names, world: &World, words: &str) -> Option<Colonisation> {
    let (empire, rest) = words.split_once(" at ")?;
    let empire = names.empire(empire)?.clone();
    let language = world.empires.get(&empire)?.leader.language.clone();
    let mut words = rest.split(' ');
    let level = words.next()?.parse().ok()?;
    let (resting, advanced) = match (words.next(), words.next(), words.next()) {
        (None, _, _) => (false, world.pentade.first_year() - 1),
        (Some("resting"), Some("since"), Some(year)) => (true, year.parse().ok()?),
        (Some("hindered"), Some("since"), Some(year)) => (false, year.parse().ok()?),
        _ => return None,
    };
    Some(Colonisation { empire, language, level, resting, advanced })
}
