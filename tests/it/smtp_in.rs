//! Reception: conversations in memory, over TCP, and with Debian's swaks.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use pentade::mail::smtp_in::{
    Envelope, Inbox, Limits, Origin, Peer, Protocol, Server, Verdict, Way, converse, listen,
};
use proptest::prelude::*;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, duplex},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
    time::timeout,
};

/// Keeps letters for `…@gm.example` and `postmaster`; `full@` must wait, `broken@` is taken and then cannot be
/// stored, `poison@` is taken and then refused.
#[derive(Default)]
pub struct Keeper(Mutex<Vec<(Envelope, Vec<u8>)>>);

impl Keeper {
    pub fn kept(&self) -> Vec<(Envelope, Vec<u8>)> {
        self.0.lock().expect("no panic under lock").clone()
    }
}

#[async_trait::async_trait]
impl Inbox for Keeper {
    async fn rcpt(&self, to: &str) -> Verdict {
        match to.split_once('@') {
            Some(("full", _)) => Verdict::TryLater("mailbox full".into()),
            Some((_, "gm.example")) => Verdict::Accepted,
            None if to == "postmaster" => Verdict::Accepted,
            _ => Verdict::Refused("no such mailbox".into()),
        }
    }

    async fn deliver(&self, envelope: &Envelope, raw: &[u8]) -> Vec<Verdict> {
        self.0.lock().expect("no panic under lock").push((envelope.clone(), raw.to_vec()));
        let verdict = |to: &String| match to.as_str() {
            "broken@gm.example" => Verdict::TryLater("disk full".into()),
            "poison@gm.example" => Verdict::Refused("not here".into()),
            _ => Verdict::Accepted,
        };
        envelope.to.iter().map(verdict).collect()
    }
}

pub fn limits() -> Limits {
    Limits { size: 1000, recipients: 3, idle: Duration::from_secs(20), errors: 4, ..Limits::default() }
}

pub fn server(protocol: Protocol, limits: Limits) -> (Arc<Server>, Arc<Keeper>) {
    let keeper = Arc::new(Keeper::default());
    let server = Server { protocol, host: "mx.gm.example".into(), limits, inbox: keeper.clone(), tls: None };
    (Arc::new(server), keeper)
}

type Kept = Vec<(Envelope, Vec<u8>)>;

/// Sends `input` in pieces of at most `piece` bytes and hangs up; what was answered and kept.
async fn conversation(server: Arc<Server>, keeper: &Keeper, input: &[u8], piece: usize) -> (String, Kept) {
    let (ours, theirs) = duplex(piece);
    let (_stay, stop) = watch::channel(false);
    let (mut reader, mut writer) = tokio::io::split(theirs);
    let send = async {
        // A listener that has hung up takes no more; what it said before counts.
        if writer.write_all(input).await.is_ok() {
            writer.shutdown().await.ok();
        }
    };
    let mut answers = Vec::new();
    let read = reader.read_to_end(&mut answers);
    let talk = converse(server, ours, Peer::default(), stop);
    let ((), read, _) = timeout(Duration::from_secs(60), async { tokio::join!(send, read, talk) })
        .await
        .expect("a conversation ends when the peer hangs up");
    read.expect("answers");
    (String::from_utf8(answers).expect("answers are ASCII"), keeper.kept())
}

/// The codes of the answers, the last line of each.
fn codes(answers: &str) -> Vec<&str> {
    answers.lines().filter(|line| line.as_bytes().get(3) == Some(&b' ')).map(|line| &line[..3]).collect()
}

const START: &str = "EHLO a.example\r\nMAIL FROM:<anna@example.org>\r\nRCPT TO:<orders+g7@gm.example>\r\n";

