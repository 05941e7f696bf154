//! Our signatures, checked by others: mail-auth over a real DNS server, and Debian's python3-dkim.

use std::io::Write;
use std::net::{Ipv4Addr, UdpSocket};
use std::process::{Child, Command, Stdio};

use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator};
use pentade::mail::correspondent::Correspondent;
use pentade::mail::dkim::{Signer, new_key, zone_line};
use pentade::mail::outgoing::{Attachment, AutoSubmitted, Outgoing};

const DOMAIN: &str = "gm.example";

fn letter() -> Vec<u8> {
    let letter = Outgoing {
        message_id: "g7.976.r1.france@gm.example".into(),
        date: jiff::Timestamp::UNIX_EPOCH,
        from: Correspondent::named("Jürgen's game", "orders+g7@gm.example"),
        to: Correspondent::named("Anna Köln", "anna@example.org"),
        reply_to: Some(Correspondent::at("orders+g7@gm.example")),
        subject: "g7 France: report of 976\u{2013}980, with a subject that is folded over several lines"
            .into(),
        text: "Köln rebels.\n.\n.hidden dot  \n\n\n".into(),
        html: Some("<p>Köln</p>".into()),
        in_reply_to: None,
        references: vec!["a@example.org".into()],
        list_id: Some("g7.gm.example".into()),
        unsubscribe: Some("https://gm.example/unfollow/x".into()),
        auto: AutoSubmitted::Generated,
        inline: Vec::new(),
        attachments: vec![Attachment {
            name: "map.svg".into(),
            content_type: "image/svg+xml".into(),
            bytes: b"<svg/>".repeat(1000),
        }],
    };
    letter.bytes().expect("a letter")
}

fn openssl(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new("openssl").args(arguments).output().expect("openssl is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Keys of every kind that operators bring, each with its selector.
fn keys() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("ours", new_key().expect("a key").into_bytes()),
        ("ed", openssl(&["genpkey", "-algorithm", "ed25519"])),
        ("rsa", openssl(&["genrsa", "2048"])),
        ("old", openssl(&["genrsa", "-traditional", "2048"])),
    ]
}

/// A DNS server with our records, gone with the test.
struct Dns(Child, u16);

impl Dns {
    fn with(records: &[(String, String)]) -> Self {
        let port = UdpSocket::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
        let mut command = Command::new("dnsmasq");
        command.args([
            "--keep-in-foreground",
            "--no-resolv",
            "--no-hosts",
            "--conf-file=/dev/null",
            "--pid-file=",
        ]);
        command.args(["--listen-address=127.0.0.1", "--bind-interfaces", "--user=root"]);
        command.arg(format!("--port={port}")).arg(format!("--local=/{DOMAIN}/"));
        for (selector, record) in records {
            let pieces: Vec<&str> =
                record.as_bytes().chunks(200).map(|p| std::str::from_utf8(p).expect("ASCII")).collect();
            command.arg(format!("--txt-record={selector}._domainkey.{DOMAIN},{}", pieces.join(",")));
        }
        let child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("dnsmasq is installed");
        Self(child, port)
    }

    fn resolver(&self) -> MessageAuthenticator {
        let mut connections = vec![ConnectionConfig::udp(), ConnectionConfig::tcp()];
        connections.iter_mut().for_each(|connection| connection.port = self.1);
        let server = NameServerConfig::new(Ipv4Addr::LOCALHOST.into(), true, connections);
        let config = ResolverConfig::from_name_servers(vec![server]);
        MessageAuthenticator::new(config, ResolverOpts::default()).expect("a resolver")
    }
}

