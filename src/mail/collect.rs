//! Fetches letters from a mailbox by IMAP (RFC 9051), and waits there for new ones (IDLE, RFC 2177).
//!
//! A letter is stored first, then its place is kept, then it is marked as seen or moved: cut off anywhere, it is
//! fetched again, and known again. When the mailbox was made anew (its UIDVALIDITY changed), it is read from its
//! beginning.

use std::time::Duration;

use async_imap::extensions::idle::IdleResponse;
use async_imap::{Client, Session};
use futures::TryStreamExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

/// Why a letter or a place could not be stored: the database, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Where fetched letters go.
#[async_trait::async_trait]
pub trait Collector: Send + Sync + 'static {
    /// UIDVALIDITY and UID of the last letter taken from this mailbox.
    async fn place(&self, mailbox: &str) -> Result<Option<(u32, u32)>, Fault>;

    /// Keeps that place.
    async fn keep_place(&self, mailbox: &str, place: (u32, u32)) -> Result<(), Fault>;

    /// Stores a letter durably. A second copy changes nothing.
    async fn take(&self, raw: &[u8]) -> Result<(), Fault>;
}

/// How the connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Not at all.
    None,
    /// STARTTLS, and nothing is said without it.
    StartTls,
    /// TLS from the first byte.
    Implicit,
}

/// A mailbox.
#[derive(Clone)]
pub struct Mailbox {
    /// Host name.
    pub host: String,
    /// Port.
    pub port: u16,
    /// How the connection is protected.
    pub protection: Protection,
    /// Whom to trust.
    pub tls: TlsConnector,
    /// User name.
    pub user: String,
    /// Password.
    pub password: String,
    /// The folder that is watched.
    pub folder: String,
    /// Where taken letters are moved.
    pub done: Option<String>,
    /// Largest letter; a larger one is left where it lies.
    pub letter_bytes: usize,
    /// First pause after a failure; it doubles with each one that follows, to a hundredfold.
    pub pause: Duration,
}

impl Mailbox {
    /// Its name in the list of places.
    fn name(&self) -> String {
        format!("{}/{}/{}", self.host, self.user, self.folder)
    }
}

