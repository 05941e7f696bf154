//! The other letters: reports, notices and links.

use std::collections::BTreeMap;

use askama::Template;

use super::{
    MapFiles, OrderForm, Report, Words, answer_to, compose, compose_report, compose_with, fill, form,
};
use crate::desk::status::build;
use crate::desk::views::When;
use crate::desk::{DeskError, paths};
use crate::postal::chronicle::SideId;
use crate::postal::document::Document;
use crate::postal::game::Span;
use crate::postal::question::{Ballot, Question};
use crate::settings::Settings;

#[derive(Template)]
#[template(path = "mail/unread/subject.txt")]
struct UnreadSubject<'a> {
    slug: &'a str,
    answer: Option<String>,
}

#[derive(Template)]
#[template(path = "mail/unread/body.txt")]
struct UnreadBody<'a> {
    player: &'a str,
    reason: &'a str,
    advice: &'a str,
}

/// A letter in a player's name was not read as orders.
pub fn unread(
    settings: &Settings,
    slug: &str,
    player: &str,
    (reason, advice): (&str, &str),
    subject: &str,
) -> Result<Words, DeskError> {
    let head = UnreadSubject { slug, answer: Some(subject).filter(|s| !s.is_empty()).map(answer_to) };
    plain(settings, &fill(&head)?, &fill(&UnreadBody { player, reason, advice })?)
}

#[derive(Template)]
#[template(path = "mail/report/subject.txt")]
struct ReportSubject<'a> {
    slug: &'a str,
    side_name: &'a str,
    span: Span,
}

#[derive(Template)]
#[template(path = "mail/report/before.txt")]
struct ReportBefore<'a> {
    player: &'a str,
}

#[derive(Template)]
#[template(path = "mail/report/after.txt")]
struct ReportAfter<'a> {
    next: Option<&'a (Span, When)>,
    address: String,
    page: String,
    archive: String,
    result_hash: &'a str,
    seed: &'a str,
    build: String,
    edition: &'a str,
    /// The file with the map's drawing.
    map: Option<&'a str>,
}

/// What a report's frame tells.
#[derive(Debug, Clone)]
pub struct Reported<'a> {
    pub slug: &'a str,
    pub side: &'a SideId,
    pub side_name: &'a str,
    pub player: &'a str,
    pub span: Span,
    /// The next pentade and its deadline; none when the game is over.
    pub next: Option<&'a (Span, When)>,
    pub result_hash: &'a str,
    pub seed: &'a str,
    /// The edition of the rules by which it was played.
    pub edition: &'a str,
    /// The map after it, in a game that has one.
    pub map: Option<&'a MapFiles>,
    /// The form for the next pentade.
    pub form: Option<&'a OrderForm>,
}

/// The turn report of one side.
pub fn report(settings: &Settings, told: &Reported<'_>, document: &Document) -> Result<Words, DeskError> {
    let head = ReportSubject { slug: told.slug, side_name: told.side_name, span: told.span };
    let after = ReportAfter {
        next: told.next,
        address: settings.orders_address(told.slug),
        page: settings.link(&paths::my(told.slug, told.side)),
        archive: settings.link(&paths::turn(told.slug, told.span.first_year)),
        result_hash: told.result_hash,
        seed: told.seed,
        build: build(),
        edition: told.edition,
        map: told.map.map(|map| map.svg.name.as_str()),
    };
    let before = fill(&ReportBefore { player: told.player })?;
    let report = Report {
        document,
        last: &told.form.map(form::part).unwrap_or_default(),
        file: &format!("{}-{}-{}.txt", told.slug, told.side, told.span.first_year),
        link: &after.page,
        map: told.map.map(|map| (map, after.archive.as_str())),
    };
    compose_report(settings, &fill(&head)?, (&before, &fill(&after)?), &report)
}

#[derive(Template)]
#[template(path = "mail/opening/subject.txt")]
struct OpeningSubject<'a> {
    slug: &'a str,
    title: &'a str,
    span: Span,
}

#[derive(Template)]
#[template(path = "mail/opening/before.txt")]
struct OpeningBefore<'a> {
    player: &'a str,
    title: &'a str,
    side_name: &'a str,
    deadline: &'a When,
    address: String,
    page: String,
    commitment: &'a str,
    inherited: &'a [String],
    readings: &'a [String],
    /// The file with the map's drawing.
    map: Option<&'a str>,
}