#[tokio::test]
async fn conversations_in_smtp() {
    let long = "x".repeat(1001);
    // Name, what is said, codes behind the greeting, letters kept.
    let table: &[(&str, String, &str, &[&str])] = &[
        (
            "a letter",
            format!("{START}DATA\r\nrule Bavaria\r\n.\r\nQUIT\r\n"),
            "250 250 250 354 250 221",
            &["rule Bavaria\r\n"],
        ),
        (
            "dots",
            format!("{START}DATA\r\n..a\r\n...\r\n.b\r\n.\r\n"),
            "250 250 250 354 250",
            &[".a\r\n..\r\nb\r\n"],
        ),
        ("an empty letter", format!("{START}DATA\r\n.\r\nNOOP\r\n"), "250 250 250 354 250 250", &[""]),
        (
            "a bare line feed ends nothing",
            format!("{START}DATA\r\na\n.\nb\r\n.\nc\n.\r\nd\r\n.\r\n"),
            "250 250 250 354 250",
            &["a\n.\nb\r\n\nc\n.\r\nd\r\n"],
        ),
        (
            "two letters",
            format!("{START}DATA\r\n1\r\n.\r\n{}DATA\r\n2\r\n.\r\n", &START[16..]),
            "250 250 250 354 250 250 250 354 250",
            &["1\r\n", "2\r\n"],
        ),
        (
            "chunks",
            format!("{START}BDAT 3\r\na\r\nBDAT 4 LAST\r\n.\r\n.QUIT\r\n"),
            "250 250 250 250 250 221",
            &["a\r\n.\r\n."],
        ),
        ("an empty chunk", format!("{START}BDAT 0 LAST\r\nQUIT\r\n"), "250 250 250 250 221", &[""]),
        (
            "an announced size",
            "EHLO a\r\nMAIL FROM:<a@example.org> SIZE=1001\r\nNOOP\r\n".into(),
            "250 552 250",
            &[],
        ),
        (
            "a real size",
            format!("{START}DATA\r\n{long}\r\n.\r\n{}DATA\r\n2\r\n.\r\n", &START[16..]),
            "250 250 250 354 552 250 250 354 250",
            &["2\r\n"],
        ),
        ("a chunk too big", format!("{START}BDAT 1001 LAST\r\n{long}NOOP\r\n"), "250 250 250 552 250", &[]),
        (
            "chunks too big",
            format!("{START}BDAT 999\r\n{}BDAT 2\r\nxxBDAT 1 LAST\r\nxNOOP\r\n", &long[..999]),
            "250 250 250 250 552 503 250",
            &[],
        ),
        (
            "a chunk beyond counting",
            format!("{START}BDAT 18446744073709551614\r\nNOOP\r\n"),
            "250 250 250",
            &[],
        ),
        (
            "many recipients",
            format!("{START}{}", "RCPT TO:<b@gm.example>\r\n".repeat(3)),
            "250 250 250 250 250 452",
            &[],
        ),
        (
            "unknown and full recipients",
            "EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<x@example.net>\r\nRCPT TO:<full@gm.example>\r\nDATA\r\n"
                .into(),
            "250 250 550 450 503",
            &[],
        ),
        (
            "postmaster",
            "EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<postmaster>\r\nDATA\r\nx\r\n.\r\n".into(),
            "250 250 250 354 250",
            &["x\r\n"],
        ),
        (
            "not stored",
            "EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<broken@gm.example>\r\nDATA\r\nx\r\n.\r\n".into(),
            "250 250 250 354 451",
            &["x\r\n"],
        ),
        (
            "refused when read",
            "EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<poison@gm.example>\r\nDATA\r\nx\r\n.\r\n".into(),
            "250 250 250 354 554",
            &["x\r\n"],
        ),
        (
            "out of order",
            "MAIL FROM:<a@b.example>\r\nEHLO a\r\nRCPT TO:<b@gm.example>\r\nDATA\r\n".into(),
            "503 250 503 503",
            &[],
        ),
        (
            "a second sender",
            format!("{START}MAIL FROM:<b@example.org>\r\nRSET\r\nDATA\r\n"),
            "250 250 250 503 250 503",
            &[],
        ),
        (
            "unknown words",
            "HELO a\r\nWHAT\r\nAUTH PLAIN x\r\nSTARTTLS\r\nLHLO a\r\nWHAT\r\nNOOP\r\n".into(),
            "250 500 502 502 500 500 421",
            &[],
        ),
        ("a long line", format!("EHLO a\r\nNOOP {}\r\nNOOP\r\n", "x".repeat(9000)), "250 500 250", &[]),
    ];
    for (name, input, expected, letters) in table {
        for piece in [1, 7, 65536] {
            let (server, keeper) = server(Protocol::Smtp, limits());
            let (answers, kept) = conversation(server, &keeper, input.as_bytes(), piece).await;
            let found = codes(&answers)[1..].join(" ");
            assert_eq!(&found, expected, "{name}, pieces of {piece}:\n{answers}");
            let bodies: Vec<String> =
                kept.into_iter().map(|(_, raw)| String::from_utf8(raw).expect("text")).collect();
            assert_eq!(&bodies, letters, "{name}, pieces of {piece}");
        }
    }
}

