//! The answers of a conversation, as lines.

use smtp_proto::Error;

use super::{Protocol, Verdict};

const LONGEST_REASON: usize = 300;

/// `code text` as one line; whatever the text holds, it stays one line of ASCII.
pub(super) fn reply(out: &mut Vec<u8>, code: &str, text: &str) {
    out.extend_from_slice(code.as_bytes());
    out.push(b' ');
    let plain = text.chars().take(LONGEST_REASON);
    out.extend(plain.map(|c| if c.is_ascii_graphic() || c == ' ' { c as u8 } else { b'?' }));
    out.extend_from_slice(b"\r\n");
}

/// Why a command was not understood.
pub(super) fn refuse_command(out: &mut Vec<u8>, error: &Error) {
    match error {
        Error::UnknownCommand => reply(out, "500 5.5.1", "command not known"),
        Error::InvalidSenderAddress => reply(out, "501 5.1.7", "bad sender address"),
        Error::InvalidRecipientAddress => reply(out, "501 5.1.3", "bad recipient address"),
        Error::SyntaxError { syntax } => reply(out, "501 5.5.2", &format!("syntax: {syntax}")),
        Error::InvalidParameter { param } => reply(out, "501 5.5.4", &format!("bad parameter {param}")),
        Error::UnsupportedParameter { param } => {
            reply(out, "555 5.5.4", &format!("parameter {param} not supported"));
        }
        Error::ResponseTooLong => reply(out, "500 5.5.6", "line too long"),
        Error::NeedsMoreData { .. } | Error::InvalidResponse { .. } => {
            reply(out, "500 5.5.2", "not understood");
        }
    }
}

/// The answer to one RCPT.
pub(super) fn recipient(out: &mut Vec<u8>, verdict: &Verdict) {
    match verdict {
        Verdict::Accepted => reply(out, "250 2.1.5", "ok"),
        Verdict::TryLater(reason) => reply(out, "450 4.2.0", reason),
        Verdict::Refused(reason) => reply(out, "550 5.1.1", reason),
    }
}

/// The answers to a letter for `recipients` recipients.
///
/// LMTP answers for each. SMTP has one answer: "later" if any recipient must wait, since a letter that comes
/// twice is recognised and one that was forgotten is lost; else yes if anyone has it.
pub(super) fn letter(out: &mut Vec<u8>, protocol: Protocol, recipients: usize, mut verdicts: Vec<Verdict>) {
    verdicts.resize(recipients, Verdict::TryLater("no answer from the inbox".to_owned()));
    match protocol {
        Protocol::Lmtp => verdicts.iter().for_each(|verdict| stored(out, verdict)),
        Protocol::Smtp => {
            let later = verdicts.iter().find(|verdict| matches!(verdict, Verdict::TryLater(_)));
            let accepted = || verdicts.iter().find(|verdict| **verdict == Verdict::Accepted);
            if let Some(verdict) = later.or_else(accepted).or(verdicts.first()) {
                stored(out, verdict);
            }
        }
    }
}

fn stored(out: &mut Vec<u8>, verdict: &Verdict) {
    match verdict {
        Verdict::Accepted => reply(out, "250 2.6.0", "stored"),
        Verdict::TryLater(reason) => reply(out, "451 4.3.0", reason),
        Verdict::Refused(reason) => reply(out, "554 5.6.0", reason),
    }
}

/// The refusal of a letter above the size limit.
pub(super) fn too_big(out: &mut Vec<u8>, protocol: Protocol, recipients: usize) {
    let answers = if protocol == Protocol::Lmtp { recipients } else { 1 };
    for _ in 0..answers {
        reply(out, "552 5.3.4", "message too big");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_cannot_start_a_second_line() {
        let mut out = Vec::new();
        reply(&mut out, "550 5.1.1", "no\r\n250 yes \u{fc}");
        assert_eq!(out, b"550 5.1.1 no??250 yes ?\r\n");
    }

    #[test]
    fn smtp_waits_when_one_recipient_must_wait() {
        let mut out = Vec::new();
        let verdicts =
            vec![Verdict::Accepted, Verdict::TryLater("full".into()), Verdict::Refused("no".into())];
        letter(&mut out, Protocol::Smtp, 3, verdicts);
        assert_eq!(out, b"451 4.3.0 full\r\n");
    }

    #[test]
    fn a_recipient_without_verdict_is_not_told_yes() {
        let mut out = Vec::new();
        letter(&mut out, Protocol::Lmtp, 2, vec![Verdict::Accepted]);
        assert_eq!(out, b"250 2.6.0 stored\r\n451 4.3.0 no answer from the inbox\r\n");
    }
}
