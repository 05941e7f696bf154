//! Who wrote, asked of a real name server: signatures, ways and wishes of domains.

use std::net::{IpAddr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use pentade::mail::checks::{Checker, Finding};
use pentade::mail::envelope::{Origin, Way};

use super::{free_port, until};

/// Debian's dnsmasq with a few domains.
struct Names {
    server: Child,
    port: u16,
}

impl Names {
    async fn start(records: &[String]) -> Self {
        let port = free_port();
        let mut command = Command::new("/usr/sbin/dnsmasq");
        command
            .args(["--no-daemon", "--no-resolv", "--no-hosts", "--conf-file=/dev/null", "--bind-interfaces"])
            .args(["--listen-address=127.0.0.1", "--pid-file=", "--local=/org/net/com/example/"])
            .arg(format!("--port={port}"))
            .stderr(Stdio::null());
        for record in records {
            command.arg(format!("--txt-record={record}"));
        }
        let server = command.spawn().expect("dnsmasq runs");
        until("the name server answers", || async move {
            tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok()
        })
        .await;
        Self { server, port }
    }

    fn checker(&self) -> Checker {
        Checker::new("gm.example", Some("mx.gm.example"), Some(SocketAddr::from(([127, 0, 0, 1], self.port))))
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        if let Err(error) = self.server.kill().and_then(|()| self.server.wait().map(drop)) {
            eprintln!("dnsmasq was not stopped: {error}");
        }
    }
}

/// A key for signing, and the record that publishes it.
fn key() -> (Vec<u8>, String) {
    let secret = Ed25519Key::generate_pkcs8().expect("a key");
    let public = Ed25519Key::from_pkcs8_der(&secret).expect("a key").public_key();
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for triple in public.chunks(3) {
        let word =
            triple.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - triple.len()));
        for nth in 0..4 {
            let is_digit = nth <= triple.len();
            let at = (word >> (18 - 6 * nth)) & 63;
            text.push(if is_digit { char::from(digits[at as usize]) } else { '=' });
        }
    }
    (secret, format!("v=DKIM1; k=ed25519; p={text}"))
}

fn signed(secret: &[u8], domain: &str, raw: &str) -> String {
    let signer = DkimSigner::from_key(Ed25519Key::from_pkcs8_der(secret).expect("a key"))
        .domain(domain)
        .selector("s1")
        .headers(["From", "To", "Subject", "Date", "Message-ID"]);
    let signature = signer.sign(raw.as_bytes()).expect("signed");
    format!("{}{raw}", signature.to_header())
}

fn letter(from: &str) -> String {
    format!(
        "From: Anna <{from}>\r\nTo: orders+g1@gm.example\r\nSubject: g1\r\nMessage-ID: <a@example.org>\r\n\
         Date: Mon, 30 Nov 2026 07:00:00 +0000\r\n\r\nguess 7\r\n"
    )
}

fn from_the_net(peer: [u8; 4]) -> Origin {
    Origin { way: Way::Smtp, peer: Some(IpAddr::from(peer)), greeting: "mx.example.org".to_owned() }
}

