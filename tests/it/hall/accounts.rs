//! Signing in and what a person sets for themselves.

use pentade::desk::DeskError;
use pentade::desk::views::PentadeState;
use sqlx::PgPool;

use super::{ANNA, Hall, account, new_game};

#[sqlx::test]
async fn a_link_signs_in_once(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let link = hall.desk.new_link(ANNA).await.expect("made").expect("Anna is known");
    let token = link.rsplit('/').next().expect("a token").to_owned();
    assert!(hall.desk.link_is_good(&token).await.expect("looked at"));
    let two = tokio::join!(hall.desk.use_link(&token), hall.desk.use_link(&token));
    let got = [two.0.expect("answered"), two.1.expect("answered")];
    assert_eq!(got.iter().flatten().count(), 1);
    assert!(!hall.desk.link_is_good(&token).await.expect("looked at"));
    assert!(hall.desk.use_link("guessed").await.expect("answered").is_none());
    let kept = hall.count("select count(*) from login_link where length(token_hash) = 32").await;
    assert_eq!(kept, 1, "only a hash of the token is kept");
}

#[sqlx::test]
async fn an_old_link_does_not_work(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let link = hall.desk.new_link(ANNA).await.expect("made").expect("Anna is known");
    sqlx::query("update login_link set expires_at = now()").execute(&hall.pool).await.expect("aged");
    let token = link.rsplit('/').next().expect("a token");
    assert!(hall.desk.use_link(token).await.expect("answered").is_none());
}

#[sqlx::test]
async fn a_mailed_link_says_nothing_about_who_is_known(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    for _ in 0..5 {
        hall.desk.ask_link("Anna@Example.org").await.expect("no word");
    }
    hall.desk.ask_link("nobody@example.org").await.expect("no word");
    let mailed = hall.count("select count(*) from outbox where kind = 'link'").await;
    assert_eq!(mailed, 3, "not more than three in ten minutes");
    let plain: String = sqlx::query_scalar("select plain from outbox where kind = 'link' limit 1")
        .fetch_one(&hall.pool)
        .await
        .expect("the letter");
    let token = plain.lines().find_map(|line| line.split("/sign-in/link/").nth(1)).expect("a link");
    assert!(hall.desk.use_link(token).await.expect("answered").is_some());
}

#[sqlx::test]
async fn a_password_is_set_changed_and_checked(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    assert!(hall.desk.sign_in(ANNA, "").await.expect("answered").is_none(), "no password is set yet");
    assert!(hall.desk.set_password(anna, None, "short").await.is_err());
    hall.desk.set_password(anna, None, "three calm otters").await.expect("set");
    assert!(hall.desk.sign_in(" ANNA@example.org", "three calm otters").await.expect("answered").is_some());
    assert!(hall.desk.sign_in(ANNA, "three calm Otters").await.expect("answered").is_none());
    assert!(hall.desk.sign_in("nobody@example.org", "three calm otters").await.expect("answered").is_none());
    let wrong = hall.desk.set_password(anna, Some("guessed"), "four calm otters").await;
    assert!(matches!(wrong, Err(DeskError::Refused(_))));
    hall.desk.set_password(anna, Some("three calm otters"), "four calm otters").await.expect("changed");
    assert!(hall.desk.sign_in(ANNA, "four calm otters").await.expect("answered").is_some());
}

#[sqlx::test]
async fn times_are_said_in_the_players_zone(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    assert!(hall.desk.set_zone(anna, "Middle/Earth").await.is_err());
    hall.desk.set_zone(anna, "Europe/Vienna").await.expect("set");
    hall.desk.set_name(anna, "Anna the Red").await.expect("set");
    assert!(hall.desk.set_name(anna, "Anna\r\nBcc: x").await.is_err());
    let home = hall.desk.home(anna).await.expect("her page");
    assert_eq!((home.seats.len(), home.running.len()), (1, 0));
    assert_eq!(home.seats[0].game.state, PentadeState::Open);
    assert!(
        home.seats[0].game.deadline.local.as_deref().is_some_and(|at| at.ends_with("Europe/Vienna time"))
    );
    hall.letter(ANNA, "a", "guess 7").await;
    let answer = hall.post("acknowledgement").await.pop().expect("the answer");
    assert!(hall.words(&answer).await.contains("Europe/Vienna time)"));
}

#[sqlx::test]
async fn a_game_is_begun_lawfully_or_not_at_all(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let again = hall.desk.create_game(&new_game("g1")).await;
    assert!(matches!(again, Err(DeskError::Refused(why)) if why.contains("already")));
    let mut wrong = new_game("g2");
    wrong.players[1].side = wrong.players[0].side.clone();
    assert!(hall.desk.create_game(&wrong).await.is_err(), "one side twice");
    wrong.players[1].side = pentade::postal::chronicle::SideId::new("bank");
    assert!(hall.desk.create_game(&wrong).await.is_err(), "nobody holds the bank");
    wrong.players.clear();
    assert!(hall.desk.create_game(&wrong).await.is_err(), "too few players");
    for slug in ["", "G2", "2g", "g-2", "g2'; drop table game;--", "aaaaaaaaaaaaaaaaaaaaa"] {
        assert!(hall.desk.create_game(&new_game(slug)).await.is_err(), "{slug}");
    }
    assert_eq!(hall.desk.games(None).await.expect("the list").len(), 1);
    assert_eq!(hall.post("notice").await.len(), 2, "each player is told once");
}

#[sqlx::test]
async fn sessions_are_kept_and_swept_out(pool: PgPool) {
    use tower_sessions::SessionStore;
    use tower_sessions::session::Record;
    let hall = Hall::begin(pool).await;
    let sessions = hall.desk.sessions();
    let hour = time::Duration::hours(1);
    let mut record = Record {
        id: tower_sessions::session::Id::default(),
        data: [("who".to_owned(), serde_json::json!("anna"))].into(),
        expiry_date: time::OffsetDateTime::now_utc() + hour,
    };
    sessions.create(&mut record).await.expect("created");
    assert_eq!(
        sessions.load(&record.id).await.expect("loaded").map(|kept| kept.data),
        Some(record.data.clone())
    );
    record.expiry_date -= hour * 2;
    sessions.save(&record).await.expect("saved");
    assert!(sessions.load(&record.id).await.expect("loaded").is_none(), "it is over");
    hall.desk.sweep().await.expect("swept");
    assert_eq!(hall.count("select count(*) from session").await, 0);
}
