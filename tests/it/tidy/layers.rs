//! Who may import whom, and what the pure rooms never name.

use super::Fault;
use super::source::{Source, identifiers, line_at};

/// Each room, and what it may import besides itself. A room of the empires' wing is named with its wing.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("postal", &[]),
    ("empires", &["postal", "empires/*"]),
    ("empires/terms", &["postal"]),
    ("empires/atlas", &["postal", "empires/terms"]),
    ("empires/world", &["postal", "empires/terms", "empires/atlas"]),
    // A scenario is an opening world, and the world's bounds are figures of the rulebook.
    ("empires/rulebook", &["postal", "empires/terms", "empires/atlas", "empires/world"]),
    ("empires/chronicle", &["postal", "empires/terms"]),
    ("empires/explain", &["postal", "empires/terms", "empires/chronicle"]),
    ("empires/orders", &["postal", "empires/terms", "empires/atlas"]),
    (
        "empires/rules",
        &[
            "postal",
            "empires/terms",
            "empires/atlas",
            "empires/rulebook",
            "empires/world",
            "empires/chronicle",
        ],
    ),
    (
        "empires/policy",
        &["postal", "empires/terms", "empires/atlas", "empires/rulebook", "empires/world", "empires/rules"],
    ),
    (
        "empires/pentade",
        &[
            "postal",
            "empires/terms",
            "empires/rulebook",
            "empires/world",
            "empires/chronicle",
            "empires/rules",
        ],
    ),
    (
        "empires/report",
        &[
            "postal",
            "empires/terms",
            "empires/atlas",
            "empires/rulebook",
            "empires/world",
            "empires/chronicle",
            "empires/explain",
        ],
    ),
    (
        "empires/forecast",
        &[
            "postal",
            "empires/terms",
            "empires/atlas",
            "empires/orders",
            "empires/rulebook",
            "empires/world",
            "empires/chronicle",
            "empires/explain",
            "empires/rules",
            "empires/pentade",
        ],
    ),
    (
        "empires/trial",
        &[
            "postal",
            "empires/terms",
            "empires/rulebook",
            "empires/world",
            "empires/chronicle",
            "empires/rules",
            "empires/policy",
            "empires/pentade",
        ],
    ),
    ("empires/seam", &["postal", "empires/*"]),
    ("games", &["postal", "empires/*"]),
    ("crash", &[]),
    ("settings", &["postal", "games"]),
    ("store", &["postal"]),
    ("mail", &["postal", "crash"]),
    ("desk", &["postal", "crash", "games", "settings", "store", "mail"]),
    ("jobs", &["postal", "crash", "games", "settings", "store", "mail", "desk"]),
    ("web", &["postal", "games", "settings", "desk", "mail/render"]),
    ("program", &["postal", "games", "settings", "store", "mail", "desk", "jobs", "web"]),
];

/// What no pure room names, as the start of a path or as a name alone.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::time",
    "std::net",
    "std::io",
    "std::process",
    "std::thread",
    "tokio",
    "rand",
    "sqlx",
    "HashMap",
    "HashSet",
    "SystemTime",
    "Instant",
    "f32",
    "f64",
    "println",
    "eprintln",
];

/// Imports that no row of the table allows, and SQL outside its room.
pub fn check(file: &Source) -> Vec<Fault> {
    if !file.is_program() || ["src/main.rs", "src/lib.rs"].contains(&file.path.as_str()) {
        return Vec::new();
    }
    let here = room(&file.module());
    let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == here) else {
        return vec![Fault::new(
            &file.path,
            1,
            format!("room {here} stands in no row of the table of imports"),
        )];
    };
    let code = file.program_code();
    let mut faults = Vec::new();
    for (at, path) in paths(&code) {
        let line = line_at(&code, at);
        if path[0] == "sqlx" && here != "store" {
            faults.push(Fault::new(&file.path, line, "SQL is for the store alone"));
        }
        if let Some(target) = resolve(&file.module(), &path)
            && !target.is_empty()
            && !may_import(&here, allowed, &target)
        {
            let line_of = format!("{here} may not import {}", target.join("::"));
            faults.push(Fault::new(&file.path, line, line_of));
        }
    }
    faults
}

/// Names that would let a pure room see the clock, the disk, the network, chance, or an order that changes.
pub fn check_purity(file: &Source) -> Vec<Fault> {
    if !file.is_pure() {
        return Vec::new();
    }
    let code = file.program_code();
    let mut faults = Vec::new();
    for (at, path) in paths(&code) {
        let joined = path.join("::");
        let named = IMPURE.iter().find(|name| {
            joined.strip_prefix(**name).is_some_and(|after| after.is_empty() || after.starts_with("::"))
                || path.iter().any(|segment| segment == *name && starts_upper_or_number(name))
        });
        if let Some(name) = named {
            faults.push(Fault::new(&file.path, line_at(&code, at), format!("a pure room names {name}")));
        }
    }
    faults
}

/// A type's name is forbidden wherever it stands in a path; `rand` may be the end of somebody else's.
fn starts_upper_or_number(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) || ["f32", "f64"].contains(&name)
}

fn may_import(here: &str, allowed: &[&str], target: &[String]) -> bool {
    let there = room(target);
    there == here
        || allowed.iter().any(|name| match name.split_once('/') {
            Some((wing, "*")) => there.starts_with(wing),
            Some(_) => {
                there == *name
                    || target.join("/").starts_with(&format!("{name}/"))
                    || target.join("/") == *name
            }
            None => there == *name,
        })
}

/// The room that a module stands in.
fn room(module: &[String]) -> String {
    match module {
        [wing, room, ..] if wing == "empires" => format!("{wing}/{room}"),
        [room, ..] => room.clone(),
        [] => String::new(),
    }
}

