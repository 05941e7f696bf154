//! The keys of `config/server.toml` and their values.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::SettingFault;

/// Every key with its default and its meaning.
pub const KEYS: &[(&str, &str, &str)] = &[
    ("web.listen", "127.0.0.1:8080", "where the pages are served"),
    (
        "web.public_url",
        "http://127.0.0.1:8080",
        "how the pages are reached from outside: start of every link",
    ),
    ("mail_in.listen", "127.0.0.1:2525", "where letters come in"),
    ("mail_in.protocol", "smtp", "smtp, or lmtp behind another mail server"),
    ("mail_in.domain", "gm.example", "our mail domain: letters go to <mailbox>+<game>@<domain>"),
    ("mail_in.mailbox", "orders", "what stands before the + in addresses of ours"),
    ("mail_in.checks", "strict", "what proves who wrote: strict, envelope or off"),
    ("mail_in.authserv_id", "", "name the mail server in front of us gives itself in Authentication-Results"),
    ("mail_in.dns", "", "name server asked for DKIM keys and SPF; empty: the machine's own"),
    ("mail_in.letter_bytes", "10485760", "largest letter"),
    ("mail_in.connections", "100", "conversations at a time, in all"),
    ("mail_in.connections_per_peer", "10", "conversations at a time with one address (not counted for lmtp)"),
    ("mail_in.letters_a_minute", "120", "letters one address may hand in in a minute (not counted for lmtp)"),
    ("mail_in.tls_cert", "", "certificate chain for STARTTLS, a PEM file; empty: not offered"),
    ("mail_in.tls_key", "", "its private key, a PEM file"),
    (
        "mail_in.http_secret",
        "",
        "secret shared with a provider that posts letters to /in/letters; empty: none may",
    ),
    ("mail_in.answers_an_hour", "20", "answers one player gets in an hour at most"),
    ("imap.host", "", "server of a mailbox that letters are fetched from; empty: none"),
    ("imap.port", "993", "its port"),
    ("imap.tls", "implicit", "implicit, starttls or none"),
    ("imap.user", "", "user name there"),
    ("imap.password", "", "password there"),
    ("imap.folder", "INBOX", "folder that is watched"),
    ("imap.done", "", "folder for letters that were taken; empty: they stay, marked as seen"),
    ("mail_out.host", "", "SMTP server for our letters; empty: they are laid into <data.dir>/outbox"),
    ("mail_out.port", "587", "its port"),
    ("mail_out.tls", "starttls", "none, starttls or implicit"),
    ("mail_out.user", "", "user name there"),
    ("mail_out.password", "", "password there"),
    ("mail_out.letters_a_minute", "60", "letters a minute that one domain gets from us at most"),
    ("mail_out.connections", "4", "letters on their way at a time"),
    (
        "mail_out.dkim_keys",
        "",
        "DKIM keys as selector=file, several with commas; empty: the server above signs",
    ),
    ("mail_out.self_test", "true", "write a letter to ourselves every day, to see that mail goes round"),
    ("mail_out.dkim_domain", "", "domain that signs; empty: mail_in.domain"),
    ("gm.name", "The GM", "who runs games begun from the command line"),
    ("gm.email", "gm@gm.example", "address of that GM"),
    ("gm.creators", "", "addresses of those who may begin games at the desk, several with commas"),
    ("data.dir", "var", "where the embedded database and outgoing letters lie"),
    ("database.url", "", "a PostgreSQL database; empty: the embedded one"),
    ("database.connections", "10", "connections at most"),
    ("press.messages_an_hour", "20", "messages one player may send within an hour in a game"),
    ("deadline.outage_grace_hours", "72", "longest grace after an outage over a deadline"),
];

/// Variables of ours that are no settings: where PostgreSQL's programs are, where this configuration is, and what a build
/// is called.
const NO_SETTINGS: [&str; 3] = ["PENTADE_PG_BIN", "PENTADE_CONFIG", "PENTADE_BUILD"];

/// Those of `crate::crash`, which only a debug build knows.
const FOR_TESTS: [&str; 3] = ["PENTADE_CRASH_AT", "PENTADE_CRASH_LOG", "PENTADE_PANIC_AT"];

fn is_no_setting(name: &str) -> bool {
    NO_SETTINGS.contains(&name) || cfg!(debug_assertions) && FOR_TESTS.contains(&name)
}

/// The values as words, with where each comes from, and the faults found so far.
#[derive(Debug)]
pub struct Values {
    values: BTreeMap<&'static str, (String, String)>,
    faults: Vec<SettingFault>,
}

