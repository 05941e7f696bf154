//! What is known of a letter when the conversation breaks, step by step, against a server on a real line.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pentade::mail::envelope::Envelope;
use pentade::mail::postman::{Postman, SendError, SmtpSettings, TlsMode};

use crate::capture::Capture;

const RAW: &[u8] = b"Message-ID: <a@gm.example>\r\nSubject: s\r\n\r\n.dot\r\n";

fn postman(port: u16) -> Postman {
    Postman::smtp(&SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        tls: TlsMode::None,
        login: None,
        timeout: Duration::from_secs(5),
    })
    .expect("a postman")
}

/// A server that speaks its lines in turn and then hangs up.
fn script(lines: &'static [&'static str]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a caller");
        let mut out = stream.try_clone().expect("a line");
        let mut heard = BufReader::new(stream);
        for (nth, words) in lines.iter().enumerate() {
            if nth > 0 {
                let mut line = String::new();
                heard.read_line(&mut line).expect("words");
                // After 354 the whole text is heard.
                while lines[nth - 1].starts_with("354") && line != ".\r\n" {
                    line.clear();
                    heard.read_line(&mut line).expect("words");
                }
            }
            if !words.is_empty() {
                out.write_all(format!("{words}\r\n").as_bytes()).expect("said");
            }
        }
    });
    port
}

#[tokio::test]
async fn only_a_lost_answer_to_the_whole_letter_leaves_doubt() {
    const HELLO: [&str; 4] = ["220 hi", "250 hi", "250 ok", "250 ok"];
    let doubt = |error: &SendError| matches!(error, SendError::Doubtful { .. });
    let later = |error: &SendError| matches!(error, SendError::Transient { .. });
    let never = |error: &SendError| matches!(error, SendError::Permanent { .. });
    type Kind = fn(&SendError) -> bool;
    let cases: [(&'static [&'static str], Kind, bool); 6] = [
        (&["220 hi", "250 hi", "250 ok"], later, false),
        (&[HELLO[0], HELLO[1], HELLO[2], "550 5.1.1 no such user"], never, false),
        (&[HELLO[0], HELLO[1], HELLO[2], HELLO[3], ""], later, true),
        (&[HELLO[0], HELLO[1], HELLO[2], HELLO[3], "354 go", ""], doubt, true),
        (&[HELLO[0], HELLO[1], HELLO[2], HELLO[3], "354 go", "451 4.3.0 disk full"], later, true),
        (&[HELLO[0], HELLO[1], HELLO[2], HELLO[3], "354 go", "554 5.6.0 not here"], never, true),
    ];
    for (nth, (lines, is_kind, begins)) in cases.into_iter().enumerate() {
        let begun = AtomicUsize::new(0);
        let begin = async {
            begun.fetch_add(1, Ordering::SeqCst);
            Ok(())
        };
        let envelope = Envelope::to_one("bounce@gm.example", "anna@example.org");
        let error = postman(script(lines)).hand_over(&envelope, RAW, begin).await.expect_err("it breaks");
        assert!(is_kind(&error), "case {nth}: {error:?}");
        assert_eq!(begun.load(Ordering::SeqCst), usize::from(begins), "case {nth}");
    }
}

#[tokio::test]
async fn what_may_not_begin_is_not_sent_and_lines_are_used_again() {
    let capture = Capture::start();
    let postman = postman(capture.address.port());
    let envelope = Envelope::to_one("", "anna@example.org");
    let refuse = async { Err(SendError::Transient { reason: "lost".to_owned() }) };
    assert!(postman.hand_over(&envelope, RAW, refuse).await.is_err());
    for _ in 0..3 {
        postman.send(&envelope, RAW).await.expect("taken");
    }
    let taken = capture.wait_for(3);
    assert!(taken.iter().all(
        |letter| letter.raw.trim_ascii_end() == RAW.trim_ascii_end() && letter.to == ["anna@example.org"]
    ));
    assert_eq!(taken[0].message_id(), "a@gm.example");
}

#[tokio::test]
async fn one_recipient_refused_is_no_matter_of_the_next() {
    let refuses = |line: &str| line.contains("nobody").then_some("550 5.1.1 no such user");
    let capture = Capture::answering(Arc::new(refuses));
    let postman = postman(capture.address.port());
    for (to, is_taken) in
        [("anna@example.org", true), ("nobody@example.org", false), ("ben@example.org", true)]
    {
        assert_eq!(postman.send(&Envelope::to_one("", to), RAW).await.is_ok(), is_taken, "{to}");
    }
    assert_eq!(capture.wait_for(2).len(), 2);
}
