//! `pentade serve`: letters in and out, deadlines, pages, until it is told to stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::Place;
use super::house::{Beside, House};
use super::mail_in;
use crate::jobs::{self, Work};
use crate::mail::collect::collect;
use crate::mail::postman::{Postman, SmtpSettings, TlsMode};
use crate::mail::smtp_in::{self, Limits, Protocol, Server};
use crate::settings::{MailOut, MailProtocol, MailTls, Settings};
use crate::web;

/// How long what is under way may take when the server stops.
const GRACE: Duration = Duration::from_secs(15);

/// Runs the server until it gets a signal.
///
/// Errors: the configuration, with every fault; a port that is taken; the database.
pub async fn serve(place: &Place) -> Result<()> {
    let (settings, games) = place.read()?;
    let doors = Doors::open(&settings).await?;
    let house = House::open(settings, games, Beside::Nobody).await?;
    tracing::info!(data = house.place(), "the database is open");
    for told in house.desk.tell_of_other_editions().await? {
        tracing::error!("{told}");
    }
    let running = Running::start(&house, doors)?;
    tracing::info!(pages = %running.web, letters = %running.mail, "serving");
    let told = told_to_stop().await;
    running.stop().await;
    house.close().await;
    told
}

/// The two listening sockets.
pub(super) struct Doors {
    pub web: TcpListener,
    pub mail: TcpListener,
}

impl Doors {
    /// Opens both.
    ///
    /// Errors: a port that is taken or forbidden, with the setting that chooses another.
    pub async fn open(settings: &Settings) -> Result<Self> {
        let web = door(settings.web_listen, "web.listen", "PENTADE_WEB_LISTEN").await?;
        let mail = door(settings.mail_listen, "mail_in.listen", "PENTADE_MAIL_IN_LISTEN").await?;
        Ok(Self { web, mail })
    }
}

async fn door(address: SocketAddr, key: &str, variable: &str) -> Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!(
            "cannot listen on {address}: if another program has that port, stop it or choose another with \
             {key} in config/server.toml or {variable} in the environment"
        )
    })
}

/// Everything that runs.
pub(super) struct Running {
    pub web: SocketAddr,
    pub mail: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Running {
    /// Starts listener, jobs and pages.
    pub fn start(house: &House, doors: Doors) -> Result<Self> {
        let (web, mail) = (doors.web.local_addr()?, doors.mail.local_addr()?);
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let postman = postman(&house.settings)?;
        tasks.spawn(jobs::run(Work::new(house.desk.clone(), postman), stopped.clone()));
        let server = Arc::new(mail_server(house)?);
        let hears = stopped.clone();
        tasks.spawn(async move { smtp_in::listen(doors.mail, server, hears).await });
        if let Some(mailbox) = mail_in::mailbox(&house.settings)? {
            let (desk, hears) = (house.desk.clone(), stopped.clone());
            tasks.spawn(async move { collect(mailbox, &desk, hears).await });
        }
        let app = web::App::new(house.desk.clone());
        let mut hears = stopped;
        let stops = async move {
            // An error means that the sender is gone, which is a stop as well.
            let _ = hears.wait_for(|stop| *stop).await;
        };
        tasks.spawn(async move {
            if let Err(error) = web::serve(doors.web, app, stops).await {
                tracing::error!(%error, "the pages are no longer served");
            }
        });
        Ok(Self { web, mail, stop, tasks })
    }

    /// Lets everything come to its end, but not for ever.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        let ended =
            tokio::time::timeout(GRACE, async { while self.tasks.join_next().await.is_some() {} }).await;
        if ended.is_err() {
            tracing::warn!("what was under way took too long and was cut off; nothing is lost by that");
            self.tasks.shutdown().await;
        }
    }
}

/// Ends with the first interrupt or request to terminate.
pub(super) async fn told_to_stop() -> Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

fn mail_server(house: &House) -> Result<Server> {
    let settings = &house.settings;
    let protocol = match settings.mail_protocol {
        MailProtocol::Smtp => Protocol::Smtp,
        MailProtocol::Lmtp => Protocol::Lmtp,
    };
    let limits = Limits {
        size: settings.letter_bytes,
        connections: settings.mail_in.connections,
        connections_per_address: settings.mail_in.connections_per_peer,
        letters_a_minute: settings.mail_in.letters_a_minute,
        ..Limits::default()
    };
    let host = settings.mail_domain.clone();
    let tls = mail_in::certificate(settings)?;
    Ok(Server { protocol, host, limits, inbox: Arc::new(house.desk.clone()), tls })
}

fn postman(settings: &Settings) -> Result<Postman> {
    match &settings.mail_out {
        MailOut::Folder(folder) => {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder for letters {} cannot be made", folder.display()))?;
            Ok(Postman::Folder(folder.clone()))
        }
        MailOut::Smtp { host, port, tls, login } => {
            let tls = match tls {
                MailTls::None => TlsMode::None,
                MailTls::StartTls => TlsMode::StartTls,
                MailTls::Implicit => TlsMode::Implicit,
            };
            let (host, port, login) = (host.clone(), *port, login.clone());
            let timeout = Duration::from_secs(60);
            Ok(Postman::smtp(&SmtpSettings { host, port, tls, login, timeout })?)
        }
    }
}
