//! Who wrote a letter, proved: by the word of the mail server that received it for us (RFC 8601), or by our own
//! look at its DKIM signatures (RFC 6376), its way here (SPF, RFC 7208) and the wish of its domain (DMARC).
//!
//! A name server that does not answer proves nothing and refutes nothing.

mod results;

use std::net::SocketAddr;
use std::time::Duration;

use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{AuthenticatedMessage, DkimResult, DmarcResult, MessageAuthenticator, SpfOutput, SpfResult};

use super::envelope::Origin;

/// Longest time that name servers may take about one letter.
const LONGEST_ASKING: Duration = Duration::from_secs(15);
/// Signatures that are looked at. A letter has two or three.
const MOST_SIGNATURES: usize = 5;

/// What is known of a letter's writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The domain of the From line stands for it; with the means.
    Proved(String),
    /// The receiving mail server says that the From line is forged; with its words.
    Forged(String),
    /// Nothing is proved; with the reason.
    Unknown(String),
}

/// Checks letters.
pub struct Checker {
    authenticator: Option<MessageAuthenticator>,
    authserv_id: Option<String>,
    host: String,
}

impl std::fmt::Debug for Checker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker").field("authserv_id", &self.authserv_id).finish_non_exhaustive()
    }
}

impl Checker {
    /// A checker for the host of this name that asks the name server `dns`, or those of the machine. Where the
    /// machine knows none, nothing can be proved but by the word of `authserv_id`.
    pub fn new(host: &str, authserv_id: Option<&str>, dns: Option<SocketAddr>) -> Self {
        let authenticator = match dns {
            Some(server) => MessageAuthenticator::new(one_server(server), options()),
            None => MessageAuthenticator::new_system_conf(),
        };
        let authenticator = authenticator
            .inspect_err(|error| tracing::warn!(%error, "no name server: no signature can be checked"))
            .ok();
        Self { authenticator, authserv_id: authserv_id.map(str::to_lowercase), host: host.to_owned() }
    }

    /// What is known of the writer of a letter with one From address.
    pub async fn check(&self, raw: &[u8], from: &str, envelope_from: &str, origin: &Origin) -> Finding {
        let domain = domain_of(from);
        if let Some(id) = &self.authserv_id
            && origin.is_from_our_server()
            && let Some(finding) = results::read(raw, id, &domain)
        {
            return finding;
        }
        let Some(authenticator) = &self.authenticator else {
            return Finding::Unknown("no name server could be asked about its domain".to_owned());
        };
        let asked = self.ask(authenticator, raw, &domain, envelope_from, origin);
        match tokio::time::timeout(LONGEST_ASKING, asked).await {
            Ok(finding) => finding,
            Err(_) => Finding::Unknown(no_answer(&domain)),
        }
    }

    async fn ask(
        &self,
        authenticator: &MessageAuthenticator,
        raw: &[u8],
        domain: &str,
        envelope_from: &str,
        origin: &Origin,
    ) -> Finding {
        let Some(mut message) = AuthenticatedMessage::parse(raw) else {
            return Finding::Unknown("it has no head that could be signed".to_owned());
        };
        message.dkim_headers.truncate(MOST_SIGNATURES);
        let signatures = authenticator.verify_dkim(&message).await;
        let peer = origin.outer_peer().filter(|_| !envelope_from.is_empty());
        let spf = match peer {
            Some(peer) => {
                let asked =
                    SpfParameters::verify_mail_from(peer, &origin.greeting, &self.host, envelope_from);
                authenticator.verify_spf(asked).await
            }
            None => SpfOutput::new(domain_of(envelope_from)),
        };
        let signed: Vec<String> = signatures
            .iter()
            .filter(|output| *output.result() == DkimResult::Pass)
            .filter_map(|output| output.signature().map(|signature| signature.d.to_lowercase()))
            .collect();
        let is_unanswered =
            signatures.iter().any(|output| matches!(output.result(), DkimResult::TempError(_)))
                || spf.result() == SpfResult::TempError;
        if signed.is_empty() && spf.result() != SpfResult::Pass {
            return Finding::Unknown(match (is_unanswered, signatures.is_empty()) {
                (true, _) => no_answer(domain),
                (false, true) => format!("it bears no signature of {domain}"),
                (false, false) => "its signature is not sound".to_owned(),
            });
        }
        let mail_from = domain_of(envelope_from);
        // The very domain itself: whatever it asks for, this is it.
        if signed.iter().any(|signer| signer == domain) {
            return Finding::Proved(format!("DKIM by {domain}"));
        }
        if spf.result() == SpfResult::Pass && mail_from == domain {
            return Finding::Proved(format!("SPF by {domain}"));
        }
        let wish = DmarcParameters::new(&message, &signatures, &mail_from, &spf);
        let wish = authenticator.verify_dmarc(wish).await;
        if let DmarcResult::Pass = wish.dkim_result() {
            return Finding::Proved(format!("DKIM, as {domain} asks (DMARC)"));
        }
        if let DmarcResult::Pass = wish.spf_result() {
            return Finding::Proved(format!("SPF, as {domain} asks (DMARC)"));
        }
        // Where the domain publishes no wish, the rule of RFC 7489 3.1 in its strict reading, and for a domain and
        // those below it.
        let has_no_wish = *wish.dkim_result() == DmarcResult::None && *wish.spf_result() == DmarcResult::None;
        if has_no_wish && signed.iter().any(|signer| is_aligned(signer, domain)) {
            return Finding::Proved(format!("DKIM by {domain}"));
        }
        if has_no_wish && spf.result() == SpfResult::Pass && is_aligned(&mail_from, domain) {
            return Finding::Proved(format!("SPF by {domain}"));
        }
        let others: Vec<&str> = signed.iter().map(String::as_str).collect();
        Finding::Unknown(match others.is_empty() {
            false => format!("it is signed by {} and not by {domain}", others.join(", ")),
            true => format!("it came from {mail_from} and not from {domain}"),
        })
    }
}

fn no_answer(domain: &str) -> String {
    format!("the name servers of {domain} did not answer")
}

fn options() -> ResolverOpts {
    let mut options = ResolverOpts::default();
    options.timeout = Duration::from_secs(2);
    options.attempts = 2;
    options
}

fn one_server(server: SocketAddr) -> ResolverConfig {
    let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
        connection.port = server.port();
        connection
    });
    ResolverConfig::from_name_servers(vec![NameServerConfig::new(server.ip(), true, connections.to_vec())])
}

/// What stands behind the last `@`, in lower case.
fn domain_of(address: &str) -> String {
    address.rsplit_once('@').map_or(String::new(), |(_, domain)| domain.to_lowercase())
}

/// Whether two domains are the same, or one lies within the other; a domain of one label stands for nobody.
pub fn is_aligned(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let shorter = if one.len() < other.len() { &one } else { &other };
    shorter.contains('.')
        && (one == other || one.ends_with(&format!(".{other}")) || other.ends_with(&format!(".{one}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_and_those_within_it_are_aligned() {
        assert!(is_aligned("example.org", "Example.org"));
        assert!(is_aligned("mail.example.org", "example.org"));
        assert!(is_aligned("example.org", "mail.example.org"));
        for (one, other) in [
            ("example.org", "example.net"),
            ("badexample.org", "example.org"),
            ("org", "example.org"),
            ("", ""),
        ] {
            assert!(!is_aligned(one, other), "{one} {other}");
        }
    }
}
