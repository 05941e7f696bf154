//! HTML to lines of text.
//!
//! Tolerant of anything: one pass, no tree, bounded memory. Block elements end a line, table cells are a space
//! apart, scripts and styles vanish. What the markup calls a quotation comes out behind `>`, so that it is cut
//! like any other; what it calls a signature is left out.

use mail_parser::decoders::html::add_html_token;

/// Elements kept open at a time; deeper ones are text without markup.
const DEEPEST: usize = 200;

/// The text of a page.
pub(super) fn text_of(html: &str) -> String {
    let mut writer = Writer::default();
    // What may be read in vain for the ends of tags that have none.
    let mut patience = 8 * html.len();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let tag = if patience > 0 { Tag::at(rest) } else { None };
        let Some(tag) = tag else {
            patience = patience.saturating_sub(if Tag::may_begin(rest) { rest.len() } else { 0 });
            writer.text("<");
            rest = &rest[1..];
            continue;
        };
        rest = &rest[tag.length..];
        if matches!(tag.name.as_str(), "script" | "style" | "title" | "textarea") && !tag.closing {
            rest = behind_close(rest, &tag.name);
            continue;
        }
        writer.tag(&tag);
    }
    writer.text(rest);
    writer.finish()
}

/// Skips text that is no markup until its end tag; all of it when the end tag is missing.
fn behind_close<'a>(rest: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = rest[from..].find("</") {
        let tag = &rest[from + at..];
        let named = tag.as_bytes().get(2..2 + name.len());
        if named.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return tag.split_once('>').map_or("", |(_, after)| after);
        }
        from += at + 2;
    }
    ""
}

/// One tag: its name and attributes in lower case.
struct Tag {
    name: String,
    closing: bool,
    attributes: String,
    /// Bytes from `<` to behind `>`.
    length: usize,
}

impl Tag {
    fn may_begin(text: &str) -> bool {
        let inside = text.strip_prefix("</").or(text.strip_prefix('<')).unwrap_or(text);
        inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?')
    }

    /// The tag at the beginning of `text`; None when `<` is only a character.
    fn at(text: &str) -> Option<Self> {
        if !Self::may_begin(text) {
            return None;
        }
        let inside = text.strip_prefix('<')?;
        let (closing, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let mut quote = None;
        let end = inside.bytes().position(|byte| {
            match (quote, byte) {
                (Some(open), byte) if open == byte => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                _ => {}
            }
            quote.is_none() && byte == b'>'
        });
        // A quotation mark that is never closed must not swallow the letter.
        let end = end.or_else(|| inside.find('>'))?;
        let content = inside[..end].trim_end_matches('/');
        let name_end = content.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(content.len());
        Some(Self {
            name: content[..name_end].to_ascii_lowercase(),
            closing,
            attributes: content[name_end..].to_ascii_lowercase(),
            length: text.len() - inside.len() + end + 1,
        })
    }

    /// The value of an attribute; empty when it is not there.
    fn attribute(&self, name: &str) -> &str {
        let mut rest = self.attributes.as_str();
        while let Some((before, after)) = rest.split_once('=') {
            let value = after.trim_start();
            let (value, after) = match value.chars().next() {
                Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
                _ => value.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((value, "")),
            };
            if before.split_ascii_whitespace().next_back() == Some(name) {
                return value;
            }
            rest = after;
        }
        ""
    }

    fn has_class(&self, class: &str) -> bool {
        self.attribute("class").split_ascii_whitespace().any(|found| found == class)
    }

    /// What the element is to the reader.
    fn role(&self) -> Role {
        let id = self.attribute("id");
        let style: String = self.attribute("style").chars().filter(|c| !c.is_whitespace()).collect();
        let quoting = ["gmail_attr", "moz-cite-prefix", "yahoo_quoted", "protonmail_quote", "zmail_extra"];
        let signing = ["gmail_signature", "moz-signature", "protonmail_signature_block"];
        let hidden = style.contains("display:none")
            || matches!(self.name.as_str(), "head" | "template" | "noscript")
            || signing.iter().any(|class| self.has_class(class))
            || id.ends_with("outlook-mobile-signature");
        if hidden {
            Role::Hidden
        } else if self.name == "blockquote"
            || self.attribute("name") == "quote"
            || quoting.iter().any(|class| self.has_class(class))
        {
            Role::Quotation
        } else if OLD_LETTER.iter().any(|mark| id.ends_with(mark)) || is_outlook_rule(&style) {
            Role::RestIsQuotation
        } else {
            Role::Plain
        }
    }
}

/// Ends of the ids of what Outlook puts above the letter that is answered; other programs write something before them.
const OLD_LETTER: [&str; 3] = ["divrplyfwdmsg", "appendonsend", "mail-editor-reference-message-container"];

/// The line Outlook draws above the letter that is answered.
fn is_outlook_rule(style: &str) -> bool {
    style.contains("border:none") && style.contains("border-top:solid")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    Quotation,
    RestIsQuotation,
    Hidden,
}

const BLOCKS: [&str; 34] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "thead",
    "tr",
    "ul",
    "html",
];

const WITHOUT_END: [&str; 10] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"];

#[derive(Default)]
struct Writer {
    out: String,
    line: String,
    /// White space was read that has not been written.
    space: bool,
    /// Elements that are open and what they are.
    open: Vec<(String, Role)>,
    rest_is_quotation: bool,
}

