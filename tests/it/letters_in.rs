//! Letters as bytes, `tests/mail/*.eml`, and beside each what reading it must yield. Every letter is read with the
//! line ends it has and again with CRLF.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use pentade::mail::letter::{self, Correspondent, Letter, LetterKind, Postmark, Sender};
use proptest::prelude::*;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail")
}

fn samples() -> Vec<(String, Vec<u8>, Value)> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder of sample letters")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "eml"))
        .collect();
    names.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let raw = fs::read(&path).expect("a letter");
        let expected = fs::read(path.with_extension("json")).expect("what the letter must yield");
        (name, raw, serde_json::from_slice(&expected).expect("JSON"))
    };
    names.into_iter().map(read).collect()
}

fn with_crlf(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len() + raw.len() / 20);
    for (nth, byte) in raw.iter().enumerate() {
        if *byte == b'\n' && (nth == 0 || raw[nth - 1] != b'\r') {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

fn read(raw: &[u8], sender: &str) -> Letter {
    letter::read(&Postmark { sender, recipient: "orders+g7@gm.example", own_domain: "gm.example" }, raw)
}

/// What a letter yields, in the form of the files; what is as usual is left out there.
fn yielded(letter: &Letter) -> BTreeMap<&'static str, Value> {
    let person = |who: &Correspondent| json!({ "name": who.name, "address": who.address });
    let from = match &letter.from {
        Sender::One(who) => vec![person(who)],
        Sender::None => vec![],
        Sender::Several(all) => all.iter().map(person).collect(),
    };
    let lines = letter.text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty());
    let lines: BTreeMap<String, &str> = lines.map(|(nth, line)| ((nth + 1).to_string(), line)).collect();
    let files: BTreeMap<&str, &str> =
        letter.files.iter().map(|file| (file.name.as_str(), file.text.trim_end())).collect();
    BTreeMap::from([
        ("from", json!(from)),
        ("lines", json!(lines)),
        ("notes", json!(letter.notes)),
        ("kind", json!(format!("{:?}", letter.kind))),
        ("held", json!(letter.held.as_ref().map(ToString::to_string))),
        ("quoted_lines", json!(letter.quoted_lines)),
        ("other_text", json!(letter.other_text.as_deref().map(str::trim_end))),
        ("files", json!(files)),
        ("message_id", json!(letter.message_id)),
        ("subject", json!(letter.subject)),
        ("date", json!(letter.date.map(|date| date.to_string()))),
    ])
}

fn usual(key: &str) -> Value {
    match key {
        "kind" => json!("Person"),
        "quoted_lines" => json!(0),
        "files" => json!({}),
        "message_id" => json!("<o1@example.org>"),
        "subject" => json!("g7 976-980"),
        "date" => json!("2026-11-30T07:00:00Z"),
        _ => Value::Null,
    }
}