/// What the first letter of a game tells.
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    pub slug: &'a str,
    pub title: &'a str,
    pub side: &'a SideId,
    pub side_name: &'a str,
    pub player: &'a str,
    pub span: Span,
    pub deadline: &'a When,
    pub commitment: &'a str,
    /// The map, in a game that has one.
    pub map: Option<&'a MapFiles>,
    /// What became of the orders of who held the side before.
    pub inherited: &'a [String],
    /// What the game reads otherwise than its edition.
    pub readings: &'a [String],
    /// The form for the first pentade.
    pub form: &'a OrderForm,
}

/// A game begins.
pub fn opening(settings: &Settings, told: &Opened<'_>, situation: &Document) -> Result<Words, DeskError> {
    let head = OpeningSubject { slug: told.slug, title: told.title, span: told.span };
    let before = OpeningBefore {
        player: told.player,
        title: told.title,
        side_name: told.side_name,
        deadline: told.deadline,
        address: settings.orders_address(told.slug),
        page: settings.link(&paths::my(told.slug, told.side)),
        commitment: told.commitment,
        inherited: told.inherited,
        readings: told.readings,
        map: told.map.map(|map| map.svg.name.as_str()),
    };
    let mut document = situation.clone();
    document.blocks.extend(form::part(told.form));
    let game = settings.link(&paths::game(told.slug));
    let map = told.map.map(|map| (map, game.as_str()));
    compose_with(settings, &fill(&head)?, (&fill(&before)?, ""), Some(&document), map)
}

/// A letter that nothing proves.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    pub player: &'a str,
    pub slug: &'a str,
    pub side_name: &'a str,
    pub received_at: &'a When,
    pub subject: &'a str,
    pub reason: &'a str,
    pub link: String,
}

#[derive(Template)]
#[template(path = "mail/confirm/subject.txt")]
struct ConfirmSubject<'a> {
    slug: &'a str,
    side_name: &'a str,
}

#[derive(Template)]
#[template(path = "mail/confirm/body.txt")]
struct ConfirmBody<'a> {
    player: &'a str,
    received_at: &'a When,
    subject: &'a str,
    reason: &'a str,
    link: &'a str,
}

/// Is this letter yours?
pub fn confirm(settings: &Settings, asked: &Asked<'_>) -> Result<Words, DeskError> {
    let Asked { player, slug, side_name, received_at, subject, reason, link } = asked;
    let body = ConfirmBody { player, received_at, subject, reason, link };
    plain(settings, &fill(&ConfirmSubject { slug, side_name })?, &fill(&body)?)
}

#[derive(Template)]
#[template(path = "mail/link/subject.txt")]
struct LinkSubject;

#[derive(Template)]
#[template(path = "mail/link/body.txt")]
struct LinkBody<'a> {
    link: &'a str,
    minutes: i64,
}

/// A link that signs in.
pub fn link(settings: &Settings, link: &str, minutes: i64) -> Result<Words, DeskError> {
    plain(settings, &fill(&LinkSubject)?, &fill(&LinkBody { link, minutes })?)
}

#[derive(Template)]
#[template(path = "mail/deadline/subject.txt")]
struct DeadlineSubject<'a> {
    slug: &'a str,
    span: Span,
}

#[derive(Template)]
#[template(path = "mail/deadline/body.txt")]
struct DeadlineBody<'a> {
    name: &'a str,
    span: Span,
    deadline: &'a When,
    reason: &'a str,
}

/// Orders are due at another time.
pub fn deadline_moved(
    settings: &Settings,
    slug: &str,
    name: &str,
    span: Span,
    deadline: &When,
    reason: &str,
) -> Result<Words, DeskError> {
    let head = DeadlineSubject { slug, span };
    plain(settings, &fill(&head)?, &fill(&DeadlineBody { name, span, deadline, reason })?)
}

#[derive(Template)]
#[template(path = "mail/gm_notice/subject.txt")]
struct GmSubject<'a> {
    slug: &'a str,
    span: Span,
    headline: &'a str,
}

#[derive(Template)]
#[template(path = "mail/gm_notice/body.txt")]
struct GmBody<'a> {
    name: &'a str,
    span: Span,
    headline: &'a str,
    detail: &'a str,
    page: String,
}

/// Something waits for the GM.
pub fn gm_notice(
    settings: &Settings,
    slug: &str,
    name: &str,
    span: Span,
    (headline, detail): (&str, &str),
) -> Result<Words, DeskError> {
    let head = GmSubject { slug, span, headline };
    let page = settings.link(&paths::gm(slug));
    plain(settings, &fill(&head)?, &fill(&GmBody { name, span, headline, detail, page })?)
}

#[derive(Template)]
#[template(path = "mail/ballot/subject.txt")]
struct BallotSubject<'a> {
    is_reminder: bool,
    slug: &'a str,
    span: Span,
    side_name: &'a str,
}