impl Drop for Dns {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn verdicts(resolver: &MessageAuthenticator, raw: &[u8]) -> Vec<DkimResult> {
    let message = AuthenticatedMessage::parse(raw).expect("a letter");
    let mut seen = Vec::new();
    for _ in 0..50 {
        seen = resolver.verify_dkim(&message).await.iter().map(|o| o.result().clone()).collect();
        // The DNS server needs a moment to come up.
        if !seen.iter().any(|result| matches!(result, DkimResult::TempError(_))) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    seen
}

/// Whether dkimpy finds every signature of the letter good, with the records at hand.
fn dkimpy(raw: &[u8], records: &[(String, String)]) -> String {
    let script = "import sys, dkim\n\
        records = dict(line.split('\\t') for line in sys.argv[1].split('\\n'))\n\
        raw = sys.stdin.buffer.read()\n\
        def look(name, timeout=5):\n\
        \u{20}   return records[name.decode().split('.')[0]].encode()\n\
        def good(n):\n\
        \u{20}   try:\n\
        \u{20}       return dkim.DKIM(raw).verify(idx=n, dnsfunc=look)\n\
        \u{20}   except dkim.ValidationError:\n\
        \u{20}       return False\n\
        print([good(n) for n in range(raw.count(b'DKIM-Signature:'))])\n";
    let told: Vec<String> = records.iter().map(|(name, record)| format!("{name}\t{record}")).collect();
    let mut child = Command::new("/usr/bin/python3")
        .args(["-c", script, &told.join("\n")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Debian's python3 is installed");
    child.stdin.take().expect("its input").write_all(raw).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[tokio::test]
async fn independent_checkers_find_our_signatures_good_and_a_changed_letter_bad() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (selector, pem) in keys() {
        let file = folder.path().join(format!("{selector}.pem"));
        std::fs::write(&file, pem).expect("written");
        files.push((selector.to_owned(), file));
    }
    let signer = Signer::load(DOMAIN, &files).expect("every kind of key is read");
    let records: Vec<(String, String)> =
        files.iter().map(|(selector, _)| selector.clone()).zip(signer.records()).collect();
    let dns = Dns::with(&records);
    let resolver = dns.resolver();

    let letter = letter();
    let signed = [signer.sign(&letter).expect("signed").into_bytes(), letter].concat();
    let text = String::from_utf8_lossy(&signed).into_owned();
    let head = text.split("\r\n\r\n").next().expect("a head");
    assert!(head.lines().all(|line| line.len() <= 998), "RFC 5322 allows no longer line");
    let signatures = signer.sign(&self::letter()).expect("signed").replace("\r\n", "");
    for signed_header in [":List-Unsubscribe-Post:", "=Content-Type:", ":Message-ID:", ":Reply-To:"] {
        let unfolded = signatures.replace([' ', '\t'], "");
        assert_eq!(unfolded.matches(signed_header).count(), 4, "{signed_header}: {unfolded}");
    }
    let seen = verdicts(&resolver, &signed).await;
    assert_eq!(seen, vec![DkimResult::Pass; 4]);
    assert_eq!(dkimpy(&signed, &records), "[True, True, True, True]");

    for (from, to) in
        [("Subject: ", "Subject: x"), ("hidden dot", "hidden dog"), ("orders+g7@", "orders+g8@")]
    {
        let changed = text.replacen(from, to, 1).into_bytes();
        let seen = verdicts(&resolver, &changed).await;
        assert!(seen.iter().all(|result| *result != DkimResult::Pass), "{from}: {seen:?}");
    }
    assert_eq!(
        dkimpy(text.replacen("hidden", "h1dden", 1).as_bytes(), &records),
        "[False, False, False, False]"
    );
}

#[test]
fn a_faulty_key_is_named_and_its_words_are_not_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("key.pem");
    let secret = "MC4CAQAwBQYDK2VwBCIEIHUNTERHUNTERHUNTER";
    for text in ["", secret, &format!("-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----\n")] {
        std::fs::write(&file, text).expect("written");
        let error = Signer::load(DOMAIN, &[("s".to_owned(), file.clone())]).expect_err("no key").to_string();
        assert!(error.contains("key.pem") && !error.contains("HUNTER"), "{error}");
    }
    let small = openssl(&["genrsa", "1024"]);
    assert!(Signer::of_pem(DOMAIN, "s", &small).is_err(), "RFC 8301 wants 2048 bits of a signer");
}

#[test]
fn a_record_is_cut_into_strings_that_dns_carries() {
    let signer = Signer::of_pem(DOMAIN, "rsa", &openssl(&["genrsa", "4096"])).expect("a key");
    let record = signer.records().remove(0);
    let line = zone_line("rsa", DOMAIN, &record);
    assert!(line.starts_with("rsa._domainkey.gm.example. IN TXT ( \"v=DKIM1;"), "{line}");
    let strings: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
    assert!(strings.iter().all(|s| s.len() <= 255) && strings.concat() == record);
    assert!(!format!("{signer:?}").contains("PRIVATE"));
}
