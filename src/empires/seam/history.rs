//! The past of a name for a reader: which area or empire is meant, and its pentades one after the other.

use super::Empires;
use super::texts::TurnRead;
use crate::empires::orders::{Named, named};
use crate::empires::report::{Past, area_history, empire_history};
use crate::empires::terms::EmpireId;
use crate::empires::world::World;
use crate::postal::chronicle::Reader;
use crate::postal::document::{Document, Lookup};
use crate::postal::game::{GameError, Turn};

/// What the bearer of a name has gone through. A leader's name stands for his empire.
pub(super) fn tell(
    game: &Empires,
    now: &World,
    turns: &[Turn<'_>],
    (name, reader): (&str, &Reader),
) -> Result<Lookup, GameError> {
    let pasts: Vec<TurnRead> = turns.iter().copied().map(TurnRead::of).collect::<Result<_, _>>()?;
    let vocabulary = game.vocabulary(now)?;
    let meant = match named(&vocabulary, name) {
        Ok(meant) => meant,
        Err(near) => match led_by(name, pasts.iter().map(|past| &*past.before).chain([now])) {
            Some(empire) => vec![Named::Empire(empire)],
            None => return Ok(Lookup::Unknown(near)),
        },
    };
    let rulebook = &*game.rulebook().of_world(now);
    let turns: Vec<Past<'_>> = pasts
        .iter()
        .map(|past| Past { before: &past.before, after: &past.after, chronicle: &past.chronicle })
        .collect();
    let mut told = meant.iter().filter_map(|one| match one {
        Named::Area(area) => area_history(rulebook, now, &turns, (area, reader)),
        Named::Empire(empire) => empire_history(rulebook, now, &turns, (empire, reader)),
    });
    let Some(mut document) = told.next() else { return Ok(Lookup::Unknown(Vec::new())) };
    for more in told {
        append(&mut document, more);
    }
    Ok(Lookup::Told(document))
}

fn append(document: &mut Document, more: Document) {
    document.heading(2, more.title);
    document.blocks.extend(more.blocks);
}

/// The empire that a leader of this name has led.
fn led_by<'w>(name: &str, worlds: impl Iterator<Item = &'w World>) -> Option<EmpireId> {
    let name = name.trim().to_lowercase();
    worlds
        .flat_map(|world| &world.empires)
        .find(|(_, empire)| !name.is_empty() && empire.leader.name.to_lowercase() == name)
        .map(|(id, _)| id.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::empires::rulebook::tests::shipped_files;
    use crate::empires::seam::texts::{entries_from, world_from};
    use crate::postal::chronicle::SideId;
    use crate::postal::dice::Seed;
    use crate::postal::document::{Block, Span};
    use crate::postal::game::{ChronicleText, Game, Inputs, Outcome, WorldText};

    fn words(document: &Document) -> String {
        let mut words = document.title.clone();
        for block in &document.blocks {
            match block {
                Block::Heading { text, .. } => words.push_str(text),
                Block::Paragraph(spans) => words.push_str(&format!("{spans:?}")),
                Block::List(items) => items.iter().flat_map(|item| &item.spans).for_each(|span| match span {
                    Span::Text(text) | Span::Strong(text) => words.push_str(text),
                    Span::Rule(_) => {}
                }),
                Block::Table { rows, .. } => words.push_str(&format!("{rows:?}")),
                Block::Verbatim(_) => {}
            }
            words.push('\n');
        }
        words
    }

    /// A pentade in which Germany taxes Swabia and plays no part in Lombardy.
    fn played() -> (Empires, WorldText, WorldText, ChronicleText) {
        let game = Empires::parse(shipped_files()).expect("the shipped config is sound");
        let before = game.begin("millennium-976").expect("a scenario");
        let germany = SideId::new("germany");
        // A defence that nobody tried is known to its writer alone.
        let letter = "Year 976\n  tax Swabia\n  rule Lombardy with 2 gold\nYear 977\n  defend Swabia\n";
        let sheet = game.read(&before, &germany, letter, None).expect("a side").sheet;
        let inputs = Inputs { sheets: BTreeMap::from([(germany, sheet.data)]), ..Inputs::default() };
        match game.adjudicate(&before, &inputs, &Seed::new([1; 32])) {
            Ok(Outcome::Complete { world, chronicle }) => (game, before, world, chronicle),
            other => panic!("{other:?}"),
        }
    }

    fn told(name: &str, reader: &Reader) -> Lookup {
        let (game, before, after, chronicle) = played();
        let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
        game.history(&after, &[turn], name, reader).expect("readable")
    }

    #[test]
    fn an_area_tells_its_owners_and_what_happened_there() {
        for name in ["Swabia", "swabia", "Swabai", "the Swabia"] {
            let Lookup::Told(document) = told(name, &Reader::Public) else { panic!("{name}") };
            let words = words(&document);
            assert!(words.starts_with("History of Swabia") && words.contains("German Empire"), "{words}");
            assert!(
                words.contains("976\u{2013}980") && words.contains("976: "),
                "its taxation is told: {words}"
            );
        }
    }

    #[test]
    fn an_empire_and_its_leader_have_one_history_and_keep_their_secrets() {
        let (game, before, after, chronicle) = played();
        let germany = EmpireId::new("germany");
        let leader = world_from(&before).expect("a world").empires[&germany].leader.name.clone();
        let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
        let tell = |name: &str, reader: &Reader| match game.history(&after, &[turn], name, reader) {
            Ok(Lookup::Told(document)) => words(&document),
            other => panic!("{name}: {other:?}"),
        };
        let own = Reader::Side(SideId::new("germany"));
        assert_eq!(tell("Germany", &own), tell(&leader, &own));
        let entries = entries_from(&chronicle).expect("a chronicle");
        let hidden = |reader: &Reader| {
            let of_germany =
                entries.iter().filter(|one| one.who.as_ref().is_some_and(|who| who.as_str() == "germany"));
            of_germany.filter(|one| !one.visibility.allows(reader)).count()
        };
        let france = Reader::Side(SideId::new("france"));
        assert!(hidden(&france) > hidden(&own), "{} {}", hidden(&france), hidden(&own));
        for reader in [&france, &Reader::Public] {
            assert!(tell("Germany", reader).len() < tell("Germany", &own).len(), "{reader:?}");
        }
    }

    #[test]
    fn what_is_unknown_is_answered_with_what_is_like_it() {
        let Lookup::Told(document) = told("Lombrdie", &Reader::Public) else {
            panic!("one name is clearly meant")
        };
        assert!(document.title.contains("Lombardy"), "{}", document.title);
        let Lookup::Unknown(near) = told("Morzia", &Reader::Public) else { panic!("nothing is called so") };
        assert!(near.iter().any(|name| name == "Moravia" || name == "Morea"), "{near:?}");
        assert!(matches!(told("<script>", &Reader::Public), Lookup::Unknown(_)));
        assert!(matches!(told("", &Reader::Public), Lookup::Unknown(_)));
    }
}
