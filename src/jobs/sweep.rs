//! Sweeps out old sessions and links.

use anyhow::Result;

use super::{Round, Work};

/// Sweeps once.
pub(super) async fn round(work: Work) -> Result<Round> {
    work.desk.sweep().await?;
    Ok(Round::Idle)
}
