//! What a report of delivery says: RFC 3464, and those that programs write without it.
//!
//! Nothing here is believed about *which* letter it is about: that is for the return path. Words that the report quotes
//! are never looked at.

use mail_parser::{Message, MessageParser, MimeHeaders, PartType};

use super::header_text::header_text;

/// Longest reason kept, in characters.
const LONGEST: usize = 300;

/// What became of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It will not arrive, and the address is at fault: there is no such, or it takes no mail.
    BadAddress,
    /// It will not arrive, and the address need not be at fault: size, content, policy.
    Refused,
    /// It is late, or the mailbox is full for now: the other side still tries, or may be tried again.
    Delayed,
    /// It arrived, or was handed on.
    Arrived,
    /// The report does not say.
    Unknown,
}

/// A report, as far as it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounce {
    /// What became of the letter.
    pub fate: Fate,
    /// RFC 3463 status such as `5.1.1`, if any is given.
    pub status: Option<String>,
    /// The other side's words on one line.
    pub reason: String,
}

/// Reads a report. Any bytes give one; at worst its fate is unknown.
pub fn read(raw: &[u8]) -> Bounce {
    let unknown = || Bounce { fate: Fate::Unknown, status: None, reason: "it does not say why".to_owned() };
    let Some(message) = MessageParser::new().parse(raw) else { return unknown() };
    fields(&message).map(|fields| of_fields(&fields)).unwrap_or_else(|| of_words(&message))
}

/// The text of the part `message/delivery-status`.
fn fields(message: &Message<'_>) -> Option<String> {
    let part = message.parts.iter().find(|part| {
        part.content_type().is_some_and(|kind| {
            let is = |sub: &str| kind.subtype().is_some_and(|given| given.eq_ignore_ascii_case(sub));
            kind.ctype().eq_ignore_ascii_case("message")
                && (is("delivery-status") || is("global-delivery-status"))
        })
    })?;
    let text = match &part.body {
        PartType::Text(text) | PartType::Html(text) => text.to_string(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        PartType::Message(inner) => String::from_utf8_lossy(inner.raw_message()).into_owned(),
        PartType::Multipart(_) => return None,
    };
    Some(text.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " "))
}

fn of_fields(text: &str) -> Bounce {
    let field = |name: &str| {
        text.lines().find_map(|line| {
            let (given, value) = line.split_once(':')?;
            given.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let action = field("Action").unwrap_or_default().to_lowercase();
    let status = field("Status").and_then(|status| first_status(&status));
    let words = field("Diagnostic-Code")
        .map(|code| code.split_once(';').map_or(code.clone(), |(_, words)| words.trim().to_owned()));
    let fate = match action.as_str() {
        "delayed" => Fate::Delayed,
        "delivered" | "relayed" | "expanded" => Fate::Arrived,
        _ => status.as_deref().map_or(Fate::Unknown, fate_of),
    };
    // `failed` with a status of 4 means that the other side has given up trying.
    let fate = if action == "failed" && matches!(fate, Fate::Delayed | Fate::Unknown) {
        Fate::Refused
    } else {
        fate
    };
    let reason = words.or_else(|| status.clone()).unwrap_or_else(|| "it does not say why".to_owned());
    Bounce { fate, status, reason: header_text(&reason, LONGEST) }
}

/// A report in words alone: its own text, without what it quotes.
fn of_words(message: &Message<'_>) -> Bounce {
    let text = message.body_text(0).unwrap_or_default();
    let own: Vec<&str> = text
        .lines()
        .take_while(|line| !begins_quotation(line))
        .filter(|line| !line.starts_with('>'))
        .collect();
    let subject = message.subject().unwrap_or_default().to_lowercase();
    let is_delay = ["delayed", "delay)", "warning: could not", "verz\u{f6}ger", "retard"]
        .iter()
        .any(|word| subject.contains(word));
    let told = own.iter().find_map(|line| {
        let status = first_status(line).or_else(|| basic_status(line))?;
        Some((status, header_text(line, LONGEST)))
    });
    match told {
        Some((status, reason)) => {
            let fate = if is_delay { Fate::Delayed } else { fate_of(&status) };
            Bounce { fate, status: Some(status), reason }
        }
        None => Bounce {
            fate: if is_delay { Fate::Delayed } else { Fate::Unknown },
            status: None,
            reason: header_text(&subject, LONGEST),
        },
    }
}

fn begins_quotation(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    [
        "original message headers",
        "--- below this line is a copy",
        "------ this is a copy",
        "-----original message",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

/// The first `class.subject.detail` of RFC 3463 in a text.
fn first_status(text: &str) -> Option<String> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.')).find_map(|word| {
        let parts: Vec<&str> = word.trim_matches('.').split('.').collect();
        let [class, subject, detail] = parts.as_slice() else { return None };
        let is_number = |part: &str| (1..=3).contains(&part.len());
        (matches!(*class, "2" | "4" | "5") && is_number(subject) && is_number(detail))
            .then(|| parts.join("."))
    })
}

/// A bare SMTP code such as `#550` or `550`, as a status.
fn basic_status(line: &str) -> Option<String> {
    let word = line.trim().trim_start_matches('#');
    let code = word.get(..3)?;
    let follows = word[3..].chars().next().is_none_or(|c| c == ' ' || c == '-' || c == ':');
    match code {
        _ if !follows => None,
        "550" | "551" | "553" => Some("5.1.1".to_owned()),
        "421" | "450" | "451" | "452" => Some("4.0.0".to_owned()),
        "552" | "554" => Some("5.3.0".to_owned()),
        _ => None,
    }
}

/// RFC 3463: which of the codes speak of the address, and which of this letter only.
pub fn fate_of(status: &str) -> Fate {
    let mut parts = status.split('.');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("2"), ..) => Fate::Arrived,
        (Some("4"), ..) => Fate::Delayed,
        // Mailbox: full, message too long for it, list. Network, content, policy.
        (Some("5"), Some("2"), Some("3")) | (Some("5"), Some("3" | "4" | "5" | "6" | "7"), _) => {
            Fate::Refused
        }
        (Some("5"), ..) => Fate::BadAddress,
        _ => Fate::Unknown,
    }
}

