//! The effectiveness rating (9.5) and what the sea does to it (9.7).

use super::Circumstances;
use crate::empires::rulebook::{Condition, EffectivenessRow, Figures, Rulebook, Stage};
use crate::empires::terms::RuleId;
use crate::postal::chronicle::{Breakdown, Line};

/// 9.5: the effectiveness rating of an endeavour, line by line.
///
/// The rows before the sea are added up, a long sea way halves or worsens the sum, then the rows after the sea are
/// added. A defence has no rating of its own: the breakdown tells what it takes off its attackers' (13.2).
///
/// Units: lines and total are whole points and may be negative. Rows worth nothing are left out.
pub fn rate(rulebook: &Rulebook, circumstances: &Circumstances) -> Breakdown {
    let lines_of = |stage| rows(rulebook, circumstances, stage).map(line).collect::<Vec<Line>>();
    let mut lines = lines_of(Stage::BeforeSea);
    let sum: i32 = lines.iter().map(|line| line.points).sum();
    let crossed = across_the_sea(&rulebook.figures, sum, circumstances.sea_areas); // rule:9.7
    if crossed != sum {
        let label = format!("sea way of {} sea areas", circumstances.sea_areas);
        lines.push(Line { label, points: crossed - sum, rule: RuleId::new("9.7") });
    }
    let after = lines_of(Stage::AfterSea);
    let total = crossed + after.iter().map(|line| line.points).sum::<i32>();
    lines.extend(after);
    Breakdown { name: "effectiveness rating".to_owned(), lines, total }
}

/// 9.5: the sum of the lines of [`rate`], for those who compare many endeavours.
pub fn total(rulebook: &Rulebook, circumstances: &Circumstances) -> i32 {
    let sum = |stage| rows(rulebook, circumstances, stage).map(|(_, points)| points).sum::<i32>();
    across_the_sea(&rulebook.figures, sum(Stage::BeforeSea), circumstances.sea_areas) + sum(Stage::AfterSea)
}

/// 13.2: the rows that only a defended target brings into play, with their sum.
pub fn rows_of_defence(rulebook: &Rulebook, circumstances: &Circumstances) -> Breakdown {
    let rows = rulebook.effectiveness.iter().filter(|row| row.condition == Condition::TargetDefended);
    let lines: Vec<Line> = worth(rows, circumstances).map(line).collect();
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: "defence".to_owned(), lines, total }
}

/// The rows of one stage that apply and are worth something, in table order, each with its points.
fn rows<'r>(
    rulebook: &'r Rulebook,
    circumstances: &'r Circumstances,
    stage: Stage,
) -> impl Iterator<Item = (&'r EffectivenessRow, i32)> {
    worth(rulebook.effectiveness.iter().filter(move |row| row.stage == stage), circumstances)
}

fn worth<'r>(
    rows: impl Iterator<Item = &'r EffectivenessRow>,
    circumstances: &'r Circumstances,
) -> impl Iterator<Item = (&'r EffectivenessRow, i32)> {
    let applying = rows.filter(|row| {
        circumstances.holds(row.condition) && row.applies_to.contains(&circumstances.sort) // rule:9.5
    });
    let points = |row: &EffectivenessRow| row.points.worth(|quantity| circumstances.quantity(quantity));
    applying.map(move |row| (row, points(row))).filter(|(_, points)| *points != 0)
}

fn line((row, points): (&EffectivenessRow, i32)) -> Line {
    Line { label: row.label.clone(), points, rule: row.rule.clone() }
}

/// 9.7: a sum of points after so many sea areas.
///
/// Beyond the sea areas that change nothing, a positive sum is halved and a negative one multiplied by one and a
/// half, both rounded up: 5 becomes 3, −3 becomes −4.
///
/// Units: whole points. Cases: 9.D.1 to 9.D.6.
pub fn across_the_sea(figures: &Figures, sum: i32, sea_areas: u32) -> i32 {
    if i64::from(sea_areas) <= i64::from(figures.sea_areas_at_full_rating) {
        return sum;
    }
    let percent =
        if sum > 0 { figures.sea_positive_rating_percent } else { figures.sea_negative_rating_percent };
    rounded_up(sum * percent, 100) // rule:9.7
}

/// `of` divided by `by`, rounded toward the greater number.
fn rounded_up(of: i32, by: i32) -> i32 {
    -(-of).div_euclid(by)
}
