//! Every figure is read and every kind of effect is brought about by some rule.

use super::Fault;
use super::source::Source;

const FIGURES: &str = "config/rules/tables/figures.csv";

/// Figures that no code names, and kinds of effect that no rule brings about.
pub fn check(files: &[Source]) -> Vec<Fault> {
    let program: Vec<(&Source, String)> =
        files.iter().filter(|file| file.is_program()).map(|file| (file, file.program_code())).collect();
    let used = |words: &str, but_in: &str| {
        program.iter().any(|(file, code)| !file.path.starts_with(but_in) && names(code, words))
    };
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| file.path == FIGURES) {
        for (line, row) in file.text.lines().enumerate().skip(1).filter(|(_, row)| !row.starts_with('#')) {
            let id = row.split(',').next().unwrap_or_default();
            let name = format!(".{id}");
            if id != "id" && !id.is_empty() && !used(&name, "src/empires/rulebook/figures.rs") {
                faults.push(Fault::new(FIGURES, line + 1, format!("no rule reads {id}")));
            }
        }
    }
    for (file, line, kind) in effects(files) {
        if !used(&kind, "src/empires/world/") {
            faults.push(Fault::new(&file, line, format!("no rule brings about {kind}")));
        }
    }
    faults
}

/// Whether code holds a name, and not only a longer one.
fn names(code: &str, name: &str) -> bool {
    code.match_indices(name)
        .any(|(at, _)| !code[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Every variant of `Effect` and of the enums of changes, as code names it.
fn effects(files: &[Source]) -> Vec<(String, usize, String)> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.starts_with("src/empires/world/") && file.is_program()) {
        let mut within: Option<&str> = None;
        for (at, line) in file.text.lines().enumerate() {
            let opened = line.strip_prefix("pub enum ").and_then(|rest| rest.strip_suffix(" {"));
            within = match opened {
                Some(name) if name == "Effect" || name.ends_with("Change") => Some(name),
                Some(_) => None,
                None if line == "}" => None,
                None => within,
            };
            let variant = line.strip_prefix("    ").filter(|rest| rest.starts_with(char::is_uppercase));
            if let Some((name, variant)) = within.zip(variant) {
                let variant: String = variant.chars().take_while(|c| c.is_alphanumeric()).collect();
                found.push((file.path.clone(), at + 1, format!("{name}::{variant}")));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    fn faults(rule: &str) -> Vec<String> {
        let world = "pub enum Effect {\n    /// One.\n    Taxed(AreaId),\n    TaxedTwice {\n        a: u8,\n    },\n}\n";
        let files = [
            Source::new(FIGURES, "id,value\nprice,2\nprice_high,3\n"),
            Source::new("src/empires/world/effect.rs", world),
            Source::new("src/empires/rules/gold.rs", rule),
        ];
        in_short(&check(&files))
    }

    #[test]
    fn what_no_rule_names_is_found() {
        let all = "fn a() { Effect::Taxed(b); Effect::TaxedTwice; figures.price + figures.price_high }";
        assert_eq!(faults(all), Vec::<String>::new());
        assert_eq!(
            faults("fn a() { Effect::TaxedTwice; figures.price_high }"),
            ["2: no rule reads price", "3: no rule brings about Effect::Taxed"]
        );
    }
}
