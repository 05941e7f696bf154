//! Letter to sheet: `Game::read` of Empires of the Middle Ages, on the world of the year 976.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pentade::empires::seam::Empires;
use pentade::postal::game::{Game, WorldText};
use pentade::settings::texts::ConfigTexts;

mod letter_laws;

static GAME: LazyLock<(Empires, WorldText)> = LazyLock::new(|| {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
    let texts = ConfigTexts::read(&config).expect("config/ can be read");
    let game = Empires::parse(&texts.files).expect("config/ has no fault");
    let world = game.begin("millennium-976").expect("the scenario is there");
    (game, world)
});

fuzz_target!(|bytes: &[u8]| letter_laws::hold(&GAME.0, &GAME.1, bytes));
