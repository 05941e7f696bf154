//! `pentade adjudicate`: a published pentade played again from its bundle, without a database.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Place;
use crate::desk::views::Bundle;
use crate::postal::dice::Seed;
use crate::postal::game::{ChronicleText, Inputs, Outcome, WorldText, result_hash};
use crate::postal::switches::Readings;

/// Plays a bundle again and writes `world.json` and `chronicle.json` into a folder.
///
/// Errors: a bundle or configuration that cannot be read, an unknown game, a question that was left open, a folder that cannot
/// be written.
pub fn adjudicate(place: &Place, bundle: &Path, out: &Path) -> Result<()> {
    let played = play(place, &read(bundle)?)?;
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    for (name, text) in [("world.json", played.world.as_str()), ("chronicle.json", played.chronicle.as_str())]
    {
        let file = out.join(name);
        std::fs::write(&file, text).with_context(|| format!("{} cannot be written", file.display()))?;
        println!("{}", file.display());
    }
    println!("result: {}", played.hash);
    Ok(())
}

/// What came of a bundle.
pub(super) struct Played {
    pub world: WorldText,
    pub chronicle: ChronicleText,
    pub hash: String,
    pub edition: (String, String),
    /// The readings of the inputs.
    pub readings: Readings,
}

fn read(file: &Path) -> Result<Bundle> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("the bundle {} cannot be read", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no bundle", file.display()))
}

pub(super) fn play(place: &Place, bundle: &Bundle) -> Result<Played> {
    let games = place.games()?;
    let game = games.get(&bundle.kind).with_context(|| format!("there is no game {}", bundle.kind))?;
    let inputs: Inputs =
        serde_json::from_str(&bundle.inputs).context("the bundle's inputs cannot be read")?;
    let seed = Seed::from_hex(&bundle.seed).context("the bundle's seed is no seed")?;
    let edition = game.edition();
    match game.adjudicate(&WorldText::new(bundle.world.clone()), &inputs, &seed)? {
        Outcome::Complete { world, chronicle } => Ok(Played {
            hash: result_hash(&world, &chronicle),
            world,
            chronicle,
            edition: (edition.name, edition.hash),
            readings: inputs.readings,
        }),
        Outcome::Undecided { questions } => {
            bail!("{} questions are open: {}", questions.len(), questions[0].why)
        }
    }
}
