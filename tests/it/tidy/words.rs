//! The rulebook's words: what identifiers of pure rooms do not say.

use super::Fault;
use super::source::{Source, identifiers, line_at};

/// A word that is not ours, and ours.
const INSTEAD: &[(&str, &str)] = &[
    ("province", "area"),
    ("tile", "area"),
    ("faction", "empire"),
    ("nation", "empire"),
    ("capital", "court"),
    ("king", "leader"),
    ("skill", "stature"),
    ("tick", "year or pentade"),
    ("phase", "year or step"),
    ("victim", "target"),
    ("happiness", "social state"),
    ("damage", "C result"),
    ("morale", "rebellion or unrest check"),
    ("supply", "line of communications"),
    ("money", "gold"),
    ("income", "gold or taxation"),
    ("minority", "underlying religious group"),
    ("barbarian", "raider"),
    ("npc", "magnate"),
    ("rollback", "amendment"),
    ("helper", "what it does"),
    ("manager", "what it does"),
    ("util", "what it does"),
    ("utils", "what it does"),
    ("misc", "what it is"),
];

/// Identifiers of pure rooms that contain a word of the list, in the singular or the plural.
pub fn check(file: &Source) -> Vec<Fault> {
    if !file.is_pure() {
        return Vec::new();
    }
    let code = file.program_code();
    let mut faults = Vec::new();
    for (at, identifier) in identifiers(&code) {
        for word in words_of(identifier) {
            let singular = word.strip_suffix('s').unwrap_or(&word);
            if let Some((_, ours)) = INSTEAD.iter().find(|(other, _)| *other == word || *other == singular) {
                let what = format!("{identifier}: not \"{word}\" but {ours}");
                faults.push(Fault::new(&file.path, line_at(&code, at), what));
            }
        }
    }
    faults
}

/// `year_card`, `YearCard` and `YEAR_CARD` are all `year`, `card`.
fn words_of(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && after_lower {
            words.push(String::new());
        }
        after_lower = c.is_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut()
            && c != '_'
        {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    #[test]
    fn identifiers_fall_apart_into_words() {
        assert_eq!(words_of("year_card"), ["year", "card"]);
        assert_eq!(words_of("YearCard"), ["year", "card"]);
        assert_eq!(words_of("YEAR_CARD"), ["year", "card"]);
    }

    #[test]
    fn a_foreign_word_is_found_in_code_and_not_in_prose() {
        let file = Source::new(
            "src/empires/world/mod.rs",
            "// a king of one province\nstruct KingName;\nfn ranking() {}\nlet taxed_provinces = \"province\";\n",
        );
        assert_eq!(
            in_short(&check(&file)),
            ["2: KingName: not \"king\" but leader", "4: taxed_provinces: not \"provinces\" but area"]
        );
        assert_eq!(check(&Source::new("src/web/mod.rs", "struct King;")), []);
    }
}
