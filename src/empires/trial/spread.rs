//! How figures are spread over several games.

/// Figures in order of size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread(Vec<i32>);

impl Spread {
    /// Of these figures.
    pub fn of(figures: impl IntoIterator<Item = i32>) -> Self {
        let mut figures: Vec<i32> = figures.into_iter().collect();
        figures.sort_unstable();
        Self(figures)
    }

    /// The figure below which so many of a hundred lie; 0 of nothing.
    pub fn at(&self, percent: usize) -> i32 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * percent / 100).copied().unwrap_or(0)
    }

    /// The average in hundredths, rounded toward zero; 0 of nothing.
    pub fn average_hundredths(&self) -> i64 {
        let sum: i64 = self.0.iter().map(|figure| i64::from(*figure) * 100).sum();
        i64::try_from(self.0.len()).ok().and_then(|number| sum.checked_div(number)).unwrap_or(0)
    }

    /// Least, quarter, half, three quarters, most, average.
    pub fn cells(&self) -> Vec<String> {
        let mut cells: Vec<String> =
            [0, 25, 50, 75, 100].iter().map(|percent| self.at(*percent).to_string()).collect();
        cells.push(hundredths(self.average_hundredths()));
        cells
    }
}

/// `1234` as `12.3`.
pub fn hundredths(figure: i64) -> String {
    let tenths = figure / 10;
    let sign = if tenths < 0 { "\u{2212}" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_tells_its_quarters_and_its_average() {
        let spread = Spread::of([5, 1, 3, 2, 4]);
        assert_eq!(spread.cells(), ["1", "2", "3", "4", "5", "3.0"]);
        assert_eq!(Spread::of([]).cells(), ["0", "0", "0", "0", "0", "0.0"]);
        assert_eq!(Spread::of([-1, -2]).cells()[5], "\u{2212}1.5");
    }
}
