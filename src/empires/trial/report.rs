//! Several trial games in tables.

use std::collections::{BTreeMap, BTreeSet};

use super::record::Record;
use super::spread::{Spread, hundredths};
use crate::postal::document::{Block, Document};

/// Columns of a spread.
const SPREAD: [&str; 6] = ["Least", "1/4", "Half", "3/4", "Most", "Average"];

/// Digits of a fingerprint that tell games apart.
const FINGERPRINT: usize = 12;

/// What the games came to.
pub fn report(title: &str, records: &[Record]) -> Document {
    let mut document = Document::new(title);
    document.blocks.extend([games(records), centuries(records), spreads(records), endeavours(records)]);
    document.blocks.extend([empires(records), points(records), happenings(records), refusals(records)]);
    document
}

fn table(caption: &str, head: &[&str], rows: Vec<Vec<String>>) -> Block {
    Block::Table {
        caption: caption.to_owned(),
        head: head.iter().map(|cell| (*cell).to_owned()).collect(),
        rows,
    }
}

fn games(records: &[Record]) -> Block {
    let rows = records.iter().zip(1..).map(|(record, number): (&Record, u32)| {
        let told = |kind: &str| record.told.get(kind).copied().unwrap_or(0).to_string();
        let last = record.snapshots.last().copied().unwrap_or_default();
        let print: String = record.fingerprint.chars().take(FINGERPRINT).collect();
        vec![
            number.to_string(),
            record.last_year.to_string(),
            last.alive.to_string(),
            last.largest.to_string(),
            last.independent.to_string(),
            told("area_taken"),
            told("rebelled"),
            print,
        ]
    });
    let head =
        ["Game", "Last year", "Empires", "Largest", "Independent", "Areas taken", "Rebellions", "World"];
    table("The games", &head, rows.collect())
}

/// Averages over all games for the end of every century.
fn centuries(records: &[Record]) -> Block {
    let years: BTreeSet<i32> = records.iter().flat_map(|one| &one.snapshots).map(|one| one.year).collect();
    let rows = years.into_iter().map(|year| {
        let then: Vec<_> =
            records.iter().flat_map(|one| &one.snapshots).filter(|one| one.year == year).collect();
        let average = |figure: &dyn Fn(&super::Snapshot) -> i32| {
            hundredths(Spread::of(then.iter().map(|one| figure(one))).average_hundredths())
        };
        let whole = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        let in_hundredths = |figure: &dyn Fn(&super::Snapshot) -> i32| {
            hundredths(Spread::of(then.iter().map(|one| figure(one))).average_hundredths() / 100)
        };
        vec![
            year.to_string(),
            then.len().to_string(),
            average(&|one| whole(one.alive)),
            average(&|one| whole(one.largest)),
            average(&|one| whole(one.independent)),
            average(&|one| whole(one.in_unrest)),
            average(&|one| one.gold),
            in_hundredths(&|one| one.social_state_hundredths),
            in_hundredths(&|one| one.owned_social_state_hundredths),
        ]
    });
    let head = [
        "End of",
        "Games",
        "Empires alive",
        "Largest",
        "Independent areas",
        "In unrest",
        "Gold",
        "Social state",
        "of owned areas",
    ];
    table("By centuries, on average", &head, rows.collect())
}

