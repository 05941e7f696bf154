//! One conversation.

use std::{io, mem, net::IpAddr, slice::Iter, sync::Arc};

use smtp_proto::{
    EXT_8BIT_MIME, EXT_CHUNKING, EXT_ENHANCED_STATUS_CODES, EXT_PIPELINING, EXT_SIZE, EXT_SMTP_UTF8,
    EXT_START_TLS, EhloResponse, Error, MAIL_SMTPUTF8, MailFrom, Request,
    request::receiver::{BdatReceiver, DataReceiver, DummyDataReceiver, DummyLineReceiver},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::watch,
    time::timeout,
};

use super::{
    Envelope, Origin, Protocol, Server, Verdict, Way,
    replies::{self, refuse_command, reply},
    tally::Tally,
};

/// Longest command line in bytes; RFC 5321 4.5.3.1.4 asks for 512 and whatever the extensions add.
const LONGEST_LINE: usize = 2048;

/// Why a conversation, or its plain part, ended.
enum End {
    Closed,
    StartTls,
}

/// What the next bytes are.
enum Phase {
    /// A command line, as far as it has come. Whole lines only go to the parser: what it makes of one must not
    /// depend on the pieces in which it came.
    Command(Vec<u8>),
    /// The rest of a line that was too long.
    SkipLine,
    Data(DataReceiver, Vec<u8>),
    Bdat(BdatReceiver),
    /// The rest of a letter or chunk that is refused; `true` when the letter ends with it.
    Skip(DummyDataReceiver, bool),
}

/// What to do after a piece of input.
enum Turn {
    Go(Phase),
    NeedInput(Phase),
    End(End),
}

/// The other side of a conversation.
#[derive(Debug, Clone, Default)]
pub struct Peer {
    /// Its address, where there is one.
    pub address: Option<IpAddr>,
    /// What it and others have handed in lately.
    pub tally: Arc<Tally>,
}

struct Session<'server> {
    server: &'server Server,
    peer: &'server Peer,
    /// The name the peer gave itself.
    greeting: String,
    /// Bytes the peer says its letter has.
    announced: usize,
    in_tls: bool,
    greeted: bool,
    envelope: Option<Envelope>,
    chunks: Vec<u8>,
    errors: u32,
    out: Vec<u8>,
}

/// Holds one conversation to its end, or until `stop` says true and no letter is under way.
///
/// Errors: what the connection reports; never a peer's misbehaviour, which is answered.
pub async fn converse<S>(
    server: Arc<Server>,
    mut stream: S,
    peer: Peer,
    stop: watch::Receiver<bool>,
) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let kind = if server.protocol == Protocol::Lmtp { "LMTP" } else { "ESMTP" };
    let mut greeting = Vec::new();
    reply(&mut greeting, "220", &format!("{} {kind} ready", server.host));
    send(&server, &mut stream, &greeting).await?;
    let mut plain = Session::new(&server, &peer, false);
    match (plain.run(&mut stream, stop.clone()).await?, &server.tls) {
        (End::StartTls, Some(tls)) => {
            let mut secret = timeout(server.limits.idle, tls.accept(stream)).await??;
            let mut session = Session::new(&server, &peer, true);
            session.run(&mut secret, stop).await?;
            timeout(server.limits.idle, secret.shutdown()).await?
        }
        _ => timeout(server.limits.idle, stream.shutdown()).await?,
    }
}

async fn send<S: AsyncWrite + Unpin>(server: &Server, stream: &mut S, bytes: &[u8]) -> io::Result<()> {
    timeout(server.limits.idle, async {
        stream.write_all(bytes).await?;
        stream.flush().await
    })
    .await?
}

impl<'server> Session<'server> {
    fn new(server: &'server Server, peer: &'server Peer, in_tls: bool) -> Self {
        let (envelope, chunks, out) = (None, Vec::new(), Vec::new());
        let (greeting, announced) = (String::new(), 0);
        Self { server, peer, greeting, announced, in_tls, greeted: false, envelope, chunks, errors: 0, out }
    }

