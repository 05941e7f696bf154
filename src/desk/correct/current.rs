//! What a correction does to the pentade that is not public yet: another world to begin with, the draft withdrawn, the
//! sheets read again, time enough to look at them.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan};

use crate::desk::calendar::schedule;
use crate::desk::{DeskError, Table};
use crate::postal::chronicle::SideId;
use crate::postal::game::WorldText;
use crate::postal::reading::{Complaint, Reading};
use crate::store::pentades::PentadeState;
use crate::store::sheets::{self, SheetRow, SheetSource};
use crate::store::{PgConnection, calendars, revisions};

/// Hours that players have at least to look at their orders when the world before them has changed.
const HOURS_TO_LOOK: i64 = 48;

/// The deadline after a correction: the one there is, or the next that the calendar allows when less than two days are
/// left to it.
pub(super) async fn deadline_after(db: &mut PgConnection, table: &Table<'_>) -> Result<Timestamp, DeskError> {
    let hours = HOURS_TO_LOOK.min(i64::from(table.row.pentade_days) * 24);
    let earliest = Timestamp::now() + hours.hours();
    if table.pentade.deadline >= earliest {
        return Ok(table.pentade.deadline);
    }
    schedule(db, table.row.id).await?.first_slot(earliest)
}

/// A sheet that says something else since it was read against the corrected world.
pub(super) struct ReadAgain {
    pub side: SideId,
    pub version: i32,
    pub words: String,
    pub complaints: Vec<Complaint>,
}

/// Gives the current pentade the corrected world and reads every sheet again. The caller holds the game's lock.
///
/// Returns the new deadline, whether it differs or orders are open again, and the sheets that read otherwise.
pub(super) async fn begin_anew(
    db: &mut PgConnection,
    table: &Table<'_>,
    world: &WorldText,
    correction: i64,
) -> Result<(Timestamp, bool, Vec<ReadAgain>), DeskError> {
    let was_open = table.pentade.state == PentadeState::Open;
    if !was_open {
        revisions::keep_withdrawn(db, &table.pentade, correction).await?;
    }
    let deadline = deadline_after(db, table).await?;
    revisions::reopen(db, table.pentade.id, world.as_str(), deadline).await?;
    // Whoever was ready was so for another world.
    calendars::forget_ready(db, table.pentade.id).await?;
    let mut again = Vec::new();
    for side in table.game.sides(world)? {
        again.extend(read_again(db, table, world, side.id).await?);
    }
    Ok((deadline, !was_open || deadline != table.pentade.deadline, again))
}

/// Reads every text that a side has sent, in order. A sheet that now says something else becomes a new version; nothing
/// of what was sent is lost.
async fn read_again(
    db: &mut PgConnection,
    table: &Table<'_>,
    world: &WorldText,
    side: SideId,
) -> Result<Option<ReadAgain>, DeskError> {
    let mut sent = sheets::versions(db, table.pentade.id, &side).await?;
    sent.reverse();
    let Some(last) = sent.last().cloned() else { return Ok(None) };
    // What an earlier correction read again was not sent another time.
    let last_sent = sent.iter().rposition(|version| version.source != SheetSource::Correction);
    let mut readings: BTreeMap<i32, Reading> = BTreeMap::new();
    let mut reading: Option<Reading> = None;
    let mut complaints = Vec::new();
    for (nth, version) in sent.iter().enumerate() {
        match (version.source, version.restores.and_then(|former| readings.get(&former))) {
            (SheetSource::Correction, _) => {}
            (SheetSource::Back, Some(former)) => {
                reading = Some(Reading { orders_read: 0, complaints: Vec::new(), ..former.clone() });
            }
            _ => {
                let former = reading.as_ref().map(|reading| &reading.sheet);
                let next = table.game.read(world, &side, &version.text, former)?;
                let is_last = Some(nth) == last_sent;
                complaints.extend(next.complaints.iter().filter_map(|one| told(one, version, is_last)));
                reading = Some(next);
            }
        }
        if let Some(reading) = &reading {
            readings.insert(version.version, reading.clone());
        }
    }
    let Some(reading) = reading else { return Ok(None) };
    if reading.sheet.data == last.sheet.data && complaints == last.complaints {
        return Ok(None);
    }
    let reading = Reading { complaints, press: Vec::new(), ..reading };
    let version = sheets::add_read_again(db, table.pentade.id, &side, &last.text, &reading).await?;
    Ok(Some(ReadAgain { side, version, words: reading.sheet.words, complaints: reading.complaints }))
}

/// A complaint about the latest text as it is; about an earlier one only where it is new, with the words it is about.
fn told(complaint: &Complaint, version: &SheetRow, is_last: bool) -> Option<Complaint> {
    if is_last {
        return Some(complaint.clone());
    }
    let is_new = !version.complaints.contains(complaint);
    is_new.then(|| Complaint {
        line: 0,
        column: 0,
        length: 0,
        message: format!(
            "version {}, \u{201c}{}\u{201d}: {}",
            version.version,
            complaint.quoted.trim(),
            complaint.message
        ),
        ..complaint.clone()
    })
}
