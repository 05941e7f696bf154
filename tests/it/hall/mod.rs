//! The hall on a real database, with the second game in it.

mod absence;
mod accounts;
mod bounces;
mod calendar;
mod commands;
mod corrections;
mod decisions;
mod draft_letters;
mod due;
mod early;
mod editions;
mod followers;
mod leaving;
mod letters_in;
mod migrations;
mod names;
mod over_smtp;
mod past;
mod post;
mod powers;
mod publishing;
mod races;
mod readings;
mod revisions;
mod sealing;
mod versions;
mod votes;
mod who_wrote;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use pentade::desk::take_letter::Taken;
use pentade::desk::views::{LetterRow, NewGame, NewPlayer, PostRow};
use pentade::desk::{AccountId, Desk};
use pentade::games::Games;
use pentade::postal::chronicle::SideId;
use pentade::settings::Settings;
use pentade::store::Store;
use sqlx::PgPool;

use crate::second_game::Guessing;

/// Where order letters go.
const ORDERS: &str = "orders+g1@gm.example";
/// The player of the Reds.
const ANNA: &str = "anna@example.org";
/// The player of the Blues.
const BORIS: &str = "boris@example.net";

/// A desk with one begun game `g1`.
struct Hall {
    desk: Desk,
    pool: PgPool,
    gm: AccountId,
}

/// The defaults, but that a letter's envelope proves enough: no name server stands for the players of tests.
fn settings() -> Arc<Settings> {
    settings_with("[mail_in]\nchecks = \"envelope\"\n")
}

pub fn settings_with(text: &str) -> Arc<Settings> {
    Arc::new(Settings::parse("server.toml", text, &BTreeMap::new()).expect("lawful settings"))
}

pub fn desk(pool: &PgPool) -> Desk {
    desk_with(pool, settings())
}

pub fn desk_with(pool: &PgPool, settings: Arc<Settings>) -> Desk {
    Desk::new(Store::new(pool.clone()), Games::of(vec![Arc::new(Guessing::default())]), settings)
}

pub fn new_game(slug: &str) -> NewGame {
    let player = |side: &str, name: &str, email: &str| NewPlayer {
        side: SideId::new(side),
        name: name.to_owned(),
        email: email.to_owned(),
    };
    NewGame {
        slug: slug.to_owned(),
        kind: "guessing".to_owned(),
        scenario: "two".to_owned(),
        title: "A guess".to_owned(),
        gm: ("Greta".to_owned(), "gm@gm.example".to_owned()),
        players: vec![player("red", "Anna", ANNA), player("blue", "Boris", BORIS)],
        customs: pentade::desk::views::Customs::default(),
        calendar: pentade::desk::views::Calendar::every(7),
        invites: false,
        readings: BTreeMap::new(),
    }
}

fn red() -> SideId {
    SideId::new("red")
}

impl Hall {
    async fn begin(pool: PgPool) -> Self {
        Self::begin_with(pool, settings()).await
    }

    async fn begin_with(pool: PgPool, settings: Arc<Settings>) -> Self {
        let desk = desk_with(&pool, settings);
        desk.create_game(&new_game("g1")).await.expect("the game begins");
        let gm = account(&pool, "gm@gm.example").await;
        Self { desk, pool, gm }
    }

    /// Hands a letter in and reads it.
    async fn letter(&self, from: &str, id: &str, body: &str) -> Taken {
        let raw = letter(from, id, "g1", body);
        self.raw_letter(from, &raw).await
    }

    async fn raw_letter(&self, from: &str, raw: &str) -> Taken {
        let taken = self.desk.take_letter(from, ORDERS, raw.as_bytes()).await.expect("stored");
        if let Taken::Stored(id) = taken {
            self.desk.read_letter(id).await.expect("read");
        }
        taken
    }

    /// Letters that came to the game, newest first.
    async fn letters(&self) -> Vec<LetterRow> {
        self.desk.gm_page(self.gm, "g1").await.expect("the GM's page").letters
    }

    /// Letters we wrote of one kind, oldest first.
    async fn post(&self, kind: &str) -> Vec<PostRow> {
        let mut rows = self.desk.gm_page(self.gm, "g1").await.expect("the GM's page").post;
        rows.retain(|row| row.kind == kind);
        rows.reverse();
        rows
    }

    /// The words of a letter we wrote.
    async fn words(&self, row: &PostRow) -> String {
        self.desk.post_page(self.gm, "g1", row.id).await.expect("the letter").plain
    }

    /// The version of the Reds' sheet and its words.
    async fn red_sheet(&self) -> Option<(i32, String)> {
        let anna = account(&self.pool, ANNA).await;
        let page = self.desk.player_page(anna, "g1", &red()).await.expect("Anna's page");
        page.sheet.map(|sheet| (sheet.version, sheet.words))
    }

    /// Moves the deadline behind everybody's back.
    async fn due(&self, deadline: Timestamp) {
        sqlx::query("update pentade set deadline = $1 where state = 'open'")
            .bind(deadline.to_sqlx())
            .execute(&self.pool)
            .await
            .expect("moved");
    }

    /// The games that the deadline's job would take up now; its claims run out at once.
    async fn due_games(&self) -> Vec<String> {
        let claimed = self.desk.claim_due("looks", 0, 100).await.expect("claimed");
        claimed.into_iter().map(|due| due.slug).collect()
    }

    async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.pool).await.expect("counted")
    }
}

async fn account(pool: &PgPool, email: &str) -> AccountId {
    let id = sqlx::query_scalar("select id from account where email = $1").bind(email).fetch_one(pool).await;
    AccountId(id.expect("the account is there"))
}

/// A letter as a mail program writes it.
pub fn letter(from: &str, id: &str, subject: &str, body: &str) -> String {
    format!(
        "From: {from}\r\nTo: {ORDERS}\r\nSubject: {subject}\r\nMessage-ID: <{id}@example.org>\r\n\
         Date: Mon, 30 Nov 2026 07:00:00 +0000\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        body.replace('\n', "\r\n")
    )
}
