//! The `config/` this repository ships.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use pentade::empires::rulebook::Rulebook;
use pentade::settings::texts::ConfigTexts;

/// The texts of `config/`, by path below it.
pub fn files() -> BTreeMap<String, String> {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    ConfigTexts::read(&config).expect("config/ can be read").files
}

/// The rulebook of those texts.
pub fn rulebook() -> &'static Rulebook {
    static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| match Rulebook::parse(&files()) {
        Ok(rulebook) => rulebook,
        Err(faults) => {
            let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("the shipped config has faults:\n{}", list.join("\n"))
        }
    });
    &RULEBOOK
}