fn spreads(records: &[Record]) -> Block {
    let told = |kind: &'static str| {
        Spread::of(records.iter().map(|one| {
            let times = one.told.get(kind).copied().unwrap_or(0);
            let pentades = one.pentades.max(1);
            // In a century of twenty pentades.
            i32::try_from(times * 20 / pentades).unwrap_or(i32::MAX)
        }))
    };
    let mut rows = Vec::new();
    let mut row = |name: &str, spread: &Spread| {
        rows.push([vec![name.to_owned()], spread.cells()].concat());
    };
    row("reign, in years", &Spread::of(records.iter().flat_map(|one| one.reigns.iter().copied())));
    row("rebellions a century", &told("rebelled"));
    row("rebellion checks a century", &told("rebellion_checked"));
    row("areas taken a century", &told("area_taken"));
    row("courts lost a century", &told("court_moved"));
    row("event cards drawn a century", &told("card.drawn"));
    row("event cards played a century", &told("card.played"));
    let standings = || records.iter().flat_map(|one| one.standings.values());
    row(
        "areas of an empire at the end",
        &Spread::of(standings().map(|one| one.areas.try_into().unwrap_or(0))),
    );
    row("gold of an empire at the end", &Spread::of(standings().map(|one| one.gold)));
    let sources: BTreeSet<&String> = records.iter().flat_map(|one| one.gold.keys()).collect();
    for source in sources {
        let gold = records.iter().map(|one| one.gold.get(source).copied().unwrap_or(0));
        row(&format!("gold {source} in a game"), &Spread::of(gold));
    }
    table("Spread", &[&["Figure"], SPREAD.as_slice()].concat(), rows)
}

fn endeavours(records: &[Record]) -> Block {
    let sorts: BTreeSet<&String> = records.iter().flat_map(|one| one.endeavours.keys()).collect();
    let rows = sorts.into_iter().map(|sort| {
        let all = records.iter().filter_map(|one| one.endeavours.get(sort));
        let (tried, gained, ratings) = all.fold((0_i64, 0_i64, 0_i64), |(tried, gained, ratings), one| {
            let sums = (i64::from(one.tried), i64::from(one.with_gain), i64::from(one.ratings));
            (tried + sums.0, gained + sums.1, ratings + sums.2)
        });
        let of_tried = |sum: i64| (sum * 100).checked_div(tried).unwrap_or(0);
        vec![
            sort.clone(),
            tried.to_string(),
            format!("{} %", of_tried(gained)),
            hundredths(of_tried(ratings)),
        ]
    });
    table("Endeavours", &["Sort", "Tried", "With a gain", "Average rating"], rows.collect())
}

fn empires(records: &[Record]) -> Block {
    let mut all: BTreeMap<&str, Vec<&super::Standing>> = BTreeMap::new();
    for record in records {
        for standing in record.standings.values() {
            all.entry(&standing.name).or_default().push(standing);
        }
    }
    let mut rows: Vec<(i64, Vec<String>)> = all
        .into_iter()
        .map(|(name, stood)| {
            let average = |figure: &dyn Fn(&super::Standing) -> i32| {
                Spread::of(stood.iter().map(|one| figure(one))).average_hundredths()
            };
            let alive = stood.iter().filter(|one| one.areas > 0).count();
            let areas = average(&|one| one.areas.try_into().unwrap_or(0));
            let cells = vec![
                name.to_owned(),
                stood.len().to_string(),
                alive.to_string(),
                hundredths(areas),
                hundredths(average(&|one| one.wealth)),
                hundredths(average(&|one| one.possessed.try_into().unwrap_or(0))),
                hundredths(average(&|one| one.gold)),
            ];
            (-areas, cells)
        })
        .collect();
    rows.sort();
    let head = ["Empire", "Games", "Alive", "Areas", "Wealth", "Claims held and owned", "Gold"];
    table("Empires at the end, on average", &head, rows.into_iter().map(|(_, cells)| cells).collect())
}