/// What an answer of the next server says about the address it was told.
pub fn of_answer(words: &str) -> Bounce {
    let status = first_status(words);
    let is_about_mailbox = ["(550)", "(551)", "(553)"].iter().any(|code| words.contains(code));
    let bare = if is_about_mailbox { Fate::BadAddress } else { Fate::Refused };
    let fate = status.as_deref().map_or(bare, fate_of);
    Bounce { fate, status, reason: header_text(words, LONGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(subject: &str, body: &str) -> Bounce {
        read(
            format!("From: x@example.org\r\nSubject: {subject}\r\n\r\n{}", body.replace('\n', "\r\n"))
                .as_bytes(),
        )
    }

    fn fields(text: &str) -> Bounce {
        let report = format!(
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nquoted 5.1.1\r\n\
             --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n{text}\r\n--b--\r\n"
        );
        read(report.as_bytes())
    }

    #[test]
    fn the_fields_of_a_report_decide() {
        for (text, fate, status) in [
            ("Action: failed\r\nStatus: 5.1.1", Fate::BadAddress, "5.1.1"),
            ("Action: failed\r\nStatus: 5.0.0 (permanent)", Fate::BadAddress, "5.0.0"),
            ("Action: failed\r\nStatus: 5.7.26", Fate::Refused, "5.7.26"),
            ("Action: failed\r\nStatus: 5.2.3", Fate::Refused, "5.2.3"),
            ("Action: delayed\r\nStatus: 4.4.1", Fate::Delayed, "4.4.1"),
            ("Action: failed\r\nStatus: 4.4.7", Fate::Refused, "4.4.7"),
            ("action:DELIVERED\r\nstatus:2.1.5", Fate::Arrived, "2.1.5"),
        ] {
            let bounce = fields(text);
            assert_eq!((bounce.fate, bounce.status.as_deref()), (fate, Some(status)), "{text}");
        }
        let told =
            fields("Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550\r\n no such\r\n\tuser");
        assert_eq!(told.reason, "550 no such user");
        assert_eq!(fields("nothing of use").fate, Fate::Unknown);
    }

    #[test]
    fn words_alone_are_read_and_quotations_are_not() {
        for (subject, body, fate) in [
            ("Undeliverable: g7", "Remote Server returned '550 5.1.10 RESOLVER.ADR'", Fate::BadAddress),
            ("failure notice", "<anna@example.org>:\n550 no mailbox here", Fate::BadAddress),
            ("failure notice", "#552 message too large", Fate::Refused),
            ("Delivery delayed: g7", "It is tried for 2 more days. 4.4.1", Fate::Delayed),
            (
                "Undeliverable: g7",
                "> 5.1.1 in a quoted line\nOriginal message headers:\n5.1.1",
                Fate::Unknown,
            ),
            ("hello", "In 5.1 years, 976.980.981, version 5.1.1234", Fate::Unknown),
        ] {
            assert_eq!(words(subject, body).fate, fate, "{subject}: {body}");
        }
    }

    #[test]
    fn any_bytes_give_a_report() {
        for raw in [
            &b""[..],
            b"\xff\xfe\0",
            b"Content-Type: multipart/report; boundary=\r\n\r\n--\r\n",
            &[b'a'; 100_000],
        ] {
            assert_eq!(read(raw).fate, Fate::Unknown);
        }
    }

    #[test]
    fn an_answer_in_the_conversation_is_read_alike() {
        assert_eq!(
            of_answer("letter refused: permanent error (550): 5.1.1 no such user").fate,
            Fate::BadAddress
        );
        assert_eq!(of_answer("letter refused: permanent error (550): no such user").fate, Fate::BadAddress);
        assert_eq!(of_answer("letter refused: permanent error (554): 5.7.1 spam").fate, Fate::Refused);
        assert_eq!(of_answer("letter refused: permanent error (552): too large").fate, Fate::Refused);
    }
}
