//! The laws that every pentade keeps, on random worlds and sheets. A failure prints the seed that shows it.

mod chance;
mod division;
mod effects;
mod forecast;
mod gold;
mod hostile;
mod politics;
mod renaming;
mod sheets;
mod worlds;

use std::collections::BTreeMap;

use pentade::empires::chronicle::{Entry, Happening};
use pentade::empires::pentade::{Inputs, Outcome, adjudicate};
use pentade::empires::policy;
use pentade::empires::rules::Unanswered;
use pentade::empires::terms::{EmpireId, OrderSheet};
use pentade::empires::world::{Fact, FactEvent, World, apply, breaches};
use pentade::postal::dice::{Dice, Seed};
use proptest::prelude::*;

use crate::shipped::rulebook;
use chance::Chance;
use renaming::{Renaming, differing, told, unordered};

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

/// Every draw by its key and faces: a die among three equals is another than one among four (24.1, 24.5).
fn draws(chronicle: &[Entry]) -> BTreeMap<(String, u32), Vec<u32>> {
    let drawn = chronicle.iter().flat_map(|entry| &entry.chance);
    drawn.map(|draw| ((draw.key.clone(), draw.of), draw.values.clone())).collect()
}

/// The entries that stand before the first one of a year.
fn told_before(chronicle: &[Entry], year: Option<i32>) -> Vec<Entry> {
    let until = chronicle.iter().take_while(|entry| year.is_some() && entry.year < year);
    until.cloned().collect()
}

fn gold_of(world: &World) -> i32 {
    world.empires.values().map(|empire| empire.treasury).sum()
}

/// Contract 4, for one seed.
fn only_renamed(seed: u64) -> Result<(), TestCaseError> {
    let world = worlds::any(seed);
    let sheets = sheets::any(&world, seed);
    let renaming = Renaming::reversing(&world);
    let renamed_sheets = sheets.iter().map(|(id, sheet)| (renaming.of(id), renaming.value(sheet))).collect();
    let (plain, chronicle) = played(&world, sheets, seed);
    let (renamed, again) = played(&renaming.world(&world), renamed_sheets, seed);
    prop_assert_eq!(differing(&told(&renaming.value(&chronicle)), &told(&again)), Vec::<String>::new());
    prop_assert_eq!(unordered(&renaming.value(&plain)), unordered(&renamed));
    Ok(())
}

/// 19.19, 20.3: of two who call by Influence cards the first is the caller under any names.
#[test]
fn renaming_moves_no_caller_of_a_parley() {
    only_renamed(5_142_442_865_106_314_114).unwrap();
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

    /// Contract 7: hostile inputs end too: sheets of ten thousand lines, unknown ids, answers and rulings of nonsense.
    #[test]
    fn hostile_inputs_end_in_a_sound_world(seed in 0_u64..1_000_000) {
        let world = worlds::any(seed);
        let outcome = adjudicate(rulebook(), &world, &hostile::any(&world, seed), &dice(seed));
        let Ok(Outcome::Complete { world: after, .. }) = outcome else { panic!("{outcome:?}") };
        prop_assert_eq!(breaches(&rulebook().bounds(), &after), []);
    }

    /// Contract 3: a changed order moves no draw; what is drawn in both for the same thing shows the same.
    #[test]
    fn an_amendment_moves_no_draw(seed: u64) {
        let world = worlds::any(seed);
        let sheets = sheets::any(&world, seed);
        let mut amended = sheets.clone();
        let place = usize::try_from(seed % 5).expect("a small number");
        let sheet = amended.values_mut().nth(place).expect("at least five players");
        sheet.orders.remove(usize::try_from(seed % 11).expect("a small number"));
        let (_, told) = played(&world, sheets, seed);
        let (_, told_again) = played(&world, amended, seed);
        let (before, after) = (draws(&told), draws(&told_again));
        for (key, values) in before.iter().filter(|(key, _)| after.contains_key(*key)) {
            prop_assert_eq!(values, &after[key], "{:?}", key);
        }
        prop_assert!(!before.is_empty());
    }

    /// Contract 2: an answer changes nothing of what was told before the year in which it was asked for.
    #[test]
    fn an_answer_changes_nothing_decided_without_it(seed: u64) {
        let world = worlds::any(seed);
        let asking = Inputs { sheets: sheets::any(&world, seed), ..Inputs::default() };
        let by_default = Inputs { unanswered: Unanswered::TakesDefault, ..asking.clone() };
        if let Ok(Outcome::Undecided { questions }) = adjudicate(rulebook(), &world, &asking, &dice(seed)) {
            let mut answered = by_default.clone();
            for question in &questions {
                answered.answers.extend(policy::answers(&world, question, &dice(seed)));
            }
            let first = questions.iter().filter_map(|one| one.year).min();
            let before = |inputs: &Inputs| match adjudicate(rulebook(), &world, inputs, &dice(seed)) {
                Ok(Outcome::Complete { chronicle, .. }) => told_before(&chronicle, first),
                outcome => panic!("{outcome:?}"),
            };
            prop_assert_eq!(before(&by_default), before(&answered));
        }
    }

    /// Contract 1: decisions and chronicle survive their own text as worlds do.
    #[test]
    fn sheets_and_chronicles_survive_their_own_text(seed: u64) {
        let world = worlds::any(seed);
        let sheets = sheets::any(&world, seed);
        let text = serde_json::to_string(&sheets).expect("sheets as text");
        prop_assert_eq!(&serde_json::from_str::<BTreeMap<EmpireId, OrderSheet>>(&text).expect("sheets"), &sheets);
        let (_, told) = played(&world, sheets, seed);
        let text = serde_json::to_string(&told).expect("a chronicle as text");
        prop_assert_eq!(serde_json::from_str::<Vec<Entry>>(&text).expect("a chronicle"), told);
    }

    /// 19.2: every event card stays in the game, whatever is done with it.
    #[test]
    fn no_event_card_is_lost_or_made(seed: u64) {
        let world = worlds::any(seed);
        let (after, _) = played(&world, sheets::any(&world, seed), seed);
        let numbers = |world: &World| world.cards.cards.keys().copied().collect::<Vec<_>>();
        if !world.cards.cards.is_empty() {
            prop_assert_eq!(numbers(&world), numbers(&after));
        }
    }

    /// Contract 1: the same four arguments give the same bytes.
    #[test]
    fn the_same_inputs_give_the_same_bytes(seed: u64) {
        let world = worlds::any(seed);
        let once = played(&world, sheets::any(&world, seed), seed);
        let again = played(&world, sheets::any(&world, seed), seed);
        prop_assert_eq!(serde_json::to_string(&once).ok(), serde_json::to_string(&again).ok());
    }

    /// Contract 4: renaming the empires, which turns their order round, only renames the outcome and all that is told.
    #[test]
    fn renaming_empires_only_renames_the_outcome(seed: u64) {
        only_renamed(seed)?;
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

    /// Every treasury is exactly what the entries make of it: no gold comes or goes untold.
    #[test]
    fn gold_moves_only_as_the_entries_say(seed: u64) {
        let world = worlds::any(seed);
        let (after, told) = played(&world, sheets::any(&world, seed), seed);
        prop_assert_eq!(gold::by_entries(&world, &after, &told), gold::treasuries(&after));
    }

    /// 8.7: a division makes a sound world, and no gold or area comes or goes.
    #[test]
    fn a_division_shares_out_what_there_is(seed: u64, waiting in 0_u32..6) {
        let mut world = worlds::thrown_about(seed);
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
