//! Makes what everyone may read of pentades published of late, so that no reader of a whole game's past waits for it.

use anyhow::Result;

use super::{Round, Work};

/// Makes some.
pub(super) async fn round(work: Work) -> Result<Round> {
    Ok(if work.desk.make_past().await? { Round::More } else { Round::Idle })
}
