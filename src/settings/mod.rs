//! What the operator decides: `config/server.toml`, overridden by `PENTADE_*`; and the texts of `config/`.
//!
//! Every fault is found in one go and names its key. The keys, their defaults and their meaning are the table
//! [`keys::KEYS`].

pub mod keys;
mod mail_in;
pub mod texts;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::postal::commands::CommandWords;

use keys::Values;
pub use mail_in::{Checks, Imap, MailIn};

/// Something wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{key}: {reason}", if origin == key { String::new() } else { format!("{origin}: ") })]
pub struct SettingFault {
    /// File or environment variable.
    pub origin: String,
    /// The key: `mail_in.listen`.
    pub key: String,
    /// What is wrong.
    pub reason: String,
}

/// Every setting, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where the pages are served.
    pub web_listen: SocketAddr,
    /// Start of every link in letters, without a slash at its end.
    pub public_url: String,
    /// Where letters come in.
    pub mail_listen: SocketAddr,
    /// How they come in.
    pub mail_protocol: MailProtocol,
    /// Our mail domain.
    pub mail_domain: String,
    /// How letters come in, and what must be proved about them.
    pub mail_in: MailIn,
    /// The mailbox that letters are fetched from, if there is one.
    pub imap: Option<Imap>,
    /// Largest letter in bytes.
    pub letter_bytes: usize,
    /// How our letters leave.
    pub mail_out: MailOut,
    /// Letters a minute that one domain gets from us at most.
    pub letters_a_minute: i64,
    /// Letters on their way at a time.
    pub letters_at_a_time: usize,
    /// Whether a letter goes from us to us every day.
    pub self_test: bool,
    /// Selectors and files of the keys that sign our letters; none when another server signs them.
    pub dkim_keys: Vec<(String, PathBuf)>,
    /// The domain that signs.
    pub dkim_domain: String,
    /// Who runs games begun from the command line.
    pub gm_name: String,
    /// Address of that GM.
    pub gm_email: String,
    /// Addresses of those who may begin games at the desk, beside those who run one here.
    pub gm_creators: Vec<String>,
    /// Where the embedded database and outgoing letters lie.
    pub data_dir: PathBuf,
    /// The database; the embedded one when none is named.
    pub database_url: Option<String>,
    /// Connections to the database at most.
    pub database_connections: u32,
    /// Longest grace after an outage over a deadline, in hours.
    pub outage_grace_hours: i64,
    /// Messages that one player may send within an hour in a game.
    pub messages_an_hour: i64,
    /// The words of the commands that letters may hold.
    pub command_words: CommandWords,
}

/// Which protocol the listener for letters speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailProtocol {
    /// SMTP.
    Smtp,
    /// LMTP, behind another mail server.
    Lmtp,
}

/// How our letters leave.
#[derive(Clone, PartialEq, Eq)]
pub enum MailOut {
    /// As `.eml` files in a folder.
    Folder(PathBuf),
    /// Through an SMTP server.
    Smtp {
        /// Host name.
        host: String,
        /// Port.
        port: u16,
        /// How the connection is protected.
        tls: MailTls,
        /// User name and password.
        login: Option<(String, String)>,
    },
}

impl std::fmt::Debug for MailOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            Self::Smtp { host, port, tls, .. } => {
                write!(f, "Smtp({host}:{port}, {tls:?})")
            }
        }
    }
}

/// How a connection to the outgoing server is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTls {
    /// Not at all.
    None,
    /// STARTTLS, and nothing is sent without it.
    StartTls,
    /// TLS from the first byte.
    Implicit,
}

/// What stands before the `+` in addresses of ours where nothing else is set.
const USUAL_MAILBOX: &str = "orders";

