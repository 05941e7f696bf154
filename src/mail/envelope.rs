//! The envelope of a letter: who is told of failure, and who shall have it. Apart from its headers.

use std::net::IpAddr;

/// Sender and recipients as SMTP carries them, RFC 5321.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// Return path; empty for letters that must not be answered (bounces, our own notices).
    pub from: String,
    /// Recipients, in the order named.
    pub to: Vec<String>,
    /// Whether the sender asked for SMTPUTF8 (RFC 6531).
    pub utf8: bool,
    /// How a letter came to us.
    pub origin: Origin,
}

impl Envelope {
    /// An envelope for one recipient.
    pub fn to_one(from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { from: from.into(), to: vec![to.into()], utf8: false, origin: Origin::default() }
    }
}

/// How a letter came to us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// By which door.
    pub way: Way,
    /// The address that handed it in, where that is known.
    pub peer: Option<IpAddr>,
    /// The name that peer gave itself.
    pub greeting: String,
}

impl Origin {
    /// A letter that came by a door where no peer is known.
    pub fn by(way: Way) -> Self {
        Self { way, ..Self::default() }
    }

    /// Whether a mail server of ours handed it in, so that its word may be taken: never a stranger on the net.
    pub fn is_from_our_server(&self) -> bool {
        self.way != Way::Smtp || self.peer.is_some_and(is_near)
    }

    /// The address to ask SPF about: of one who came to us straight from the net.
    pub fn outer_peer(&self) -> Option<IpAddr> {
        self.peer.filter(|peer| self.way == Way::Smtp && !is_near(*peer))
    }
}

/// This machine or its own network.
fn is_near(peer: IpAddr) -> bool {
    match peer.to_canonical() {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private() || peer.is_link_local(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local() || peer.is_unicast_link_local(),
    }
}

/// The doors by which letters come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Way {
    /// Our listener, speaking SMTP.
    #[default]
    Smtp,
    /// Our listener, speaking LMTP to a mail server in front of us.
    Lmtp,
    /// A pipe.
    Pipe,
    /// A mailbox.
    Imap,
    /// A provider's signed post.
    Http,
}

impl Way {
    const ALL: [(Self, &str); 5] = [
        (Self::Smtp, "smtp"),
        (Self::Lmtp, "lmtp"),
        (Self::Pipe, "pipe"),
        (Self::Imap, "imap"),
        (Self::Http, "http"),
    ];

    /// Its word.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(way, _)| *way == self).map_or("smtp", |(_, word)| word)
    }

    /// The way with this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(way, _)| *way)
    }
}
