//! Where an empire's gold came from and went.

use super::words::{Names, noun, signed};
use crate::empires::chronicle::{CardHappening, Entry, Happening};
use crate::empires::terms::{AreaId, EmpireId};
use crate::postal::document::Block;

/// One movement of gold.
struct Movement {
    year: Option<i32>,
    words: String,
    gold: i32,
    /// Areas whose taxes it tells of.
    taxed: usize,
}

/// The ledger of a pentade: treasury before, each movement, treasury after.
///
/// `before` and `after` are whole gold. What the entries do not explain stands in a line of its own.
pub(super) fn ledger(names: Names<'_>, id: &EmpireId, seen: &[&Entry], before: i32, after: i32) -> Block {
    let movements = taxes_together(seen.iter().flat_map(|entry| movements(names, id, entry)).collect());
    let told: i32 = movements.iter().map(|movement| movement.gold).sum();
    let mut rows = vec![cells("", "treasury before", &before.to_string())];
    for movement in &movements {
        let year = movement.year.map_or_else(String::new, |year| year.to_string());
        rows.push(cells(&year, &movement.words, &signed(movement.gold)));
    }
    let rest = after - before - told;
    if rest != 0 {
        rows.push(cells("", "all else", &signed(rest)));
    }
    rows.push(cells("", "treasury after", &after.to_string()));
    let head = ["Year", "What", "Gold"].map(str::to_owned).to_vec();
    Block::Table { caption: "What came and went".to_owned(), head, rows }
}

fn cells(year: &str, words: &str, gold: &str) -> Vec<String> {
    [year, words, gold].map(str::to_owned).to_vec()
}

/// The taxes of one year as one movement.
fn taxes_together(movements: Vec<Movement>) -> Vec<Movement> {
    let mut kept: Vec<Movement> = Vec::new();
    for movement in movements {
        match kept.last_mut() {
            Some(last) if last.taxed > 0 && movement.taxed > 0 && last.year == movement.year => {
                last.taxed += movement.taxed;
                last.gold += movement.gold;
                last.words = format!("taxes of {} areas", last.taxed);
            }
            _ => kept.push(movement),
        }
    }
    kept
}

/// What an entry says about the gold of one empire.
fn movements(names: Names<'_>, id: &EmpireId, entry: &Entry) -> Vec<Movement> {
    let own = entry.who.as_ref().is_some_and(|who| who.as_str() == id.as_str());
    let payer = entry.who.as_ref().map(|who| EmpireId::new(who.as_str()));
    let payer = payer.as_ref().map_or("nobody", |payer| names.empire(payer));
    let area = entry.place.as_ref().map(|place| AreaId::new(place));
    let place = area.as_ref().map_or("", |area| names.area(area));
    let movement = |words: String, gold: i32| Movement { year: entry.year, words, gold, taxed: 0 };
    match &entry.kind {
        Happening::EndeavourTried { sort, gold, .. } if own && *gold > 0 => {
            vec![movement(format!("{}, {place}", noun(*sort)), -gold)]
        }
        Happening::Taxed { gold } if own => {
            vec![Movement { taxed: 1, ..movement(format!("taxes of {place}"), *gold) }]
        }
        Happening::Plundered { gold } if own => vec![movement(format!("plunder of {place}"), *gold)],
        Happening::Card(CardHappening::DemesneYields { gold }) if own => {
            vec![movement("demesnes".to_owned(), *gold)]
        }
        Happening::Card(CardHappening::CoinageDebased { gold }) if own => {
            vec![movement("debased coinage".to_owned(), -gold)]
        }
        Happening::GoldGiven { to, gold, .. } if own => {
            vec![movement(format!("paid to {}", names.empire(to)), -gold)]
        }
        Happening::GoldGiven { to, gold, .. } if to == id => {
            vec![movement(format!("paid by {payer}"), *gold)]
        }
        Happening::PillageGold { gold, .. } if own => vec![movement(format!("pillage of {place}"), *gold)],
        Happening::PillageGold { from: Some(from), gold } if from == id => {
            vec![movement(format!("pillage of {place} by {payer}"), -gold)]
        }
        _ => Vec::new(),
    }
}
