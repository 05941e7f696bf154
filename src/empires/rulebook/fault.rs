//! What is wrong with the config, all of it at once.

use std::cell::RefCell;

use crate::empires::terms::RuleId;

/// One fault of one file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{file}{}: {reason}", .row.map(|row| format!(", line {row}")).unwrap_or_default())]
pub struct ConfigFault {
    /// Path of the file below `config/`.
    pub file: String,
    /// Line of the file, from 1; none when it is about the file as a whole.
    pub row: Option<u32>,
    /// What is wrong. Lower case, no final stop.
    pub reason: String,
}

/// The faults found so far, and the rules that tables cite.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: RefCell<Vec<ConfigFault>>,
    cited: RefCell<Vec<(String, u32, RuleId)>>,
}

impl Faults {
    /// A fault of a line.
    pub(super) fn at(&self, file: &str, row: u32, reason: impl Into<String>) {
        self.put(file, Some(row), reason.into());
    }

    /// A fault of a whole file.
    pub(super) fn of(&self, file: &str, reason: impl Into<String>) {
        self.put(file, None, reason.into());
    }

    fn put(&self, file: &str, row: Option<u32>, reason: String) {
        self.found.borrow_mut().push(ConfigFault { file: file.to_owned(), row, reason });
    }

    /// Notes that a line cites a rule.
    pub(super) fn cite(&self, file: &str, row: u32, rule: RuleId) {
        self.cited.borrow_mut().push((file.to_owned(), row, rule));
    }

    /// Every citation so far: file, line, rule.
    pub(super) fn cited(&self) -> Vec<(String, u32, RuleId)> {
        self.cited.borrow().clone()
    }

    /// All of them, by file and line, each once.
    pub(super) fn into_sorted(self) -> Vec<ConfigFault> {
        let mut faults = self.found.into_inner();
        faults.sort();
        faults.dedup();
        faults
    }
}
