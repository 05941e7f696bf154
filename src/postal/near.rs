//! Names that are like one which is not there.

/// Names that are offered at most.
const MOST: usize = 5;

/// The names most like `sought`, the likest first; those that have nothing to do with it are left out.
pub fn near<'a>(sought: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let sought = folded(sought);
    let mut found: Vec<(usize, &str)> =
        known.into_iter().map(|name| (far(&sought, &folded(name)), name)).collect();
    found.retain(|(far, name)| *far <= sought.len().max(name.chars().count()).div_ceil(2));
    found.sort();
    found.dedup();
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn folded(name: &str) -> Vec<char> {
    name.chars().take(100).flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric()).collect()
}

/// Letters to be put in, left out or changed to make one word of the other; none where one begins with the other.
fn far(one: &[char], other: &[char]) -> usize {
    if !one.is_empty() && !other.is_empty() && (one.starts_with(other) || other.starts_with(one)) {
        return 0;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (to, its) in other.iter().enumerate() {
            let changed = corner + usize::from(letter != its);
            corner = row[to + 1];
            row[to + 1] = changed.min(row[to] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}

/// The numbers nearest to one.
pub fn nearest_years(sought: &str, known: &[i32]) -> Vec<i32> {
    let sought: Option<i64> = sought.trim().parse().ok();
    let mut years = known.to_vec();
    match sought {
        Some(sought) => years.sort_by_key(|year| (i64::from(*year).abs_diff(sought), *year)),
        None => years.sort_by_key(|year| std::cmp::Reverse(*year)),
    }
    years.truncate(MOST);
    years.sort_unstable();
    years
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_finds_none() {
        let known = ["religion", "owner", "state", "language", "wealth"];
        assert_eq!(near("religon", known), ["religion"]);
        assert_eq!(near("Lang", known), ["language"]);
        assert!(near("zzzzzzzzzzzz", known).is_empty());
        assert!(near("", known).is_empty());
        assert_eq!(far(&folded("kitten"), &folded("sitting")), 3);
    }

    #[test]
    fn years_are_offered_by_their_distance() {
        let known = [976, 981, 986, 991, 996, 1001, 1006];
        assert_eq!(nearest_years("983", &known), [976, 981, 986, 991, 996]);
        assert_eq!(nearest_years("soon", &known), [986, 991, 996, 1001, 1006]);
        assert!(nearest_years("1", &[]).is_empty());
    }
}
