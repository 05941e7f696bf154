//! A person or machine with an address.

/// A name, if known, and an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Correspondent {
    /// The name shown. Never to be taken for an address, even when it looks like one.
    pub name: Option<String>,
    /// The address: `anna@example.org`.
    pub address: String,
}

impl Correspondent {
    /// Someone with an address alone.
    pub fn at(address: impl Into<String>) -> Self {
        Self { name: None, address: address.into() }
    }

    /// Someone with a name and an address.
    pub fn named(name: impl Into<String>, address: impl Into<String>) -> Self {
        Self { name: Some(name.into()), address: address.into() }
    }

    /// What stands behind the last `@` of the address; empty when there is none.
    pub fn domain(&self) -> &str {
        self.address.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}
