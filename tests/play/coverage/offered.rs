//! What the source and the tables offer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pentade::empires::rulebook::Word;
use pentade::empires::terms::EventKind;

/// A row of a table, and the texts of which a case that uses it holds all.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: String,
    pub texts: Vec<String>,
}

/// A table, its columns and how a row of it is named.
type Offered = (&'static str, &'static [&'static str], fn(&str, &str) -> String);

/// Tables of which every row is to be used: file, the columns that name a row, and what is made of a cell.
const TABLES: &[Offered] = &[
    ("cards/year_cards.csv", &["number"], |_, cell| format!("card={cell}")),
    ("cards/event_cards.csv", &["id"], |_, cell| kind_of_card(cell)),
    ("rules/tables/effectiveness.csv", &["label"], whole),
    ("rules/tables/rebellion_value.csv", &["label"], whole),
    ("rules/tables/rebellion_results.csv", &["result"], |_, cell| format!("result={cell}")),
    ("rules/tables/card_heresies.csv", &["religion", "heresy", "rule"], cited),
    ("rules/tables/dated_heresies.csv", &["heresy", "first_year", "rule"], |column, cell| match column {
        "heresy" => format!("heresy={}", cell.to_lowercase()),
        "first_year" => format!("year={cell}"),
        _ => cited(column, cell),
    }),
    ("rules/tables/magnates.csv", &["name"], whole),
    ("rules/tables/raiders.csv", &["id"], whole),
    // A jihad that must be called is called a jihad.
    ("rules/tables/holy_cities.csv", &["area", "cause", "rule"], |column, cell| {
        cited(column, cell.trim_end_matches("_must"))
    }),
    ("rules/tables/papal_seats.csv", &["area"], |_, cell| format!("church.seat_kept at {cell}")),
    ("rules/tables/patriarchates.csv", &["area"], whole),
    ("rules/tables/civilised_muslims.csv", &["who", "rule"], |column, cell| {
        cited(column, cell.rsplit(':').next().unwrap_or(cell))
    }),
    ("rules/tables/related_religions.csv", &["a", "b"], whole),
    ("rules/tables/languages.csv", &["id"], whole),
    ("rules/tables/religions.csv", &["code"], whole),
    ("rules/tables/scoring_awards.csv", &["place"], |_, cell| format!("place={cell}")),
    ("rules/tables/colonisation_sea_prices.csv", &["sea_areas"], |_, cell| format!("sea_areas={cell}")),
    ("rules/tables/empire_size.csv", &["administrative"], |_, cell| format!("size of empire={cell}")),
];

fn whole(_: &str, cell: &str) -> String {
    cell.to_lowercase()
}

/// A cell as it is, but a rule as what a case cites.
fn cited(column: &str, cell: &str) -> String {
    if column == "rule" { format!("cites {cell}") } else { whole(column, cell) }
}

/// What entries call an event card of the table.
fn kind_of_card(id: &str) -> String {
    let kind = EventKind::of(id).expect("a known event card");
    serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(str::to_owned)).expect("a written kind")
}

/// Every row that is to be used.
pub fn rows(root: &Path) -> Vec<Row> {
    let mut rows = Vec::new();
    for (file, columns, text_of) in TABLES {
        let path = root.join("config").join(file);
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).from_path(&path).expect("a readable table");
        let head = reader.headers().expect("a head").clone();
        let places: Vec<usize> = columns
            .iter()
            .map(|column| head.iter().position(|name| name == *column).expect("a known column"))
            .collect();
        for record in reader.records() {
            let record = record.expect("a readable row");
            let cells: Vec<&str> = places.iter().filter_map(|place| record.get(*place)).collect();
            let texts = columns.iter().zip(&cells).filter(|(_, cell)| !cell.is_empty());
            let texts = texts.map(|(column, cell)| text_of(column, cell)).collect();
            let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".csv");
            rows.push(Row { name: format!("row {name} {}", cells.join(" ")), texts });
        }
    }
    rows
}