impl Writer {
    fn within(&self, role: Role) -> bool {
        self.open.iter().any(|(_, open)| *open == role)
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() || self.within(Role::Hidden) {
            return;
        }
        let kept = self.open.iter().any(|(name, _)| name == "pre");
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match c {
                '\n' if kept => self.end_line(),
                c if c.is_ascii_whitespace() && !kept => self.space = true,
                '&' => {
                    length = entity_length(rest).unwrap_or(1);
                    self.gap();
                    if length == 1 {
                        self.line.push('&');
                    } else {
                        add_html_token(&mut self.line, &rest.as_bytes()[..length], false);
                    }
                }
                c => {
                    self.gap();
                    self.line.push(c);
                }
            }
            rest = &rest[length..];
        }
    }

    fn gap(&mut self) {
        if std::mem::take(&mut self.space) && !self.line.is_empty() {
            self.line.push(' ');
        }
    }

    fn end_line(&mut self) {
        self.space = false;
        let line = std::mem::take(&mut self.line);
        if self.rest_is_quotation || self.within(Role::Quotation) {
            self.out.push_str("> ");
        }
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Ends the line if anything stands on it.
    fn end_block(&mut self) {
        self.space = false;
        if !self.line.is_empty() {
            self.end_line();
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let name = tag.name.as_str();
        let block = BLOCKS.contains(&name);
        if block {
            self.end_block();
        }
        if name == "br" && !self.within(Role::Hidden) {
            self.end_line();
        } else if matches!(name, "td" | "th") {
            self.space = true;
        }
        if tag.closing {
            self.close(name);
        } else if !WITHOUT_END.contains(&name) {
            self.open(tag);
        }
    }

    fn open(&mut self, tag: &Tag) {
        let role = tag.role();
        if role == Role::RestIsQuotation {
            self.end_block();
            self.rest_is_quotation = true;
        }
        if role == Role::Quotation {
            self.end_block();
        }
        if self.open.len() < DEEPEST {
            self.open.push((tag.name.clone(), role));
        }
    }

    /// Closes the innermost element of that name and what was left open inside it.
    fn close(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            if self.open[at..].iter().any(|(_, role)| *role == Role::Quotation) {
                self.end_block();
            }
            self.open.truncate(at);
        }
    }

    fn finish(mut self) -> String {
        self.end_block();
        self.out
    }
}

/// `&name;` or `&#number;`, in bytes.
fn entity_length(text: &str) -> Option<usize> {
    const LONGEST: usize = 33;
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &text.as_bytes()[1..end];
    let lawful = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    (!name.is_empty() && name.iter().all(lawful)).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_lines_and_cells_are_apart() {
        let page = "<table><tr><td>976</td><td>conquer&nbsp;Saxony</td></tr></table><p class=MsoNormal>977 rule \
            \u{201c}Bavaria\u{201d}<o:p></o:p></p><style>p{}</style><script>x < y</script>1 &lt; 2 &amp;c";
        assert_eq!(text_of(page), "976 conquer\u{a0}Saxony\n977 rule \u{201c}Bavaria\u{201d}\n1 < 2 &c\n");
        assert_eq!(
            text_of("<div>a</div><div><br></div><div>b<br>c</div><ul><li>d<li>e</ul>"),
            "a\n\nb\nc\nd\ne\n"
        );
        assert_eq!(text_of("<pre>a\n  b</pre>c"), "a\n  b\nc\n");
    }

    #[test]
    fn quotations_come_out_behind_a_mark() {
        let page = "<div dir=\"ltr\">rule Bavaria</div><br><div class=\"gmail_quote\"><div class=\"gmail_attr\">On \
            Mon, 23 Nov 2026 GM wrote:<br></div><blockquote class=\"gmail_quote\">conquer <b>Saxony</b><div>x</div>\
            </blockquote><div>tax Saxony</div></div>";
        let text = "rule Bavaria\n\n> On Mon, 23 Nov 2026 GM wrote:\n> conquer Saxony\n> x\ntax Saxony\n";
        assert_eq!(text_of(page), text);
        let page = "<p>rule</p><div id=\"x_divRplyFwdMsg\"><b>From:</b> GM</div><p>conquer</p>";
        assert_eq!(text_of(page), "rule\n> From: GM\n> conquer\n");
        let page =
            "<p>rule</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'>Fra: GM</div></div>old";
        assert_eq!(text_of(page), "rule\n> Fra: GM\n> old\n");
    }

    #[test]
    fn broken_markup_is_text() {
        assert_eq!(text_of("1 < 2 <3 <"), "1 < 2 <3 <\n");
        assert_eq!(text_of("a<!-- b -->c<!-- d"), "ac\n");
        assert_eq!(text_of("<a href=\"x>rule</a> y"), "rule y\n");
        assert_eq!(text_of("<script>x"), "");
        assert_eq!(text_of("a<p title='<b>'>b</p></div></p>c"), "a\nb\nc\n");
        assert_eq!(
            text_of("&;&&#x263A; &auml;&aumlx &nosuch; 5&6;"),
            "&;&\u{263a} \u{e4}&aumlx &nosuch; 5&6;\n"
        );
    }

    #[test]
    fn a_million_marks_cost_little() {
        let begun = std::time::Instant::now();
        text_of(&"<".repeat(1_000_000));
        text_of(&"<a \"".repeat(250_000));
        text_of(&("<a".repeat(500_000) + ">"));
        text_of(&("<a '>".repeat(200_000)));
        text_of(&"<div>".repeat(200_000));
        text_of(&"<script></".repeat(100_000));
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
