//! Who wrote, which letter this is, and what it answers.

use jiff::Timestamp;
use mail_parser::{Address, HeaderName, HeaderValue, Message};
use sha2::{Digest, Sha256};

use super::{Correspondent, Postmark, Sender, parts::Head};
use crate::mail::header_text::{header_text, message_id};

const LONGEST_NAME: usize = 120;
const LONGEST_ADDRESS: usize = 254;
const LONGEST_SUBJECT: usize = 200;
const MOST_REFERENCES: usize = 50;

/// Who wrote the letter. Two From fields are two senders even when they agree: which of them a reader's program
/// shows is anyone's guess.
pub(super) fn sender_of(head: &Head) -> Sender {
    let fields: Vec<&HeaderValue<'_>> = head.message().header_values(HeaderName::From).collect();
    let mut writers: Vec<Correspondent> =
        fields.iter().filter_map(|field| field.as_address()).flat_map(correspondents).collect();
    if writers.is_empty() && fields.len() == 1 {
        writers.extend(
            head.message().header_raw(HeaderName::From).and_then(quoted_address).map(Correspondent::at),
        );
    }
    match (writers.len(), fields.len()) {
        (0, _) => Sender::None,
        (1, 1) => Sender::One(writers.swap_remove(0)),
        _ => Sender::Several(writers),
    }
}

fn correspondents(address: &Address<'_>) -> Vec<Correspondent> {
    const MOST: usize = 20;
    let found = address.iter().filter_map(|writer| {
        let address = header_text(writer.address.as_deref()?, LONGEST_ADDRESS);
        let (local, domain) = address.rsplit_once('@')?;
        if local.is_empty() || domain.is_empty() {
            return None;
        }
        let name = writer.name.as_deref().map(|name| header_text(name, LONGEST_NAME));
        Some(Correspondent { name: name.filter(|name| !name.is_empty()), address })
    });
    found.take(MOST).collect()
}

/// The address in a field whose local part stands in quotation marks, RFC 5322 3.4.1: lawful, rare, and not
/// understood by mail-parser.
fn quoted_address(field: &str) -> Option<String> {
    let begin = field.find('"')?;
    let (local, domain) = field[begin + 1..].split_once("\"@")?;
    let domain = domain.split(|c: char| c.is_whitespace() || matches!(c, '>' | ',' | ';')).next()?;
    let address = header_text(&format!("\"{local}\"@{domain}"), LONGEST_ADDRESS);
    (!local.is_empty() && !local.contains('"') && !domain.is_empty()).then_some(address)
}

/// The subject as one line.
pub(super) fn subject_of(head: &Head) -> String {
    header_text(head.message().subject().unwrap_or(""), LONGEST_SUBJECT)
}

/// The Date field, if it names a moment.
pub(super) fn date_of(message: &Message<'_>) -> Option<Timestamp> {
    let date = message.date().filter(|date| date.is_valid())?;
    Timestamp::from_second(date.to_timestamp()).ok()
}

/// The Message-ID, if there is exactly one and it is lawful.
pub(super) fn id_of(head: &Head) -> Option<String> {
    let mut ids = ids_in(head, HeaderName::MessageId);
    if ids.len() == 1 { ids.pop() } else { None }
}

/// The ids in a field, lawful ones only.
pub(super) fn ids_in(head: &Head, name: HeaderName<'static>) -> Vec<String> {
    let mut ids = Vec::new();
    for value in head.message().header_values(name) {
        match value {
            HeaderValue::Text(id) => ids.extend(message_id(id)),
            HeaderValue::TextList(list) => ids.extend(list.iter().filter_map(|id| message_id(id))),
            _ => {}
        }
    }
    ids.truncate(MOST_REFERENCES);
    ids
}

/// Addresses that the letter names as its readers, in lower case: what was written, not what was meant.
pub(super) fn addressees_of(head: &Head) -> Vec<String> {
    const FIELDS: [&str; 4] = ["To", "Cc", "Delivered-To", "X-Original-To"];
    const MOST: usize = 100;
    let named =
        head.message().headers_raw().filter(|(name, _)| FIELDS.iter().any(|f| name.eq_ignore_ascii_case(f)));
    let mut found: Vec<String> = Vec::new();
    for (_, value) in named {
        let words =
            value.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '<' | '>' | '"' | '(' | ')'));
        for word in words.filter(|word| word.contains('@') && word.len() <= LONGEST_ADDRESS) {
            let word = word.to_lowercase();
            if found.len() < MOST && !found.contains(&word) {
                found.push(word);
            }
        }
    }
    found
}

/// The return path as the last server wrote it on the letter; empty when there is none.
pub(super) fn return_path_of(head: &Head) -> String {
    let field = head.message().headers_raw().find(|(name, _)| name.eq_ignore_ascii_case("Return-Path"));
    let path = field.map_or("", |(_, value)| value.trim());
    header_text(path.trim_start_matches('<').trim_end_matches('>'), LONGEST_ADDRESS)
}

/// What tells a letter apart, but for its body.
#[derive(Debug, Clone)]
pub struct Identity {
    hash: Sha256,
    by_body: bool,
}

impl Identity {
    /// The same for two copies of one letter to one recipient.
    ///
    /// Sender and Message-ID decide; without an id, sender, date and the bytes of the body.
    pub(super) fn begin(head: &Head, id: Option<&str>, postmark: &Postmark<'_>) -> Self {
        let field = |name: &str| {
            let values = head.message().headers_raw().filter(|(found, _)| found.eq_ignore_ascii_case(name));
            values
                .map(|(_, value)| value.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        let mut identity = Self { hash: Sha256::new(), by_body: id.is_none() };
        identity.add(postmark.recipient.to_lowercase().as_bytes());
        identity.add(field("From").join("\n").as_bytes());
        identity.add(id.unwrap_or("").as_bytes());
        if identity.by_body {
            identity.add(field("Date").join("\n").as_bytes());
        }
        identity
    }

    fn add(&mut self, bytes: &[u8]) {
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
    }

    /// The whole, in hexadecimal. A body is hashed where it lies, whatever its line ends.
    pub fn finish(mut self, raw: &[u8]) -> String {
        if self.by_body {
            let raw = super::with_line_feeds(raw);
            let body = super::parts::split_head(&raw).1;
            let length = body.iter().filter(|byte| **byte != b'\r').count();
            self.hash.update((length as u64).to_be_bytes());
            body.split(|byte| *byte == b'\r').for_each(|piece| self.hash.update(piece));
        }
        hex::encode(self.hash.finalize())
    }
}
