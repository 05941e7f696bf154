//! Our letters: their bytes as another program reads them, and their way out: to a real SMTP listener, into a
//! folder, and from Debian's swaks to us.

use std::{fs, path::Path, process::Command, sync::Arc, time::Duration};

use jiff::Timestamp;
use mail_parser::{Message, MessageParser, MimeHeaders};
use pentade::mail::{
    correspondent::Correspondent,
    envelope::Envelope,
    letter::{self, LetterKind, Postmark},
    outgoing::{Attachment, AutoSubmitted, Outgoing, OutgoingError, readdressed},
    postman::{Postman, SendError, SmtpSettings, TlsMode},
    smtp_in::{Limits, Protocol, Server},
};
use proptest::{prelude::*, test_runner::TestRunner};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

use crate::smtp_in::{Keeper, limits, listening, server};

fn letter_of_ours() -> Outgoing {
    Outgoing {
        message_id: "g7.p1.r1.anna@gm.example".into(),
        date: Timestamp::from_second(1_796_000_000).expect("a moment"),
        from: Correspondent::named("GM, the", "gm@gm.example"),
        to: Correspondent::named("Jürgen \"J\" Öst", "anna@example.org"),
        reply_to: Some(Correspondent::at("orders+g7@gm.example")),
        subject: "g7: Köln im Jahre 976".into(),
        text: ".dot\nFrom here\nKöln – ".to_owned() + &"long ".repeat(300) + "\n-- \nGM\n",
        html: Some("<p>Köln</p>\n".into()),
        in_reply_to: Some("<o1@example.org>".into()),
        references: vec![
            "<o0@example.org>".into(),
            "broken id\r\nBcc: x@example.net".into(),
            "o1@example.org".into(),
        ],
        list_id: Some("g7.gm.example".into()),
        unsubscribe: None,
        auto: AutoSubmitted::Replied,
        inline: Vec::new(),
        attachments: vec![Attachment {
            name: "Karte \"976\"\r\nX: y.svg".into(),
            content_type: "image/svg+xml".into(),
            bytes: b"<svg/>".to_vec(),
        }],
    }
}

fn field<'a>(message: &'a Message<'_>, name: &str) -> Option<&'a str> {
    let mut found = message.headers_raw().filter(|(field, _)| field.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.trim())
}

#[test]
fn a_letter_arrives_as_it_was_written() {
    let letter = letter_of_ours();
    let raw = letter.bytes().expect("a letter");
    assert_eq!(raw, letter.bytes().expect("a letter"), "the same letter, other bytes");
    assert!(raw.split(|byte| *byte == b'\n').all(|line| line.len() <= 998 && line.is_ascii()));
    let message = MessageParser::new().parse(&raw).expect("a message");
    assert_eq!(message.message_id(), Some("g7.p1.r1.anna@gm.example"));
    assert_eq!(message.subject(), Some("g7: Köln im Jahre 976"));
    assert_eq!(message.date().map(|date| date.to_timestamp()), Some(1_796_000_000));
    let to = message.to().and_then(|to| to.first()).expect("a recipient");
    assert_eq!((to.name(), to.address()), (Some("Jürgen \"J\" Öst"), Some("anna@example.org")));
    let from = message.from().and_then(|from| from.first()).expect("a sender");
    assert_eq!((from.name(), from.address()), (Some("GM, the"), Some("gm@gm.example")));
    for (name, value) in [
        ("Auto-Submitted", "auto-replied"),
        ("X-Auto-Response-Suppress", "All"),
        ("List-Id", "<g7.gm.example>"),
        ("Reply-To", "orders+g7@gm.example"),
        ("In-Reply-To", "<o1@example.org>"),
        ("References", "<o0@example.org> <o1@example.org>"),
    ] {
        assert_eq!(field(&message, name), Some(value), "{name}");
    }
    assert_eq!(
        message.body_text(0).as_deref().map(|text| text.replace("\r\n", "\n")),
        Some(letter.text.clone())
    );
    assert_eq!(message.body_html(0).as_deref(), Some("<p>K&#246;ln</p>\r\n"), "a page is ASCII");
    let file = message.attachment(0).expect("an attachment");
    assert_eq!(file.contents(), b"<svg/>");
    assert_eq!(file.attachment_name(), Some("Karte \"976\" X: y.svg"));
    assert_eq!(field(&message, "X"), None);
}