impl Settings {
    /// Reads `config/server.toml` below `config`, if it is there, and the environment.
    ///
    /// Errors: every fault at once.
    pub fn read(config: &Path, environment: &BTreeMap<String, String>) -> Result<Self, Vec<SettingFault>> {
        let file = config.join("server.toml");
        let origin = file.display().to_string();
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(vec![SettingFault { origin, key: "the file".into(), reason: error.to_string() }]);
            }
        };
        let mut read = Self::parse(&origin, &text, environment);
        let words = config.join("commands.toml");
        let fault = |reason: String| SettingFault {
            origin: words.display().to_string(),
            key: "the file".into(),
            reason,
        };
        let own = match std::fs::read_to_string(&words) {
            Ok(text) => CommandWords::parse(&text).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(vec![error.to_string()]),
        };
        match (&mut read, own) {
            (Ok(settings), Ok(Some(own))) => settings.command_words = own,
            (_, Ok(_)) => {}
            (Ok(_), Err(faults)) => read = Err(faults.into_iter().map(fault).collect()),
            (Err(known), Err(faults)) => known.extend(faults.into_iter().map(fault)),
        }
        read
    }

    /// The same from the file's words.
    pub fn parse(
        origin: &str,
        text: &str,
        environment: &BTreeMap<String, String>,
    ) -> Result<Self, Vec<SettingFault>> {
        let mut values = Values::gather(origin, text, environment);
        let mail_out = mail_out(&mut values);
        let read = Self {
            web_listen: values.parsed("web.listen", "an address and port such as 127.0.0.1:8080"),
            public_url: public_url(&mut values),
            mail_listen: values.parsed("mail_in.listen", "an address and port such as 127.0.0.1:2525"),
            mail_protocol: values
                .one_of("mail_in.protocol", &[("smtp", MailProtocol::Smtp), ("lmtp", MailProtocol::Lmtp)]),
            mail_domain: mail_domain(&mut values),
            mail_in: mail_in::mail_in(&mut values),
            imap: mail_in::imap(&mut values),
            letter_bytes: values.in_range("mail_in.letter_bytes", 1_000, 100_000_000),
            mail_out,
            letters_a_minute: values.in_range("mail_out.letters_a_minute", 1, 100_000),
            letters_at_a_time: values.in_range("mail_out.connections", 1, 50),
            self_test: values.one_of("mail_out.self_test", &[("true", true), ("false", false)]),
            dkim_keys: dkim_keys(&mut values),
            dkim_domain: dkim_domain(&mut values),
            gm_name: values.filled("gm.name"),
            gm_email: address(&mut values, "gm.email"),
            gm_creators: addresses(&mut values, "gm.creators"),
            data_dir: PathBuf::from(values.filled("data.dir")),
            database_url: database_url(&mut values),
            database_connections: values.in_range("database.connections", 2, 500),
            messages_an_hour: values.in_range("press.messages_an_hour", 1, 1_000),
            outage_grace_hours: values.in_range("deadline.outage_grace_hours", 0, 24 * 14),
            command_words: shipped_words(),
        };
        let faults = values.into_faults();
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    /// The address order letters of a game go to.
    pub fn orders_address(&self, slug: &str) -> String {
        format!("{}+{slug}@{}", self.mail_in.mailbox, self.mail_domain)
    }

    /// One player's own address for a game: whoever writes to it knows the token.
    pub fn reply_address(&self, slug: &str, token: &str) -> String {
        format!("{}+{slug}.{token}@{}", self.mail_in.mailbox, self.mail_domain)
    }

    /// The address a held letter is confirmed at.
    pub fn confirm_address(&self, token: &str) -> String {
        format!("{}+confirm-{token}@{}", self.mail_in.mailbox, self.mail_domain)
    }

    /// Where the answer to an invitation goes; the token is the one of its link.
    pub fn invitation_address(&self, token: &str) -> String {
        format!("{}+invite-{token}@{}", self.mail_in.mailbox, self.mail_domain)
    }

    /// An address of the server's own, such as `bounce+1.0af@gm.example`, as it is written outside: where the mailbox is not
    /// the usual one, only what begins with its name may reach us, and it is `you+bounce-1.0af@example.org`.
    pub fn outward(&self, address: &str) -> String {
        match address.split_once('+') {
            Some((what, rest)) if self.mail_in.mailbox != USUAL_MAILBOX => {
                format!("{}+{what}-{rest}", self.mail_in.mailbox)
            }
            _ => address.to_owned(),
        }
    }

    /// An address as it came, in lower case; what [`Settings::outward`] made is undone.
    pub fn inward(&self, address: &str) -> String {
        let address = address.trim().to_lowercase();
        let own = address.strip_prefix(self.mail_in.mailbox.as_str()).and_then(|rest| rest.strip_prefix('+'));
        let own = own.and_then(|rest| rest.split_once('-'));
        match own {
            Some((what @ ("bounce" | "selftest"), rest)) => format!("{what}+{rest}"),
            _ => address,
        }
    }

    /// A link into the pages; `path` begins with a slash.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// Whether the pages are reached by HTTPS, so that cookies may be marked secure.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// The words that stand where `config/` has no file of its own.
fn shipped_words() -> CommandWords {
    let words = CommandWords::parse(include_str!("../../config/commands.toml"));
    words.expect("the words that came with the program are sound, as their test shows")
}

fn public_url(values: &mut Values) -> String {
    let url = values.filled("web.public_url");
    let url = url.trim_end_matches('/').to_owned();
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    if host.is_none_or(|host| host.is_empty() || host.contains(char::is_whitespace)) {
        values.fault("web.public_url", format!("{url:?} does not begin with http:// or https:// and a host"));
    }
    url
}

fn mail_domain(values: &mut Values) -> String {
    let domain = values.filled("mail_in.domain").to_lowercase();
    let lawful = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if !domain.chars().all(lawful) || domain.starts_with('.') || domain.ends_with('.') {
        values.fault("mail_in.domain", format!("{domain:?} is no domain name"));
    }
    domain
}

fn dkim_keys(values: &mut Values) -> Vec<(String, PathBuf)> {
    let text = values.text("mail_out.dkim_keys");
    let mut keys = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let lawful = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        match part.split_once('=').map(|(selector, file)| (selector.trim(), file.trim())) {
            Some((selector, file))
                if !selector.is_empty() && selector.chars().all(lawful) && !file.is_empty() =>
            {
                keys.push((selector.to_owned(), PathBuf::from(file)));
            }
            _ => values.fault("mail_out.dkim_keys", format!("{part:?} is no selector=file")),
        }
    }
    keys
}