#[tokio::test]
async fn conversations_in_lmtp() {
    let (server, keeper) = server(Protocol::Lmtp, limits());
    let input = "EHLO a\r\nLHLO a\r\nMAIL FROM:<j\u{fc}rgen@example.org> SMTPUTF8\r\nRCPT TO:<a@gm.example>\r\n\
        RCPT TO:<broken@gm.example>\r\nRCPT TO:<poison@gm.example>\r\nDATA\r\nx\r\n.\r\nQUIT\r\n";
    let (answers, kept) = conversation(server, &keeper, input.as_bytes(), 4096).await;
    assert_eq!(codes(&answers).join(" "), "220 500 250 250 250 250 250 354 250 451 554 221", "{answers}");
    assert!(answers.contains("SMTPUTF8") && answers.contains("SIZE 1000"), "{answers}");
    assert!(!answers.contains("STARTTLS"), "{answers}");
    let to = ["a@gm.example", "broken@gm.example", "poison@gm.example"].map(String::from).to_vec();
    let origin = Origin { way: Way::Lmtp, peer: None, greeting: "a".into() };
    let envelope = Envelope { from: "j\u{fc}rgen@example.org".into(), to, utf8: true, origin };
    assert_eq!(kept, [(envelope, b"x\r\n".to_vec())]);
}

#[tokio::test]
async fn a_silent_peer_is_sent_away() {
    let (server, _) = server(Protocol::Smtp, Limits { idle: Duration::from_millis(50), ..limits() });
    let (ours, mut theirs) = duplex(4096);
    let (_stay, stop) = watch::channel(false);
    let mut answers = String::new();
    let (read, talk) =
        tokio::join!(theirs.read_to_string(&mut answers), converse(server, ours, Peer::default(), stop));
    read.expect("answers");
    talk.expect("a conversation that ends well");
    assert_eq!(codes(&answers), ["220", "421"]);
}

/// A listener on a free port.
pub async fn listening(server: Arc<Server>) -> (u16, watch::Sender<bool>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let (stop, stopped) = watch::channel(false);
    (port, stop, tokio::spawn(listen(listener, server, stopped)))
}

async fn answer(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    let is_last = |line: &str| line.as_bytes().get(3) == Some(&b' ');
    while !(answer.ends_with('\n') && answer.lines().last().is_some_and(is_last)) {
        let mut bytes = [0; 1024];
        let length =
            timeout(Duration::from_secs(20), stream.read(&mut bytes)).await.expect("in time").expect("bytes");
        assert!(length > 0, "hung up after {answer:?}");
        answer.push_str(std::str::from_utf8(&bytes[..length]).expect("ASCII"));
    }
    answer
}

#[tokio::test]
async fn stopping_lets_a_letter_end_and_sends_idle_peers_away() {
    let (server, keeper) = server(Protocol::Smtp, limits());
    let (port, stop, listener) = listening(server).await;
    let mut idle = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    answer(&mut idle).await;
    let mut busy = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    answer(&mut busy).await;
    for line in START.split_inclusive('\n').chain(["DATA\r\n"]) {
        busy.write_all(line.as_bytes()).await.expect("sends");
        answer(&mut busy).await;
    }
    busy.write_all(b"rule ").await.expect("sends");
    stop.send(true).expect("the listener listens");
    assert!(answer(&mut idle).await.starts_with("421 "));
    busy.write_all(b"Bavaria\r\n.\r\n").await.expect("sends");
    assert!(answer(&mut busy).await.starts_with("250 "));
    timeout(Duration::from_secs(20), listener).await.expect("in time").expect("no panic");
    assert_eq!(keeper.kept()[0].1, b"rule Bavaria\r\n");
    assert!(TcpStream::connect(("127.0.0.1", port)).await.is_err(), "still listening");
}

