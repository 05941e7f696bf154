//! How long reading one letter of 60 order lines takes. Budget: 1 ms.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use pentade::empires::orders::{Context, EmpireNames, Names, Vocabulary, read};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::terms::{EmpireId, Pentade};
use pentade::settings::texts::ConfigTexts;

/// What one letter may take.
const BUDGET: Duration = Duration::from_millis(1);

/// Letters read to measure one figure.
const LETTERS: u32 = 1_000;

fn vocabulary() -> Vocabulary {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    let rulebook = Rulebook::parse(&texts.files).expect("config/ has no fault");
    let empires = rulebook.scenarios["millennium-976"].empires.iter().map(|empire| EmpireNames {
        id: empire.id.clone(),
        name: empire.name.clone(),
        adjective: Some(empire.adjective.clone()),
        aliases: Vec::new(),
    });
    let names = Names {
        areas: rulebook.atlas.areas().map(|area| (area.id.clone(), area.name.clone())).collect(),
        empires: empires.collect(),
        religions: rulebook.religions.iter().map(|one| (one.id.clone(), one.name.clone())).collect(),
    };
    Vocabulary::parse(&texts.files["words.toml"], names).expect("words.toml has no fault")
}

/// Twelve lines of orders for each of five years, some of them conditional, two of them misspelt.
fn letter() -> String {
    (976..=980)
        .map(|year| {
            format!(
                "Year {year}\n  tax Lorraine, Swabia, Franconia, Bavaria, Saxony\n  tax Lombrdy if it is not in unrest\n  \
                 do not tax Rome\n  plunder Verona\n  give 2 gold to Poland if the treasury holds at least 10 gold\n  \
                 if Verona rebelled in 975 or we hold Bohemia: conquer Verona from Bavaria with 3 gold\n  \
                 else if Saxony is attacked: defend Saxony with everything in the treasury\n  \
                 else: conqer Denmark from Saxony with 2 gold by sea\n  extra card: rule Tuscany with 1 gold\n  \
                 waive our tie to Bohemia for Poland\n  play Recognition of Claim for Bavaria\n  \
                 vote no on any claim of France\n"
            )
        })
        .collect()
}

fn bench(criterion: &mut Criterion) {
    let vocabulary = vocabulary();
    let context = Context::of(EmpireId::new("germany"), Pentade::of(976));
    let text = letter();
    assert_eq!(text.lines().filter(|line| line.starts_with(' ')).count(), 60);
    assert!(read(&vocabulary, &context, &text).sheet.orders.len() >= 45);
    criterion.bench_function("read a letter of 60 order lines", |bencher| {
        bencher.iter(|| read(&vocabulary, &context, black_box(&text)));
    });
    let began = Instant::now();
    for _ in 0..LETTERS {
        black_box(read(&vocabulary, &context, black_box(&text)));
    }
    let each = began.elapsed() / LETTERS;
    let verdict = if each <= BUDGET { "within" } else { "OVER" };
    println!("one letter of 60 order lines: {each:?}, {verdict} the budget of {BUDGET:?}");
}

criterion_group!(benches, bench);
criterion_main!(benches);