#[test]
fn our_own_letter_is_known_when_it_comes_back() {
    let raw = letter_of_ours().bytes().expect("a letter");
    let postmark = |own_domain| Postmark { sender: "", recipient: "orders+g7@gm.example", own_domain };
    assert_eq!(letter::read(&postmark("gm.example"), &raw).kind, LetterKind::OwnLoop);
    assert_eq!(letter::read(&postmark("other.example"), &raw).kind, LetterKind::AutoReply);
}

#[test]
fn a_long_thread_keeps_its_first_and_its_newest_letters() {
    let references = (0..50).map(|nth| format!("<{nth}@example.org>")).collect();
    let raw = Outgoing { references, ..letter_of_ours() }.bytes().expect("a letter");
    let message = MessageParser::new().parse(&raw).expect("a message");
    let ids = message.references().as_text_list().expect("references").to_vec();
    assert_eq!(
        (ids.len(), &*ids[0], &*ids[1], &*ids[19]),
        (20, "0@example.org", "31@example.org", "49@example.org")
    );
}

#[test]
fn what_cannot_be_sent_is_said() {
    for address in ["", "anna", "a@b c", "a@example.org\r\nBcc: x@example.net"] {
        let letter = Outgoing { to: Correspondent::at(address), ..letter_of_ours() };
        assert!(matches!(letter.bytes(), Err(OutgoingError::Address { .. })), "{address:?}");
    }
    let letter = Outgoing { to: Correspondent::at("\"odd name\"@example.org"), ..letter_of_ours() };
    let raw = letter.bytes().expect("odd, but lawful");
    assert!(String::from_utf8_lossy(&raw).contains("\r\nTo: \"odd name\"@example.org\r\n"));
    let letter = Outgoing { message_id: "a b\r\n".into(), ..letter_of_ours() };
    assert_eq!(letter.bytes(), Err(OutgoingError::MessageId("a b\r\n".into())));
}

/// B11: ten thousand letters with hostile names and subjects; no panic, no field that is not ours.
#[test]
fn hostile_names_make_no_header() {
    let hostile = || {
        let piece = prop_oneof![
            3 => prop::sample::select(vec![
                "\r\nBcc: spy@example.net", "\nX-Evil: 1", "\r", "\0", "\u{85}", "\u{2028}", "\u{202e}", "\"", "\\",
                "<", ">", ",", ";", "=?utf-8?q?=0D=0ABcc:_x?=", "é", "(", ")", "@", " ", "\t", "😀", "%0D%0A",
            ]).prop_map(String::from),
            1 => any::<char>().prop_map(String::from),
            1 => "[a-z]{1,90}",
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    };
    let expected = {
        let raw = letter_of_ours().bytes().expect("a letter");
        names_of_fields(&raw)
    };
    let config = ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() };
    let checked = TestRunner::new(config).run(
        &(hostile(), hostile(), hostile(), hostile()),
        |(name, subject, list, file)| {
            let mut letter = Outgoing { text: "x".into(), html: None, ..letter_of_ours() };
            letter.to.name = Some(name.clone());
            letter.from.name = Some(subject.clone());
            letter.subject = subject;
            letter.list_id = Some(list);
            letter.in_reply_to = Some(format!("o1@example.org{name}"));
            letter.attachments[0].name = file;
            let raw = letter.bytes().map_err(|error| TestCaseError::fail(error.to_string()))?;
            let found = names_of_fields(&raw);
            prop_assert!(found.iter().all(|field| expected.contains(field)), "{:?}", found);
            let once = |name: &str| found.iter().filter(|field| *field == name).count();
            prop_assert!(["to", "from", "subject", "message-id", "date"].iter().all(|name| once(name) == 1));
            prop_assert!(once("bcc") == 0 && !raw.windows(6).any(|bytes| bytes == b"\nBcc: "));
            Ok(())
        },
    );
    checked.expect("no hostile name gets through");
}

/// The names of the fields above the first empty line, in lower case, read by nobody's parser but this loop.
fn names_of_fields(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(raw);
    let (head, _) = text.split_once("\r\n\r\n").expect("an empty line below the head");
    let lines = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
    lines.map(|line| line.split_once(':').map_or(line, |(name, _)| name).to_ascii_lowercase()).collect()
}

fn smtp(port: u16, tls: TlsMode) -> Postman {
    let timeout = Duration::from_secs(20);
    let settings = SmtpSettings { host: "127.0.0.1".into(), port, tls, login: None, timeout };
    Postman::smtp(&settings).expect("a postman")
}

fn roomy() -> Limits {
    Limits { size: 100_000, ..limits() }
}

