//! The laws that every pentade keeps, on random worlds and sheets. A failure prints the seed that shows it.

mod chance;
mod division;
mod effects;
mod renaming;
mod sheets;
mod worlds;

use std::collections::BTreeMap;

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate};
use pentade::empires::rules::Unanswered;
use pentade::empires::terms::{EmpireId, OrderSheet};
use pentade::empires::world::{Fact, FactEvent, World, apply, breaches};
use pentade::postal::dice::{Dice, Seed};
use proptest::prelude::*;

use crate::shipped::rulebook;
use chance::Chance;
use renaming::{Renaming, by_seats};

/// Two dozen random games a law; `PROPTEST_CASES` asks for more.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(24), failure_persistence: None, ..ProptestConfig::default() }
}

fn dice(seed: u64) -> Dice {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    Dice::new(Seed::new(bytes))
}

fn played(world: &World, sheets: BTreeMap<EmpireId, OrderSheet>, seed: u64) -> (World, Vec<Entry>) {
    let inputs = Inputs { sheets, unanswered: Unanswered::TakesDefault, ..Inputs::default() };
    match adjudicate(rulebook(), world, &inputs, &dice(seed)) {
        Ok(Outcome::Complete { world, chronicle }) => (*world, chronicle),
        Ok(Outcome::Undecided { questions }) => panic!("undecided: {questions:?}"),
        Err(broken) => panic!("{broken}"),
    }
}

fn hands(chronicle: &[Entry]) -> BTreeMap<String, Vec<u32>> {
    let dealt = chronicle.iter().filter_map(|entry| match &entry.kind {
        Happening::CardsDealt { cards } => Some((entry.who.as_ref()?.to_string(), cards.clone())),
        _ => None,
    });
    dealt.collect()
}

/// How many entries of each kind and year there are.
fn kinds(chronicle: &[Entry]) -> BTreeMap<String, u32> {
    let mut kinds = BTreeMap::new();
    for entry in chronicle {
        let kind = match serde_json::to_value(&entry.kind) {
            Ok(serde_json::Value::Object(fields)) => fields.keys().next().cloned().unwrap_or_default(),
            Ok(kind) => kind.to_string(),
            Err(error) => panic!("{error}"),
        };
        *kinds.entry(format!("{:?} {} {kind}", entry.year, entry.step)).or_default() += 1;
    }
    kinds
}

fn gold_of(world: &World) -> i32 {
    world.empires.values().map(|empire| empire.treasury).sum()
}

