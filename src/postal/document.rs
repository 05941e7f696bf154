//! Documents: what a game has to say, before anyone decides whether it is a letter or a page.
//!
//! The game writes structure and words; the shell renders plain text and HTML.

use serde::{Deserialize, Serialize};

use super::chronicle::RuleId;

/// A report, a page, an acknowledgement's body.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// Heading of the whole.
    pub title: String,
    /// The parts, in reading order.
    pub blocks: Vec<Block>,
}

/// One part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 2 is the first below the title.
    Heading {
        /// 2 to 4.
        level: u8,
        /// Its words.
        text: String,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list.
    List(Vec<Item>),
    /// A table with a row of headings.
    Table {
        /// What the table shows.
        caption: String,
        /// Column headings.
        head: Vec<String>,
        /// Rows; each as long as `head`.
        rows: Vec<Vec<String>>,
    },
    /// Lines shown as they are, in a fixed-width face.
    Verbatim(Vec<String>),
}

/// One entry of a list, with smaller lines beneath that a page may fold away.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The entry.
    pub spans: Vec<Span>,
    /// The arithmetic or other detail behind it.
    pub details: Vec<Vec<Span>>,
}

/// A run of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Plain words.
    Text(String),
    /// Words that matter more.
    Strong(String),
    /// A rule, to be linked to its page.
    Rule(RuleId),
}

/// The words of spans, without rules.
pub fn words(spans: &[Span]) -> String {
    let words = spans.iter().map(|span| match span {
        Span::Text(words) | Span::Strong(words) => words.as_str(),
        Span::Rule(_) => "",
    });
    words.collect::<String>().trim().to_owned()
}

impl Document {
    /// An empty document with a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading of level 2 to 4.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading { level, text: text.into() });
    }

    /// Adds a paragraph of plain words.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(vec![Span::Text(text.into())]));
    }
}

/// What a game has to tell of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// This.
    Told(Document),
    /// Nothing here is called so; these names are like it.
    Unknown(Vec<String>),
    /// The game tells no such thing.
    NotKept,
}

impl Lookup {
    /// What is told, if anything is.
    pub fn told(&self) -> Option<&Document> {
        match self {
            Self::Told(document) => Some(document),
            Self::Unknown(_) | Self::NotKept => None,
        }
    }
}