    async fn run<S>(&mut self, stream: &mut S, mut stop: watch::Receiver<bool>) -> io::Result<End>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send,
    {
        let mut buffer = vec![0; 16 * 1024];
        let mut phase = Phase::Command(Vec::new());
        loop {
            let between = matches!(phase, Phase::Command(_) | Phase::SkipLine);
            let read = tokio::select! {
                biased;
                () = stopped(&mut stop), if between => {
                    reply(&mut self.out, "421 4.3.2", "closing down, come back later");
                    send(self.server, stream, &self.out).await?;
                    return Ok(End::Closed);
                }
                read = timeout(self.server.limits.idle, stream.read(&mut buffer)) => read,
            };
            let Ok(read) = read else {
                reply(&mut self.out, "421 4.4.2", "idle for too long");
                send(self.server, stream, &self.out).await?;
                return Ok(End::Closed);
            };
            let mut input = match read? {
                0 => return Ok(End::Closed),
                length => buffer[..length].iter(),
            };
            let end = loop {
                match self.take(phase, &mut input).await {
                    Turn::Go(next) => phase = next,
                    Turn::NeedInput(next) => {
                        phase = next;
                        break None;
                    }
                    Turn::End(end) => {
                        phase = Phase::SkipLine;
                        break Some(end);
                    }
                }
            };
            if !self.out.is_empty() {
                send(self.server, stream, &mem::take(&mut self.out)).await?;
            }
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    async fn take(&mut self, phase: Phase, input: &mut Iter<'_, u8>) -> Turn {
        match phase {
            Phase::Command(line) => self.line(line, input).await,
            Phase::SkipLine if DummyLineReceiver::default().ingest(input) => command(),
            Phase::SkipLine => Turn::NeedInput(Phase::SkipLine),
            Phase::Data(mut receiver, mut body) => {
                let done = receiver.ingest(input, &mut body);
                match (done, body.len() > self.server.limits.size) {
                    (true, false) => self.deliver(&body).await,
                    (true, true) => self.too_big(),
                    (false, true) => Turn::Go(Phase::Skip(DummyDataReceiver::new_data(&receiver), true)),
                    (false, false) => Turn::NeedInput(Phase::Data(receiver, body)),
                }
            }
            Phase::Bdat(mut receiver) => match receiver.ingest(input, &mut self.chunks) {
                true if receiver.is_last => {
                    let body = mem::take(&mut self.chunks);
                    self.deliver(&body).await
                }
                true => self.say("250 2.0.0", "chunk taken"),
                false => Turn::NeedInput(Phase::Bdat(receiver)),
            },
            Phase::Skip(mut receiver, last) => match receiver.ingest(input) {
                true => self.skipped(last),
                false => Turn::NeedInput(Phase::Skip(receiver, last)),
            },
        }
    }

    async fn line(&mut self, mut line: Vec<u8>, input: &mut Iter<'_, u8>) -> Turn {
        let rest = input.as_slice();
        let end = rest.iter().position(|byte| *byte == b'\n').map(|end| end + 1);
        let (piece, rest) = rest.split_at(end.unwrap_or(rest.len()));
        *input = rest.iter();
        line.extend_from_slice(piece);
        if line.len() > LONGEST_LINE {
            reply(&mut self.out, "500 5.5.6", "line too long");
            return self.count_error(if end.is_some() { command() } else { Turn::Go(Phase::SkipLine) });
        }
        if end.is_none() {
            return Turn::NeedInput(Phase::Command(line));
        }
        match Request::parse(&mut line.iter()).map(Request::into_owned) {
            Ok(request) => self.command(request).await,
            Err(error) => self.refuse(&error),
        }
    }

    fn say(&mut self, code: &str, text: &str) -> Turn {
        reply(&mut self.out, code, text);
        command()
    }

    /// Says no, and counts it: a peer that only errs is cut off.
    fn object(&mut self, code: &str, text: &str) -> Turn {
        reply(&mut self.out, code, text);
        self.count_error(command())
    }

    fn refuse(&mut self, error: &Error) -> Turn {
        refuse_command(&mut self.out, error);
        self.count_error(command())
    }

    fn count_error(&mut self, next: Turn) -> Turn {
        self.errors += 1;
        if self.errors <= self.server.limits.errors {
            return next;
        }
        reply(&mut self.out, "421 4.7.0", "too many errors");
        Turn::End(End::Closed)
    }

    async fn command(&mut self, request: Request<String>) -> Turn {
        match request {
            Request::Ehlo { .. } | Request::Helo { .. } if self.server.protocol == Protocol::Lmtp => {
                self.object("500 5.5.1", "say LHLO")
            }
            Request::Lhlo { .. } if self.server.protocol == Protocol::Smtp => {
                self.object("500 5.5.1", "say EHLO")
            }
            Request::Ehlo { host } | Request::Lhlo { host } => self.greet(host),
            Request::Helo { host } => {
                self.start_afresh();
                self.greeted = true;
                self.greeting = host;
                let host = self.server.host.clone();
                self.say("250", &host)
            }
            Request::StartTls if self.server.tls.is_some() && !self.in_tls => {
                reply(&mut self.out, "220 2.0.0", "go ahead");
                Turn::End(End::StartTls)
            }
            Request::Mail { from } => self.sender(from),
            Request::Rcpt { to } => self.recipient(to.address).await,
            Request::Data => self.data(),
            Request::Bdat { chunk_size, is_last } => self.chunk(chunk_size, is_last),
            Request::Rset => {
                self.start_afresh();
                self.say("250 2.0.0", "ok")
            }
            Request::Noop { .. } => self.say("250 2.0.0", "ok"),
            Request::Vrfy { .. } => self.say("252 2.5.0", "send it and see"),
            Request::Quit => {
                reply(&mut self.out, "221 2.0.0", "bye");
                Turn::End(End::Closed)
            }
            _ => self.object("502 5.5.1", "not offered"),
        }
    }

    fn start_afresh(&mut self) {
        self.envelope = None;
        self.chunks.clear();
    }

    fn greet(&mut self, name: String) -> Turn {
        self.start_afresh();
        self.greeted = true;
        self.greeting = name;
        let mut response = EhloResponse::new(self.server.host.as_str());
        let tls = if self.server.tls.is_some() && !self.in_tls { EXT_START_TLS } else { 0 };
        response.capabilities = EXT_8BIT_MIME
            | EXT_SMTP_UTF8
            | EXT_PIPELINING
            | EXT_CHUNKING
            | EXT_SIZE
            | EXT_ENHANCED_STATUS_CODES
            | tls;
        response.size = self.server.limits.size;
        match response.write(&mut self.out) {
            Ok(()) => command(),
            Err(_) => self.object("451 4.3.0", "cannot greet"),
        }
    }

    fn sender(&mut self, from: MailFrom<String>) -> Turn {
        if !self.greeted {
            return self.object("503 5.5.1", "greet first");
        }
        if self.envelope.is_some() {
            return self.object("503 5.5.1", "one sender at a time");
        }
        if from.size > self.server.limits.size {
            return self.say("552 5.3.4", "message too big");
        }
        if self.has_had_its_share() {
            return self.object("450 4.7.1", "too many letters, come back in a minute");
        }
        let utf8 = from.flags & MAIL_SMTPUTF8 != 0;
        let way = if self.server.protocol == Protocol::Lmtp { Way::Lmtp } else { Way::Smtp };
        let origin = Origin { way, peer: self.peer.address, greeting: self.greeting.clone() };
        self.announced = from.size;
        self.envelope = Some(Envelope { from: from.address, to: Vec::new(), utf8, origin });
        self.say("250 2.1.0", "ok")
    }

    /// Whether this peer has handed in its letters of the minute. A mail server in front of us has no share.
    fn has_had_its_share(&self) -> bool {
        let most = self.server.limits.letters_a_minute;
        self.server.protocol == Protocol::Smtp
            && self.peer.address.is_some_and(|address| !self.peer.tally.count(address, most))
    }

    async fn recipient(&mut self, address: String) -> Turn {
        let Some(envelope) = &mut self.envelope else {
            return self.object("503 5.5.1", "MAIL first");
        };
        if envelope.to.len() >= self.server.limits.recipients {
            return self.say("452 4.5.3", "too many recipients");
        }
        // RFC 5321 4.5.1: `<postmaster>` without a domain, which smtp-proto gives as an empty address.
        let address = if address.is_empty() { "postmaster".to_owned() } else { address };
        let verdict = self.server.inbox.rcpt(&address).await;
        replies::recipient(&mut self.out, &verdict);
        match verdict {
            Verdict::Accepted => {
                envelope.to.push(address);
                command()
            }
            Verdict::TryLater(_) => command(),
            Verdict::Refused(_) => self.count_error(command()),
        }
    }

    fn recipients(&self) -> usize {
        self.envelope.as_ref().map_or(0, |envelope| envelope.to.len())
    }

    fn data(&mut self) -> Turn {
        if self.recipients() == 0 {
            return self.object("503 5.5.1", "no valid recipients");
        }
        if !self.chunks.is_empty() {
            return self.object("503 5.5.1", "go on with BDAT");
        }
        reply(&mut self.out, "354", "send it, end with .");
        // The receiver looks for CRLF.CRLF: primed with a line end, so that an empty letter ends too.
        let room = self.announced.min(self.server.limits.size);
        let (mut receiver, mut body) = (DataReceiver::new(), Vec::with_capacity(room));
        receiver.ingest(&mut b"\r\n".iter(), &mut body);
        body.clear();
        Turn::Go(Phase::Data(receiver, body))
    }

    fn chunk(&mut self, size: usize, last: bool) -> Turn {
        let total = self.chunks.len().saturating_add(size);
        let fits = self.recipients() > 0 && total <= self.server.limits.size;
        Turn::Go(match fits {
            true => Phase::Bdat(BdatReceiver::new(size, last)),
            false => Phase::Skip(DummyDataReceiver::new_bdat(size), last),
        })
    }

    /// A refused letter or chunk is over.
    fn skipped(&mut self, last: bool) -> Turn {
        self.chunks.clear();
        match (self.recipients(), last) {
            (0, _) => self.object("503 5.5.1", "no valid recipients"),
            (_, true) => self.too_big(),
            (_, false) => {
                self.envelope = None;
                self.object("552 5.3.4", "message too big")
            }
        }
    }

    fn too_big(&mut self) -> Turn {
        let recipients = self.recipients();
        replies::too_big(&mut self.out, self.server.protocol, recipients);
        self.start_afresh();
        self.count_error(command())
    }

    async fn deliver(&mut self, body: &[u8]) -> Turn {
        let Some(envelope) = self.envelope.take() else {
            return self.object("503 5.5.1", "MAIL first");
        };
        let verdicts = self.server.inbox.deliver(&envelope, body).await;
        replies::letter(&mut self.out, self.server.protocol, envelope.to.len(), verdicts);
        command()
    }
}

fn command() -> Turn {
    Turn::Go(Phase::Command(Vec::new()))
}

/// Returns when the listener shall stop; never when nobody can say so any more.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}