#[test]
fn sample_letters_yield_what_is_written_beside_them() {
    let samples = samples();
    assert!(samples.len() >= 60, "only {} sample letters", samples.len());
    let mut wrong = Vec::new();
    for (name, raw, expected) in &samples {
        let sender = expected.get("sender").and_then(Value::as_str).unwrap_or("anna@example.org");
        for (ends, raw) in [("as it is", raw.clone()), ("with CRLF", with_crlf(raw))] {
            for (key, found) in yielded(&read(&raw, sender)) {
                let wanted = expected.get(key).cloned().unwrap_or_else(|| usual(key));
                if found != wanted {
                    wrong.push(format!("{name} {ends}: {key} is {found}, not {wanted}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_second_copy_has_the_same_identity_and_another_letter_has_not() {
    let head =
        "From: Anna <anna@example.org>\nTo: orders+g7@gm.example\nDate: Mon, 30 Nov 2026 07:00:00 +0000\n";
    let without_id = |orders: &str| format!("{head}\n{orders}\n").into_bytes();
    let first = read(&without_id("rule Bavaria"), "anna@example.org");
    assert_eq!(first.message_id, None);
    assert_eq!(first.identity, read(&without_id("rule Bavaria"), "").identity);
    assert_eq!(first.identity, read(&with_crlf(&without_id("rule Bavaria")), "").identity);
    assert_ne!(first.identity, read(&without_id("rule Saxony"), "").identity);

    let with_id = |from: &str, orders: &str| {
        format!("Received: {orders}\nFrom: {from}\nMessage-ID: <o1@example.org>\n\n{orders}\n").into_bytes()
    };
    let first = read(&with_id("anna@example.org", "rule Bavaria"), "");
    assert_eq!(first.identity, read(&with_id("anna@example.org", "rule Bavaria (footer)"), "").identity);
    assert_ne!(first.identity, read(&with_id("boris@example.net", "rule Bavaria"), "").identity);
    let other_game = Postmark { sender: "", recipient: "orders+g8@gm.example", own_domain: "gm.example" };
    let raw = with_id("anna@example.org", "rule Bavaria");
    assert_ne!(first.identity, letter::read(&other_game, &raw).identity);
}

#[test]
fn the_thread_is_kept() {
    let raw = b"From: a@example.org\nIn-Reply-To: <r1@gm.example>\nReferences: <r0@gm.example>\n <r1@gm.example>\n\nx";
    let letter = read(raw, "a@example.org");
    assert_eq!(letter.in_reply_to, ["<r1@gm.example>"]);
    assert_eq!(letter.references, ["<r0@gm.example>", "<r1@gm.example>"]);
    assert_eq!(letter.kind, LetterKind::Person);
}

/// B13: large, many, deep. Each within seconds in a debug build, most at once.
#[test]
fn monstrous_letters_cost_little() {
    let head = "From: anna@example.org\nMIME-Version: 1.0\n";
    let plain = |body: &str| format!("{head}\n{body}").into_bytes();
    let html = |body: &str| format!("{head}Content-Type: text/html\n\n{body}").into_bytes();
    let parts = "--q\n\n".repeat(500_000);
    let nested: String = (0..10_000)
        .map(|nth| format!("Content-Type: multipart/mixed; boundary=q{nth}\n\n--q{nth}\n"))
        .collect();
    let letters = [
        ("many parts", format!("{head}Content-Type: multipart/mixed; boundary=q\n\n{parts}").into_bytes()),
        ("deep parts", format!("{head}{nested}").into_bytes()),
        (
            "forwarded letters",
            format!("{head}{}", "Content-Type: message/rfc822\n\n".repeat(100_000)).into_bytes(),
        ),
        ("order lines", plain(&"977 rule Bavaria\n".repeat(200_000))),
        ("open marks", html(&"<".repeat(1_000_000))),
        ("open elements", html(&"<div><blockquote>".repeat(50_000))),
        ("open attributes", html(&"<a b=\"".repeat(150_000))),
        ("one long line", plain(&"x".repeat(10_000_000))),
        ("attributions", plain(&"On 1 a@example.org wrote:\n".repeat(9_000))),
        ("signatures", plain(&"--\n".repeat(9_000))),
        (
            "base64",
            format!("{head}Content-Transfer-Encoding: base64\n\n{}", "QUJD\n".repeat(2_000_000)).into_bytes(),
        ),
        ("subject", format!("{head}Subject: {}\n\nx", "=?utf-8?q?a?= ".repeat(70_000)).into_bytes()),
        ("senders", format!("From: {}\n\nx", "a@example.org, ".repeat(70_000)).into_bytes()),
        ("fields", format!("{head}{}\n\nx", "References: <a@b>\n".repeat(70_000)).into_bytes()),
    ];
    for (name, raw) in letters {
        let begun = Instant::now();
        let letter = read(&raw, "anna@example.org");
        assert!(begun.elapsed() < Duration::from_secs(10), "{name}: {:?}", begun.elapsed());
        assert!(letter.text.len() <= 1_100_000 && letter.subject.len() <= 800, "{name}");
    }
}

/// Lines a hostile or broken letter might hold, to be strung together in any order.
fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        &b"From: Anna <anna@example.org>\r\n"[..],
        b"From: =?utf-8?q?=0D=0A?= <",
        b"Subject: =?utf-8?b?4pi6?= =?x?z?",
        b"Content-Type: multipart/mixed; boundary=q\r\n",
        b"Content-Type: multipart/alternative; boundary=\"q\"\r\n",
        b"Content-Type: text/html; charset=utf-8\r\n",
        b"Content-Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes\n",
        b"Content-Type: application/pkcs7-mime\n",
        b"Content-Type: message/rfc822\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Transfer-Encoding: quoted-printable\n",
        b"Content-Disposition: attachment; filename*0*=utf-8''%",
        b"\r\n\r\n",
        b"\n",
        b"\r",
        b"--q\r\n",
        b"--q--\r\n",
        b"> quoted \n",
        b"On Mon, 1 Jan GM <a@b>\nwrote:\n",
        b"-- \n",
        b"<div style='border:none;border-top:solid'><!-- ",
        b"</blockquote><pre>&#xfffff;&amp",
        b"-----BEGIN PGP SIGNED MESSAGE-----\n",
        b"MIAGCSqGSIb3DQEHAqCAMIACAQExADCABgkqhkiG9w0BBwGggCSABIIB\n",
        b"=C3=",
        b"\xff\xfe\0",
        b"\xe2\x80\xa8",
    ]);
    prop_oneof![4 => known.prop_map(<[u8]>::to_vec), 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_a_letter(raw in prop::collection::vec(any::<u8>(), 0..2000)) {
        check_bounds(&read(&raw, ""), &raw)?;
    }

    #[test]
    fn any_fragments_give_a_letter(pieces in prop::collection::vec(fragment(), 0..40)) {
        let raw = pieces.concat();
        check_bounds(&read(&raw, "anna@example.org"), &raw)?;
    }

    #[test]
    fn a_damaged_sample_gives_a_letter(
        which in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        put in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let all = SAMPLES.with(Clone::clone);
        let mut raw = all[which.index(all.len())].clone();
        let at = cut.index(raw.len());
        let until = (at + put.len()).min(raw.len());
        raw.splice(at..until, put);
        check_bounds(&read(&raw, ""), &raw)?;
    }
}

thread_local! {
    static SAMPLES: std::rc::Rc<Vec<Vec<u8>>> =
        std::rc::Rc::new(samples().into_iter().map(|(_, raw, _)| raw).collect());
}

fn check_bounds(letter: &Letter, raw: &[u8]) -> Result<(), TestCaseError> {
    let breaks = |text: &str| text.contains(|c: char| c.is_control());
    prop_assert_eq!(letter.identity.len(), 64);
    let postmark = Postmark { sender: "", recipient: "orders+g7@gm.example", own_domain: "gm.example" };
    prop_assert_eq!(&letter::identity(&postmark, raw), &letter.identity);
    prop_assert!(!breaks(&letter.subject));
    prop_assert!(!letter.text.contains(|c: char| c.is_control() && c != '\n'));
    prop_assert!(!letter.text.contains(char::REPLACEMENT_CHARACTER));
    prop_assert!(letter.notes.iter().all(|note| !breaks(note)));
    prop_assert!(letter.files.iter().all(|file| !breaks(&file.name) && !file.name.contains(['/', '\\'])));
    prop_assert!(letter.text.len() <= 4 * raw.len() + 200);
    if let Sender::One(who) = &letter.from {
        prop_assert!(who.address.contains('@') && !breaks(&who.address));
    }
    Ok(())
}
