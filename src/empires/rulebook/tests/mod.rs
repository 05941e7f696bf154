use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use super::*;

mod broken;
mod meaning;

/// What stands in `config/` and is no part of the rulebook: the operator's settings, and the demonstration.
const NOT_RULES: [&str; 3] = ["server.toml", "commands.toml", "demo"];

/// The texts of the rulebook this repository ships, by path below `config/`.
pub(crate) fn shipped_files() -> &'static BTreeMap<String, String> {
    static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let mut files = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("config");
        collect(&root, &root, &mut files);
        files
    });
    &FILES
}

/// The rulebook this repository ships.
pub(crate) fn shipped() -> &'static Rulebook {
    static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| match Rulebook::parse(shipped_files()) {
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
        if NOT_RULES.iter().any(|name| path == root.join(name)) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name =
                path.strip_prefix(root).expect("a path below config").to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read_to_string(&path).expect("a text file"));
        }
    }
}

#[test]
fn the_shipped_config_has_no_fault() {
    let rulebook = shipped();
    assert_eq!(rulebook.scenarios.len(), 3);
    assert_eq!(rulebook.hash.len(), 64);
}
