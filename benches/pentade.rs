//! One pentade of the Millennium game with every empire ordering, against its budget.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use pentade::empires::seam::Empires;
use pentade::postal::chronicle::SideId;
use pentade::postal::dice::Seed;
use pentade::postal::game::{Game, Inputs, WorldText};
use pentade::settings::texts::ConfigTexts;

/// What a pentade may take on one core of a small machine.
const BUDGET: Duration = Duration::from_millis(5);

/// Orders of a busy empire; areas that are not its own make refusals, which take time as well.
const LETTER: &str = "Year 976\n  tax Lorraine, Ile-de-France, Burgundy, Denmark, Poland, Constantinople, Kiev\n  \
    if attacked in Saxony: defend Saxony with 1 gold, else: rule Lombardy with 1 gold\n\
    Year 977\n  conquer Switzerland from Swabia with 2 gold\n\
    Year 978\n  pillage Brandenburg from Saxony\n  give 1 gold to Germany\n\
    Year 979\n  rule Greece\n  tax Macedonia, Smolensk, Mazovia, Scania, Provence, Champagne\n\
    Year 980\n  conquer Volhynia from Kiev with 1 gold\n";

fn game() -> Empires {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    match Empires::parse(&texts.files) {
        Ok(game) => game,
        Err(faults) => panic!("the shipped config has faults:\n{}", faults.join("\n")),
    }
}

fn inputs(game: &Empires, world: &WorldText) -> Inputs {
    let mut sheets = BTreeMap::new();
    for side in game.sides(world).expect("a world").into_iter().filter(|side| side.playable) {
        let side: SideId = side.id;
        let reading = game.read(world, &side, LETTER, None).expect("a side");
        sheets.insert(side, reading.sheet.data);
    }
    Inputs { sheets, ..Inputs::default() }
}

fn pentade(criterion: &mut Criterion) {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    let inputs = inputs(&game, &world);
    let seed = Seed::new([9; 32]);
    let play = || game.adjudicate(&world, &inputs, &seed).expect("a sound world");

    criterion.bench_function("one pentade of 976", |bencher| bencher.iter(play));

    let rounds: u32 = 50;
    let started = Instant::now();
    (0..rounds).for_each(|_| drop(play()));
    let mean = started.elapsed() / rounds;
    println!("one pentade of 976: {mean:?} of {BUDGET:?} allowed");
}

criterion_group!(benches, pentade);
criterion_main!(benches);