fn dkim_domain(values: &mut Values) -> String {
    let domain = values.text("mail_out.dkim_domain").to_lowercase();
    let domain = if domain.is_empty() { values.text("mail_in.domain").to_lowercase() } else { domain };
    let lawful = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    if !domain.chars().all(lawful) {
        values.fault("mail_out.dkim_domain", format!("{domain:?} is no domain name"));
    }
    domain
}

fn address(values: &mut Values, key: &'static str) -> String {
    let address = values.filled(key).to_lowercase();
    let parts = address.rsplit_once('@');
    if parts.is_none_or(|(local, domain)| local.is_empty() || domain.is_empty())
        || address.contains(char::is_whitespace)
    {
        values.fault(key, format!("{address:?} is no mail address"));
    }
    address
}

/// Mail addresses with commas between them; none when nothing is set.
fn addresses(values: &mut Values, key: &'static str) -> Vec<String> {
    let text = values.text(key).to_lowercase();
    let all: Vec<String> =
        text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect();
    for address in &all {
        if !address.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty()) {
            values.fault(key, format!("{address:?} is no mail address"));
        }
    }
    all
}

fn database_url(values: &mut Values) -> Option<String> {
    let url = values.text("database.url");
    if url.is_empty() {
        return None;
    }
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        // The value may hold a password: it is not repeated.
        values.fault("database.url", "it does not begin with postgres://".to_owned());
    }
    Some(url)
}

