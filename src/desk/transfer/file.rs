//! The file: packed and unpacked, with every hash.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::store::transfer::Part;

const FORMAT: &str = "pentade-game";
/// The version that is written. In 2 a game has its own readings of the rules, and may be for its members alone; 1 is read too,
/// and such a game has no readings and is for everyone.
const VERSION: u64 = 2;
/// The oldest version that is read.
const OLDEST: u64 = 1;
/// Largest file that is read. Units: bytes.
pub const MOST_PACKED: usize = 64 * 1024 * 1024;
/// The most that a file may hold when it is unpacked. Units: bytes.
const MOST_UNPACKED: u64 = 512 * 1024 * 1024;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: String,
    version: u64,
    /// Short name of the game.
    pub slug: String,
    /// When it was written.
    pub exported_at: Timestamp,
    /// Whether it holds the secrets of what is not public.
    pub private: bool,
    /// Whether it holds the letters that came in.
    pub letters: bool,
    parts: Vec<Head>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    part: String,
    rows: u64,
    sha256: String,
}

/// A row with its line in the file, counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The line.
    pub line: usize,
    /// What stands there: an object.
    pub value: Value,
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Unpacked {
    /// Its first line.
    pub manifest: Manifest,
    /// The parts in the order of [`Part::ALL`]; one that the file lacks is empty.
    pub parts: Vec<(Part, Vec<Row>)>,
}

impl Unpacked {
    /// The rows of a part.
    pub fn rows(&self, part: Part) -> &[Row] {
        self.parts.iter().find(|(one, _)| *one == part).map_or(&[], |(_, rows)| rows)
    }
}

/// Writes a file.
///
/// Errors: what cannot be written as JSON.
pub fn pack(
    slug: &str,
    now: Timestamp,
    (private, letters): (bool, bool),
    parts: &[(Part, Vec<Value>)],
) -> Result<Vec<u8>, String> {
    let mut heads = Vec::new();
    let mut body = Vec::new();
    for (part, rows) in parts {
        let begin = body.len();
        for row in rows {
            serde_json::to_writer(&mut body, row).map_err(|error| error.to_string())?;
            body.push(b'\n');
        }
        let sha256 = hex::encode(Sha256::digest(&body[begin..]));
        heads.push(Head { part: part.as_str().to_owned(), rows: rows.len() as u64, sha256 });
    }
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: VERSION,
        slug: slug.to_owned(),
        exported_at: now,
        private,
        letters,
        parts: heads,
    };
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let mut write = |bytes: &[u8]| packed.write_all(bytes).map_err(|error| error.to_string());
    write(&serde_json::to_vec(&manifest).map_err(|error| error.to_string())?)?;
    write(b"\n")?;
    write(&body)?;
    packed.finish().map_err(|error| error.to_string())
}

/// Reads a file and checks every hash in its manifest.
///
/// Errors: what is wrong, with its place.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, String> {
    unpack_within(bytes, MOST_UNPACKED)
}

fn unpack_within(bytes: &[u8], most: u64) -> Result<Unpacked, String> {
    if bytes.len() > MOST_PACKED {
        return Err(format!("the file is larger than {} MB", MOST_PACKED / 1_000_000));
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Err("the file is no exported game: it does not begin as a gzip file does".to_owned());
    }
    let mut text = Vec::new();
    let mut reader = GzDecoder::new(bytes).take(most + 1);
    reader.read_to_end(&mut text).map_err(|error| format!("the file is damaged or cut off: {error}"))?;
    if text.len() as u64 > most {
        return Err(format!("unpacked, the file is larger than {} MB", most / 1_000_000));
    }
    if !reader.into_inner().into_inner().is_empty() {
        return Err("something stands behind the end of the file".to_owned());
    }
    let text = String::from_utf8(text).map_err(|error| format!("the file is not UTF-8: {error}"))?;
    let mut lines = text.split_inclusive('\n');
    let manifest = read_manifest(lines.next().unwrap_or_default())?;
    let mut parts: Vec<(Part, Vec<Row>)> = Part::ALL.into_iter().map(|part| (part, Vec::new())).collect();
    let mut line = 1;
    let mut seen = Vec::new();
    for head in &manifest.parts {
        let part = Part::ALL.into_iter().find(|part| part.as_str() == head.part);
        let part = part.ok_or_else(|| format!("line 1: there is no part {:?}", head.part))?;
        if seen.contains(&part) {
            return Err(format!("line 1: the part {} stands there twice", head.part));
        }
        seen.push(part);
        let mut hash = Sha256::new();
        let mut rows = Vec::new();
        for _ in 0..head.rows {
            line += 1;
            let found = lines.next().filter(|text| text.ends_with('\n'));
            let found =
                found.ok_or_else(|| format!("line {line}: the file ends within the part {}", head.part))?;
            hash.update(found.as_bytes());
            let value: Value = serde_json::from_str(found)
                .map_err(|error| format!("line {line}, part {}: {error}", head.part))?;
            if !value.is_object() {
                return Err(format!("line {line}, part {}: a row is an object", head.part));
            }
            rows.push(Row { line, value });
        }
        if hex::encode(hash.finalize()) != head.sha256 {
            return Err(format!("part {}: its rows are not those of its hash in line 1", head.part));
        }
        if let Some((_, kept)) = parts.iter_mut().find(|(one, _)| *one == part) {
            *kept = rows;
        }
    }
    match lines.next() {
        Some(_) => Err(format!("line {}: it belongs to no part", line + 1)),
        None => Ok(Unpacked { parts: renewed(parts, manifest.version), manifest }),
    }
}