/// Why a visit to a mailbox ended.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("the mail server: {0}")]
    Imap(#[from] async_imap::error::Error),
    #[error("the connection: {0}")]
    Io(#[from] std::io::Error),
    #[error("the mail server took too long")]
    TooLong,
    #[error("the mail server: {0}")]
    Refused(&'static str),
    #[error("a letter could not be stored: {0}")]
    Store(#[from] Fault),
}

/// Longest wait for one answer of the server.
const LONGEST_ANSWER: Duration = Duration::from_secs(120);
/// How long to wait for news before asking anew; RFC 2177 allows 29 minutes.
const LONGEST_IDLE: Duration = Duration::from_secs(20 * 60);
/// How often to look where the server cannot tell.
const POLL: Duration = Duration::from_secs(60);
/// Letters announced at a time.
const BATCH: usize = 50;

/// Fetches letters until `stop` says true.
pub async fn collect(mailbox: Mailbox, collector: &dyn Collector, mut stop: watch::Receiver<bool>) {
    let mut failures = 0_u32;
    while !*stop.borrow() {
        let visit = async {
            match mailbox.protection {
                Protection::Implicit => {
                    attend(
                        secure(&mailbox, reach(&mailbox).await?).await?,
                        &mailbox,
                        collector,
                        &mut failures,
                    )
                    .await
                }
                Protection::None => attend(reach(&mailbox).await?, &mailbox, collector, &mut failures).await,
                Protection::StartTls => {
                    let mut client = Client::new(reach(&mailbox).await?);
                    answered(client.read_response()).await??;
                    answered(client.run_command_and_check_ok("STARTTLS", None)).await??;
                    let stream = secure(&mailbox, client.into_inner()).await?;
                    go_on(Client::new(stream), &mailbox, collector, &mut failures).await
                }
            }
        };
        let outcome = tokio::select! {
            outcome = visit => outcome,
            () = told(&mut stop) => return,
        };
        if let Err(trouble) = outcome {
            failures = failures.saturating_add(1);
            tracing::warn!(mailbox = mailbox.name(), %trouble, failures, "the mailbox was left");
        }
        let pause = mailbox.pause * (1 << failures.saturating_sub(1).min(6));
        tokio::select! {
            () = sleep(pause) => {}
            () = told(&mut stop) => return,
        }
    }
}

async fn told(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

async fn answered<T>(asked: impl Future<Output = T>) -> Result<T, Trouble> {
    timeout(LONGEST_ANSWER, asked).await.map_err(|_| Trouble::TooLong)
}

async fn reach(mailbox: &Mailbox) -> Result<TcpStream, Trouble> {
    Ok(answered(TcpStream::connect((mailbox.host.as_str(), mailbox.port))).await??)
}

async fn secure(
    mailbox: &Mailbox,
    stream: TcpStream,
) -> Result<tokio_rustls::client::TlsStream<TcpStream>, Trouble> {
    let name = ServerName::try_from(mailbox.host.clone())
        .map_err(|_| Trouble::Refused("its name cannot stand in a certificate"))?;
    Ok(answered(mailbox.tls.connect(name, stream)).await??)
}

async fn attend<S>(
    stream: S,
    mailbox: &Mailbox,
    collector: &dyn Collector,
    failures: &mut u32,
) -> Result<(), Trouble>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let mut client = Client::new(stream);
    answered(client.read_response()).await??;
    go_on(client, mailbox, collector, failures).await
}

/// From the log-in to the end of the visit, which only a failure brings about.
async fn go_on<S>(
    client: Client<S>,
    mailbox: &Mailbox,
    collector: &dyn Collector,
    failures: &mut u32,
) -> Result<(), Trouble>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let logged_in = answered(client.login(&mailbox.user, &mailbox.password)).await?;
    let mut session = logged_in.map_err(|(error, _)| error)?;
    let can_idle = answered(session.capabilities()).await??.has_str("IDLE");
    loop {
        // Selected anew each time: only that shows whether the mailbox is still the same.
        let selected = answered(session.select(&mailbox.folder)).await??;
        let validity = selected
            .uid_validity
            .ok_or(Trouble::Refused("it gives its mailbox no validity (RFC 9051 2.3.1.1)"))?;
        take_new(&mut session, mailbox, collector, validity).await?;
        *failures = 0;
        if can_idle {
            let mut idle = session.idle();
            answered(idle.init()).await??;
            let (news, _stop) = idle.wait_with_timeout(LONGEST_IDLE);
            let heard: IdleResponse = news.await?;
            tracing::debug!(?heard, "the mailbox told");
            session = answered(idle.done()).await??;
        } else {
            sleep(POLL).await;
        }
    }
}

/// Takes every letter behind the kept place.
async fn take_new<S>(
    session: &mut Session<S>,
    mailbox: &Mailbox,
    collector: &dyn Collector,
    validity: u32,
) -> Result<(), Trouble>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let name = mailbox.name();
    let kept = collector.place(&name).await?.filter(|(known, _)| *known == validity);
    let mut last = kept.map_or(0, |(_, uid)| uid);
    loop {
        let asked = format!("{}:*", last.saturating_add(1));
        // `n:*` always names the last letter, even when its number is below n.
        let found = answered(session.uid_search(format!("UID {asked}"))).await??;
        let mut uids: Vec<u32> = found.into_iter().filter(|uid| *uid > last).collect();
        if uids.is_empty() {
            return Ok(());
        }
        uids.sort_unstable();
        uids.truncate(BATCH);
        for uid in uids {
            take_one(session, mailbox, collector, uid).await?;
            last = uid;
            collector.keep_place(&name, (validity, uid)).await?;
        }
    }
}

async fn take_one<S>(
    session: &mut Session<S>,
    mailbox: &Mailbox,
    collector: &dyn Collector,
    uid: u32,
) -> Result<(), Trouble>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let number = uid.to_string();
    let sized = answered(session.uid_fetch(&number, "(UID RFC822.SIZE)")).await??;
    let sized: Vec<_> = answered(sized.try_collect()).await??;
    let Some(size) = sized.iter().find(|one| one.uid == Some(uid)).and_then(|one| one.size) else {
        // Gone since it was found.
        return Ok(());
    };
    if usize::try_from(size).unwrap_or(usize::MAX) > mailbox.letter_bytes {
        tracing::warn!(
            mailbox = mailbox.name(),
            uid,
            size,
            "a letter is too large and was left where it lies"
        );
        return Ok(());
    }
    let fetched = answered(session.uid_fetch(&number, "(UID BODY.PEEK[])")).await??;
    let fetched: Vec<_> = answered(fetched.try_collect()).await??;
    let whole = fetched.iter().find(|one| one.uid == Some(uid)).and_then(|one| one.body());
    let Some(raw) = whole else { return Ok(()) };
    collector.take(raw).await?;
    match &mailbox.done {
        Some(folder) => answered(session.uid_mv(&number, folder)).await??,
        None => {
            let marked = answered(session.uid_store(&number, "+FLAGS.SILENT (\\Seen)")).await??;
            let _: Vec<_> = answered(marked.try_collect()).await??;
        }
    }
    Ok(())
}
