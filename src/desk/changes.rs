//! What differs between two versions of a sheet, by the canonical words of both.

use super::views::Change;

/// The lines that are gone and those that are new, each under the heading it stands under; in the order of the sheets.
///
/// A line without indent that others are indented below is a heading. A line that only moved is no change.
pub fn changes(former: &str, now: &str) -> Vec<Change> {
    let (former, now) = (parted(former), parted(now));
    let mut gone = former.clone();
    let mut new = Vec::new();
    for line in now {
        match gone.iter().position(|other| *other == line) {
            Some(place) => {
                gone.remove(place);
            }
            None => new.push(line),
        }
    }
    let change = |is_new: bool| move |(under, words): (String, String)| Change { is_new, under, words };
    gone.into_iter().map(change(false)).chain(new.into_iter().map(change(true))).collect()
}

/// Every line of a sheet with its heading. Lines further in than their heading's first belong to the line above.
fn parted(words: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let mut parted: Vec<(String, String)> = Vec::new();
    let (mut heading, mut first) = (String::new(), None);
    for (place, line) in lines.iter().enumerate() {
        let own = indent(line);
        let heads = lines.get(place + 1).is_some_and(|next| indent(next) > 0);
        if own == 0 && heads {
            (heading, first) = ((*line).trim().to_owned(), None);
            continue;
        }
        if own == 0 {
            heading.clear();
        }
        let first = *first.get_or_insert(own);
        match parted.last_mut() {
            Some((under, last)) if own > first && *under == heading => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => parted.push((heading.clone(), (*line).trim().to_owned())),
        }
    }
    parted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(former: &str, now: &str) -> Vec<String> {
        let sign = |change: &Change| if change.is_new { '+' } else { '-' };
        let changes = changes(former, now);
        changes.iter().map(|one| format!("{} {}: {}", sign(one), one.under, one.words)).collect()
    }

    #[test]
    fn lines_are_told_with_their_heading() {
        let former = "Year 976\n  tax Lorraine\n  rule Saxony\n\nYear 977\n  rule Saxony\n";
        let now = "Year 976\n  rule Saxony\n\nYear 977\n  rule Bavaria with 2 gold\n\nStanding\n  vote no on jihad\n";
        assert_eq!(
            told(former, now),
            [
                "- Year 976: tax Lorraine",
                "- Year 977: rule Saxony",
                "+ Year 977: rule Bavaria with 2 gold",
                "+ Standing: vote no on jihad",
            ]
        );
        assert_eq!(told(now, now), Vec::<String>::new());
    }

    #[test]
    fn a_line_that_stands_twice_counts_twice_and_points_belong_to_their_treaty() {
        assert_eq!(told("Year 976\n  a\n  a\n", "Year 976\n  a\n"), ["- Year 976: a"]);
        let treaty = "Standing\n  treaty with Kiev, binding:\n    - no attack\n";
        assert_eq!(told("", treaty), ["+ Standing: treaty with Kiev, binding: - no attack"]);
    }

    #[test]
    fn a_sheet_without_headings_is_lines() {
        assert_eq!(told("guess 7\nask", "guess 8\nask"), ["- : guess 7", "+ : guess 8"]);
    }
}
