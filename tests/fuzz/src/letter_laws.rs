//! What is so of every text that is read as orders.

use pentade::empires::seam::Empires;
use pentade::postal::chronicle::SideId;
use pentade::postal::game::{Game, WorldText};
use pentade::postal::reading::{Reading, Sheet};

/// Complaints that a letter gets, at most.
const MOST_COMPLAINTS: usize = 400;

/// Orders that are taken of a letter, at most.
const MOST_ORDERS: u32 = 2_000;

/// Reads a text as a letter of Germany: alone, over a sheet in force, and its canonical words again.
pub fn hold(game: &Empires, world: &WorldText, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let side = SideId::new("germany");
    let read = |text: &str, former: Option<&Sheet>| {
        game.read(world, &side, text, former).expect("no text is an error")
    };
    let first = read(&text, None);
    assert_bounded(&first, &text);
    let again = read(&first.sheet.words, None);
    assert_eq!(again.sheet, first.sheet, "the canonical words read to another sheet: {text:?}");
    let former = read("976 rule Saxony\n977 tax everything\nname the leader Otto\n", None).sheet;
    let over = read(&text, Some(&former));
    assert_eq!(over.complaints, first.complaints, "a former sheet changes the reading of {text:?}");
    let over_again = read(&over.sheet.words, None);
    assert_eq!(over_again.sheet, over.sheet, "the amended sheet reads to another one: {text:?}");
}

/// The work of a reading is bounded by what it may yield, and complaints point at words that are there.
fn assert_bounded(read: &Reading, text: &str) {
    assert!(read.complaints.len() <= MOST_COMPLAINTS, "{}", read.complaints.len());
    assert!(read.orders_read <= 5 * MOST_ORDERS, "{}", read.orders_read);
    let lines: Vec<&str> = text.split('\n').collect();
    for complaint in &read.complaints {
        let line = usize::try_from(complaint.line).expect("a line");
        assert!((1..=lines.len()).contains(&line), "{complaint:?}");
        let end = usize::try_from(complaint.column + complaint.length).expect("a column");
        assert!(complaint.length > 0 && end <= lines[line - 1].chars().count(), "{complaint:?}");
    }
}