/// The parts of a file of an older version, with what its games could not have.
fn renewed(mut parts: Vec<(Part, Vec<Row>)>, version: u64) -> Vec<(Part, Vec<Row>)> {
    let games = parts.iter_mut().filter(|(part, _)| *part == Part::Game).flat_map(|(_, rows)| rows);
    for game in games.filter(|_| version == OLDEST) {
        for (field, usual) in [("readings", json!({})), ("members_only", json!(false))] {
            if game.value[field].is_null() {
                game.value[field] = usual;
            }
        }
    }
    parts
}

fn read_manifest(line: &str) -> Result<Manifest, String> {
    let bad = |error: serde_json::Error| format!("line 1: it is no manifest of an exported game: {error}");
    let value: Value = serde_json::from_str(line).map_err(bad)?;
    if value["format"] != FORMAT {
        return Err(format!("line 1: its format is not {FORMAT}"));
    }
    match value["version"].as_u64() {
        Some(OLDEST..=VERSION) => serde_json::from_value(value).map_err(bad),
        Some(newer) if newer > VERSION => Err(format!(
            "line 1: a newer Pentade wrote it, in version {newer} of the format; this one reads up to version {VERSION}"
        )),
        Some(older) => Err(format!(
            "line 1: it is of version {older} of the format, which is read no more; this Pentade reads from version {OLDEST} on"
        )),
        None => Err("line 1: the version of the format is no whole number".to_owned()),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn packed() -> Vec<u8> {
        let parts = vec![
            (Part::Game, vec![json!({"kind": "guessing"})]),
            (Part::Seats, vec![json!({"side": "red"}), json!({"side": "blue"})]),
        ];
        pack("g1", Timestamp::UNIX_EPOCH, (false, false), &parts).expect("packed")
    }

    fn text() -> String {
        let mut text = String::new();
        GzDecoder::new(packed().as_slice()).read_to_string(&mut text).expect("our own");
        text
    }

    fn zipped(text: &str) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text.as_bytes()).expect("in memory");
        packed.finish().expect("in memory")
    }

    fn refused(text: &str) -> String {
        unpack(&zipped(text)).expect_err("refused")
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let unpacked = unpack(&packed()).expect("sound");
        assert_eq!(unpacked.manifest.slug, "g1");
        assert_eq!(unpacked.rows(Part::Seats)[1], Row { line: 4, value: json!({"side": "blue"}) });
        assert_eq!(unpacked.rows(Part::Letters), []);
    }

    #[test]
    fn a_file_of_another_version_is_refused() {
        let version = |other: &str| text().replace("\"version\":2", &format!("\"version\":{other}"));
        assert!(refused(&version("3")).contains("a newer Pentade"));
        assert!(refused(&version("0")).contains("read no more"));
        assert!(refused(&version("\"x\"")).contains("no whole number"));
        let game = |file: &[u8]| unpack(file).expect("sound").rows(Part::Game)[0].value.clone();
        let (older, newer) = (game(&zipped(&version("1"))), game(&packed()));
        assert_eq!((&older["readings"], &older["members_only"]), (&json!({}), &json!(false)));
        assert!(newer["readings"].is_null() && newer["members_only"].is_null(), "it would have to say so");
        assert!(refused(&text().replace("pentade-game", "zip")).contains("its format is not"));
    }

    #[test]
    fn a_damaged_file_is_refused_with_its_place() {
        let whole = packed();
        for end in [0, 1, 12, whole.len() / 2, whole.len() - 1] {
            assert!(unpack(&whole[..end]).is_err(), "cut off at {end}");
        }
        assert!(
            unpack(&[whole.as_slice(), b"more"].concat()).expect_err("refused").contains("behind the end")
        );
        assert!(
            refused(&text().replace("blue", "bluf"))
                .contains("part seats: its rows are not those of its hash")
        );
        assert!(refused(&format!("{}{{}}\n", text())).starts_with("line 5: it belongs to no part"));
        let cut = text().replace("{\"side\":\"blue\"}\n", "");
        assert!(
            refused(&cut).starts_with("line 4: the file ends within the part seats"),
            "{}",
            refused(&cut)
        );
        assert!(
            refused(&text().replace("\"part\":\"seats\"", "\"part\":\"../x\"")).contains("no part \"../x\"")
        );
        assert!(refused(&text().replace("\"part\":\"seats\"", "\"part\":\"game\"")).contains("twice"));
        assert!(
            refused(&text().replace("{\"side\":\"red\"}", "7"))
                .contains("line 3, part seats: a row is an object")
        );
        assert!(
            refused(&text().replace("\"red\"", "1e999"))
                .starts_with("line 3, part seats: number out of range")
        );
        let deep = format!("{{\"side\":{}", "[".repeat(5000));
        assert!(refused(&text().replace("{\"side\":\"red\"}", &deep)).contains("recursion limit"));
        assert!(refused("").starts_with("line 1"));
        assert!(unpack(b"PK\x03\x04").expect_err("refused").contains("no exported game"));
    }

    #[test]
    fn a_file_that_unpacks_without_end_is_refused() {
        let bomb = zipped(&" ".repeat(3_000_000));
        assert!(bomb.len() < 30_000);
        let why = unpack_within(&bomb, 1_000_000).expect_err("refused");
        assert_eq!(why, "unpacked, the file is larger than 1 MB");
    }
}