#[tokio::test]
async fn the_smtp_postman_delivers_the_same_bytes() {
    let (server, keeper) = server(Protocol::Smtp, roomy());
    let (port, _stop, _listener) = listening(server).await;
    let postman = smtp(port, TlsMode::None);
    let raw = letter_of_ours().bytes().expect("a letter");
    // smtp-proto gives a quoted local part without its quotation marks.
    let odd = ("\"odd name\"@gm.example", "odd name@gm.example");
    for (sender, (to, read)) in [("bounce@gm.example", ("anna@gm.example", "anna@gm.example")), ("", odd)] {
        postman.send(&Envelope::to_one(sender, to), &raw).await.expect("delivered");
        let (kept, bytes) = keeper.kept().pop().expect("a letter");
        assert_eq!((kept.from.as_str(), kept.to), (sender, vec![read.to_owned()]));
        assert_eq!(
            String::from_utf8_lossy(bytes.trim_ascii_end()),
            String::from_utf8_lossy(raw.trim_ascii_end())
        );
    }
}

#[tokio::test]
async fn the_smtp_postman_tells_never_from_later() {
    let (server, keeper) = server(Protocol::Smtp, roomy());
    let (port, stop, listener) = listening(server).await;
    let raw = letter_of_ours().bytes().expect("a letter");
    let plain = smtp(port, TlsMode::None);
    let send = |postman: Postman, to: &str| {
        let (envelope, raw) = (Envelope::to_one("", to), raw.clone());
        async move { postman.send(&envelope, &raw).await }
    };
    for (to, permanent, words) in [
        ("nobody@example.net", true, "no such mailbox"),
        ("poison@gm.example", true, "not here"),
        ("no address", true, "no address"),
        ("full@gm.example", false, "mailbox full"),
        ("broken@gm.example", false, "disk full"),
    ] {
        let error = send(plain.clone(), to).await.expect_err(to);
        assert_eq!(matches!(error, SendError::Permanent { .. }), permanent, "{to}: {error}");
        assert!(error.to_string().contains(words), "{to}: {error}");
    }
    let before = keeper.kept().len();
    for tls in [TlsMode::StartTls, TlsMode::Implicit] {
        send(smtp(port, tls), "anna@gm.example")
            .await
            .expect_err("no letter without the TLS that was asked for");
    }
    assert_eq!(keeper.kept().len(), before, "sent in the clear");
    stop.send(true).expect("the listener listens");
    listener.await.expect("no panic");
    let error = send(smtp(port, TlsMode::None), "anna@gm.example").await.expect_err("nobody listens");
    assert!(matches!(error, SendError::Transient { .. }), "{error}");
}

#[tokio::test]
async fn the_folder_postman_lays_each_letter_down_once() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("outbox");
    let postman = Postman::Folder(folder.clone());
    let envelope = Envelope::to_one("", "anna@example.org");
    let raw = letter_of_ours().bytes().expect("a letter");
    for _ in 0..2 {
        postman.send(&envelope, &raw).await.expect("laid down");
    }
    for hostile in
        ["Message-ID: <../../x/y@gm.example>\r\n\r\n", "Message-ID: <..>\r\n\r\n", "no head at all", ""]
    {
        postman.send(&envelope, hostile.as_bytes()).await.expect("laid down");
    }
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(names.contains(&"g7.p1.r1.anna@gm.example.eml".to_owned()), "{names:?}");
    assert!(names.contains(&"_.._x_y@gm.example.eml".to_owned()), "{names:?}");
    assert_eq!(fs::read(folder.join("g7.p1.r1.anna@gm.example.eml")).expect("the letter"), raw);
    assert_eq!(fs::read_dir(home.path()).expect("the home").count(), 1, "a letter lies outside its folder");

    let nowhere = Postman::Folder(folder.join("g7.p1.r1.anna@gm.example.eml/below-a-file"));
    assert!(matches!(nowhere.send(&envelope, &raw).await, Err(SendError::Transient { .. })));
}

/// A certificate for localhost that nobody signed but itself.
fn self_signed(folder: &Path) -> TlsAcceptor {
    let (key, certificate) = (folder.join("key.pem"), folder.join("certificate.pem"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "1",
            "-subj",
            "/CN=localhost",
            "-keyout",
        ])
        .args([&key, Path::new("-out"), &certificate])
        .output()
        .expect("openssl runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let chain = vec![CertificateDer::from_pem_file(&certificate).expect("a certificate")];
    let key = PrivateKeyDer::from_pem_file(&key).expect("a key");
    let settings =
        ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key).expect("a pair");
    TlsAcceptor::from(Arc::new(settings))
}

