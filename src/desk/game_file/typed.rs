//! The description of a game as a form says it, and as a form shows it.

use toml::{Table, Value};

use super::{Fault, GameFile};
use crate::postal::switches::Readings;

/// The fields of a form as they were typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed(Vec<(String, String)>);

/// Fields that hold a whole number.
const NUMBERS: [&str; 3] = ["pentade_days", "grace_hours", "answer_days"];
/// Fields of the table `[calendar]` that hold words.
const WORDS: [&str; 8] =
    ["at", "zone", "remind", "missing_orders", "vacant_orders", "absent_votes", "gm_votes", "publish"];
/// Fields of the table `[customs]` that hold words.
const CUSTOM_WORDS: [&str; 4] = ["stand_ins", "orders_of_departed", "waiting_list", "pages"];

/// What a field begins with that says how a switch is read; its id follows.
pub const SWITCH: &str = "switch.";

/// The readings that the fields of a form name. One that is left empty chooses nothing.
pub fn readings(fields: &[(String, String)]) -> Readings {
    let chosen = fields.iter().filter_map(|(field, word)| {
        let id = field.strip_prefix(SWITCH)?;
        (!word.trim().is_empty()).then(|| (id.to_owned(), word.trim().to_owned()))
    });
    chosen.collect()
}

impl Typed {
    /// What a form sent.
    pub fn new(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// What stands in a field; nothing when the form has no such field.
    pub fn get(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, text)| text.trim())
    }

    /// The same, empty for a field that is not there.
    pub fn text(&self, field: &str) -> &str {
        self.get(field).unwrap_or_default()
    }

    /// Whether a field holds this word.
    pub fn is(&self, field: &str, word: &str) -> bool {
        self.get(field) == Some(word)
    }
}

impl GameFile {
    /// The description of a game of this kind and scenario, as a form says it. A side without name and address has no player.
    ///
    /// Errors: every number that is none; what a form of ours never sends.
    pub fn typed(kind: &str, scenario: &str, typed: &Typed) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut number = |field: &str, text: &str| match text.trim().parse::<i64>() {
            Ok(number) => Value::Integer(number),
            Err(_) => {
                faults.push(Fault::of(field, format!("{text:?} is no whole number")));
                Value::Integer(0)
            }
        };
        let (mut file, mut calendar, mut customs) = (Table::new(), Table::new(), Table::new());
        let words = |text: &str| Value::String(text.to_owned());
        for (key, text) in [
            ("slug", typed.text("slug")),
            ("kind", kind),
            ("scenario", scenario),
            ("title", typed.text("title")),
        ] {
            file.insert(key.to_owned(), words(text));
        }
        for key in NUMBERS {
            let table = if key == "pentade_days" { &mut file } else { &mut calendar };
            table.insert(key.to_owned(), number(key, typed.text(key)));
        }
        for key in WORDS {
            calendar.insert(key.to_owned(), words(typed.text(key)));
        }
        let days = typed.text("reminders").split([',', ' ', ';']).filter(|day| !day.is_empty());
        let days = days.map(|day| number("reminders", day)).collect();
        calendar.insert("reminders".to_owned(), Value::Array(days));
        let off = typed.text("days_off").lines().map(str::trim).filter(|line| !line.is_empty());
        calendar.insert("days_off".to_owned(), Value::Array(off.map(words).collect()));
        calendar.insert("close_when_ready".to_owned(), Value::Boolean(typed.is("close_when_ready", "yes")));
        for key in CUSTOM_WORDS {
            customs.insert(key.to_owned(), words(typed.text(key)));
        }
        customs.insert("unsigned_press".to_owned(), Value::Boolean(typed.is("unsigned_press", "yes")));
        file.insert("invite".to_owned(), Value::Boolean(typed.is("invite", "yes")));
        file.insert("calendar".to_owned(), Value::Table(calendar));
        file.insert("customs".to_owned(), Value::Table(customs));
        let switches = readings(&typed.0).into_iter().map(|(id, word)| (id, Value::String(word)));
        file.insert("switches".to_owned(), Value::Table(switches.collect()));
        file.insert("players".to_owned(), Value::Array(players(typed)));
        let read = file.try_into::<Self>().map_err(|error| Fault::of("file", error.to_string().trim()));
        match read {
            Ok(read) if faults.is_empty() => Ok(read),
            Ok(_) => Err(faults),
            Err(fault) => Err(faults.into_iter().chain([fault]).collect()),
        }
    }
}

/// The players that a form names, in the order of its sides.
fn players(typed: &Typed) -> Vec<Value> {
    let sides = typed.0.iter().filter_map(|(field, _)| field.strip_prefix("name."));
    let player = |side: &str| {
        let (name, email) = (typed.text(&format!("name.{side}")), typed.text(&format!("email.{side}")));
        let row = [("side", side), ("name", name), ("email", email)];
        let row = row.map(|(key, text)| (key.to_owned(), Value::String(text.to_owned())));
        (!name.is_empty() || !email.is_empty()).then(|| Value::Table(row.into_iter().collect()))
    };
    sides.filter_map(player).collect()
}

/// A file as a form shows it.
pub fn typed_of(file: &GameFile) -> Vec<(String, String)> {
    let mut fields = vec![
        ("slug".to_owned(), file.slug.clone()),
        ("title".to_owned(), file.title.clone()),
        ("pentade_days".to_owned(), file.pentade_days.to_string()),
    ];
    fields.extend(file.calendar.typed());
    fields.extend(file.customs.typed());
    if file.invite {
        fields.push(("invite".to_owned(), "yes".to_owned()));
    }
    let switches = file.switches.iter().map(|(id, word)| (format!("{SWITCH}{id}"), word.clone()));
    fields.extend(switches);
    for player in &file.players {
        fields.push((format!("name.{}", player.side), player.name.clone()));
        fields.push((format!("email.{}", player.side), player.email.clone()));
    }
    fields
}
