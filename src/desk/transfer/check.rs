//! What a file must be beside well-formed: every world is read by its game, and every hash is computed again.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::file::{Row, Unpacked};
use crate::desk::called::typed_name;
use crate::desk::follow::typed_address;
use crate::postal::chronicle::Reader;
use crate::postal::dice::Seed;
use crate::postal::game::{ChronicleText, Game, Inputs, Turn, WorldText, result_hash};
use crate::postal::seal::Seal;
use crate::postal::switches::{self, Readings};
use crate::store::transfer::Part;

/// A person of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
}

/// A text in a row.
///
/// Errors: that it is missing, with the line.
pub fn text<'r>(row: &'r Row, field: &str) -> Result<&'r str, String> {
    row.value[field].as_str().ok_or_else(|| format!("line {}: {field} is missing, or no text", row.line))
}

fn year(row: &Row, field: &str) -> Result<i32, String> {
    let number = row.value[field].as_i64().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| format!("line {}: {field} is missing, or no year", row.line))
}

/// The row that says what the game is.
///
/// Errors: there is not exactly one.
pub fn game_row(file: &Unpacked) -> Result<&Row, String> {
    match file.rows(Part::Game) {
        [row] => Ok(row),
        rows => Err(format!("part game: it has {} rows, and needs one", rows.len())),
    }
}

/// The people of the file, by their numbers.
///
/// Errors: a name, address or zone that is none, a number that is none or stands there twice; with the line.
pub fn people(file: &Unpacked) -> Result<BTreeMap<u64, Person>, String> {
    let mut people = BTreeMap::new();
    for row in file.rows(Part::People) {
        let place = |why: String| format!("line {}, part people: {why}", row.line);
        let number =
            row.value["person"].as_u64().ok_or_else(|| place("a person needs a number".to_owned()))?;
        let name = typed_name(text(row, "name")?).map_err(|error| place(error.to_string()))?;
        let email = typed_address(text(row, "email")?).map_err(|error| place(error.to_string()))?;
        if TimeZone::get(text(row, "zone")?).is_err() {
            return Err(place("there is no such time zone".to_owned()));
        }
        if people.insert(number, Person { name, email }).is_some() {
            return Err(place(format!("person {number} stands there twice")));
        }
    }
    Ok(people)
}

/// The game's own readings of the switches of its rules.
///
/// Errors: they are missing, or a switch or reading is not known here; with the line.
pub fn readings(file: &Unpacked, game: &dyn Game) -> Result<Readings, String> {
    let row = game_row(file)?;
    let place = |why: String| format!("line {}, part game: readings: {why}", row.line);
    let readings: Readings =
        serde_json::from_value(row.value["readings"].clone()).map_err(|error| place(error.to_string()))?;
    switches::check(&game.switches(), &readings).map_err(|faults| place(switches::in_words(&faults)))?;
    Ok(readings)
}

/// Looks whether somebody runs the game who plays in it.
///
/// Errors: the first who does, with his line.
pub fn gms(file: &Unpacked) -> Result<(), String> {
    let plays = |person: &Value| file.rows(Part::Seats).iter().any(|seat| seat.value["person"] == *person);
    match file.rows(Part::Gms).iter().find(|row| plays(&row.value["person"])) {
        Some(row) => Err(format!(
            "line {}, part gms: person {} plays, and the desk shows what others order",
            row.line, row.value["person"]
        )),
        None => Ok(()),
    }
}

/// Computes the hash of every seal again.
///
/// Errors: the first that is wrong, with its line.
pub fn seals(file: &Unpacked) -> Result<(), String> {
    file.rows(Part::Seals).iter().try_for_each(|row| {
        let place = |why: &str| format!("line {}, part seals: {why}", row.line);
        let sheets = serde_json::from_str(text(row, "sheets")?).map_err(|error| place(&error.to_string()))?;
        let (hash, nonce) = (text(row, "hash")?.to_owned(), text(row, "nonce")?.to_owned());
        match (Seal { hash, nonce, sheets }).is_whole() {
            true => Ok(()),
            false => Err(place("it is not the hash of its sheets and nonce")),
        }
    })
}

/// Reads every pentade with its game and computes its hashes again.
///
/// Errors: the first that is wrong, with its line.
pub fn pentades(file: &Unpacked, game: &dyn Game) -> Result<(), String> {
    let rows = file.rows(Part::Pentades);
    if rows.is_empty() {
        return Err("part pentades: there is none".to_owned());
    }
    rows.iter().try_for_each(|row| {
        pentade(row, game).map_err(|why| match why.starts_with("line ") {
            true => why,
            false => format!("line {}, part pentades: {why}", row.line),
        })
    })
}

fn check_inputs(row: &Row, game: &dyn Game, text: &str) -> Result<(), String> {
    if row.value["inputs_hash"] != hex::encode(Sha256::digest(text.as_bytes())) {
        return Err("its inputs are not those of their hash".to_owned());
    }
    let inputs: Inputs =
        serde_json::from_str(text).map_err(|error| format!("its inputs cannot be read: {error}"))?;
    let unknown =
        |faults: Vec<_>| format!("it was played by unknown readings: {}", switches::in_words(&faults));
    switches::check(&game.switches(), &inputs.readings).map_err(unknown)
}

fn pentade(row: &Row, game: &dyn Game) -> Result<(), String> {
    let before = WorldText::new(text(row, "world_before")?.to_owned());
    let span = game.span(&before).map_err(|error| error.to_string())?;
    game.sides(&before).map_err(|error| error.to_string())?;
    if (span.first_year, span.last_year) != (year(row, "first_year")?, year(row, "last_year")?) {
        return Err(format!("its world stands before {span}"));
    }
    match (row.value["seed"].as_str(), row.value["commitment"].as_str()) {
        (None, None) if row.value["state"] == "open" => {}
        (Some(seed), Some(commitment)) => {
            let seed = Seed::from_hex(seed).ok_or("its seed cannot be read")?;
            if seed.commitment() != commitment {
                return Err("its seed is not the one that was promised".to_owned());
            }
        }
        _ => return Err("its seed and the promise of it belong together".to_owned()),
    }
    if let Value::String(inputs) = &row.value["inputs"] {
        check_inputs(row, game, inputs)?;
    }
    let (after, chronicle) = (row.value["world_after"].as_str(), row.value["chronicle"].as_str());
    let (Some(after), Some(chronicle)) = (after, chronicle) else { return Ok(()) };
    let (after, chronicle) = (WorldText::new(after.to_owned()), ChronicleText::new(chronicle.to_owned()));
    if row.value["result_hash"] != result_hash(&after, &chronicle) {
        return Err("its world and chronicle are not those of the result's hash".to_owned());
    }
    let turn = Turn { before: &before, after: &after, chronicle: &chronicle };
    game.entries(turn, &Reader::Gm).map(drop).map_err(|error| error.to_string())?;
    game.standings(&after).map(drop).map_err(|error| error.to_string())
}
