//! Bytes of a received letter, read: who wrote it, what kind of letter it is, and the words to read as orders.

mod body;
mod decode;
mod flowed;
pub mod form;
mod html;
mod kind;
mod origin;
mod parts;
mod quotation;
mod sealed;

use std::borrow::Cow;

use jiff::Timestamp;
use mail_parser::HeaderName;

pub use super::correspondent::Correspondent;
pub use origin::Identity;

/// What the post office wrote on a letter, and who we are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postmark<'a> {
    /// Return path of the envelope; empty for bounces.
    pub sender: &'a str,
    /// The recipient this copy is for.
    pub recipient: &'a str,
    /// The domain our own letters come from, to know them when they come back.
    pub own_domain: &'a str,
}

/// A received letter, read. Made by [`read`], which takes any bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The Message-ID with angle brackets, if the letter has a lawful one.
    pub message_id: Option<String>,
    /// The same for two copies of one letter to one recipient: a hash of recipient and Message-ID, or without
    /// one of recipient, From, Date and body. Hexadecimal.
    pub identity: String,
    /// Who wrote it.
    pub from: Sender,
    /// The addresses it names as its readers, in lower case.
    pub addressees: Vec<String>,
    /// The subject, one line, at most 200 characters.
    pub subject: String,
    /// When its writer says it was written.
    pub date: Option<Timestamp>,
    /// The letters it answers, with angle brackets.
    pub in_reply_to: Vec<String>,
    /// Its thread, oldest first, with angle brackets.
    pub references: Vec<String>,
    /// What kind of letter it is.
    pub kind: LetterKind,
    /// The words to read as orders. Quotations, attributions and signatures stand as empty lines, so that line
    /// numbers are those the writer sees.
    pub text: String,
    /// What the HTML part says where it says something else than `text`. The reader should hold the letter if
    /// the two give other orders.
    pub other_text: Option<String>,
    /// Text files that came with the letter, if the letter has words of its own; else the first is `text`.
    pub files: Vec<TextFile>,
    /// What the writer should know about the reading: "4 quoted lines ignored". Lower case, no final stop.
    pub notes: Vec<String>,
    /// Lines taken as quotation, attribution lines included.
    pub quoted_lines: u32,
    /// Why the letter waits for the GM, if it does. Its text is not to be read as orders then.
    pub held: Option<Held>,
}

/// Who wrote a letter, as its From header says. Not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sender {
    /// Exactly one address.
    One(Correspondent),
    /// No address.
    None,
    /// Several addresses or several From headers: nobody in particular.
    Several(Vec<Correspondent>),
}

/// What kind of letter it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterKind {
    /// A person wrote it. The only kind that is answered and read for orders.
    Person,
    /// An out-of-office answer or the like, RFC 3834.
    AutoReply,
    /// A report that a letter could not be delivered, RFC 3464.
    Bounce,
    /// A letter of ours that came back.
    OwnLoop,
    /// A newsletter or a mailing list's letter.
    ListMail,
}

/// A text file that came with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Its name as a label: cleaned, never a path.
    pub name: String,
    /// Its words.
    pub text: String,
}

/// Why a letter is kept for the GM instead of being read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Held {
    /// There is no From address.
    #[error("it names no sender")]
    NoSender,
    /// From names several addresses.
    #[error("it names several senders")]
    SeveralSenders,
    /// It is encrypted.
    #[error("it is encrypted, which cannot be read here")]
    Encrypted,
    /// Its base64 or signed part cannot be decoded to the end.
    #[error("its text arrived damaged and could not be decoded to the end")]
    Damaged,
    /// Its plain text and its HTML text have next to nothing in common.
    #[error("its plain text and its HTML text say different things")]
    TwoVersions,
    /// Its text is inside Outlook's own wrapping.
    #[error("its text is inside a winmail.dat, which only Outlook can open; send it as plain text or HTML")]
    Winmail,
    /// There are no words in it.
    #[error("there is no text in it")]
    NoText,
    /// More parts, or deeper nested ones, than a letter has.
    #[error("it has too many parts")]
    TooManyParts,
    /// A head that no mail program writes.
    #[error("its head is too long")]
    LongHead,
    /// More text than an order letter has.
    #[error("it is too long")]
    TooLong,
}

