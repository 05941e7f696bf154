//! How hard it is to convert an area (22.3).

use super::Rulebook;
use crate::empires::terms::{ReligionId, RuleId};
use crate::postal::chronicle::{Breakdown, Line};

impl Rulebook {
    /// Rule 22.3: the differential of a conversion from one religion to another, line by line.
    ///
    /// Convictional strength less proselytic ability, no less than the least, halved and rounded up by missionary fervour.
    ///
    /// Units: whole points, from 1. Errors: none is returned for a religion that there is not. Cases: 22.B.
    pub fn differential(&self, of: &ReligionId, to: &ReligionId, fervour: bool) -> Option<Breakdown> {
        let (of, to) = (self.religions.get(of)?, self.religions.get(to)?);
        let mut lines = Vec::new();
        let mut total = 0;
        let mut add = |label: String, points: i32, rule: &str| {
            if points != 0 {
                lines.push(Line { label, points, rule: RuleId::new(rule) });
            }
            total += points;
            total
        };
        add(format!("convictional strength of {}", of.id), of.convictional_strength, "22.3");
        let plain = add(format!("proselytic ability of {}", to.id), -to.proselytic_ability, "22.3"); // rule:22.3
        let missing = (self.figures.conversion_least_differential - plain).max(0);
        let raised = add("no less than this".to_owned(), missing, "22.3"); // rule:22.3
        if fervour {
            add("missionary fervour".to_owned(), -raised.div_euclid(2), "19.13"); // rule:19.13 rule:22.3
        }
        Some(Breakdown { name: "differential".to_owned(), lines, total })
    }

    /// Rule 22.3: the successes that a differential needs.
    ///
    /// Units: whole successes, from 1.
    pub fn successes_needed(&self, differential: i32) -> i32 {
        let each = self.figures.conversion_differential_per_success;
        (differential + each - 1).div_euclid(each).max(1) // rule:22.3
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shipped;
    use super::*;

    /// Sum of the differential, and the successes that it needs.
    fn need(rulebook: &Rulebook, of: &str, to: &str, fervour: bool) -> (i32, i32) {
        let (of, to) = (ReligionId::new(of), ReligionId::new(to));
        let differential = rulebook.differential(&of, &to, fervour).expect("two religions");
        assert_eq!(differential.lines.iter().map(|line| line.points).sum::<i32>(), differential.total);
        (differential.total, rulebook.successes_needed(differential.total))
    }

    #[test]
    fn a_differential_is_strength_less_ability() {
        for (of, to, plain, fervent) in [
            ("PAG_IE", "RC", (4, 1), (2, 1)),
            ("PAG_NI", "RC", (12, 3), (6, 2)),
            ("RC", "EO", (17, 5), (9, 3)),
            ("MUS", "RC", (20, 5), (10, 3)),
            ("JUD", "CHM", (27, 7), (14, 4)),
        ] {
            assert_eq!(need(shipped(), of, to, false), plain, "{of} to {to}");
            assert_eq!(need(shipped(), of, to, true), fervent, "{of} to {to} with fervour");
        }
    }

    #[test]
    fn it_is_no_less_than_the_least_before_fervour_halves_it() {
        let mut rulebook = shipped().clone();
        rulebook.figures.conversion_least_differential = 5;
        assert_eq!(need(&rulebook, "PAG_IE", "RC", false), (5, 2));
        assert_eq!(need(&rulebook, "PAG_IE", "RC", true), (3, 1));
    }

    #[test]
    fn a_religion_that_there_is_not_has_none() {
        assert_eq!(shipped().differential(&ReligionId::new("XYZ"), &ReligionId::new("RC"), false), None);
    }
}
