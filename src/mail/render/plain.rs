//! A document in columns of a fixed-width face.

use unicode_normalization::char::is_combining_mark;

use crate::postal::document::{Block, Document, Item, Span};

use super::{line_apart, pieces, set_apart};

const NARROWEST_COLUMN: usize = 6;
const COLUMN_GAP: usize = 2;

/// The document in lines of at most `width` columns, each ended by `\n`.
///
/// Longer only: single words and verbatim lines. A table of more columns than fit is set as a list. Rules stand in
/// parentheses, details are indented below their item.
pub fn plain_text(document: &Document, width: usize) -> String {
    let mut lines = Vec::new();
    if !document.title.is_empty() {
        underlined(&mut lines, &document.title, '=', width);
    }
    for block in &document.blocks {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        match block {
            Block::Heading { level: 0..=2, text } => underlined(&mut lines, text, '-', width),
            Block::Heading { text, .. } => lines.extend(wrapped(text, "", "", width)),
            Block::Paragraph(spans) => lines.extend(wrapped(&words(spans), "", "", width)),
            Block::List(items) => items.iter().for_each(|item| list_item(&mut lines, item, width)),
            Block::Table { caption, head, rows } => table(&mut lines, caption, head, rows, width),
            Block::Verbatim(verbatim) => {
                lines.extend(verbatim.iter().map(|line| format!("    {}", line_apart(line))))
            }
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn underlined(lines: &mut Vec<String>, text: &str, line: char, width: usize) {
    let title = wrapped(text, "", "", width);
    let longest = title.iter().map(|line| columns(line)).max().unwrap_or(0);
    lines.extend(title);
    lines.push(line.to_string().repeat(longest));
}

fn list_item(lines: &mut Vec<String>, item: &Item, width: usize) {
    lines.extend(wrapped(&words(&item.spans), "- ", "  ", width));
    for detail in &item.details {
        lines.extend(wrapped(&words(detail), "    ", "      ", width));
    }
}

fn words(spans: &[Span]) -> String {
    let mut text = String::new();
    for piece in pieces(spans) {
        if piece.gap {
            text.push(' ');
        }
        match piece.span {
            Span::Text(words) => text.push_str(words),
            Span::Strong(words) => text.push_str(&format!("*{words}*")),
            Span::Rule(rule) => text.push_str(&format!("{}{rule}{}", piece.before_rule, piece.after_rule)),
        }
    }
    text
}

/// The words in lines; the first begins with `first`, the others with `rest`. At least one line.
fn wrapped(text: &str, first: &str, rest: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut taken = columns(first);
    let mut empty = true;
    for word in text.split_whitespace() {
        let long = columns(word);
        if !empty && taken + 1 + long > width {
            lines.push(set_apart(&std::mem::replace(&mut line, rest.to_owned())).into_owned());
            taken = columns(rest);
            empty = true;
        }
        if !empty {
            line.push(' ');
            taken += 1;
        }
        line.push_str(word);
        taken += long;
        empty = false;
    }
    lines.push(set_apart(&line).into_owned());
    lines
}

/// Columns a text takes: characters, without the marks that stand on others and those that nobody sees.
fn columns(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => {
            text.chars().filter(|c| !is_combining_mark(*c) && !matches!(c, '\u{2066}'..='\u{2069}')).count()
        }
    }
}

fn table(lines: &mut Vec<String>, caption: &str, head: &[String], rows: &[Vec<String>], width: usize) {
    if !caption.is_empty() {
        lines.extend(wrapped(caption, "", "", width));
        lines.push(String::new());
    }
    let cell = |row: &[String], column: usize| row.get(column).map_or("", |cell| cell.as_str()).to_owned();
    let count = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    let shapes: Vec<Column> = (0..count)
        .map(|column| Column::new(&cell(head, column), rows.iter().map(|row| cell(row, column))))
        .collect();
    let widths = fitted(shapes.iter().map(|shape| shape.width).collect(), width);
    if widths.iter().sum::<usize>() + COLUMN_GAP * widths.len().saturating_sub(1) > width {
        rows.iter().for_each(|row| table_row_as_item(lines, head, row, width));
        return;
    }
    table_row(lines, head, &shapes, &widths);
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    lines.push(rule.join(&" ".repeat(COLUMN_GAP)));
    for row in rows {
        table_row(lines, row, &shapes, &widths);
    }
}

/// A row of a table that is too wide: its first cell, then each filled cell behind its heading.
fn table_row_as_item(lines: &mut Vec<String>, head: &[String], row: &[String], width: usize) {
    let told = row.iter().enumerate().skip(1).filter(|(_, cell)| !cell.trim().is_empty());
    let told: Vec<String> = told
        .map(|(column, cell)| match head.get(column).filter(|head| !head.is_empty()) {
            Some(head) => format!("{} {cell}", head.to_lowercase()),
            None => cell.clone(),
        })
        .collect();
    let first = row.first().map_or("", |cell| cell.as_str());
    let text = if told.is_empty() { first.to_owned() } else { format!("{first}: {}", told.join("; ")) };
    lines.extend(wrapped(&text, "- ", "  ", width));
}

struct Column {
    width: usize,
    numbers: bool,
}

impl Column {
    fn new(head: &str, cells: impl Iterator<Item = String>) -> Self {
        let mut column = Self { width: columns(head), numbers: true };
        let mut filled = false;
        for cell in cells {
            column.width = column.width.max(columns(&cell));
            filled |= !cell.is_empty();
            column.numbers &= cell.is_empty() || cell.replace('\u{2212}', "-").parse::<i64>().is_ok();
        }
        column.numbers &= filled;
        column
    }
}

/// Takes from the widest column until all fit, or none can give more.
fn fitted(mut widths: Vec<usize>, width: usize) -> Vec<usize> {
    let gaps = COLUMN_GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST_COLUMN => *widest -= 1,
            _ => break,
        }
    }
    widths
}

