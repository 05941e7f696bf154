//! The envelope of a letter: who is told of failure, and who shall have it. Apart from its headers.

/// Sender and recipients as SMTP carries them, RFC 5321.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// Return path; empty for letters that must not be answered (bounces, our own notices).
    pub from: String,
    /// Recipients, in the order named.
    pub to: Vec<String>,
    /// Whether the sender asked for SMTPUTF8 (RFC 6531).
    pub utf8: bool,
}

impl Envelope {
    /// An envelope for one recipient.
    pub fn to_one(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { from: from.into(), to: vec![to.into()], utf8: false }
    }
}
