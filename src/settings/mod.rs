//! Environment and `config/server.toml`; reads the config files as text.