/// Runs Debian's swaks; None where it is not installed, and the test says so.
async fn swaks(port: u16, arguments: &[&str]) -> Option<(bool, String)> {
    let mut command = tokio::process::Command::new("swaks");
    command.args(["--server", "127.0.0.1", "--port", &port.to_string(), "--from", "anna@example.org"]);
    command.args(["--timeout", "20"]).args(arguments);
    match command.output().await {
        Ok(output) => Some((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())),
        Err(error) => {
            eprintln!("not tried, swaks does not run here: {error}");
            None
        }
    }
}

#[tokio::test]
async fn swaks_delivers_in_smtp_and_lmtp() {
    for (protocol, name) in [(Protocol::Smtp, "ESMTP"), (Protocol::Lmtp, "LMTP")] {
        let (server, keeper) = server(protocol, roomy());
        let (port, _stop, _listener) = listening(server).await;
        let arguments =
            ["--protocol", name, "--to", "orders+g7@gm.example", "--body", "rule Bavaria\n.\n..dots"];
        let Some((success, said)) = swaks(port, &arguments).await else { return };
        assert!(success, "{said}");
        let (envelope, raw) = keeper.kept().pop().expect("a letter");
        assert_eq!(
            (envelope.from.as_str(), envelope.to),
            ("anna@example.org", vec!["orders+g7@gm.example".to_owned()])
        );
        assert!(envelope.origin.peer.is_some_and(|peer| peer.is_loopback()), "{:?}", envelope.origin);
        assert!(String::from_utf8_lossy(&raw).contains("\r\nrule Bavaria\r\n.\r\n..dots\r\n"), "{raw:?}");
        let Some((success, said)) = swaks(port, &["--protocol", name, "--to", "spy@example.net"]).await
        else {
            return;
        };
        assert!(!success && said.contains("550 5.1.1 no such mailbox"), "{said}");
    }
}

#[tokio::test]
async fn swaks_delivers_behind_starttls() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = Arc::new(Keeper::default());
    let tls = Some(self_signed(folder.path()));
    let host = "mx.gm.example".to_owned();
    let server = Server { protocol: Protocol::Smtp, host, limits: roomy(), inbox: keeper.clone(), tls };
    let (port, _stop, _listener) = listening(Arc::new(server)).await;
    let arguments = ["--tls", "--to", "orders+g7@gm.example", "--body", "rule Bavaria"];
    let Some((success, said)) = swaks(port, &arguments).await else { return };
    assert!(success && said.contains("TLS started"), "{said}");
    assert_eq!(said.matches("STARTTLS\n").count(), 2, "offered once and said once:\n{said}");
    assert_eq!(keeper.kept().len(), 1);

    // Our own postman does not trust a certificate that nobody signed.
    let envelope = Envelope::to_one("", "anna@gm.example");
    let raw = letter_of_ours().bytes().expect("a letter");
    let error = smtp(port, TlsMode::StartTls).send(&envelope, &raw).await.expect_err("not trusted");
    assert!(matches!(error, SendError::Transient { .. }), "{error}");
    assert_eq!(keeper.kept().len(), 1);
}

#[tokio::test]
async fn the_memory_postman_remembers() {
    let postman = Postman::memory();
    let envelope = Envelope::to_one("", "anna@example.org");
    postman.send(&envelope, b"one").await.expect("kept");
    let Postman::Memory(kept) = &postman else { panic!("another postman") };
    let kept = kept.lock().expect("no panic under lock");
    assert_eq!(kept.len(), 1);
}

#[test]
fn a_letter_to_another_address_differs_in_that_alone() {
    let raw = letter_of_ours().bytes().expect("a letter");
    let again = readdressed(&raw, "g7.p1.r1.anna.2@gm.example", "anna@second.example").expect("readdressed");
    let (before, after) = (String::from_utf8_lossy(&raw), String::from_utf8_lossy(&again));
    assert!(after.contains("\r\nTo: anna@second.example\r\n"), "{after}");
    assert!(!after.split("\r\n\r\n").next().expect("a head").contains("anna@example.org"));
    let rest = |text: &str| {
        let lines =
            text.split("\r\n").filter(|line| !line.starts_with("To: ") && !line.starts_with("Message-ID: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rest(&before), rest(&after));
    assert_eq!(readdressed(&raw, "a b", "anna@second.example"), None);
    assert_eq!(readdressed(&raw, "a@gm.example", "a\r\nBcc: x@example.net"), None);
}