fn table_row(lines: &mut Vec<String>, row: &[String], shapes: &[Column], widths: &[usize]) {
    let empty = String::new();
    let cells: Vec<Vec<String>> = widths
        .iter()
        .enumerate()
        .map(|(column, width)| wrapped(row.get(column).unwrap_or(&empty), "", "", *width))
        .collect();
    for nth in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        let line = cells.iter().zip(shapes).zip(widths).map(|((cell, shape), width)| {
            let text = cell.get(nth).map_or("", |line| line.as_str());
            let padding = " ".repeat(width.saturating_sub(columns(text)));
            if shape.numbers { format!("{padding}{text}") } else { format!("{text}{padding}") }
        });
        lines.push(line.collect::<Vec<_>>().join(&" ".repeat(COLUMN_GAP)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::chronicle::RuleId;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn details_are_indented_and_rules_stand_in_parentheses() {
        let mut document = Document::new("Lombardy");
        document.blocks.push(Block::List(vec![Item {
            spans: vec![
                Span::Strong("Lombardy".into()),
                Span::Text(" rebels".into()),
                Span::Rule(RuleId::new("17")),
                Span::Rule(RuleId::new("6")),
            ],
            details: vec![
                vec![Span::Text("rebellion value 4: a tie of another empire, in unrest,".into())],
                vec![Span::Text("dice 7".into())],
            ],
        }]));
        let expected = "\
Lombardy
========

- *Lombardy*
  rebels (17, 6)
    rebellion
      value 4: a
      tie of
      another
      empire, in
      unrest,
    dice 7
";
        assert_eq!(plain_text(&document, 16), expected);
    }

    #[test]
    fn tables_are_aligned_numbers_to_the_right() {
        let mut document = Document::new("");
        document.blocks.push(Block::Table {
            caption: "Treasury".into(),
            head: strings(&["empire", "gold"]),
            rows: vec![strings(&["Köln", "7"]), strings(&["Byzantium", "-12"])],
        });
        let expected = "\
Treasury

empire     gold
---------  ----
Köln          7
Byzantium   -12
";
        assert_eq!(plain_text(&document, 72), expected);
    }

    #[test]
    fn a_wide_table_folds_its_widest_column() {
        let mut document = Document::new("");
        document.blocks.push(Block::Table {
            caption: String::new(),
            head: strings(&["year", "order"]),
            rows: vec![strings(&["976", "conquer Saxony from Thuringia"])],
        });
        let expected = "\
year  order
----  --------------
 976  conquer Saxony
      from Thuringia
";
        assert_eq!(plain_text(&document, 20), expected);
    }

    #[test]
    fn a_table_of_more_columns_than_fit_becomes_a_list() {
        let mut document = Document::new("");
        let head = ["Area", "State", "Walls", "Claim"];
        let rows = vec![strings(&["Rome", "2", "", "France"]), strings(&["Köln", "", "", ""])];
        document.blocks.push(Block::Table { caption: String::new(), head: strings(&head), rows });
        assert_eq!(plain_text(&document, 20), "- Rome: state 2;\n  claim France\n- Köln\n");
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let mut document = Document::new("a title of several words that must be folded");
        document.heading(2, "a heading of several words that must be folded");
        document.paragraph("word ".repeat(100));
        let text = plain_text(&document, 24);
        assert!(text.lines().all(|line| columns(line) <= 24), "{text}");
        assert_eq!(text.matches("word").count() - text.matches("words").count(), 100);
    }
}