#[tokio::test]
async fn a_letter_that_never_ends_does_not_keep_the_listener() {
    let (server, keeper) = server(Protocol::Smtp, Limits { grace: Duration::from_millis(100), ..limits() });
    let (port, stop, listener) = listening(server).await;
    let mut busy = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
    answer(&mut busy).await;
    busy.write_all(format!("{START}DATA\r\nrule").as_bytes()).await.expect("sends");
    while !answer(&mut busy).await.contains("354") {}
    stop.send(true).expect("the listener listens");
    timeout(Duration::from_secs(20), listener).await.expect("in time").expect("no panic");
    assert!(keeper.kept().is_empty(), "half a letter was stored");
}

#[tokio::test]
async fn one_address_has_a_bounded_number_of_lines() {
    for (protocol, last) in [(Protocol::Smtp, "421 "), (Protocol::Lmtp, "220 ")] {
        let (server, _) = server(protocol, Limits { connections_per_address: 2, ..limits() });
        let (port, _stop, _listener) = listening(server).await;
        let mut peers = Vec::new();
        for expected in ["220 ", "220 ", last] {
            let mut peer = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
            assert!(answer(&mut peer).await.starts_with(expected));
            peers.push(peer);
        }
        drop(peers);
        // A place is free again as soon as the listener has noticed.
        for attempt in 0.. {
            let mut peer = TcpStream::connect(("127.0.0.1", port)).await.expect("connects");
            if answer(&mut peer).await.starts_with("220 ") {
                break;
            }
            assert!(attempt < 200, "places are not given back");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn fragment() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        &b"EHLO a\r\n"[..],
        b"LHLO a\r\n",
        b"HELO [127.0.0.1]\r\n",
        b"MAIL FROM:<anna@example.org>\r\n",
        b"mail from:<a@b> SIZE=99999999999999999999 BODY=8BITMIME\r\n",
        b"RCPT TO:<orders@gm.example>\r\n",
        b"RCPT TO:<full@gm.example> NOTIFY=NEVER\r\n",
        b"RCPT TO:<\"a b\\\r\n\"@gm.example>\n",
        b"DATA\r\n",
        b"text\r\n",
        b".\r\n",
        b"..\n",
        b"\n.\n",
        b"\r\n.\r\n",
        b"BDAT 4\r\n",
        b"BDAT 4 LAST\r\n",
        b"BDAT 99999999999999999999\r\n",
        b"RSET\r\n",
        b"NOOP\r\n",
        b"QUIT\r\n",
        b"STARTTLS\r\n",
        b"\r",
        b"\n",
    ]);
    let long = (2000usize..2100).prop_map(|length| vec![b'x'; length]);
    prop_oneof![20 => known.prop_map(<[u8]>::to_vec), 2 => prop::collection::vec(any::<u8>(), 0..30), 1 => long]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is said, nothing panics, every answer is a reply line, nothing larger than the limit is stored, and
    /// it makes no difference in which pieces the bytes arrive.
    #[test]
    fn any_bytes_are_answered(pieces in prop::collection::vec(fragment(), 0..40), lmtp in any::<bool>()) {
        let input = pieces.concat();
        let protocol = if lmtp { Protocol::Lmtp } else { Protocol::Smtp };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let run = |piece: usize| {
            let (server, keeper) = server(protocol, Limits { errors: 12, ..limits() });
            runtime.block_on(conversation(server, &keeper, &input, piece))
        };
        let (answers, kept) = run(1 << 16);
        for line in answers.lines() {
            let lawful = line.len() > 3 && line.is_char_boundary(3) && line[..3].bytes().all(|c| c.is_ascii_digit());
            prop_assert!(lawful && matches!(line.as_bytes()[3], b' ' | b'-'), "{:?}", line);
        }
        prop_assert!(answers.ends_with("\r\n"));
        prop_assert!(kept.iter().all(|(envelope, raw)| raw.len() <= 1000 && !envelope.to.is_empty()));
        let again = run(1);
        prop_assert_eq!(again, (answers, kept));
    }
}
