//! The texts of `config/`, which the games read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::SettingFault;

/// Kinds of files that are read.
const KINDS: [&str; 5] = ["csv", "toml", "tsv", "txt", "json"];

/// What stands in `config/` and is no game's: the operator's settings, the words of commands, and the demonstration.
const NOT_RULES: [&str; 3] = ["server.toml", "commands.toml", "demo"];

/// File names below `config/`, with `/` as separator, and their words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigTexts {
    /// Name to words.
    pub files: BTreeMap<String, String>,
}

impl ConfigTexts {
    /// Reads every text below `config`.
    ///
    /// Errors: every file or folder that cannot be read, or is not UTF-8.
    pub fn read(config: &Path) -> Result<Self, Vec<SettingFault>> {
        let mut texts = Self::default();
        let mut faults = Vec::new();
        let mut folders: Vec<PathBuf> = vec![config.to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = match std::fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
                Ok(entries) => entries,
                Err(error) => {
                    faults.push(fault(&folder, &error.to_string()));
                    continue;
                }
            };
            for path in entries.into_iter().map(|entry| entry.path()) {
                if NOT_RULES.contains(&name_below(config, &path).as_str()) {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if has_known_kind(&path) {
                    match std::fs::read_to_string(&path) {
                        Ok(text) => drop(texts.files.insert(name_below(config, &path), text)),
                        Err(error) => faults.push(fault(&path, &error.to_string())),
                    }
                }
            }
        }
        if faults.is_empty() { Ok(texts) } else { Err(faults) }
    }
}

fn has_known_kind(path: &Path) -> bool {
    path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| KINDS.contains(&kind))
}

fn name_below(config: &Path, path: &Path) -> String {
    let below = path.strip_prefix(config).unwrap_or(path);
    let parts: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn fault(path: &Path, reason: &str) -> SettingFault {
    SettingFault { origin: path.display().to_string(), key: "the file".to_owned(), reason: reason.to_owned() }
}