proptest! {
    #![proptest_config(config())]

    /// Contract 7: any inputs end, and what comes of them keeps the invariants.
    #[test]
    fn any_inputs_end_in_a_sound_world(seed: u64) {
        let world = worlds::any(seed);
        let (after, _) = played(&world, sheets::any(&world, seed), seed);
        prop_assert_eq!(breaches(&rulebook().bounds(), &after), []);
        prop_assert_eq!(after.pentade, world.pentade.next());
    }

    /// Contract 1: the same four arguments give the same bytes.
    #[test]
    fn the_same_inputs_give_the_same_bytes(seed: u64) {
        let world = worlds::any(seed);
        let once = played(&world, sheets::any(&world, seed), seed);
        let again = played(&world, sheets::any(&world, seed), seed);
        prop_assert_eq!(serde_json::to_string(&once).ok(), serde_json::to_string(&again).ok());
    }

    /// Contract 4: renaming the empires, which turns their order round, only renames the outcome.
    #[test]
    fn renaming_empires_only_renames_the_outcome(seed: u64) {
        let world = worlds::any(seed);
        let sheets = sheets::any(&world, seed);
        let renaming = Renaming::reversing(&world);
        let (plain, told) = played(&world, sheets.clone(), seed);
        let (renamed, told_again) = played(&renaming.world(&world), renaming.sheets(&sheets), seed);
        prop_assert_eq!(by_seats(&renaming.world(&plain)), by_seats(&renamed));
        prop_assert_eq!(by_seats(&plain), by_seats(&renamed));
        prop_assert_eq!(kinds(&told), kinds(&told_again));
    }

    /// Contract 3: removing one empire's sheet changes no other empire's cards.
    #[test]
    fn a_missing_sheet_leaves_every_hand_as_it_was(seed: u64) {
        let world = worlds::any(seed);
        let all = sheets::any(&world, seed);
        let gone = all.keys().nth(usize::try_from(seed % 7).expect("a small number")).cloned();
        let mut fewer = all.clone();
        fewer.retain(|empire, _| Some(empire) != gone.as_ref());
        prop_assert!(fewer.len() < all.len());
        let (_, told) = played(&world, all, seed);
        let (_, told_again) = played(&world, fewer, seed);
        prop_assert_eq!(hands(&told), hands(&told_again));
    }

    /// A world written down and read again is the same world.
    #[test]
    fn a_world_survives_its_own_text(seed: u64) {
        let world = worlds::any(seed);
        let (after, _) = played(&world, sheets::any(&world, seed), seed);
        let text = serde_json::to_string(&after).expect("a world as text");
        prop_assert_eq!(serde_json::from_str::<World>(&text).expect("a world"), after);
    }

    /// 6.7: the order in which the effects of a step are listed is irrelevant.
    #[test]
    fn the_order_of_effects_is_irrelevant(seed: u64) {
        let world = worlds::any(seed);
        let mut chance = Chance::new(seed);
        let mut effects = effects::any(&world, &mut chance);
        let (mut once, mut again) = (world.clone(), world);
        apply(&rulebook().bounds(), &mut once, &effects);
        chance.shuffle(&mut effects);
        apply(&rulebook().bounds(), &mut again, &effects);
        prop_assert_eq!(once, again);
    }

    /// Gold is made only by taxes, plunder and pillage, and every endeavour pays what its entry says.
    #[test]
    fn gold_is_made_only_where_a_rule_says_so(seed: u64) {
        let world = worlds::any(seed);
        let (after, told) = played(&world, sheets::any(&world, seed), seed);
        let (mut made, mut spent) = (0, 0);
        for entry in &told {
            match &entry.kind {
                Happening::Taxed { gold } | Happening::Plundered { gold } => made += gold,
                Happening::PillageGold { gold, .. } => made += gold,
                Happening::EndeavourTried { gold, .. } => spent += gold,
                _ => {}
            }
        }
        let change = gold_of(&after) - gold_of(&world);
        prop_assert!(change <= made - spent, "{} from {} made and {} spent", change, made, spent);
    }

    /// 8.7: a division makes a sound world, and no gold or area comes or goes.
    #[test]
    fn a_division_shares_out_what_there_is(seed: u64, waiting in 0_u32..6) {
        let mut world = worlds::any(seed);
        let year = world.pentade.first_year();
        let realm = EmpireId::new("germany");
        let rulebook = division::rulebook(&realm, year);
        world.facts.insert(Fact { year, event: FactEvent::LeaderDied(realm) });
        let brought = division::brought_about(&rulebook, &world, waiting, &dice(seed));
        let mut after = world.clone();
        apply(&rulebook.bounds(), &mut after, &brought.effects);

        let arisen = after.empires.len() - world.empires.len();
        prop_assert!(arisen <= usize::try_from(waiting).unwrap_or(usize::MAX));
        prop_assert_eq!(brought.entries.is_empty(), false);
        prop_assert_eq!(gold_of(&world), gold_of(&after));
        prop_assert_eq!(division::owned(&world), division::owned(&after));
        for (id, empire) in &world.empires {
            prop_assert_eq!(empire.seat, after.empires[id].seat);
            prop_assert_eq!(&empire.court, &after.empires[id].court);
        }
        after.pentade = after.pentade.next();
        prop_assert_eq!(breaches(&rulebook.bounds(), &after), []);
    }
}
