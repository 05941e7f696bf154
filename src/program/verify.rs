//! `pentade verify`: a published pentade checked from its bundle, without a database, and where it differs if it does.
//!
//! The GM's bundle is played again. The public one holds no orders: of it promise, dice, hashes and seal are checked.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Place;
use super::replay::{Played, play};
use crate::desk::views::{Bundle, EntryMark, PUBLIC_FORMAT, PublicBundle};
use crate::postal::chronicle::{Reader, TurnEntry};
use crate::postal::dice::{Dice, Draw, Seed};
use crate::postal::document::words;
use crate::postal::game::{ChronicleText, Game, Inputs, Turn, WorldText, result_hash};
use crate::postal::seal::Seal;
use crate::postal::switches::line;

/// Longest value that is shown of a difference, in characters.
const SHOWN: usize = 200;

/// Checks a bundle and says what it found. The exit code is 1 when something is not as it should be.
///
/// Errors: a bundle or configuration that cannot be read, an unknown game.
pub fn verify(place: &Place, file: &Path) -> Result<ExitCode> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("the bundle {} cannot be read", file.display()))?;
    let no_bundle = || format!("{} is no bundle", file.display());
    let value: Value = serde_json::from_str(&text).with_context(no_bundle)?;
    let (faults, good) = match value.get("format").and_then(Value::as_str) {
        Some(PUBLIC_FORMAT) => of_public(&serde_json::from_value(value).with_context(no_bundle)?),
        Some(other) => anyhow::bail!("{} is of the format {other:?}, which is not known", file.display()),
        None => of_full(place, &serde_json::from_value(value).with_context(no_bundle)?)?,
    };
    if faults.is_empty() {
        println!("{good}");
        return Ok(ExitCode::SUCCESS);
    }
    for fault in &faults {
        println!("it DIFFERS: {fault}");
    }
    Ok(ExitCode::FAILURE)
}

/// What is wrong with a public bundle, and what is said when nothing is.
fn of_public(bundle: &PublicBundle) -> (Vec<String>, String) {
    println!("public bundle: {} {}, seed {}", bundle.slug, bundle.first_year, bundle.seed);
    if !bundle.readings.is_empty() {
        println!("played by readings of its own: {}; the GM's bundle proves it", line(&bundle.readings));
    }
    let mut faults = of_seed(&bundle.seed, &bundle.commitment);
    faults.extend(bundle.seals.iter().filter_map(of_seal));
    let dice = Seed::from_hex(&bundle.seed).map(Dice::new);
    let (mut open, mut thrown) = (0, 0);
    for (nth, entry) in bundle.entries.iter().enumerate() {
        let Some((salt, text)) = &entry.open else { continue };
        open += 1;
        if EntryMark::new(salt.clone(), text).hash != entry.hash {
            faults.push(format!("entry {nth} is not the one of its hash {}: {}", entry.hash, short(text)));
        }
        let draws = serde_json::from_str(text).map(|value| draws(&value)).unwrap_or_default();
        thrown += draws.len();
        let wrong = draws.iter().find(|draw| dice.as_ref().is_some_and(|dice| !dice.gives(draw)));
        faults.extend(wrong.map(|draw| {
            format!("entry {nth}: the seed does not give {:?} for the draw {}", draw.values, draw.key)
        }));
    }
    let good = format!(
        "promise, seal and hashes are whole, and so are {thrown} draws; {open} of {} entries are open. To play it again takes \
         the GM's bundle.",
        bundle.entries.len()
    );
    (faults, good)
}

/// The same of the GM's bundle, which is played again.
fn of_full(place: &Place, bundle: &Bundle) -> Result<(Vec<String>, String)> {
    println!("bundle: {} {}, seed {}", bundle.slug, bundle.first_year, bundle.seed);
    let games = place.games()?;
    let game = games.get(&bundle.kind).with_context(|| format!("there is no game {}", bundle.kind))?;
    let mut faults = of_what_is_stated(game.as_ref(), bundle);
    let played = match play(place, bundle) {
        Ok(played) => played,
        Err(error) => {
            faults.push(format!("it cannot be played again: {error:#}"));
            return Ok((faults, String::new()));
        }
    };
    if played.edition != bundle.edition {
        println!(
            "note: it was played under edition {} {}, and this is {} {}",
            bundle.edition.0, bundle.edition.1, played.edition.0, played.edition.1
        );
    }
    if !played.readings.is_empty() {
        println!("played by readings of its own: {}", line(&played.readings));
    }
    println!("stated result:     {}", bundle.result_hash);
    println!("recomputed result: {}", played.hash);
    if played.hash != bundle.result_hash {
        faults.push("the recomputed result is another than the stated one".to_owned());
    }
    if !bundle.chronicle.is_empty() {
        faults.extend(where_it_differs(game.as_ref(), bundle, &played));
    }
    Ok((faults, "they are the same".to_owned()))
}

