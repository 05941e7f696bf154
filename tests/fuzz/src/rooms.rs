//! The rooms of the program that the fuzz targets read with: a build of these alone takes a minute, of the whole server
//! with coverage half an hour.
#![allow(dead_code)]

#[path = "../../../src/empires/mod.rs"]
pub mod empires;
#[path = "../../../src/postal/mod.rs"]
pub mod postal;
#[path = "../../../src/settings/mod.rs"]
pub mod settings;

/// The reading half of the room `mail`.
#[path = "mail_rooms.rs"]
pub mod mail;
