//! `pentade check`: every fault of the configuration at once.

use std::process::ExitCode;

use super::Place;
use super::house::signer;

/// Reads settings, tables and texts, and says what was found.
pub fn check(place: &Place) -> ExitCode {
    let (settings, games) = match place.read() {
        Ok(read) => read,
        Err(faults) => {
            eprintln!("pentade: {faults}");
            return ExitCode::FAILURE;
        }
    };
    if let Err(fault) = signer(&settings) {
        eprintln!("pentade: {fault:#}");
        return ExitCode::FAILURE;
    }
    println!("the configuration in {} is sound", place.config.display());
    for game in games.iter() {
        let edition = game.edition();
        println!("{} ({}): edition {}, {}", game.title(), game.id(), edition.name, edition.hash);
        for switch in game.switches() {
            let words = switch.readings.iter().map(|reading| match reading.word == switch.of_edition {
                true => format!("{} (as the edition)", reading.word),
                false => reading.word.clone(),
            });
            println!(
                "  switch {}, rule {}: {}",
                switch.id,
                switch.rule,
                words.collect::<Vec<_>>().join(", ")
            );
        }
        for scenario in game.scenarios() {
            println!(
                "  {}: {}, {} to {} players",
                scenario.id, scenario.title, scenario.players.0, scenario.players.1
            );
        }
    }
    ExitCode::SUCCESS
}
