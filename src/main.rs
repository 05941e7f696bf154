//! The program: each task is a call of one function.

use clap::{Parser, Subcommand};
use pentade::store::embedded::Speed;
use pentade::store::with_database;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// A play-by-email GM adjudication server for Empires of the Middle Ages.
#[derive(Debug, Parser)]
#[command(name = "pentade", version)]
struct Program {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
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
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match Program::parse().task.perform().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("pentade: {error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Task {
    async fn perform(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::WithDatabase { fast, migrated, home, command } => {
                let speed = if fast { Speed::Fast } else { Speed::Durable };
                with_database::run(with_database::Request { speed, home, migrated }, &command).await
            }
        }
    }
}