/// Victory points of every player's empire at the end, and how often it had the most; games that several won count for each.
fn points(records: &[Record]) -> Block {
    let mut all: BTreeMap<&str, (Vec<i32>, u32)> = BTreeMap::new();
    for record in records {
        let most = record.standings.values().map(|one| one.quarters).max();
        for standing in record.standings.values() {
            let (quarters, won) = all.entry(&standing.name).or_default();
            quarters.push(standing.quarters);
            *won += u32::from(Some(standing.quarters) == most);
        }
    }
    let mut rows: Vec<(i64, Vec<String>)> = all
        .into_iter()
        .map(|(name, (quarters, won))| {
            let games = quarters.len().to_string();
            let spread = Spread::of(quarters);
            let average = spread.average_hundredths() / QUARTERS;
            let points = [0, 25, 50, 75, 100].map(|percent| in_points(spread.at(percent)));
            let head = [name.to_owned(), games, won.to_string()];
            (-average, [head.as_slice(), points.as_slice(), &[hundredths(average)]].concat())
        })
        .collect();
    rows.sort();
    let head = [["Empire", "Games", "Won"].as_slice(), SPREAD.as_slice()].concat();
    table("Victory points at the end", &head, rows.into_iter().map(|(_, cells)| cells).collect())
}

/// Quarters of a victory point in a point.
const QUARTERS: i64 = 4;

/// Quarters as points with one decimal.
fn in_points(quarters: i32) -> String {
    hundredths(i64::from(quarters) * 100 / QUARTERS)
}

fn happenings(records: &[Record]) -> Block {
    counted("What was told", "Entry", records, |record| &record.told)
}

fn refusals(records: &[Record]) -> Block {
    counted("Refused orders", "Rule", records, |record| &record.refused)
}

fn counted(
    caption: &str,
    what: &str,
    records: &[Record],
    of: impl Fn(&Record) -> &BTreeMap<String, u32>,
) -> Block {
    let kinds: BTreeSet<&String> = records.iter().flat_map(|one| of(one).keys()).collect();
    let rows = kinds.into_iter().map(|kind| {
        let times = records.iter().map(|one| of(one).get(kind).copied().unwrap_or(0));
        let times = Spread::of(times.map(|times| i32::try_from(times).unwrap_or(i32::MAX)));
        [vec![kind.clone()], times.cells()].concat()
    });
    table(caption, &[&[what], SPREAD.as_slice()].concat(), rows.collect())
}

#[cfg(test)]
mod tests {
    use super::super::Standing;
    use super::*;
    use crate::empires::pentade::begin;
    use crate::empires::rulebook::tests::shipped;
    use crate::empires::terms::EmpireId;

    /// A game that ended with these quarters of points.
    fn ended(standings: &[(&str, i32)]) -> Record {
        let rulebook = shipped();
        let mut record = Record::new(rulebook, &begin(rulebook, &rulebook.scenarios["millennium-976"]));
        let standing = |(name, quarters): &(&str, i32)| {
            let stood = Standing { name: (*name).to_owned(), quarters: *quarters, ..Standing::default() };
            (EmpireId::new(&name.to_lowercase()), stood)
        };
        record.standings = standings.iter().map(standing).collect();
        record
    }

    #[test]
    fn victory_points_are_spread_by_empire_the_best_first_and_equals_have_both_won() {
        let games = [
            ended(&[("France", 40), ("Germany", 82), ("Kiev", -2)]),
            ended(&[("France", 60), ("Germany", 60), ("Kiev", 10)]),
            ended(&[("France", 20), ("Germany", 50)]),
        ];
        let document = report("Three games", &games);
        let points = document.blocks.into_iter().find_map(|block| match block {
            Block::Table { caption, head, rows } if caption == "Victory points at the end" => {
                Some((head, rows))
            }
            _ => None,
        });
        let (head, rows) = points.expect("a table of points");
        assert_eq!(head, ["Empire", "Games", "Won", "Least", "1/4", "Half", "3/4", "Most", "Average"]);
        let expected = [
            ["Germany", "3", "3", "12.5", "12.5", "15.0", "15.0", "20.5", "16.0"],
            ["France", "3", "1", "5.0", "5.0", "10.0", "10.0", "15.0", "10.0"],
            ["Kiev", "2", "0", "\u{2212}0.5", "\u{2212}0.5", "\u{2212}0.5", "\u{2212}0.5", "2.5", "1.0"],
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn points_of_games_that_nobody_played_are_an_empty_table() {
        assert_eq!(points(&[]), points(&[ended(&[])]));
    }
}
