//! What a name stands for whose past is asked for.

use super::Empires;
use crate::empires::orders::{self, named};
use crate::empires::world::World;
use crate::postal::chronicle::SideId;
use crate::postal::game::GameError;
use crate::postal::past::{Named, Naming};

/// Areas and empires that bear a name, or are clearly meant by it.
pub(super) fn meant(game: &Empires, world: &World, name: &str) -> Result<Naming, GameError> {
    let vocabulary = game.vocabulary(world)?;
    let found = match named(&vocabulary, name) {
        Ok(found) => found,
        Err(near) => return Ok(Naming::Near(near)),
    };
    let rulebook = game.rulebook().of_world(world);
    let of = |one: orders::Named| match one {
        orders::Named::Area(id) => {
            Some((Named::Place(id.as_str().to_owned()), rulebook.atlas.name(&id).to_owned()))
        }
        orders::Named::Empire(id) => {
            let name = world.empires.get(&id)?.name.clone();
            Some((Named::Side(SideId::new(id.as_str())), name))
        }
    };
    Ok(Naming::Meant(found.into_iter().filter_map(of).collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::empires::rulebook::tests::shipped_files;
    use crate::postal::chronicle::Reader;
    use crate::postal::dice::Seed;
    use crate::postal::game::{ChronicleText, Game, Inputs, Outcome, Turn, WorldText};

    fn game() -> Empires {
        Empires::parse(shipped_files()).expect("the shipped config is sound")
    }

    /// A pentade in which Germany taxes Swabia and plays no part in Lombardy.
    fn played(game: &Empires) -> (WorldText, WorldText, ChronicleText) {
        let before = game.begin("millennium-976").expect("a scenario");
        let germany = SideId::new("germany");
        // A defence that nobody tried is known to its writer alone.
        let letter = "Year 976\n  tax Swabia\n  rule Lombardy with 2 gold\nYear 977\n  defend Swabia\n";
        let sheet = game.read(&before, &germany, letter, None).expect("a side").sheet;
        let inputs = Inputs { sheets: BTreeMap::from([(germany, sheet.data)]), ..Inputs::default() };
        match game.adjudicate(&before, &inputs, &Seed::new([1; 32])) {
            Ok(Outcome::Complete { world, chronicle }) => (before, world, chronicle),
            other => panic!("{other:?}"),
        }
    }

    fn meant_by(name: &str) -> Naming {
        let game = game();
        let world = game.begin("millennium-976").expect("a scenario");
        game.named(&world, name).expect("a world")
    }

    #[test]
    fn a_name_is_found_however_it_is_spelt() {
        for name in ["Swabia", "swabia", "Swabai", "the Swabia"] {
            let wanted = vec![(Named::Place("swabia".to_owned()), "Swabia".to_owned())];
            assert_eq!(meant_by(name), Naming::Meant(wanted), "{name}");
        }
        let Naming::Meant(found) = meant_by("Germany") else { panic!("an empire") };
        assert!(found.iter().any(|(one, _)| *one == Named::Side(SideId::new("germany"))), "{found:?}");
    }

    #[test]
    fn what_is_unknown_is_answered_with_what_is_like_it() {
        let Naming::Near(near) = meant_by("Morzia") else { panic!("nothing is called so") };
        assert!(near.iter().any(|name| name == "Moravia" || name == "Morea"), "{near:?}");
        for name in ["<script>", ""] {
            assert!(matches!(meant_by(name), Naming::Near(_)), "{name}");
        }
    }

    #[test]
    fn figures_tell_how_a_world_is_and_all_of_it() {
        let game = game();
        let (before, after, _) = played(&game);
        let (was, is) = (game.states(&before).expect("a world"), game.states(&after).expect("a world"));
        assert_ne!(was, is, "something has changed in five years");
        let swabia = &was.places["swabia"];
        assert_eq!(swabia.len(), was.place_head.len());
        assert!(swabia[0].contains("German"), "{swabia:?}");
        let germany = &was.sides[&SideId::new("germany")];
        assert_eq!(germany.len(), was.side_head.len());
        let areas = was.places.values().filter(|figures| figures[0] == swabia[0]).count();
        assert_eq!(germany[2], areas.to_string());
    }

    #[test]
    fn what_happened_is_told_of_places_and_sides_and_keeps_its_secrets() {
        let game = game();
        let (before, after, chronicle) = played(&game);
        let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
        let count = |reader: &Reader, named: &Named| {
            let entries = game.entries(turn, reader).expect("a chronicle");
            entries.iter().filter(|entry| entry.is_about(named)).count()
        };
        let germany = SideId::new("germany");
        let (own, other) = (Reader::Side(germany.clone()), Reader::Side(SideId::new("france")));
        assert!(count(&Reader::Public, &Named::Place("swabia".to_owned())) > 0, "its taxation is told");
        let side = Named::Side(germany);
        for reader in [&other, &Reader::Public] {
            assert!(count(reader, &side) < count(&own, &side), "{reader:?}");
        }
    }
}