/// Every kind of entry, as its written form names it.
pub fn kinds(root: &Path) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for path in rust_files(&root.join("src/empires/chronicle")) {
        let text = fs::read_to_string(&path).expect("a readable file");
        let mut part: Option<String> = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.split_once("Happening")) {
                part = Some(snake(name.0));
                if line.ends_with("{}") {
                    part = None;
                }
            } else if line == "}" {
                part = None;
            } else if let Some(part) = &part
                && let Some(variant) =
                    line.strip_prefix("    ").filter(|rest| rest.starts_with(char::is_uppercase))
            {
                let name: String = variant.chars().take_while(|c| c.is_alphanumeric()).collect();
                let is_part = part.is_empty() && variant.contains("Happening");
                if !is_part {
                    let dot = if part.is_empty() { "" } else { "." };
                    kinds.insert(format!("{part}{dot}{}", snake(&name)));
                }
            }
        }
    }
    kinds
}

/// What the source refuses: the rules, and the reasons as they are written, with braces for what is filled in.
#[derive(Debug, Default)]
pub struct Refusals {
    pub rules: BTreeSet<String>,
    pub reasons: BTreeSet<String>,
}

/// Every rule that a refusal of the source names, and every reason that it writes out.
pub fn refusals(root: &Path) -> Refusals {
    let mut found = Refusals::default();
    for folder in ["src/empires/rules", "src/empires/pentade"] {
        for path in rust_files(&root.join(folder)) {
            let text = fs::read_to_string(&path).expect("a readable file");
            for start in ["Refusal::new(", "refuse(", "Refusal { rule: ", "let reason ="] {
                text.match_indices(start).for_each(|(at, _)| found.read(&text[at + start.len()..]));
            }
        }
    }
    found
}

impl Refusals {
    /// Reads `"9.4", format!("{name} is out of reach")`, `"2.1", reason` or `"there is nobody"`.
    fn read(&mut self, written: &str) {
        let mut rest = written.trim_start();
        if let Some((rule, after)) =
            literal(rest).filter(|(rule, _)| rule.starts_with(|c: char| c.is_ascii_digit()))
        {
            self.rules.insert(rule.to_owned());
            rest = after.trim_start_matches(',').trim_start();
            rest = rest.strip_prefix("reason: ").unwrap_or(rest);
        }
        let rest = rest.strip_prefix("format!(").unwrap_or(rest).trim_start();
        self.reasons.extend(literal(rest).map(|(reason, _)| reason.replace("\\u{2013}", "\u{2013}")));
    }
}

/// The literal at the head of a text and what stands behind it.
fn literal(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"')
}

/// Whether a reason that was told is the one that is written with braces.
pub fn is_told(written: &str, told: &str) -> bool {
    let mut rest = told;
    let mut pieces = written.split(|c| "{}".contains(c)).step_by(2);
    let starts = pieces.next().is_none_or(|piece| match rest.strip_prefix(piece) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    });
    starts
        && pieces.all(|piece| match rest.split_once(piece) {
            Some((_, after)) => {
                rest = after;
                true
            }
            None => false,
        })
}

/// Every kind of question, by the first word of its id: what the rules put and what a parley may be held on.
pub fn questions(root: &Path) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for path in rust_files(&root.join("src/empires/rules")) {
        let text = fs::read_to_string(&path).expect("a readable file");
        if !text.contains("Question {") {
            continue;
        }
        for start in ["id: format!(\"", "let mut id = format!(\""] {
            kinds.extend(
                text.match_indices(start).filter_map(|(at, _)| first_word(&text[at + start.len()..])),
            );
        }
    }
    let motions = fs::read_to_string(root.join("src/empires/terms/politics.rs")).expect("the motions");
    let words = motions.split_once("pub fn word(&self)").and_then(|(_, rest)| rest.split_once("\n    }\n"));
    let (words, _) = words.expect("the words of the motions");
    // A vote may be on any motion; no parley is.
    kinds.extend(words.split('"').skip(1).step_by(2).filter(|word| *word != "any").map(str::to_owned));
    kinds
}

/// `yield` of `yield/{last}/{id}`; none for what begins otherwise.
fn first_word(id: &str) -> Option<String> {
    let (word, _) = id.split_once('/')?;
    let plain = |c: char| c.is_ascii_lowercase() || c == '-';
    (!word.is_empty() && word.chars().all(plain)).then(|| word.to_owned())
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the source") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("tests.rs")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// `CardsDealt` as `cards_dealt`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}