#[derive(Template)]
#[template(path = "mail/ballot/body.txt")]
struct BallotBody<'a> {
    player: &'a str,
    span: Span,
    side_name: &'a str,
    questions: &'a [&'a Question],
    asking: &'a Asking,
    vote: &'a str,
    page: String,
}

/// Until when an answer counts, and what becomes of one that does not come.
#[derive(Debug, Clone)]
pub struct Asking {
    pub due: Option<When>,
    /// Whether what stands by default stands then; else the GM decides.
    pub defaults_stand: bool,
    /// Whether the reader was asked before.
    pub is_reminder: bool,
    /// What was answered so far to each question that is answered in the open, by its id.
    pub so_far: BTreeMap<String, String>,
}

impl BallotBody<'_> {
    /// What is kept secret, if anything is.
    fn secrecy(&self) -> Option<&'static str> {
        let is_open = |question: &&Question| question.ballot == Ballot::Open;
        match (self.questions.iter().any(is_open), self.questions.iter().all(is_open)) {
            (false, _) => Some("Nobody sees what you answer before the pentade is public."),
            (true, false) => {
                Some("Nobody sees what you answer to the other questions before the pentade is public.")
            }
            (true, true) => None,
        }
    }
}

/// A side is asked something in the middle of a pentade.
pub fn ballot(
    settings: &Settings,
    (slug, player): (&str, &str),
    span: Span,
    (side, side_name): (&SideId, &str),
    questions: &[&Question],
    asking: &Asking,
) -> Result<Words, DeskError> {
    let head = BallotSubject { slug, span, side_name, is_reminder: asking.is_reminder };
    let page = settings.link(&paths::my(slug, side));
    let vote = settings.command_words.name(crate::postal::commands::Kind::Vote);
    plain(
        settings,
        &fill(&head)?,
        &fill(&BallotBody { player, span, side_name, questions, asking, vote, page })?,
    )
}

#[derive(Template)]
#[template(path = "mail/follow/subject.txt")]
struct FollowSubject<'a> {
    title: &'a str,
}

#[derive(Template)]
#[template(path = "mail/follow/body.txt")]
struct FollowBody<'a> {
    title: &'a str,
    link: &'a str,
}

/// Asks whether an address wants the reports of a game.
pub fn follow(settings: &Settings, title: &str, link: &str) -> Result<Words, DeskError> {
    plain(settings, &fill(&FollowSubject { title })?, &fill(&FollowBody { title, link })?)
}

#[derive(Template)]
#[template(path = "mail/address/subject.txt")]
struct AddressSubject;

#[derive(Template)]
#[template(path = "mail/address/body.txt")]
struct AddressBody<'a> {
    name: &'a str,
    link: &'a str,
    hours: i64,
}

#[derive(Template)]
#[template(path = "mail/self_test/subject.txt")]
struct SelfTestSubject {
    id: i64,
}

#[derive(Template)]
#[template(path = "mail/self_test/body.txt")]
struct SelfTestBody;

/// A letter from us to us.
pub fn self_test(settings: &Settings, id: i64) -> Result<Words, DeskError> {
    plain(settings, &fill(&SelfTestSubject { id })?, &fill(&SelfTestBody)?)
}

/// Asks whether an address is read.
pub fn address(settings: &Settings, name: &str, link: &str, hours: i64) -> Result<Words, DeskError> {
    plain(settings, &fill(&AddressSubject)?, &fill(&AddressBody { name, link, hours })?)
}

#[derive(Template)]
#[template(path = "mail/report/follower_after.txt")]
struct FollowerAfter<'a> {
    archive: String,
    unfollow: &'a str,
    map: Option<&'a str>,
}

/// The turn report for somebody who follows the game; it can be ended by one click.
pub fn public_report(
    settings: &Settings,
    (slug, title): (&str, &str),
    span: Span,
    (document, map): (&Document, Option<&MapFiles>),
    unfollow: &str,
) -> Result<Words, DeskError> {
    let head = ReportSubject { slug, side_name: title, span };
    let archive = settings.link(&paths::turn(slug, span.first_year));
    let after = FollowerAfter { archive, unfollow, map: map.map(|map| map.svg.name.as_str()) };
    let report = Report {
        document,
        last: &[],
        file: &format!("{slug}-{}.txt", span.first_year),
        link: &after.archive,
        map: map.map(|map| (map, after.archive.as_str())),
    };
    let words = compose_report(settings, &fill(&head)?, ("", &fill(&after)?), &report)?;
    Ok(Words { unsubscribe: Some(unfollow.to_owned()), ..words })
}

fn plain(settings: &Settings, subject: &str, body: &str) -> Result<Words, DeskError> {
    compose(settings, subject, body, None, "")
}
