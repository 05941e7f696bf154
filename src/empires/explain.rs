//! Arithmetic in words: figures with their addends, dice with what they decided. Pure; letters and cases share it.

use super::chronicle::{Entry, Happening};
use crate::postal::chronicle::Breakdown;
use crate::postal::dice::Draw;

/// The lines that explain an entry: each figure with its addends, then each draw. Empty when nothing was computed.
pub fn explain(entry: &Entry) -> Vec<String> {
    let figures = entry.numbers.iter().map(breakdown);
    let mut lines: Vec<String> = figures.collect();
    let rule = entry.rules.last().map_or_else(String::new, |rule| format!(" ({rule})"));
    match &entry.kind {
        Happening::RebellionChecked { result, .. } => {
            let value: i32 = entry.numbers.iter().map(|figure| figure.total).sum();
            let rolls = entry.chance.iter();
            lines.extend(
                rolls.map(|roll| format!("{}, sum {}: {result}{rule}", draw(roll), value + roll.total())),
            );
        }
        Happening::StatureChecked { result, stature, .. } => {
            let changed = stature.map_or_else(String::new, |stature| format!(", {stature}"));
            let dice: Vec<String> = entry.chance.iter().map(draw).collect();
            lines.push(format!("{}: {result}{changed}{rule}", dice.join(", ")));
        }
        Happening::Succeeded { statures, .. } => {
            let rolls: Vec<String> = entry.chance.iter().map(draw).collect();
            lines.push(format!("{}: {statures}{rule}", rolls.join(", ")));
        }
        _ => lines.extend(entry.chance.iter().map(draw)),
    }
    lines
}

/// `rebellion value 4 = tie of another +2 (17.1), in unrest +2 (17.1)`.
pub fn breakdown(figure: &Breakdown) -> String {
    let lines = figure.lines.iter().map(|line| format!("{} {:+} ({})", line.label, line.points, line.rule));
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return format!("{} {}", figure.name, figure.total);
    }
    format!("{} {} = {}", figure.name, figure.total, lines.join(", "))
}

/// `dice 3 + 4`, `die 5`.
pub fn draw(draw: &Draw) -> String {
    let values: Vec<String> = draw.values.iter().map(u32::to_string).collect();
    let name = if values.len() == 1 { "die" } else { "dice" };
    format!("{name} {}", values.join(" + "))
}