/// What is wrong in what a bundle says of itself.
fn of_what_is_stated(game: &dyn Game, bundle: &Bundle) -> Vec<String> {
    let mut faults = Vec::new();
    if !bundle.commitment.is_empty() {
        faults.extend(of_seed(&bundle.seed, &bundle.commitment));
    }
    if !bundle.inputs_hash.is_empty() && hex::encode(Sha256::digest(&bundle.inputs)) != bundle.inputs_hash {
        faults.push(format!("the inputs are not those of the stated hash {}", bundle.inputs_hash));
    }
    let inputs = serde_json::from_str::<Inputs>(&bundle.inputs).unwrap_or_default();
    for seal in &bundle.seals {
        faults.extend(of_seal(seal));
        match seal.first_other(&inputs.sheets) {
            Some(side) if bundle.revision > 1 => {
                println!("note: revision {} amends the sealed orders of {side}", bundle.revision);
            }
            Some(side) => faults.push(format!("the sealed orders of {side} are not those that were played")),
            None => {}
        }
    }
    if bundle.chronicle.is_empty() {
        return faults;
    }
    let chronicle = ChronicleText::new(bundle.chronicle.clone());
    if result_hash(&WorldText::new(bundle.world_after.clone()), &chronicle) != bundle.result_hash {
        faults.push("the stated result is not the hash of the stated world and chronicle".to_owned());
    }
    let marks = bundle.entries.iter();
    match game.kept_entries(&chronicle, &Reader::Gm) {
        Ok(kept) if kept.len() != bundle.entries.len() => {
            let (kept, marked) = (kept.len(), bundle.entries.len());
            faults.push(format!("the chronicle has {kept} entries, and {marked} hashes are stated"));
        }
        Ok(kept) => {
            let wrong = marks
                .zip(&kept)
                .enumerate()
                .position(|(nth, (mark, (entry, _)))| EntryMark::of(&bundle.inputs, nth, entry) != *mark);
            faults.extend(wrong.map(|nth| format!("entry {nth} is not the one of its stated hash")));
        }
        Err(error) => faults.push(error.to_string()),
    }
    faults
}

fn of_seed(seed: &str, commitment: &str) -> Vec<String> {
    let fault = match Seed::from_hex(seed) {
        None => Some("the seed is none: 64 hexadecimal digits".to_owned()),
        Some(seed) if seed.commitment() != commitment => Some(format!(
            "the seed is not the one that was promised: its hash is {}, the promise {commitment}",
            seed.commitment()
        )),
        Some(_) => None,
    };
    fault.into_iter().collect()
}

fn of_seal(seal: &Seal) -> Option<String> {
    let fault = || format!("the seal {} is not the hash of the sealed orders and their nonce", seal.hash);
    (!seal.is_whole()).then(fault)
}

/// The first entry, the first draw and the first figure of the world that are other than recomputed.
fn where_it_differs(game: &dyn Game, bundle: &Bundle, played: &Played) -> Vec<String> {
    let mut faults = Vec::new();
    let before = WorldText::new(bundle.world.clone());
    let (world, chronicle) =
        (WorldText::new(bundle.world_after.clone()), ChronicleText::new(bundle.chronicle.clone()));
    let stated = Turn { before: &before, after: &world, chronicle: &chronicle };
    let again = Turn { before: &before, after: &played.world, chronicle: &played.chronicle };
    match (game.entries(stated, &Reader::Gm), game.entries(again, &Reader::Gm)) {
        (Ok(stated), Ok(again)) => faults.extend(first_other_entry(&stated, &again)),
        (Err(error), _) | (_, Err(error)) => faults.push(error.to_string()),
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (stated, again) = (draws(&value(&bundle.chronicle)), draws(&value(played.chronicle.as_str())));
    let other = stated.iter().zip(&again).find(|(stated, again)| stated != again);
    faults.extend(other.map(|(stated, again)| match stated.key == again.key {
        true => format!("the draw {}: stated {:?}, recomputed {:?}", stated.key, stated.values, again.values),
        false => format!("the draw {} is stated where {} is recomputed", stated.key, again.key),
    }));
    let (stated, again) = (value(&bundle.world_after), value(played.world.as_str()));
    faults.extend(first_other_value("the world after", &stated, &again));
    faults
}

fn first_other_entry(stated: &[TurnEntry], again: &[TurnEntry]) -> Option<String> {
    let told = |entry: &TurnEntry| {
        let details: Vec<String> = entry.item.details.iter().map(|spans| words(spans)).collect();
        short(&format!("{} {}", words(&entry.item.spans), details.join("; ")))
    };
    let nth = (0..stated.len().max(again.len())).find(|nth| stated.get(*nth) != again.get(*nth))?;
    let part = stated.get(nth).or(again.get(nth)).map_or("", |entry| entry.part.as_str());
    let of = |entries: &[TurnEntry]| entries.get(nth).map_or_else(|| "nothing".to_owned(), told);
    Some(format!(
        "entry {nth} ({part}): stated \u{201c}{}\u{201d}, recomputed \u{201c}{}\u{201d}",
        of(stated),
        of(again)
    ))
}

/// The first place, by the names that lead to it, where two values differ.
fn first_other_value(place: &str, stated: &Value, again: &Value) -> Option<String> {
    match (stated, again) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            let inner = |key: &String| {
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                first_other_value(&format!("{place} / {key}"), &of(one), &of(other))
            };
            keys.into_iter().find_map(inner)
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(nth, (one, other))| first_other_value(&format!("{place} / {nth}"), one, other))
        }
        _ if stated == again => None,
        _ => Some(format!(
            "{place}: stated {}, recomputed {}",
            short(&stated.to_string()),
            short(&again.to_string())
        )),
    }
}

/// Every draw that a text holds, in order.
fn draws(value: &Value) -> Vec<Draw> {
    match value {
        Value::Array(all) => all.iter().flat_map(draws).collect(),
        Value::Object(map) => match serde_json::from_value::<Draw>(value.clone()) {
            Ok(draw) => vec![draw],
            Err(_) => map.values().flat_map(draws).collect(),
        },
        _ => Vec::new(),
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.trim().to_owned(),
    }
}