fn mail_out(values: &mut Values) -> MailOut {
    let folder = PathBuf::from(values.text("data.dir")).join("outbox");
    let host = values.text("mail_out.host");
    let tls = values.one_of(
        "mail_out.tls",
        &[("none", MailTls::None), ("starttls", MailTls::StartTls), ("implicit", MailTls::Implicit)],
    );
    let port = values.in_range("mail_out.port", 1, 65_535);
    let (user, password) = (values.text("mail_out.user"), values.text("mail_out.password"));
    if user.is_empty() != password.is_empty() {
        values.fault("mail_out.user", "user and password are given both or not at all".to_owned());
    }
    if host.is_empty() {
        return MailOut::Folder(folder);
    }
    let login = (!user.is_empty()).then_some((user, password));
    if login.is_some() && tls == MailTls::None {
        values.fault("mail_out.tls", "a password is not sent without TLS".to_owned());
    }
    MailOut::Smtp { host, port, tls, login }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    #[test]
    fn an_empty_file_gives_the_defaults() {
        let settings = Settings::parse("server.toml", "", &none()).expect("the defaults are lawful");
        assert_eq!(settings.orders_address("g7"), "orders+g7@gm.example");
        assert_eq!(settings.mail_out, MailOut::Folder(PathBuf::from("var/outbox")));
        assert_eq!(settings.database_url, None);
    }

    #[test]
    fn the_shipped_file_shows_every_key_with_its_default() {
        let shipped = include_str!("../../config/server.toml");
        let bare: String = shipped
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
            .flat_map(|line| [line, "\n"])
            .collect();
        let table: toml::Table = bare.parse().expect("it is sound with every line in force");
        for (key, default, _) in keys::KEYS {
            let (section, name) = key.split_once('.').expect("a key has a section");
            let value = table.get(section).and_then(|section| section.get(name));
            let value = value.unwrap_or_else(|| panic!("{key} is missing"));
            let words = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(words, *default, "{key}");
        }
        assert_eq!(Settings::parse("server.toml", shipped, &none()), Settings::parse("", "", &none()));
    }

    #[test]
    fn every_fault_is_found_at_once() {
        let text = "[web]\nlisten = \"nowhere\"\npublic_url = \"gm.example\"\n[mail_in]\ndomain = \"a b\"\n\
                    [mail_out]\nhost = \"smtp.example\"\nuser = \"u\"\ntls = \"maybe\"\n[magic]\nx = 1\n";
        let faults = Settings::parse("server.toml", text, &none()).expect_err("six faults");
        let keys: Vec<_> = faults.iter().map(|fault| fault.key.as_str()).collect();
        for key in
            ["web.listen", "web.public_url", "mail_in.domain", "mail_out.user", "mail_out.tls", "magic.x"]
        {
            assert!(keys.contains(&key), "{key} is not among {keys:?}");
        }
    }

    #[test]
    fn the_environment_wins_and_is_named_in_its_faults() {
        let environment = BTreeMap::from([
            ("PENTADE_WEB_LISTEN".to_owned(), "127.0.0.1:1".to_owned()),
            ("PENTADE_MAIL_OUT_PORT".to_owned(), "many".to_owned()),
        ]);
        let faults =
            Settings::parse("server.toml", "[web]\nlisten = \"bad\"", &environment).expect_err("a port");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0].origin, "PENTADE_MAIL_OUT_PORT");
    }

    #[test]
    fn a_misspelt_variable_and_a_broken_file_are_faults() {
        let environment = BTreeMap::from([("PENTADE_WEB_LISTN".to_owned(), "x".to_owned())]);
        assert!(Settings::parse("server.toml", "", &environment).is_err());
        let environment = BTreeMap::from([("PENTADE_PG_BIN".to_owned(), "/usr/lib".to_owned())]);
        assert!(Settings::parse("server.toml", "", &environment).is_ok(), "no setting, but no mistake");
        assert!(Settings::parse("server.toml", "[web", &none()).is_err());
    }

    #[test]
    fn passwords_do_not_show_in_debug() {
        let text = "[mail_out]\nhost = \"h\"\nuser = \"u\"\npassword = \"hunter\"\n";
        let settings = Settings::parse("server.toml", text, &none()).expect("lawful");
        assert!(!format!("{:?}", settings.mail_out).contains("hunter"));
    }
}