impl Values {
    /// Defaults, then the file, then the environment.
    pub fn gather(origin: &str, text: &str, environment: &BTreeMap<String, String>) -> Self {
        let values = KEYS.iter().map(|(key, value, _)| (*key, ((*value).to_owned(), "default".to_owned())));
        let mut all = Self { values: values.collect(), faults: Vec::new() };
        match text.parse::<toml::Table>() {
            Ok(table) => all.take_table(origin, "", &table),
            Err(error) => all.faults.push(SettingFault {
                origin: origin.to_owned(),
                key: "the file".to_owned(),
                reason: error.to_string().trim_end().replace('\n', " "),
            }),
        }
        let ours = |name: &str| name.starts_with("PENTADE_") && !is_no_setting(name);
        for (name, value) in environment.iter().filter(|(name, _)| ours(name)) {
            all.take_variable(name, value);
        }
        if let Some(url) = environment.get("DATABASE_URL") {
            all.values.insert("database.url", (url.clone(), "DATABASE_URL".to_owned()));
        }
        all
    }

    fn take_table(&mut self, origin: &str, prefix: &str, table: &toml::Table) {
        for (name, value) in table {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            let words = match value {
                toml::Value::Table(inner) => {
                    self.take_table(origin, &key, inner);
                    continue;
                }
                toml::Value::String(words) => words.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(truth) => truth.to_string(),
                _ => {
                    self.faults.push(fault(
                        origin,
                        &key,
                        "a text, a whole number or true or false is wanted",
                    ));
                    continue;
                }
            };
            match KEYS.iter().find(|(known, ..)| *known == key) {
                Some((known, ..)) => {
                    self.values.insert(known, (words, origin.to_owned()));
                }
                None => self.faults.push(fault(origin, &key, "there is no such setting")),
            }
        }
    }

    fn take_variable(&mut self, name: &str, value: &str) {
        let found = KEYS.iter().find(|(key, ..)| variable(key) == name);
        match found {
            Some((key, ..)) => {
                self.values.insert(key, (value.to_owned(), name.to_owned()));
            }
            None => self.faults.push(fault(name, name, "there is no such setting")),
        }
    }

    /// The words of a key of [`KEYS`].
    pub fn text(&self, key: &'static str) -> String {
        self.values[key].0.trim().to_owned()
    }

    /// The words of a key that may not be empty.
    pub fn filled(&mut self, key: &'static str) -> String {
        let text = self.text(key);
        if text.is_empty() {
            self.fault(key, "it is empty".to_owned());
        }
        text
    }

    /// A value read by its own type; its default stands in when it is faulty.
    pub fn parsed<T: FromStr>(&mut self, key: &'static str, wanted: &str) -> T {
        let text = self.text(key);
        text.parse().unwrap_or_else(|_| {
            self.fault(key, format!("{text:?} is not {wanted}"));
            default_of(key)
        })
    }

    /// A whole number from `least` to `most`.
    pub fn in_range<T: FromStr + PartialOrd + std::fmt::Display>(
        &mut self,
        key: &'static str,
        least: T,
        most: T,
    ) -> T {
        let number = self.parsed::<T>(key, "a whole number");
        if number < least || number > most {
            self.fault(key, format!("{number} is not from {least} to {most}"));
        }
        number
    }

    /// One of several words.
    pub fn one_of<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> T {
        let text = self.text(key);
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => *value,
            None => {
                let wanted: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                self.fault(key, format!("{text:?} is not one of {}", wanted.join(", ")));
                words[0].1
            }
        }
    }

    /// Notes a fault of a key.
    pub fn fault(&mut self, key: &'static str, reason: String) {
        let origin = self.values[key].1.clone();
        self.faults.push(SettingFault { origin, key: key.to_owned(), reason });
    }

    /// What was found wrong.
    pub fn into_faults(self) -> Vec<SettingFault> {
        self.faults
    }
}

fn fault(origin: &str, key: &str, reason: &str) -> SettingFault {
    SettingFault { origin: origin.to_owned(), key: key.to_owned(), reason: reason.to_owned() }
}

fn default_of<T: FromStr>(key: &str) -> T {
    KEYS.iter()
        .find(|(known, ..)| *known == key)
        .and_then(|(_, value, _)| value.parse().ok())
        .expect("every default of the table is lawful: a test reads them all")
}

/// The environment variable of a key: `PENTADE_WEB_LISTEN`.
pub fn variable(key: &str) -> String {
    format!("PENTADE_{}", key.replace('.', "_").to_uppercase())
}
