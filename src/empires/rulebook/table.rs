//! Tables as text: comma-separated rows under a row of headings, with `#` lines for remarks.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::fault::Faults;
use super::words::Word;
use crate::empires::terms::RuleId;

/// One file's rows.
pub(super) struct Table<'a> {
    pub(super) file: &'static str,
    pub(super) rows: Vec<Row<'a>>,
}

/// One row: cells by heading.
pub(super) struct Row<'a> {
    pub(super) file: &'static str,
    pub(super) line: u32,
    cells: BTreeMap<&'static str, String>,
    faults: &'a Faults,
}

impl<'a> Table<'a> {
    /// The rows of `file`, whose headings must be `columns` in this order.
    ///
    /// A file that is missing, or a row with too few or too many cells, is a fault; such a row is left out.
    pub(super) fn read(
        files: &BTreeMap<String, String>,
        file: &'static str,
        columns: &'static [&'static str],
        faults: &'a Faults,
    ) -> Self {
        Self::parted(files, file, columns, b',', faults)
    }

    /// The same for a file whose cells are parted by tabs.
    pub(super) fn read_tabbed(
        files: &BTreeMap<String, String>,
        file: &'static str,
        columns: &'static [&'static str],
        faults: &'a Faults,
    ) -> Self {
        Self::parted(files, file, columns, b'\t', faults)
    }

    fn parted(
        files: &BTreeMap<String, String>,
        file: &'static str,
        columns: &'static [&'static str],
        delimiter: u8,
        faults: &'a Faults,
    ) -> Self {
        let mut builder = csv::ReaderBuilder::new();
        builder.comment(Some(b'#')).flexible(true).delimiter(delimiter);
        let rows = match files.get(file) {
            Some(text) => read_rows(&builder, text, file, columns, faults),
            None => {
                faults.of(file, "the file is missing");
                Vec::new()
            }
        };
        Self { file, rows }
    }

    /// A fault for each value of `column` that stands in more than one row.
    pub(super) fn unique(&self, column: &'static str) {
        let mut seen = BTreeMap::new();
        for row in &self.rows {
            if let Some(first) = seen.insert(row.text(column), row.line) {
                row.fault(format!("{column} \"{}\" stands in line {first} already", row.text(column)));
            }
        }
    }
}

fn read_rows<'a>(
    builder: &csv::ReaderBuilder,
    text: &str,
    file: &'static str,
    columns: &'static [&'static str],
    faults: &'a Faults,
) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut reader = builder.from_reader(text.as_bytes());
    if !reader.headers().is_ok_and(|heads| heads.iter().eq(columns.iter().copied())) {
        faults.of(file, format!("the headings must be {}", columns.join(",")));
        return rows;
    }
    let lines: Vec<&str> = text.lines().collect();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                faults.of(file, format!("cannot be read: {error}"));
                return rows;
            }
        };
        let line = first_line(&lines, record.position().map_or(0, csv::Position::line));
        if record.len() != columns.len() {
            faults.at(file, line, format!("{} cells under {} headings", record.len(), columns.len()));
            continue;
        }
        let cells = columns.iter().copied().zip(record.iter().map(|cell| cell.trim().to_owned())).collect();
        rows.push(Row { file, line, cells, faults });
    }
    rows
}

/// The reader counts remarks and empty lines before a record as part of it; people do not.
fn first_line(lines: &[&str], from: u64) -> u32 {
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    let skipped = lines.iter().skip(from.saturating_sub(1));
    let remarks = skipped.take_while(|line| line.is_empty() || line.starts_with('#')).count();
    u32::try_from(from.saturating_add(remarks)).unwrap_or(u32::MAX)
}

impl Row<'_> {
    /// A fault of this row.
    pub(super) fn fault(&self, reason: impl Into<String>) {
        self.faults.at(self.file, self.line, reason);
    }

    /// The cell under `column`, empty if blank.
    pub(super) fn text(&self, column: &'static str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// The cell, which must not be blank.
    pub(super) fn filled(&self, column: &'static str) -> Option<&str> {
        let cell = self.text(column);
        if cell.is_empty() {
            self.fault(format!("{column} is blank"));
            return None;
        }
        Some(cell)
    }

    /// A whole number within `range`.
    pub(super) fn whole(&self, column: &'static str, range: RangeInclusive<i32>) -> Option<i32> {
        let cell = self.text(column);
        match cell.parse::<i32>() {
            Ok(number) if range.contains(&number) => Some(number),
            Ok(number) => {
                self.fault(format!("{column} {number} is not from {} to {}", range.start(), range.end()));
                None
            }
            Err(_) => {
                self.fault(format!("{column} \"{cell}\" is not a whole number"));
                None
            }
        }
    }

    /// A whole number within `range`, or blank.
    pub(super) fn whole_or_blank(
        &self,
        column: &'static str,
        range: RangeInclusive<i32>,
    ) -> Option<Option<i32>> {
        if self.text(column).is_empty() { Some(None) } else { self.whole(column, range).map(Some) }
    }

    /// A word of a closed list.
    pub(super) fn word<W: Word>(&self, column: &'static str) -> Option<W> {
        self.word_in(self.text(column))
    }

    /// A list parted by `;` of words of a closed list.
    pub(super) fn words<W: Word>(&self, column: &'static str) -> Option<Vec<W>> {
        let words: Vec<Option<W>> = self.list(column).into_iter().map(|word| self.word_in(word)).collect();
        words.into_iter().collect()
    }

    /// `word` as a word of a closed list.
    pub(super) fn word_in<W: Word>(&self, word: &str) -> Option<W> {
        let found = W::of(word);
        if found.is_none() {
            self.fault(unknown::<W>(word));
        }
        found
    }

    /// `yes` or `no`.
    pub(super) fn yes(&self, column: &'static str) -> Option<bool> {
        match self.text(column) {
            "yes" => Some(true),
            "no" => Some(false),
            other => {
                self.fault(format!("{column} \"{other}\" is neither yes nor no"));
                None
            }
        }
    }

    /// The parts of a cell that `;` parts.
    pub(super) fn list(&self, column: &'static str) -> Vec<&str> {
        self.text(column).split(';').map(str::trim).filter(|part| !part.is_empty()).collect()
    }

    /// The rule a row follows from, with its source checked: S, P or R must be the first word.
    pub(super) fn rule(&self) -> Option<RuleId> {
        self.sourced();
        let rule = self.filled("rule").map(RuleId::new)?;
        self.faults.cite(self.file, self.line, rule.clone());
        Some(rule)
    }

    /// A fault unless `source` begins with S, P or R.
    pub(super) fn sourced(&self) {
        if !is_source(self.text("source")) {
            self.fault("source must begin with S, P or R");
        }
    }
}

/// Whether `source` says where a figure comes from: S, P or R, then nothing more or a sign.
pub(super) fn is_source(source: &str) -> bool {
    let mut letters = source.chars();
    matches!(letters.next(), Some('S' | 'P' | 'R'))
        && letters.next().is_none_or(|next| !next.is_alphanumeric())
}

/// What to say of a word that is not in its list.
pub(super) fn unknown<W: Word>(word: &str) -> String {
    let known: Vec<&str> = W::LIST.iter().map(|(word, _)| *word).collect();
    format!("unknown {} \"{word}\"; known are {}", W::WHAT, known.join(", "))
}
