//! The pages on a real database, with the second game in it.

mod archive;
mod audit;
mod browser;
mod calendar;
mod commands;
mod corrections;
mod empires;
mod gm;
mod gms;
mod guards;
mod hidden_rulings;
mod invitations;
mod letter_secrets;
mod letters;
mod members;
mod names;
mod new_game;
mod orders;
mod passkeys;
mod personal;
mod post;
mod powers;
mod random_secrets;
mod readings;
mod secrets;
mod shelf;
mod sign_in;
mod transfer;
mod whole;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use pentade::desk::views::{NewGame, NewPlayer};
use pentade::desk::{AccountId, Desk};
use pentade::games::Games;
use pentade::postal::chronicle::SideId;
use pentade::settings::Settings;
use pentade::store::Store;
use pentade::web::{App, router};
use sqlx::PgPool;
use tower::ServiceExt;

use crate::second_game::Guessing;

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";
const GRETA: &str = "greta@example.com";
const PASSWORD: &str = "a castle on a hill";

/// The pages of one begun game `g1`: Anna holds the Reds, Boris the Blues, Greta is GM.
struct Site {
    desk: Desk,
    router: Router,
    pool: PgPool,
}

impl Site {
    async fn begin(pool: PgPool) -> Self {
        let games = Games::of(vec![Arc::new(Guessing::default())]);
        let players = [("red", "Anna", ANNA), ("blue", "Boris", BORIS)];
        Self::with(pool, games, ("guessing", "two"), players).await
    }

    /// A site with a game `g1` of another kind and scenario.
    async fn with(pool: PgPool, games: Games, what: (&str, &str), players: [(&str, &str, &str); 2]) -> Self {
        Self::titled(pool, games, what, "Guesses & <b>more</b>", players).await
    }

    /// The same with a title.
    async fn titled(
        pool: PgPool,
        games: Games,
        (kind, scenario): (&str, &str),
        title: &str,
        players: [(&str, &str, &str); 2],
    ) -> Self {
        let settings = Settings::parse("server.toml", "[mail_in]\nchecks = \"envelope\"", &BTreeMap::new())
            .expect("the defaults are lawful");
        let desk = Desk::new(Store::new(pool.clone()), games, Arc::new(settings));
        let player = |(side, name, email): (&str, &str, &str)| NewPlayer {
            side: SideId::new(side),
            name: name.to_owned(),
            email: email.to_owned(),
        };
        let new = NewGame {
            slug: "g1".to_owned(),
            kind: kind.to_owned(),
            scenario: scenario.to_owned(),
            title: title.to_owned(),
            gm: ("Greta".to_owned(), GRETA.to_owned()),
            players: players.map(player).to_vec(),
            customs: pentade::desk::views::Customs::default(),
            calendar: pentade::desk::views::Calendar::every(7),
            invites: false,
            readings: BTreeMap::new(),
        };
        desk.create_game(&new).await.expect("the game begins");
        let site = Self { router: router(App::new(desk.clone())), desk, pool };
        for email in [ANNA, BORIS, GRETA] {
            let account = site.account(email).await;
            site.desk.set_password(account, None, PASSWORD).await.expect("the password is set");
        }
        site
    }

    /// The same site under other settings.
    fn with_setting(&self, text: &str) -> Self {
        let text = format!("[mail_in]\nchecks = \"envelope\"\n{text}\n");
        let settings = Settings::parse("server.toml", &text, &BTreeMap::new()).expect("lawful settings");
        let games = Games::of(vec![Arc::new(Guessing::default())]);
        let desk = Desk::new(Store::new(self.pool.clone()), games, Arc::new(settings));
        Self { router: router(App::new(desk.clone())), desk, pool: self.pool.clone() }
    }

    async fn account(&self, email: &str) -> AccountId {
        let row = sqlx::query_scalar("select id from account where email = $1").bind(email);
        AccountId(row.fetch_one(&self.pool).await.expect("the account is there"))
    }

    /// Somebody who is not signed in.
    fn stranger(&self) -> Reader {
        Reader { router: self.router.clone(), cookie: None }
    }

    /// Somebody signed in by password.
    async fn signed_in(&self, email: &str) -> Reader {
        let mut reader = self.stranger();
        let answer = reader.post("/sign-in/password", &[("email", email), ("password", PASSWORD)]).await;
        assert_eq!((answer.status, answer.to.as_deref()), (StatusCode::SEE_OTHER, Some("/my")));
        reader
    }
}

/// A browser without windows: keeps its cookie.
struct Reader {
    router: Router,
    cookie: Option<String>,
}

/// What came back.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    to: Option<String>,
    heads: HeaderMap,
    text: String,
}

impl Reader {
    async fn get(&mut self, address: &str) -> Answer {
        self.send(Request::get(address).body(Body::empty()).expect("a request")).await
    }

    /// A page that must be there.
    async fn page(&mut self, address: &str) -> String {
        let answer = self.get(address).await;
        assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text);
        answer.text
    }

    async fn post(&mut self, address: &str, filled: &[(&str, &str)]) -> Answer {
        let request = Request::post(address).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(encoded(filled))).expect("a request")).await
    }

    async fn send(&mut self, mut request: Request<Body>) -> Answer {
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, cookie.parse().expect("a cookie"));
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 1], 4000))));
        let response = self.router.clone().oneshot(request).await.expect("the router always answers");
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get(SET_COOKIE) {
            let cookie = cookie.to_str().expect("plain").split(';').next().expect("one part");
            self.cookie = Some(cookie.to_owned());
        }
        let bytes = to_bytes(body, usize::MAX).await.expect("the whole answer");
        Answer {
            status: parts.status,
            to: parts.headers.get(LOCATION).map(|to| to.to_str().expect("plain").to_owned()),
            heads: parts.headers,
            // A picture is no text; nothing of it is looked for.
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

/// A form as browsers send it.
fn encoded(filled: &[(&str, &str)]) -> String {
    let quoted = |words: &str| {
        let bytes = words.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        });
        bytes.collect::<String>()
    };
    let pairs = filled.iter().map(|(name, words)| format!("{}={}", quoted(name), quoted(words)));
    pairs.collect::<Vec<_>>().join("&")
}
