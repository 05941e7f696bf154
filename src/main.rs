//! The program: each task is a call of one function.

use clap::{Parser, Subcommand};
use pentade::desk::transfer::Choice;
use pentade::program::{
    Place, begin, check, deliver, demo, dkim_key, replay, rules, serve, simulate, transfer, verify,
};
use pentade::store::embedded::Speed;
use pentade::store::with_database;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// A play-by-email GM adjudication server for Empires of the Middle Ages.
#[derive(Debug, Parser)]
#[command(name = "pentade", version)]
struct Program {
    /// The folder with settings, tables and scenarios; else PENTADE_CONFIG, else `config` here.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Take letters, keep deadlines, send letters, serve pages.
    Serve,
    /// Play the first pentade of an example game by post, then serve it.
    Demo {
        /// Adjudicate and publish the pentade, print the result's hash, and end.
        #[arg(long)]
        once: bool,
        /// Keep everything in this folder instead of the settings' one.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// Begin the game that a file describes; its players are written to.
    Begin {
        /// Short name, title, scenario, days a pentade and players, as the README shows.
        game: PathBuf,
    },
    /// Write a whole game into one file.
    Export {
        /// The game's short name.
        slug: String,
        /// The file, which is not there yet.
        file: PathBuf,
        /// With the seeds of pentades that are not public, and a draft.
        #[arg(long)]
        private: bool,
        /// With the letters that came in.
        #[arg(long)]
        letters: bool,
    },
    /// Put a game in from a file that was exported; its clock stands, and nobody is written to.
    Import {
        /// The file.
        file: PathBuf,
        /// Another short name than the one in the file.
        #[arg(long)]
        slug: Option<String>,
    },
    /// Store one letter from standard input; the exit code is one of sysexits.h.
    Deliver {
        /// Envelope sender; empty for a bounce.
        #[arg(long)]
        from: String,
        /// The address of ours it is for.
        #[arg(long)]
        to: String,
    },
    /// Make a key that signs our letters (DKIM), and print the DNS record that belongs to it.
    DkimKey {
        /// The name of the key in the DNS: letters and digits.
        #[arg(default_value = "pentade")]
        selector: String,
        /// The file, which may hold a key already; else dkim/<selector>.pem below data.dir.
        #[arg(long)]
        file: Option<PathBuf>,
    },
    /// Play a published pentade again from its bundle and write what comes out.
    Adjudicate {
        /// The bundle, as downloaded from the GM's desk.
        bundle: PathBuf,
        /// Folder for world and chronicle.
        #[arg(long)]
        out: PathBuf,
    },
    /// Play a published pentade again from its bundle and compare the result's hash.
    Verify {
        /// The bundle, as downloaded from the GM's desk.
        bundle: PathBuf,
    },
    /// Name every fault of the configuration.
    Check,
    /// The register of rules.
    Rules {
        /// How many rules, cases and rulings there are, and what is missing.
        #[arg(long)]
        coverage: bool,
    },
    /// Play whole games by the built-in players and print what they came to.
    Simulate(simulate::Simulation),
    /// Run a command beside a PostgreSQL of its own, with its address in DATABASE_URL (for developers).
    WithDatabase {
        /// In memory and without waiting for the disk: for tests.
        #[arg(long)]
        fast: bool,
        /// Bring the schema up to date before the command runs.
        #[arg(long)]
        migrated: bool,
        /// Keep the database in this folder instead of a temporary one.
        #[arg(long)]
        home: Option<PathBuf>,
        /// The command and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    // The demonstration speaks for itself, and what `deliver` says may reach whoever wrote: only what goes wrong is logged
    // beside them. What the database remarks by the way is nobody's concern.
    let is_quiet = matches!(program.task, Task::Demo { .. } | Task::Deliver { .. });
    let usual = if is_quiet { "warn" } else { "info,sqlx::postgres::notice=warn" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(colours).with_env_filter(filter).init();
    match program.task.perform(Place::new(program.config)).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("pentade: {error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Task {
    async fn perform(self, place: Place) -> anyhow::Result<ExitCode> {
        match self {
            Self::Serve => serve::serve(&place).await.map(|()| ExitCode::SUCCESS),
            Self::Demo { once, data } => {
                let place = match data {
                    Some(data) => place.with_data(&data),
                    None => place,
                };
                demo::demo(&place, once).await.map(|()| ExitCode::SUCCESS)
            }
            Self::Begin { game } => begin::begin(&place, &game).await.map(|()| ExitCode::SUCCESS),
            Self::Export { slug, file, private, letters } => {
                let choice = Choice { private, letters };
                transfer::export(&place, &slug, &file, choice).await.map(|()| ExitCode::SUCCESS)
            }
            Self::Import { file, slug } => {
                transfer::import(&place, &file, slug.as_deref()).await.map(|()| ExitCode::SUCCESS)
            }
            Self::Deliver { from, to } => Ok(deliver::deliver(&place, &from, &to).await),
            Self::DkimKey { selector, file } => {
                dkim_key::dkim_key(&place, &selector, file).map(|()| ExitCode::SUCCESS)
            }
            Self::Adjudicate { bundle, out } => {
                replay::adjudicate(&place, &bundle, &out).map(|()| ExitCode::SUCCESS)
            }
            Self::Verify { bundle } => verify::verify(&place, &bundle),
            Self::Check => Ok(check::check(&place)),
            Self::Rules { coverage } => rules::rules(&place, coverage).map(|()| ExitCode::SUCCESS),
            Self::Simulate(asked) => simulate::simulate(&place, &asked).map(|()| ExitCode::SUCCESS),
            Self::WithDatabase { fast, migrated, home, command } => {
                let speed = if fast { Speed::Fast } else { Speed::Durable };
                with_database::run(with_database::Request { speed, home, migrated }, &command).await
            }
        }
    }
}
