//! A document as plain text for a letter, or as HTML for a letter or a page; a picture as SVG or PNG.

mod bidi;
pub mod map;
mod plain;

use askama::Template;

use crate::postal::document::{Block, Document, Span};

pub use bidi::{line_apart, set_apart};
pub use plain::plain_text;

/// Columns of our letters.
pub const WIDTH: usize = 72;

/// The document as a piece of HTML without head or body, everything escaped.
///
/// A rule becomes a link to `rule_link_base` followed by its id; an item's details can be folded away.
pub fn html(document: &Document, rule_link_base: &str) -> String {
    let page = DocumentHtml { document, rule_link_base };
    // Writing into a string can fail only if a value refuses to be displayed, and ours are strings.
    page.render().expect("a document of strings renders")
}

/// The same for a letter: every style stands in its element, and nothing folds, since many mail programs know neither
/// style sheets nor folding.
pub fn mail_html(document: &Document, rule_link_base: &str) -> String {
    let page = MailHtml { document, rule_link_base };
    page.render().expect("a document of strings renders")
}

/// Whether a table's cell holds a number, which is set to the right.
pub fn is_number(cell: &str) -> bool {
    cell.parse::<i64>().is_ok()
}

#[derive(Template)]
#[template(path = "mail/document.html")]
struct MailHtml<'a> {
    document: &'a Document,
    rule_link_base: &'a str,
}

#[derive(Template)]
#[template(path = "document.html")]
struct DocumentHtml<'a> {
    document: &'a Document,
    rule_link_base: &'a str,
}

/// A span, and what its neighbours make of it.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// Whether a space is missing before it.
    pub gap: bool,
    /// What stands before a rule: a parenthesis opens a row of rules, a comma goes on with it.
    pub before_rule: &'static str,
    /// What stands after a rule: a parenthesis closes a row of rules.
    pub after_rule: &'static str,
    /// The span itself.
    pub span: &'a Span,
}

/// The spans, with the spaces around rules that their writer may have left out. Rules in a row share a pair of
/// parentheses.
pub fn pieces(spans: &[Span]) -> impl Iterator<Item = Piece<'_>> {
    spans.iter().enumerate().map(|(nth, span)| {
        let before = nth.checked_sub(1).and_then(|nth| spans.get(nth));
        let is_rule = |span: Option<&Span>| matches!(span, Some(Span::Rule(_)));
        Piece {
            gap: before.is_some_and(|before| parted(before, span)),
            before_rule: if is_rule(before) { ", " } else { "(" },
            after_rule: if is_rule(spans.get(nth + 1)) { "" } else { ")" },
            span,
        }
    })
}

fn parted(before: &Span, span: &Span) -> bool {
    match (before, span) {
        (Span::Rule(_), Span::Rule(_)) => false,
        (Span::Text(text) | Span::Strong(text), Span::Rule(_)) => {
            !text.is_empty() && !text.ends_with(char::is_whitespace)
        }
        (Span::Rule(_), Span::Text(text) | Span::Strong(text)) => text.starts_with(char::is_alphanumeric),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postal::{chronicle::RuleId, document::Item};

    fn text(words: &str) -> Span {
        Span::Text(words.to_owned())
    }

    #[test]
    fn everything_is_escaped() {
        let hostile = "<script>alert(1)</script>\" onmouseover=\"x";
        let mut document = Document::new(hostile);
        document.heading(2, hostile);
        document.paragraph(hostile);
        document.blocks.push(Block::List(vec![Item {
            spans: vec![Span::Strong(hostile.to_owned()), Span::Rule(RuleId::new(hostile))],
            details: vec![vec![text(hostile)]],
        }]));
        document.blocks.push(Block::Table {
            caption: hostile.to_owned(),
            head: vec![hostile.to_owned()],
            rows: vec![vec![hostile.to_owned()]],
        });
        document.blocks.push(Block::Verbatim(vec![hostile.to_owned()]));
        let html = html(&document, "/rules/");
        assert!(!html.contains("<script"), "{html}");
        assert!(!html.contains("\" onmouseover"), "{html}");
        assert_eq!(html.matches("&#60;script&#62;").count(), 11, "{html}");
    }

    #[test]
    fn rules_are_links_and_details_fold() {
        let mut document = Document::new("");
        document.blocks.push(Block::List(vec![Item {
            spans: vec![
                text("Lombardy rebels"),
                Span::Rule(RuleId::new("17.1")),
                Span::Rule(RuleId::new("17.3")),
            ],
            details: vec![vec![text("dice 3 + 4")]],
        }]));
        let expected = "<ul>\n<li><details><summary>Lombardy rebels \
            (<a class=\"rule\" href=\"/rules/17.1\">17.1</a>, \
            <a class=\"rule\" href=\"/rules/17.3\">17.3</a>)</summary>\n<ul>\n\
            <li>dice 3 + 4</li>\n</ul></details></li>\n</ul>\n";
        assert_eq!(html(&document, "/rules/"), expected);
    }

    #[test]
    fn headings_and_lines_keep_their_shape() {
        let mut document = Document::new("Germany");
        document.heading(3, "976");
        document.blocks.push(Block::Verbatim(vec!["tax".into(), "  rule".into()]));
        let expected = "<h1>Germany</h1>\n<h3>976</h3>\n<pre>\ntax\n  rule\n</pre>\n";
        assert_eq!(html(&document, ""), expected);
    }
}
