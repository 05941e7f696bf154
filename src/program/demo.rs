//! `pentade demo`: a whole pentade by post, over the real parts. Begins the game of `config/demo`, posts its
//! letters over SMTP to our own listener, waits for the acknowledgements, and says what to open. With `once` it
//! also adjudicates and publishes the pentade, waits for the reports, and ends.
//!
//! Run again it goes on where it stands: nothing is begun, posted or published twice.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio::net::TcpListener;
use tokio::time::Instant;

use super::Place;
use super::demo_game::DemoGame;
use super::house::{Beside, House};
use super::serve::{Doors, Running, told_to_stop};
use crate::desk::views::{GameStatus, GmPage, PentadeState};
use crate::desk::{AccountId, DeskError, paths};
use crate::mail::postman::{Postman, SmtpSettings, TlsMode};
use crate::mail::smtp_in::Envelope;
use crate::settings::{Checks, MailOut, Settings};

/// Longest wait for letters to be read, answered and sent.
const PATIENCE: Duration = Duration::from_secs(60);
/// Ports tried beside one that is taken.
const OTHER_PORTS: u16 = 20;

/// Runs the demonstration.
///
/// Errors: any step that fails, in words that say which.
pub async fn demo(place: &Place, once: bool) -> Result<()> {
    let (mut settings, games) = place.read()?;
    // The letters of the example come from nowhere: no domain can stand for them.
    settings.mail_in.checks = Checks::Off;
    let demo_game = DemoGame::read(&place.config, (settings.gm_name.clone(), settings.gm_email.clone()))
        .context("the demonstration's game cannot be read")?;
    let doors = free_doors(&mut settings).await?;
    let house = House::open(settings, games, Beside::Nobody).await?;
    println!("database: {}", house.place());
    let running = Running::start(&house, doors)?;
    println!("letters come in at {} (SMTP), pages are served at {}", running.mail, running.web);

    let demo = Demo { house: &house, game: demo_game, mail: running.mail };
    let shown = demo.show(once).await;
    let waited = match (&shown, once) {
        (Ok(()), false) => told_to_stop().await,
        _ => Ok(()),
    };
    running.stop().await;
    house.close().await;
    shown.and(waited)
}

struct Demo<'a> {
    house: &'a House,
    game: DemoGame,
    mail: SocketAddr,
}

