//! What the doors for letters need besides the desk: a certificate, and a mailbox to watch.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use crate::mail::collect::{Mailbox, Protection};
use crate::settings::{MailTls, Settings};

/// First pause after the mailbox could not be reached.
const PAUSE: Duration = Duration::from_secs(5);

/// What STARTTLS is offered with, if the settings name a certificate.
///
/// Errors: a file that cannot be read, or that belongs to another key.
pub(super) fn certificate(settings: &Settings) -> Result<Option<TlsAcceptor>> {
    let Some((chain, key)) = &settings.mail_in.tls else { return Ok(None) };
    let chain_of = || format!("the certificate {} (mail_in.tls_cert) cannot be read", chain.display());
    let read = CertificateDer::pem_file_iter(chain).with_context(chain_of)?;
    let certificates = read.collect::<Result<Vec<_>, _>>().with_context(chain_of)?;
    let key = PrivateKeyDer::from_pem_file(key)
        .with_context(|| format!("the key {} (mail_in.tls_key) cannot be read", key.display()))?;
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .context("certificate and key of mail_in.tls_cert do not belong together")?;
    Ok(Some(TlsAcceptor::from(Arc::new(config))))
}

/// The mailbox that letters are fetched from, if the settings name one.
///
/// Errors: the TLS library.
pub(super) fn mailbox(settings: &Settings) -> Result<Option<Mailbox>> {
    let Some(imap) = &settings.imap else { return Ok(None) };
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let protection = match imap.tls {
        MailTls::None => Protection::None,
        MailTls::StartTls => Protection::StartTls,
        MailTls::Implicit => Protection::Implicit,
    };
    Ok(Some(Mailbox {
        host: imap.host.clone(),
        port: imap.port,
        protection,
        tls: TlsConnector::from(Arc::new(config)),
        user: imap.user.clone(),
        password: imap.password.clone(),
        folder: imap.folder.clone(),
        done: imap.done.clone(),
        letter_bytes: settings.letter_bytes,
        pause: PAUSE,
    }))
}
