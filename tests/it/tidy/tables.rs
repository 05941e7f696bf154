//! Every row of a table names its source.

use super::Fault;
use super::source::Source;

/// Rows of `config/**.csv` without a source.
pub fn check(file: &Source) -> Vec<Fault> {
    if !file.path.starts_with("config/") || !file.path.ends_with(".csv") {
        return Vec::new();
    }
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(file.text.as_bytes());
    let column = match reader.headers() {
        Ok(head) => head.iter().position(|name| name == "source"),
        Err(error) => return vec![Fault::new(&file.path, 1, error.to_string())],
    };
    let Some(column) = column else {
        return vec![Fault::new(&file.path, 1, "no column \"source\"")];
    };
    let mut faults = Vec::new();
    let mut rows = 0;
    for row in reader.records() {
        rows += 1;
        match row {
            Ok(row) if row.get(column).is_some_and(|source| !source.trim().is_empty()) => {}
            Ok(row) => {
                let line = row.position().map_or(0, csv::Position::line);
                faults.push(Fault::new(
                    &file.path,
                    usize::try_from(line).unwrap_or(0),
                    "a row without a source",
                ));
            }
            Err(error) => faults.push(Fault::new(&file.path, 1, error.to_string())),
        }
    }
    if rows == 0 {
        faults.push(Fault::new(&file.path, 1, "a table without rows"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::in_short;
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        in_short(&check(&Source::new("config/rules/tables/prices.csv", text)))
    }

    #[test]
    fn a_row_without_a_source_is_found_with_its_line() {
        assert_eq!(faults("# prices\ngold,source\n1,S\n2,\n"), ["4: a row without a source"]);
        assert_eq!(faults("gold,source\n1,S\n"), Vec::<String>::new());
    }

    #[test]
    fn a_table_needs_the_column_and_rows() {
        assert_eq!(faults("gold,points\n1,2\n"), ["1: no column \"source\""]);
        assert_eq!(faults("gold,source\n"), ["1: a table without rows"]);
        assert!(faults("gold,source\n1\n")[0].contains("1 fields"));
    }
}