impl Demo<'_> {
    async fn show(&self, once: bool) -> Result<()> {
        let slug = &self.game.game.slug;
        self.begin().await?;
        let gm = self.house.desk.account_of(&self.house.settings.gm_email).await?;
        let gm = gm.context("the GM's account is missing")?.id;
        let page = self.page(gm).await.context("gm.email is not the address this game was begun with")?;
        let is_first = page.pentade.span.first_year == self.game.first_year;
        if is_first && page.pentade.state == PentadeState::Open {
            self.post_letters(&page).await?;
            self.wait_for_acknowledgements(gm).await?;
        } else {
            println!(
                "game {slug}: the letters were posted before; the pentade {} is {}",
                page.pentade.span,
                page.pentade.state.as_str()
            );
        }
        if once {
            self.publish(gm).await?;
            self.wait_for_reports(gm).await?;
        }
        self.say_what_to_open(once).await
    }

    async fn begin(&self) -> Result<()> {
        let new = &self.game.game;
        match self.house.desk.game(None, &new.slug).await {
            Ok(page) => println!("game {}: {} is here already", new.slug, page.game.title),
            Err(DeskError::NotFound(_)) => {
                self.house.desk.create_game(new).await.context("the game cannot begin")?;
                println!("game {}: {} begins with {} players", new.slug, new.title, new.players.len());
            }
            Err(error) => return Err(error).context("the game cannot be looked at"),
        }
        Ok(())
    }

    async fn page(&self, gm: AccountId) -> Result<GmPage> {
        Ok(self.house.desk.gm_page(gm, &self.game.game.slug).await?)
    }

    /// Posts the letter of every player who has sent nothing yet.
    async fn post_letters(&self, page: &GmPage) -> Result<()> {
        let to = self.house.settings.orders_address(&self.game.game.slug);
        let postman = Postman::smtp(&SmtpSettings {
            host: self.mail.ip().to_string(),
            port: self.mail.port(),
            tls: TlsMode::None,
            login: None,
            timeout: Duration::from_secs(20),
        })?;
        for (player, letter) in self.game.game.players.iter().zip(&self.game.letters) {
            let has_sent = page.seats.iter().any(|seat| seat.side == player.side && seat.sheet.is_some());
            if has_sent {
                println!("  {}: has sent orders before", player.email);
                continue;
            }
            let envelope = Envelope::to_one(player.email.clone(), to.clone());
            let posted = postman.send(&envelope, letter).await;
            posted.with_context(|| format!("the letter of {} was not accepted", player.email))?;
            println!(
                "  {}: letter for {} posted to {to} ({} bytes)",
                player.email,
                player.side,
                letter.len()
            );
        }
        Ok(())
    }

    async fn wait_for_acknowledgements(&self, gm: AccountId) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            let page = self.page(gm).await?;
            let is_answered = |side: &_| {
                page.post.iter().any(|post| {
                    post.kind == "acknowledgement"
                        && post.side.as_ref() == Some(side)
                        && post.sent_at.is_some()
                })
            };
            let players = &self.game.game.players;
            let waiting: Vec<_> = players.iter().filter(|player| !is_answered(&player.side)).collect();
            if waiting.is_empty() {
                for seat in page.seats.iter().filter(|seat| seat.player.is_some()) {
                    let sheet = seat.sheet.as_ref().with_context(|| format!("{} has no sheet", seat.name))?;
                    println!(
                        "  {}: {} orders read, {} remarks, acknowledged",
                        seat.name,
                        sheet.orders_read,
                        sheet.complaints.len()
                    );
                }
                return Ok(());
            }
            if Instant::now() >= until {
                let names: Vec<_> = waiting.iter().map(|player| player.email.as_str()).collect();
                for letter in &page.held {
                    let from = letter.from.as_deref().unwrap_or("nobody");
                    eprintln!(
                        "  held: letter of {from}: {}",
                        letter.reason.as_deref().unwrap_or("no reason")
                    );
                }
                bail!("not acknowledged after {} seconds: {}", PATIENCE.as_secs(), names.join(", "));
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Closes, adjudicates and publishes the pentade the letters are for, if it is not public yet.
    async fn publish(&self, gm: AccountId) -> Result<()> {
        let (desk, slug, year) = (&self.house.desk, &self.game.game.slug, self.game.first_year);
        let page = self.page(gm).await?;
        if page.pentade.span.first_year == year {
            let view = match page.pentade.state {
                PentadeState::Open | PentadeState::Closing => desk.close_pentade(gm, slug).await,
                PentadeState::Held => desk.adjudicate_again(gm, slug).await,
                PentadeState::Draft | PentadeState::Published => Ok(page.pentade),
            };
            let mut view = view.context("the pentade cannot be adjudicated")?;
            if !view.questions.is_empty() {
                println!(
                    "the game asks what only players or the GM can say; the demo lets the defaults stand"
                );
                view = desk.take_defaults(gm, slug).await.context("the questions cannot be answered")?;
            }
            if let Some(reason) = view.held_reason {
                bail!("the pentade {} is held for the GM: {reason}", view.span);
            }
        }
        let done = desk.publish(gm, slug, year).await.context("the draft cannot be published")?;
        match done.is_new {
            true => println!("pentade {}: adjudicated and published", done.span),
            false => println!("pentade {}: was published before", done.span),
        }
        println!("result hash: {}", done.result_hash);
        Ok(())
    }

    async fn wait_for_reports(&self, gm: AccountId) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let wanted = self.game.game.players.len();
        loop {
            let page = self.page(gm).await?;
            let reports = page.post.iter().filter(|post| post.kind == "report");
            let sent = reports.filter(|post| post.sent_at.is_some()).count();
            if sent >= wanted {
                println!("reports: {sent} sent, {}", where_letters_go(&self.house.settings));
                return Ok(());
            }
            ensure!(Instant::now() < until, "only {sent} of {wanted} reports were sent");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    async fn say_what_to_open(&self, once: bool) -> Result<()> {
        let (settings, game) = (&self.house.settings, &self.game.game);
        println!("letters we wrote: {}", where_letters_go(settings));
        if once {
            println!("to look around: pentade demo");
            return Ok(());
        }
        let gm =
            self.house.desk.new_link(&settings.gm_email).await?.context("the GM's account is missing")?;
        println!("\nOpen, in this order or any other:");
        println!(
            "  the GM's desk:    {gm}\n                    (signs in once; then {})",
            settings.link(&paths::gm(&game.slug))
        );
        if let Some(player) = game.players.first() {
            let link = self.house.desk.new_link(&player.email).await?;
            let link = link.context("the player's account is missing")?;
            let page = settings.link(&paths::my(&game.slug, &player.side));
            println!(
                "  a player's page:  {link}\n                    (signs in once, as {}; then {page})",
                player.name
            );
        }
        println!("  the archive:      {}", settings.link(&paths::game(&game.slug)));
        let page = self.house.desk.game(None, &game.slug).await?;
        if page.game.status == GameStatus::Running && page.game.state == PentadeState::Open {
            println!("\nOrders for {} are due on {}.", page.game.span, page.game.deadline);
        }
        println!("Stop with Ctrl-C. Everything is kept; start again with the same command.");
        Ok(())
    }
}

fn where_letters_go(settings: &Settings) -> String {
    match &settings.mail_out {
        MailOut::Folder(folder) => {
            let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
            format!("they lie as .eml files in {}", folder.display())
        }
        MailOut::Smtp { host, .. } => format!("they went to {host}"),
    }
}

/// The listening sockets; beside a port that is taken the next free one is used, and said.
async fn free_doors(settings: &mut Settings) -> Result<Doors> {
    let (web, is_moved) = free_door(settings.web_listen, "pages").await?;
    let (mail, _) = free_door(settings.mail_listen, "letters").await?;
    let here = web.local_addr()?;
    if is_moved && settings.public_url == format!("http://{}", settings.web_listen) {
        settings.public_url = format!("http://{here}");
    }
    settings.web_listen = here;
    Ok(Doors { web, mail })
}

async fn free_door(wanted: SocketAddr, what: &str) -> Result<(TcpListener, bool)> {
    let first = match TcpListener::bind(wanted).await {
        Ok(listener) => return Ok((listener, false)),
        Err(error) => error,
    };
    for step in 1..=OTHER_PORTS {
        let mut other = wanted;
        other.set_port(wanted.port().saturating_add(step));
        if let Ok(listener) = TcpListener::bind(other).await {
            println!("port {} is not to be had ({first}): {what} use {}", wanted.port(), other.port());
            return Ok((listener, true));
        }
    }
    bail!(
        "no port for {what} from {} to {}: {first}",
        wanted.port(),
        wanted.port().saturating_add(OTHER_PORTS)
    )
}
