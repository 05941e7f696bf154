//! What the cases use: which kinds of entry they bring about, which rules refuse them, which questions they put and answer,
//! which rows of the tables they turn.
//!
//! A case leaves behind what its chronicle says ([`Used`]). After a full run everything that the rulebook and the source
//! offer is held against it, and what no case uses is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use pentade::empires::chronicle::{Entry, Happening};
use serde_json::Value;

mod offered;

/// What one case used.
#[derive(Debug, Clone, Default)]
pub struct Used {
    /// Names of kinds of entry.
    pub kinds: BTreeSet<String>,
    /// Rules that refused an order.
    pub refused: BTreeSet<String>,
    /// Reasons that were given for it.
    pub reasons: BTreeSet<String>,
    /// First words of questions that were put: `claim`.
    pub put: BTreeSet<String>,
    /// First words of questions whose answers made a difference.
    pub answered: BTreeSet<String>,
    /// Every text of board, dice, expectations and chronicle in small letters, whole and word by word; numbers as
    /// `field=number`, rules as `cites 19.4`, entries with a place as `kind at place`.
    pub texts: BTreeSet<String>,
}

/// What all cases of this run used.
#[derive(Debug, Default)]
pub struct Coverage(Mutex<Vec<Used>>);

impl Coverage {
    /// Takes down what a case used.
    pub fn take_down(&self, used: Used) {
        self.0.lock().expect("no case panics here").push(used);
    }

    /// What is offered and used by no case, in order.
    pub fn missing(&self, root: &Path) -> Vec<String> {
        let used = self.0.lock().expect("all cases are done");
        let any = |test: &dyn Fn(&Used) -> bool| used.iter().any(test);
        let mut missing = Vec::new();
        for kind in offered::kinds(root) {
            if !any(&|one| one.kinds.contains(&kind)) {
                missing.push(format!("entry {kind}"));
            }
        }
        let refusals = offered::refusals(root);
        for rule in refusals.rules {
            if !any(&|one| one.refused.contains(&rule)) {
                missing.push(format!("refusal by {rule}"));
            }
        }
        for reason in refusals.reasons {
            if !any(&|one| one.reasons.iter().any(|told| offered::is_told(&reason, told))) {
                missing.push(format!("reason {reason}"));
            }
        }
        for question in offered::questions(root) {
            if !any(&|one| one.put.contains(&question)) {
                missing.push(format!("question {question} put"));
            }
            if !any(&|one| one.answered.contains(&question)) {
                missing.push(format!("question {question} answered"));
            }
        }
        for row in offered::rows(root) {
            if !any(&|one| row.texts.iter().all(|text| one.texts.contains(text))) {
                missing.push(row.name);
            }
        }
        missing.sort();
        missing.dedup();
        missing
    }
}

impl Used {
    /// Takes down the words of the case itself.
    pub fn say(&mut self, words: &str) {
        self.text(words);
    }

    /// Takes down a rule that the case cites.
    pub fn cite(&mut self, rule: &str) {
        self.texts.insert(format!("cites {rule}"));
    }

    /// Takes down a chronicle.
    pub fn read(&mut self, chronicle: &[Entry]) {
        for entry in chronicle {
            let kind = entry.kind.name();
            self.texts.extend(entry.place.iter().map(|place| format!("{kind} at {place}")));
            self.kinds.insert(kind);
            if let Happening::OrderRefused { reason, .. } = &entry.kind {
                self.reasons.insert(reason.clone());
                self.refused.extend(entry.rules.first().map(ToString::to_string));
            }
            match serde_json::to_value(entry) {
                Ok(value) => self.value("", &value),
                Err(error) => panic!("an entry is not written: {error}"),
            }
        }
    }

    fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::String(text) => {
                self.text(text);
                self.texts.insert(format!("{name}={}", text.to_lowercase()));
            }
            Value::Number(number) => {
                self.texts.insert(format!("{name}={number}"));
            }
            Value::Array(values) => values.iter().for_each(|one| self.value(name, one)),
            Value::Object(fields) => {
                for (name, one) in fields {
                    self.texts.insert(name.to_lowercase());
                    self.value(name, one);
                }
                let line = fields.get("label").zip(fields.get("points"));
                if let Some((Value::String(label), points)) = line {
                    let label = label.to_lowercase();
                    self.texts.insert(format!("{label}={points}"));
                    // The group that a row of each_urg was added for stands behind its label.
                    self.texts.extend(label.rsplit_once(' ').map(|(label, _)| label.to_owned()));
                }
            }
            Value::Bool(_) | Value::Null => {}
        }
    }

    fn text(&mut self, text: &str) {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !(c.is_alphanumeric() || "_-".contains(c)));
        self.texts.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        self.texts.insert(text);
    }
}

/// The list of what no case uses yet, which may only shrink; none while there is no list.
pub fn allowed(root: &Path) -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(root.join("tests/cases/unused.txt")).ok()?;
    Some(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}