/// Reads a letter. Any bytes give one; what cannot be read is held, with the reason.
///
/// A letter that a machine sent keeps its words for the GM, but they are nobody's orders.
pub fn read(postmark: &Postmark<'_>, raw: &[u8]) -> Letter {
    let raw = with_line_feeds(raw);
    let (fields, _) = parts::split_head(&raw);
    let head = parts::Head::read(fields);
    let message_id = origin::id_of(&head);
    let identity = Identity::begin(&head, message_id.as_deref(), postmark).finish(&raw);
    let from = origin::sender_of(&head);
    let kind = kind::kind_of(&head, &from, postmark);
    let read = if fields.len() > LONGEST_HEAD { Err(Held::LongHead) } else { body::read(&raw, &from) };
    let (body, unreadable) = match read {
        Ok(body) => (body, None),
        Err(reason) => (body::Body::default(), Some(reason)),
    };
    let nobody = match from {
        Sender::One(_) => None,
        Sender::None => Some(Held::NoSender),
        Sender::Several(_) => Some(Held::SeveralSenders),
    };
    let versions = body.two_versions.then_some(Held::TwoVersions);
    let wordless = body.text.trim().is_empty() && body.quoted_lines == 0 && body.files.is_empty();
    let empty = if body.has_winmail { Held::Winmail } else { Held::NoText };
    let held = nobody.or(unreadable).or(versions).or(wordless.then_some(empty));
    Letter {
        message_id,
        identity,
        from,
        addressees: origin::addressees_of(&head),
        subject: origin::subject_of(&head),
        date: origin::date_of(head.message()),
        in_reply_to: origin::ids_in(&head, HeaderName::InReplyTo),
        references: origin::ids_in(&head, HeaderName::References),
        kind,
        text: body.text,
        other_text: body.other_text,
        files: body.files,
        notes: body.notes,
        quoted_lines: body.quoted_lines,
        held,
    }
}

/// Longest head, in bytes, of a letter that is read.
const LONGEST_HEAD: usize = 1024 * 1024;

/// What [`Letter::identity`] would be, without reading the words.
pub fn identity(postmark: &Postmark<'_>, raw: &[u8]) -> String {
    identity_by_head(postmark, &head_of(raw)).finish(raw)
}

/// The fields of a letter, as far as they are read.
pub fn head_of(raw: &[u8]) -> Cow<'_, [u8]> {
    let cut = |raw: &[u8]| parts::split_head(raw).0.len().min(parts::LONGEST_HEAD);
    match with_line_feeds(raw) {
        Cow::Borrowed(raw) => Cow::Borrowed(&raw[..cut(raw)]),
        Cow::Owned(mut raw) => {
            raw.truncate(cut(&raw));
            Cow::Owned(raw)
        }
    }
}

/// Return path and readers of a letter that came without an envelope, by its own head.
pub fn envelope_by_head(raw: &[u8]) -> (String, Vec<String>) {
    let head = parts::Head::read(&head_of(raw));
    (origin::return_path_of(&head), origin::addressees_of(&head))
}

/// The identity of a letter with these fields; its body may be wanted to finish it.
pub fn identity_by_head(postmark: &Postmark<'_>, head: &[u8]) -> Identity {
    let head = parts::Head::read(head);
    Identity::begin(&head, origin::id_of(&head).as_deref(), postmark)
}

/// A letter whose lines end in CR alone, as LF; any other letter as it is.
fn with_line_feeds(raw: &[u8]) -> Cow<'_, [u8]> {
    if raw.contains(&b'\n') || !raw.contains(&b'\r') {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(raw.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect())
}
