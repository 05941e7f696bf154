//! The mails that a fuzzer found worth keeping, and those of the collection, under the laws of the fuzz target.

use std::path::PathBuf;

#[path = "../fuzz/src/mail_laws.rs"]
mod mail_laws;

#[test]
fn whatever_a_fuzzer_found_worth_keeping_is_read_as_mail() {
    let kept = |folder: &str| {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("{folder}: {error}"))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file())
            .collect();
        paths.sort();
        paths
    };
    let found = kept("tests/fuzz/corpus/mail_to_letter");
    assert!(!found.is_empty());
    for path in found.into_iter().chain(kept("tests/mail")) {
        mail_laws::hold(&std::fs::read(&path).expect("a kept mail"));
    }
}
