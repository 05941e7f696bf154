//! Lines over the years, as SVG; a table of the same figures stands beneath each.

use askama::Template;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Its colour.
    pub colour: &'static str,
    /// How it is dashed, as SVG has it; empty for a whole line.
    pub dashes: &'static str,
    /// Year and value of each point, by year. Units: hundredths.
    pub points: Vec<(i32, i32)>,
}

/// A chart of one figure of one side, or of several.
#[derive(Template)]
#[template(path = "web/archive/chart.svg", escape = "html")]
pub struct Chart<'a> {
    title: &'a str,
    id: &'a str,
    lines: Vec<Drawn<'a>>,
    years: Vec<(i32, i32)>,
    values: Vec<(i32, i32)>,
}

struct Drawn<'a> {
    line: &'a Line,
    path: String,
    end: (i32, i32),
}

const LEFT: i32 = 60;
const RIGHT: i32 = 860;
const TOP: i32 = 20;
const FOOT: i32 = 290;

/// Marks on an axis, about.
const MARKS: i32 = 6;

impl<'a> Chart<'a> {
    /// A chart; `id` tells it from others of its page. None without two points in time.
    pub fn new(title: &'a str, id: &'a str, lines: &'a [Line]) -> Option<Self> {
        let points = || lines.iter().flat_map(|line| &line.points);
        let (first, last) = (points().map(|point| point.0).min()?, points().map(|point| point.0).max()?);
        let (low, high) =
            (points().map(|point| point.1).min()?.min(0), points().map(|point| point.1).max()?.max(100));
        if first == last {
            return None;
        }
        let x = |year: i32| LEFT + scaled(year - first, last - first, RIGHT - LEFT);
        let y = |value: i32| FOOT - scaled(value - low, high - low, FOOT - TOP);
        let drawn = lines.iter().filter_map(|line| {
            let places: Vec<String> =
                line.points.iter().map(|(year, value)| format!("{} {}", x(*year), y(*value))).collect();
            let (year, value) = line.points.last()?;
            Some(Drawn { line, path: format!("M{}", places.join("L")), end: (x(*year), y(*value)) })
        });
        let year_step = step(last - first).max(5);
        let value_step = step((high - low) / 100).max(1);
        let years = (first..=last).filter(|year| year % year_step == 0 || *year == first);
        let values = (low.div_euclid(100)..=high / 100).filter(|value| value % value_step == 0);
        Some(Self {
            title,
            id,
            lines: drawn.collect(),
            years: spaced(years.map(|year| (x(year), year)).collect()),
            values: values.map(|value| (y(value * 100), value)).collect(),
        })
    }
}

/// Marks of years that are not written over each other.
fn spaced(marks: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let mut kept: Vec<(i32, i32)> = Vec::new();
    for mark in marks {
        if kept.last().is_none_or(|last| mark.0 - last.0 >= 44) {
            kept.push(mark);
        }
    }
    kept
}

fn scaled(part: i32, whole: i32, length: i32) -> i32 {
    let scaled = i64::from(part) * i64::from(length) / i64::from(whole.max(1));
    i32::try_from(scaled).unwrap_or(length)
}

/// A round distance between marks.
fn step(range: i32) -> i32 {
    let least = (range / MARKS).max(1);
    let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000];
    steps.into_iter().find(|step| *step >= least).unwrap_or(10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(i32, i32)]) -> Line {
        Line { name: "Franks & Co".into(), colour: "#123456", dashes: "", points: points.to_vec() }
    }

    #[test]
    fn a_line_runs_from_its_first_year_to_its_last_and_upwards_is_more() {
        let lines = [line(&[(976, 0), (981, 500), (986, 1000)])];
        let chart = Chart::new("Points", "vp", &lines).expect("a chart");
        assert_eq!(chart.lines[0].path, format!("M{LEFT} {FOOT}L460 155L{RIGHT} {TOP}"));
        assert_eq!(chart.lines[0].end, (RIGHT, TOP));
        let drawn = chart.render().expect("drawn");
        assert!(drawn.contains("Franks &#38; Co") && drawn.contains(">976</text>"), "{drawn}");
    }

    #[test]
    fn what_has_no_length_is_no_chart_and_nothing_overflows() {
        assert!(Chart::new("Points", "vp", &[line(&[(976, 0)])]).is_none());
        assert!(Chart::new("Points", "vp", &[]).is_none());
        let wide = [line(&[(0, i32::MIN / 4), (10, i32::MAX / 4)])];
        assert!(Chart::new("Points", "vp", &wide).is_some());
        let low = [line(&[(976, -300), (981, -200)])];
        let chart = Chart::new("Points", "vp", &low).expect("a chart");
        assert!(chart.values.iter().any(|(_, value)| *value == -3), "{:?}", chart.values);
    }
}