#[tokio::test]
async fn a_domain_stands_for_its_letters_by_signature_or_way() {
    let (org, org_record) = key();
    let (net, net_record) = key();
    let (own, own_record) = key();
    let names = Names::start(&[
        format!("s1._domainkey.example.org,{org_record}"),
        format!("s1._domainkey.example.net,{net_record}"),
        format!("s1._domainkey.mail.strict.example,{own_record}"),
        "example.org,v=spf1 ip4:192.0.2.1 -all".to_owned(),
        "example.net,v=spf1 ip4:192.0.2.0/24 -all".to_owned(),
        "_dmarc.example.org,v=DMARC1; p=reject".to_owned(),
        "_dmarc.strict.example,v=DMARC1; p=reject; adkim=s".to_owned(),
    ])
    .await;
    let checker = names.checker();
    let (anna, nina, sara) = ("anna@example.org", "nina@example.net", "sara@strict.example");
    let (at_home, away) = (from_the_net([192, 0, 2, 1]), from_the_net([198, 51, 100, 7]));
    let (beside, here) = (from_the_net([192, 0, 2, 200]), from_the_net([127, 0, 0, 1]));
    let lmtp = Origin::by(Way::Lmtp);
    let good = signed(&org, "example.org", &letter(anna));
    let table: Vec<(&str, String, &str, &str, &Origin, bool)> = vec![
        ("as signed", good.clone(), anna, anna, &at_home, true),
        ("forwarded: another way and envelope", good.clone(), anna, "list@example.com", &away, true),
        ("behind a mail server", good.clone(), anna, anna, &lmtp, true),
        ("unsigned, from the domain's own machine", letter(anna), anna, anna, &at_home, true),
        ("unsigned, from elsewhere", letter(anna), anna, anna, &away, false),
        ("unsigned, behind a mail server", letter(anna), anna, anna, &lmtp, false),
        ("a changed body", good.replace("guess 7", "guess 8"), anna, anna, &away, false),
        ("something added", format!("{good}guess 8\r\n"), anna, anna, &away, false),
        ("a changed subject", good.replace("Subject: g1", "Subject: g2"), anna, anna, &away, false),
        (
            "a changed body from the own machine",
            good.replace("guess 7", "guess 8"),
            anna,
            anna,
            &at_home,
            true,
        ),
        ("signed by another domain", signed(&net, "example.net", &letter(anna)), anna, anna, &away, false),
        (
            "another domain's machine and signature",
            signed(&net, "example.net", &letter(anna)),
            anna,
            nina,
            &at_home,
            false,
        ),
        ("a key of somebody else", signed(&net, "example.org", &letter(anna)), anna, anna, &away, false),
        ("no wish, signed", signed(&net, "example.net", &letter(nina)), nina, nina, &away, true),
        ("no wish, by way", letter(nina), nina, nina, &beside, true),
        (
            "a wish for the very domain",
            signed(&own, "mail.strict.example", &letter(sara)),
            sara,
            sara,
            &away,
            false,
        ),
        ("this machine is no peer of anybody", letter(anna), anna, anna, &here, false),
    ];
    for (name, raw, from, envelope_from, origin, is_proved) in table {
        let finding = checker.check(raw.as_bytes(), from, envelope_from, origin).await;
        assert_eq!(matches!(finding, Finding::Proved(_)), is_proved, "{name}: {finding:?}");
    }
}

#[tokio::test]
async fn the_mail_servers_word_comes_first_and_a_forged_one_never() {
    let (org, org_record) = key();
    let names = Names::start(&[format!("s1._domainkey.example.org,{org_record}")]).await;
    let checker = names.checker();
    let (anna, away, lmtp) = ("anna@example.org", from_the_net([198, 51, 100, 7]), Origin::by(Way::Lmtp));
    let good = signed(&org, "example.org", &letter(anna));
    // The word of the mail server in front of us comes first, a forged one from the net never.
    let word = |word: &str| format!("Authentication-Results: mx.gm.example; {word}\r\n{good}");
    let refused =
        checker.check(word("dmarc=fail header.from=example.org").as_bytes(), anna, anna, &lmtp).await;
    assert!(matches!(refused, Finding::Forged(_)), "{refused:?}");
    let forged = format!(
        "Authentication-Results: mx.gm.example; dmarc=pass header.from=example.org\r\n{}",
        letter(anna)
    );
    let unknown = checker.check(forged.as_bytes(), anna, anna, &away).await;
    assert!(matches!(unknown, Finding::Unknown(_)), "{unknown:?}");
}

#[tokio::test]
async fn a_dead_name_server_proves_nothing_and_refutes_nothing() {
    let (secret, _) = key();
    let silent = tokio::net::UdpSocket::bind("127.0.0.1:0").await.expect("a port that never answers");
    let checker = Checker::new("gm.example", None, silent.local_addr().ok());
    let raw = signed(&secret, "example.org", &letter("anna@example.org"));
    let begun = std::time::Instant::now();
    let origin = from_the_net([192, 0, 2, 1]);
    let finding = checker.check(raw.as_bytes(), "anna@example.org", "anna@example.org", &origin).await;
    assert_eq!(finding, Finding::Unknown("the name servers of example.org did not answer".to_owned()));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
