//! A mail server that takes letters over SMTP and keeps them, to count what really went over the line.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A letter that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Return path.
    pub from: String,
    /// Recipients.
    pub to: Vec<String>,
    /// The letter, dots taken out again.
    pub raw: Vec<u8>,
}

impl Taken {
    /// The Message-ID without brackets.
    pub fn message_id(&self) -> String {
        let text = String::from_utf8_lossy(&self.raw);
        let line = text.lines().find_map(|line| line.strip_prefix("Message-ID: <"));
        line.and_then(|rest| rest.split('>').next()).expect("every letter has one").to_owned()
    }
}

/// What the server answers to a recipient or a letter; the default takes everything.
pub type Answer = Arc<dyn Fn(&str) -> Option<&'static str> + Send + Sync>;

/// The server. It ends with the test program.
#[derive(Clone)]
pub struct Capture {
    /// Where it listens.
    pub address: SocketAddr,
    taken: Arc<Mutex<Vec<Taken>>>,
}

impl Capture {
    /// Takes everything.
    pub fn start() -> Self {
        Self::answering(Arc::new(|_| None))
    }

    /// Answers `RCPT TO:` and `DATA` lines as told; none means yes.
    pub fn answering(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = taken.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, answer) = (kept.clone(), answer.clone());
                // A line that breaks is the other side's affair.
                std::thread::spawn(move || drop(converse(stream, &kept, &answer)));
            }
        });
        Self { address, taken }
    }

    /// Everything taken so far.
    pub fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until as many letters as wanted are taken.
    pub fn wait_for(&self, count: usize) -> Vec<Taken> {
        let until = Instant::now() + Duration::from_secs(60);
        while self.taken().len() < count {
            assert!(Instant::now() < until, "{} of {count} letters came", self.taken().len());
            std::thread::sleep(Duration::from_millis(20));
        }
        self.taken()
    }
}

fn converse(stream: TcpStream, taken: &Mutex<Vec<Taken>>, answer: &Answer) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream);
    let mut say = |words: &str| out.write_all(format!("{words}\r\n").as_bytes());
    say("220 capture ESMTP")?;
    let (mut from, mut to) = (String::new(), Vec::new());
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let address = || line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        match line.to_uppercase().split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => say("250-capture\r\n250-8BITMIME\r\n250 SMTPUTF8")?,
            "MAIL" => {
                from = address();
                to.clear();
                say("250 ok")?;
            }
            "RCPT" => match answer(line) {
                Some(words) => say(words)?,
                None => {
                    to.push(address());
                    say("250 ok")?;
                }
            },
            "DATA" => {
                say("354 go on")?;
                let raw = text(&mut lines)?;
                match answer(line) {
                    Some(words) => say(words)?,
                    None => {
                        // Taken is taken, whether or not the other side lives to hear it.
                        let letter = Taken { from: from.clone(), to: to.clone(), raw };
                        taken.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
                        say("250 taken")?;
                    }
                }
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 ok")?,
        }
    }
}

/// The text up to the lone dot. An error when the line breaks before it: then there is no letter.
fn text(lines: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    loop {
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\r\n") {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            return Ok(raw);
        }
        raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}
