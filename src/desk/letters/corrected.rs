//! The letter about a correction: why, what differs for this reader, what his own orders now read as.

use askama::Template;

use super::acknowledgement::complain;
use super::{Words, compose, fill};
use crate::desk::views::When;
use crate::desk::{DeskError, paths};
use crate::postal::chronicle::SideId;
use crate::postal::document::{Block, Document};
use crate::postal::game::Span;
use crate::postal::reading::Complaint;
use crate::settings::Settings;

/// What a letter about a correction tells.
#[derive(Debug, Clone)]
pub struct CorrectedTold<'a> {
    pub slug: &'a str,
    /// Number of the correction.
    pub id: i64,
    pub side: &'a SideId,
    pub side_name: &'a str,
    pub player: &'a str,
    /// The first corrected pentade.
    pub first: Span,
    pub explanation: &'a str,
    /// Whether anything differs for this reader.
    pub differs: bool,
    /// The current pentade and when its orders are due, where that is new.
    pub deadline: Option<&'a (Span, When)>,
    /// The orders where they read otherwise: version, words, complaints.
    pub again: Option<(i32, &'a str, &'a [Complaint])>,
}

#[derive(Template)]
#[template(path = "mail/correction/subject.txt")]
struct Subject<'a> {
    told: &'a CorrectedTold<'a>,
}

#[derive(Template)]
#[template(path = "mail/correction/before.txt")]
struct Before<'a> {
    told: &'a CorrectedTold<'a>,
}

#[derive(Template)]
#[template(path = "mail/correction/after.txt")]
struct After<'a> {
    told: &'a CorrectedTold<'a>,
    page: String,
    correction: String,
}

/// The letter in words; `differences` holds what differs for its reader.
pub fn corrected(
    settings: &Settings,
    told: &CorrectedTold<'_>,
    differences: &Document,
) -> Result<Words, DeskError> {
    let mut document = differences.clone();
    if let Some((version, words, complaints)) = told.again {
        document.heading(2, format!("Your orders, read again (version {version})"));
        complaints.iter().for_each(|complaint| complain(&mut document, complaint));
        match words.trim() {
            "" => document.paragraph("None."),
            words => document.blocks.push(Block::Verbatim(words.lines().map(str::to_owned).collect())),
        }
    }
    let after = After {
        told,
        page: settings.link(&paths::my(told.slug, told.side)),
        correction: settings.link(&paths::my_correction(told.slug, told.id, told.side)),
    };
    let (subject, before) = (fill(&Subject { told })?, fill(&Before { told })?);
    compose(settings, &subject, &before, Some(&document), &fill(&after)?)
}
