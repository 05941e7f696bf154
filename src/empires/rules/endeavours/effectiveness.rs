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
    let mut lines = lines(rulebook, circumstances, Stage::BeforeSea);
    let sum: i32 = lines.iter().map(|line| line.points).sum();
    let crossed = across_the_sea(&rulebook.figures, sum, circumstances.sea_areas); // rule:9.7
    if crossed != sum {
        let label = format!("sea way of {} sea areas", circumstances.sea_areas);
        lines.push(Line { label, points: crossed - sum, rule: RuleId::new("9.7") });
    }
    let after = self::lines(rulebook, circumstances, Stage::AfterSea);
    let total = crossed + after.iter().map(|line| line.points).sum::<i32>();
    lines.extend(after);
    Breakdown { name: "effectiveness rating".to_owned(), lines, total }
}

/// 13.2: the rows that only a defended target brings into play, with their sum.
pub fn rows_of_defence(rulebook: &Rulebook, circumstances: &Circumstances) -> Breakdown {
    let rows = rulebook.effectiveness.iter();
    let lines: Vec<Line> = rows
        .filter(|row| row.condition == Condition::TargetDefended && applies(row, circumstances))
        .map(|row| line(row, circumstances))
        .filter(|line| line.points != 0)
        .collect();
    let total = lines.iter().map(|line| line.points).sum();
    Breakdown { name: "defence".to_owned(), lines, total }
}

/// The rows of one stage that apply and are worth something, in table order.
fn lines(rulebook: &Rulebook, circumstances: &Circumstances, stage: Stage) -> Vec<Line> {
    let rows = rulebook.effectiveness.iter();
    rows.filter(|row| row.stage == stage && applies(row, circumstances))
        .map(|row| line(row, circumstances))
        .filter(|line| line.points != 0)
        .collect()
}

fn applies(row: &EffectivenessRow, circumstances: &Circumstances) -> bool {
    row.applies_to.contains(&circumstances.sort) && circumstances.holds(row.condition) // rule:9.5
}

fn line(row: &EffectivenessRow, circumstances: &Circumstances) -> Line {
    let points = row.points.worth(|quantity| circumstances.quantity(quantity));
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