/// Where a path leads in our own crate; nothing for other crates' and local names.
fn resolve(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut target = match path[0].as_str() {
        "crate" => Vec::new(),
        "self" | "super" => module.to_vec(),
        _ => return None,
    };
    for segment in path {
        match segment.as_str() {
            "crate" | "self" => {}
            "super" => {
                target.pop();
            }
            name => target.push(name.to_owned()),
        }
    }
    Some(target)
}

/// Every path of the code, with groups in braces opened up.
fn paths(code: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut end = 0;
    for (at, _) in identifiers(code) {
        let before = &code[..at];
        let continues = before.ends_with("::") || before.ends_with('.') && !before.ends_with("..");
        if at >= end && !continues {
            end = read_path(code, at, &[], &mut found);
        }
    }
    found
}

/// Reads one tree that starts with a name at `at`; where it ends.
fn read_path(code: &str, at: usize, before: &[String], found: &mut Vec<(usize, Vec<String>)>) -> usize {
    let mut path = before.to_vec();
    let mut end = at;
    while let Some((0, name)) = identifiers(&code[end..]).next() {
        path.push(name.to_owned());
        end += name.len();
        let Some(after) = code[end..].strip_prefix("::") else { break };
        end += 2;
        if after.starts_with('{') {
            return read_group(code, end + 1, &path, found);
        }
    }
    found.push((at, path));
    end
}

/// Reads the trees between the braces; where the group ends.
fn read_group(code: &str, open: usize, before: &[String], found: &mut Vec<(usize, Vec<String>)>) -> usize {
    let mut at = open;
    while let Some(c) = code[at..].chars().next() {
        if c == '}' {
            return at + 1;
        }
        if !(c.is_alphabetic() || c == '_') {
            at += c.len_utf8();
            continue;
        }
        at = read_path(code, at, before, found);
        if let Some(other_name) = code[at..].strip_prefix(" as ") {
            at = code.len() - other_name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        in_short(&check(&Source::new(path, text)))
    }

    #[test]
    fn groups_are_opened_up() {
        let code = "use crate::{a::B, c::{self, D as E}};\nlet x = super::f(y.z, 0..crate::G);";
        let found: Vec<String> = paths(code).iter().map(|(_, path)| path.join("::")).collect();

        let imported = ["use", "crate::a::B", "crate::c::self", "crate::c::D"];
        let used = ["let", "x", "super::f", "y", "crate::G"];
        assert_eq!(found, [imported.as_slice(), used.as_slice()].concat());
    }

    #[test]
    fn an_import_from_below_is_found_however_it_is_written() {
        let said = "empires/world may not import empires::rules::tax";
        for import in [
            "use crate::empires::rules::tax;",
            "use crate::empires::{terms::Gold, rules::tax};",
            "use super::super::rules::tax;",
            "fn a() { crate::empires::rules::tax() }",
        ] {
            let text = format!("//! World.\n{import}\n");
            assert_eq!(faults("src/empires/world/apply.rs", &text), [format!("2: {said}")], "{import}");
        }
        assert_eq!(
            faults("src/empires/world/apply.rs", "use crate::empires::terms::Gold;"),
            Vec::<String>::new()
        );
        assert_eq!(
            faults("src/empires/rules/gold.rs", "// use crate::web::page;\nlet a = \"crate::web\";"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn the_shell_does_not_know_the_games() {
        let import = "use crate::empires::world::World;";
        for path in
            ["src/desk/publish.rs", "src/web/archive/page.rs", "src/jobs/clock.rs", "src/postal/game.rs"]
        {
            assert_eq!(faults(path, import).len(), 1, "{path}");
        }
        assert_eq!(faults("src/games.rs", "use crate::empires::Empires;"), Vec::<String>::new());
    }

    #[test]
    fn a_page_takes_nothing_from_the_post_room_but_rendering() {
        assert_eq!(faults("src/web/mod.rs", "use crate::mail::render::html;"), Vec::<String>::new());
        assert_eq!(faults("src/web/mod.rs", "use crate::mail::render;"), Vec::<String>::new());
        assert_eq!(
            faults("src/web/mod.rs", "use crate::mail::renderer;"),
            ["1: web may not import mail::renderer"]
        );
        assert_eq!(
            faults("src/web/mod.rs", "use crate::store::Store;"),
            ["1: web may not import store::Store"]
        );
    }

    #[test]
    fn sql_stays_in_its_room() {
        assert_eq!(faults("src/web/mod.rs", "fn a() { sqlx::query(1) }"), ["1: SQL is for the store alone"]);
        assert_eq!(faults("src/store/letters.rs", "fn a() { sqlx::query(1) }"), Vec::<String>::new());
    }

    #[test]
    fn a_new_room_needs_a_row() {
        assert_eq!(
            faults("src/cellar/mod.rs", ""),
            ["1: room cellar stands in no row of the table of imports"]
        );
    }

    #[test]
    fn a_pure_room_sees_no_clock_no_chance_and_no_loose_order() {
        for text in [
            "use std::{fmt, fs::File};",
            "use std::collections::HashMap;",
            "fn a(x: f64) {}",
            "let now = std::time::Instant::now();",
            "let r = rand::rng();",
            "async fn a() { tokio::spawn(b) }",
            "println!();",
        ] {
            let file = Source::new("src/empires/rules/gold.rs", text);
            assert!(!check_purity(&file).is_empty(), "{text}");
        }
        let clean = "use std::collections::BTreeMap; // f64\nlet a = self.rand; let b = dice::rand();";
        assert_eq!(check_purity(&Source::new("src/empires/rules/gold.rs", clean)), []);
        assert_eq!(check_purity(&Source::new("src/jobs/clock.rs", "use std::time::Duration;")), []);
    }
}
