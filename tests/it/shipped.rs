//! The `config/` this repository ships.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use pentade::empires::rulebook::Rulebook;

/// The texts of `config/`, by path below it.
pub fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
    collect(&root, &root, &mut files);
    files
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

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let name = path.strip_prefix(root).expect("a path below config").to_string_lossy().into_owned();
            files.insert(name, text);
        }
    }
}
