//! Where the pages that letters link to are.

use crate::postal::chronicle::SideId;

/// A game, for everyone.
pub fn game(slug: &str) -> String {
    format!("/g/{slug}")
}

/// A published pentade, for everyone.
pub fn turn(slug: &str, first_year: i32) -> String {
    format!("/g/{slug}/{first_year}")
}

/// A published correction, for everyone.
pub fn correction(slug: &str, id: i64) -> String {
    format!("/g/{slug}/corrections/{id}")
}

/// A published correction as a side may see it.
pub fn my_correction(slug: &str, id: i64, side: &SideId) -> String {
    format!("/g/{slug}/my/corrections/{id}?side={side}")
}

/// The page of a side, for its player.
pub fn my(slug: &str, side: &SideId) -> String {
    format!("/g/{slug}/my?side={side}")
}

/// Every version of a side's orders, for its player.
pub fn versions(slug: &str, side: &SideId) -> String {
    format!("/g/{slug}/my/sheets?side={side}")
}

/// The button that confirms what was asked for.
pub fn confirm(slug: &str, side: &SideId, code: &str) -> String {
    format!("/g/{slug}/my/confirm/{code}?side={side}")
}

/// The GM's desk.
pub fn gm(slug: &str) -> String {
    format!("/gm/g/{slug}")
}

/// Start of the pages of rules; a rule's id follows.
pub const RULES: &str = "/rules/";

/// How the server is, for who runs it.
pub const STATUS: &str = "/status";
