//! `pentade dkim-key`: a key that signs our letters, and the DNS record that lets others check them.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::Place;
use crate::mail::dkim::{self, Signer};

/// Makes a key for `selector`, unless its file is there already, and prints its DNS record and setting. The key itself
/// is never printed.
///
/// Errors: the settings; the file.
pub fn dkim_key(place: &Place, selector: &str, file: Option<PathBuf>) -> Result<()> {
    let (settings, _) = place.read()?;
    let file = file.unwrap_or_else(|| settings.data_dir.join("dkim").join(format!("{selector}.pem")));
    let is_new = !file.exists();
    if is_new {
        dkim::write_new_key(&file)?;
    }
    let domain = &settings.dkim_domain;
    let signer = Signer::load(domain, &[(selector.to_owned(), file.clone())])?;
    let record = signer.records().into_iter().next().context("the key has no record")?;
    println!("{} {}", if is_new { "a new key lies in" } else { "the key in" }, file.display());
    println!("\nThe record in the DNS of {domain}:\n\n{}", dkim::zone_line(selector, domain, &record));
    println!("\nThe same as one text, for {selector}._domainkey.{domain}:\n\n{record}");
    println!("\nThe setting, once the record can be seen from outside:\n");
    println!("[mail_out]\ndkim_keys = \"{selector}={}\"", file.display());
    Ok(())
}
