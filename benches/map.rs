//! The map of the longest scenario with all its layers: how long the server draws, and how large the page's drawing is
//! when it is compressed. Budgets: 50 ms and 200 KB.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use flate2::Compression;
use flate2::write::GzEncoder;
use pentade::empires::seam::Empires;
use pentade::postal::chronicle::{Reader, SideId};
use pentade::postal::game::{Game, WorldText};
use pentade::settings::texts::ConfigTexts;
use pentade::web::map::{Links, Look, Place, draw_as, png};

/// What drawing may take.
const TIME: Duration = Duration::from_millis(50);

/// Bytes of the compressed drawing at most.
const SIZE: usize = 200 * 1000;

/// Drawings to measure one figure.
const DRAWINGS: u32 = 50;

fn game() -> Empires {
    let texts = ConfigTexts::read(Path::new("config")).expect("config/ can be read");
    match Empires::parse(&texts.files) {
        Ok(game) => game,
        Err(faults) => panic!("the shipped config has faults:\n{}", faults.join("\n")),
    }
}

/// From the kept world to the drawing, as a page needs it.
fn drawn(game: &Empires, world: &WorldText) -> String {
    let picture = game.picture(world, &Reader::Public).expect("a picture");
    let links = Links { before: "/g/g1/areas/".to_owned(), after: String::new() };
    let place = Place::Page { prefix: "", links, all_layers: true };
    let look = Look { side: Some(SideId::new("byzantium")), ..Look::default() };
    draw_as(&picture, Some(&picture), &place, &look).expect("drawn")
}

fn bench(criterion: &mut Criterion) {
    let game = game();
    let world = game.begin("millennium-976").expect("a scenario");
    criterion.bench_function("the map with all layers", |bencher| {
        bencher.iter(|| drawn(&game, black_box(&world)));
    });
    let began = Instant::now();
    for _ in 0..DRAWINGS {
        black_box(drawn(&game, &world));
    }
    let each = began.elapsed() / DRAWINGS;
    let verdict = if each <= TIME { "within" } else { "OVER" };
    println!("one map with all layers: {each:?}, {verdict} the budget of {TIME:?}");

    let drawing = drawn(&game, &world);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(drawing.as_bytes()).expect("a buffer takes all");
    let size = packed.finish().expect("a buffer takes all").len();
    let verdict = if size <= SIZE { "within" } else { "OVER" };
    println!("compressed: {size} bytes of {}, {verdict} the budget of {SIZE}", drawing.len());

    let picture = game.picture(&world, &Reader::Public).expect("a picture");
    let began = Instant::now();
    black_box(png(&picture, 1600).expect("drawn"));
    println!("the same as PNG for letters, 1600 points wide: {:?}", began.elapsed());
}

criterion_group!(benches, bench);
criterion_main!(benches);
