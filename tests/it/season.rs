//! A season by mail and web: five players of Empires of the Middle Ages, real SMTP and HTTP against a real `pentade serve`
//! that is killed again and again. Five pentades with orders by letter and by page, votes, a late order, a GM's ruling, a
//! mistake that is corrected three pentades later and one that lies 21 years back. At the end every hash is verified, every
//! letter was answered once, and none was lost or sent twice but where the GM is told.
//!
//! The times of the kills follow from a seed that is printed; `SEASON_SEED` gives it again.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::{Duration, Instant};

use pentade::desk::AccountId;
use pentade::desk::views::{Calendar, NewGame, NewPlayer, PentadeState};
use pentade::postal::chronicle::SideId;
use pentade::postal::question::ballot_id;
use sqlx::PgPool;

use crate::stage::{GM, Kill, PATIENCE, Stage, game};

const SLUG: &str = "s1";
const PLAYERS: [(&str, &str, &str); 5] = [
    ("germany", "Anna", "anna@example.org"),
    ("france", "Ben", "ben@example.org"),
    ("burgundy", "Cleo", "cleo@example.org"),
    ("byzantium", "Dora", "dora@example.org"),
    ("poland", "Emil", "emil@example.org"),
];

struct Season {
    stage: Stage,
    gm: AccountId,
    cookies: BTreeMap<&'static str, String>,
    /// Letters that players sent, each to be answered once.
    letters: Vec<String>,
    /// Whose votes were cast.
    voters: BTreeSet<SideId>,
    kills: u64,
    killer: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Season {
    fn drop(&mut self) {
        self.spare();
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
    filled
        .iter()
        .map(|(name, words)| format!("{}={}", quoted(name), quoted(words)))
        .collect::<Vec<_>>()
        .join("&")
}

fn after<'p>(page: &'p str, mark: &str) -> &'p str {
    let rest = page.split(mark).nth(1).unwrap_or_else(|| panic!("{mark} stands in {page}"));
    rest.split('"').next().unwrap_or_default()
}

impl Season {
    async fn begin(pool: PgPool) -> Self {
        let mut stage = Stage::set(pool);
        let player = |(side, name, email): &(&str, &str, &str)| NewPlayer {
            side: SideId::new(side),
            name: (*name).to_owned(),
            email: (*email).to_owned(),
        };
        let new = NewGame {
            players: PLAYERS.iter().map(player).collect(),
            calendar: Calendar { answer_days: 2, ..Calendar::every(14) },
            ..game(SLUG)
        };
        stage.desk.create_game(&new).await.expect("the game begins");
        let gm = stage.desk.account_of(GM).await.expect("looked up").expect("the GM").id;
        stage.start(&Kill::Never);
        let mut cookies = BTreeMap::new();
        for email in PLAYERS.map(|(_, _, email)| email).into_iter().chain([GM]) {
            cookies.insert(email, stage.sign_in(email).await);
        }
        Self { stage, gm, cookies, letters: Vec::new(), voters: BTreeSet::new(), kills: 0, killer: None }
    }

    /// Waits until no kill is under way: the id of a process that is waited for may become another's.
    fn spare(&mut self) {
        if let Some(killer) = self.killer.take() {
            killer.join().expect("the killer ends");
        }
    }

    /// Kills the server some time after now, while whatever comes next is done.
    fn kill_soon(&mut self, state: &mut u64) {
        // A linear congruential step (Knuth's MMIX): any spread of times will do.
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pause = Duration::from_millis((*state >> 33) % 1_500);
        self.spare();
        let Some(child) = &self.stage.server else { return };
        let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("an id"));
        self.kills += 1;
        self.killer = Some(std::thread::spawn(move || {
            std::thread::sleep(pause);
            // A server that has ended by itself would be a fault that shows elsewhere.
            let _ = nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGKILL);
        }));
    }

    async fn write(&mut self, email: &str, id: &str, body: &str) {
        self.stage.write(email, SLUG, (id, body)).await;
        self.letters.push(format!("{id}@example.org"));
    }

    /// Sends a form until the server has answered it; its status, and where it leads or what it says.
    async fn press(&mut self, email: &str, path: &str, filled: &[(&str, &str)]) -> (u16, String) {
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.stage.form(path, &self.cookies[email], &encoded(filled)).unwrap_or_default();
            let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
            if let Some(status @ (200 | 303 | 404 | 409)) = status {
                let to = answer
                    .lines()
                    .find_map(|line| line.to_lowercase().strip_prefix("location: ").map(str::to_owned));
                return (status, to.unwrap_or(answer));
            }
            assert!(Instant::now() < until, "{path}: {answer}: {}", self.stage.said());
            self.stage.revive().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn page(&mut self, email: &str, path: &str) -> String {
        self.whole(email, path, "</html>").await
    }

    /// What stands at an address, up to its last words.
    async fn whole(&mut self, email: &str, path: &str, last: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.stage.page(path, &self.cookies[email]).unwrap_or_default();
            if answer.starts_with("HTTP/1.1 200") && answer.trim_end().ends_with(last) {
                return answer;
            }
            assert!(Instant::now() < until, "{path}: {answer}: {}", self.stage.said());
            self.stage.revive().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn current(&self) -> (i32, PentadeState) {
        let page = self.stage.desk.game(None, SLUG).await.expect("the game's page");
        (page.game.span.first_year, page.game.state)
    }

    /// Waits until the server has read every letter.
    async fn all_read(&mut self) {
        self.stage
            .until(
                "select count(*) from letter join game on game.id = letter.game where slug = $1 and letter.state = 'received'",
                SLUG,
                0,
            )
            .await;
    }

    /// The orders of a pentade: three by letter, two on their pages.
    async fn order(&mut self, year: i32, of_france: &str) {
        for (nth, (side, _, email)) in PLAYERS.into_iter().enumerate() {
            let orders = match side {
                "france" => of_france.to_owned(),
                _ => format!("{year}: tax all\n{}: rule all", year + 1),
            };
            if nth % 2 == 0 {
                self.write(email, &format!("{side}-{year}"), &orders).await;
            } else {
                let path = format!("/g/{SLUG}/my/words?side={side}");
                let (status, page) = self.press(email, &path, &[("words", &orders)]).await;
                assert_eq!(status, 200, "{page}");
            }
        }
        self.all_read().await;
    }

    /// Lets the deadline pass: the server closes and adjudicates by itself.
    async fn deadline_passes(&mut self) {
        sqlx::query("update pentade set deadline = now() where state = 'open'")
            .execute(&self.stage.pool)
            .await
            .expect("due");
        let until = Instant::now() + PATIENCE;
        while matches!(self.current().await.1, PentadeState::Open | PentadeState::Closing) {
            assert!(Instant::now() < until, "it is not adjudicated: {}", self.stage.said());
            self.stage.revive().await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Answers everything that is asked: players by letter and page in turn, the GM for those whom nobody plays. How many
    /// ballots the players cast.
    async fn answer(&mut self) -> usize {
        let mut cast = 0;
        while self.current().await.1 == PentadeState::Held {
            let page = self.stage.desk.gm_page(self.gm, SLUG).await.expect("the desk");
            if page.pentade.questions.is_empty() {
                // Everything is answered, and the server was killed before it went on.
                self.press(GM, &format!("/gm/g/{SLUG}/again"), &[]).await;
                continue;
            }
            let question = page.pentade.questions[0].clone();
            let option = |wanted: &str| match question.allows(wanted) {
                true => wanted.to_owned(),
                false => question.stands_by_default().to_owned(),
            };
            if question.electorate.is_empty() {
                let filled = [(question.id.as_str(), &*option("parley"))];
                self.press(GM, &format!("/gm/g/{SLUG}/answers"), &filled).await;
                continue;
            }
            let side = question.electorate[0].clone();
            let key = ballot_id(&question.id, &side);
            let vote = option("yes");
            let is_a_players = PLAYERS.iter().any(|(own, ..)| *own == side.as_str());
            self.voters.extend(is_a_players.then(|| side.clone()));
            match PLAYERS.iter().find(|(own, ..)| *own == side.as_str()) {
                Some((_, _, email)) if cast % 2 == 0 => {
                    let id = format!("vote-{side}-{}-{cast}", page.pentade.span.first_year);
                    self.write(email, &id, &format!("vote {vote}")).await;
                    self.all_read().await;
                    cast += 1;
                }
                Some((_, _, email)) => {
                    let path = format!("/g/{SLUG}/my/votes?side={side}");
                    self.press(email, &path, &[(&key, &vote)]).await;
                    cast += 1;
                }
                None => {
                    self.press(GM, &format!("/gm/g/{SLUG}/answers"), &[(&key, &vote)]).await;
                }
            }
        }
        cast
    }

    async fn publish(&mut self, year: i32) {
        let until = Instant::now() + PATIENCE;
        while self.current().await.0 == year {
            let (status, said) =
                self.press(GM, &format!("/gm/g/{SLUG}/publish"), &[("first_year", &year.to_string())]).await;
            assert_eq!(status, 303, "{said}");
            assert!(Instant::now() < until, "not published: {}", self.stage.said());
        }
    }

    /// Corrects the orders of France in the first pentade, and publishes that.
    async fn correct(&mut self) {
        let amended = [
            ("kind", "orders"),
            ("side", "france"),
            ("reason", "the letter was misread"),
            ("words", "976: tax all"),
        ];
        let (status, to) = self.press(GM, &format!("/gm/g/{SLUG}/turns/976/amend"), &amended).await;
        assert_eq!((status, to.as_str()), (303, format!("/gm/g/{SLUG}/correction").as_str()));
        let until = Instant::now() + PATIENCE;
        let revisions = "select count(*) from pentade join game on game.id = pentade.game
                         where slug = $1 and first_year = 976";
        while self.stage.count(revisions, SLUG).await < 2 {
            let page = self.page(GM, &to).await;
            let seen = after(&page, "name=\"seen\" value=\"").to_owned();
            let path = page.split("action=\"").find(|part| part.contains("/publish\"")).expect("a button");
            let path = path.split('"').next().unwrap_or_default().to_owned();
            let filled = [("seen", seen.as_str()), ("explanation", "the orders of France were misread")];
            self.press(GM, &path, &filled).await;
            assert!(Instant::now() < until, "not corrected: {}", self.stage.said());
        }
    }

    /// A figure of 980 lies 21 years back and stays as it is, and the answer names both pentades; one of 981 can still be
    /// amended.
    async fn amend_at_the_edge(&mut self) {
        let amended = |year: &'static str| {
            [
                ("kind", "ruling"),
                ("reason", "forgotten"),
                ("year", year),
                ("words", "Saxony: social state +1"),
            ]
        };
        let (status, said) = self.press(GM, &format!("/gm/g/{SLUG}/turns/976/amend"), &amended("980")).await;
        assert!(status == 409 && said.contains("976") && said.contains("1001"), "{said}");
        let (status, to) = self.press(GM, &format!("/gm/g/{SLUG}/turns/981/amend"), &amended("981")).await;
        assert_eq!((status, to.as_str()), (303, format!("/gm/g/{SLUG}/correction").as_str()));
        let page = self.page(GM, &to).await;
        let path = page.split("action=\"").find(|part| part.contains("/drop\"")).expect("a button");
        let path = path.split('"').next().unwrap_or_default().to_owned();
        assert_eq!(self.press(GM, &path, &[]).await.0, 303, "it is let be: nothing else changes");
    }

    /// The archive tells what was corrected and why, keeps what was published before, and those whose view has changed had a
    /// letter.
    async fn check_correction(&mut self) {
        let page = self.page(PLAYERS[3].2, &format!("/g/{SLUG}/976")).await;
        assert!(page.contains("revision 2") && page.contains("the orders of France were misread"), "{page}");
        let former = self.page(PLAYERS[3].2, &format!("/g/{SLUG}/976?revision=1")).await;
        assert!(former.contains("/corrections/1"), "{former}");
        let told = "select count(distinct envelope_to) from outbox join game on game.id = outbox.game
                    where slug = $1 and message_id like '%.correction.%'";
        assert!(self.stage.count(told, SLUG).await >= 1, "France at least has had a letter");
    }

    /// What the GM laid down is told to everyone and was played; what came too late was not.
    async fn check_inputs(&mut self) {
        let page = self.page(PLAYERS[3].2, &format!("/g/{SLUG}/981")).await;
        assert!(page.contains("GM rules: Germany: holds Wildcard"), "{page}");
        let ruled = "select count(*) from pentade join game on game.id = pentade.game
                     where slug = $1 and first_year = 981 and position('holds Wildcard' in inputs) > 0";
        assert_eq!(self.stage.count(ruled, SLUG).await, 2, "in both revisions");
        let late = "select count(*) from pentade join game on game.id = pentade.game
                    where slug = $1 and first_year = 986 and position('mazovia' in inputs) > 0";
        assert_eq!(self.stage.count(late, SLUG).await, 0);
    }

    /// Every revision of every pentade, verified by the program from what it hands out.
    async fn verify(&mut self) -> usize {
        let rows: Vec<(i32, i32)> = sqlx::query_as(
            "select first_year, revision from pentade where state = 'published' order by first_year, revision",
        )
        .fetch_all(&self.stage.pool)
        .await
        .expect("revisions");
        let folder = tempfile::tempdir().expect("a folder");
        for (year, revision) in &rows {
            for (bundle, verdict) in [("bundle", "they are the same"), ("public-bundle", "hashes are whole")]
            {
                let path = format!("/g/{SLUG}/{year}/{bundle}.json?revision={revision}");
                let answer = self.whole(GM, &path, "}").await;
                let body = answer.split_once("\r\n\r\n").expect("a body").1;
                let file = folder.path().join("bundle.json");
                let json = &body[body.find('{').expect("JSON")..=body.rfind('}').expect("JSON")];
                std::fs::write(&file, json).expect("written");
                let mut command = Command::new(env!("CARGO_BIN_EXE_pentade"));
                command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("verify").arg(&file);
                let output = command.output().expect("it runs");
                let said = String::from_utf8_lossy(&output.stdout).into_owned()
                    + &String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() && said.contains(verdict), "{path}: {said}");
            }
        }
        let chained = "select count(*) from pentade later join pentade earlier
                           on earlier.game = later.game and later.first_year = earlier.last_year + 1
                       join game on game.id = later.game
                       where slug = $1 and later.world_before = earlier.world_after
                             and not exists (select from pentade newer where newer.game = later.game
                                             and newer.first_year = later.first_year and newer.revision > later.revision)
                             and not exists (select from pentade newer where newer.game = earlier.game
                                             and newer.first_year = earlier.first_year and newer.revision > earlier.revision)";
        assert_eq!(
            self.stage.count(chained, SLUG).await,
            5,
            "each pentade begins where the one before it ended"
        );
        rows.len()
    }

    /// Every letter of ours went out, once but where the GM is told; every letter of theirs was answered once.
    async fn check_post(&mut self) {
        let waiting = "select count(*) from outbox join game on game.id = outbox.game where slug = $1 and sent_at is null";
        self.stage.until(waiting, SLUG, 0).await;
        let mut by_id: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
        for letter in self.stage.capture.taken() {
            by_id.entry(letter.message_id()).or_default().push(letter.raw);
        }
        let written: Vec<(String, bool)> = sqlx::query_as(
            "select message_id, doubtful_at is not null from outbox join game on game.id = outbox.game where slug = $1",
        )
        .bind(SLUG)
        .fetch_all(&self.stage.pool)
        .await
        .expect("the outbox");
        for (id, is_doubtful) in &written {
            let copies = by_id.get(id).unwrap_or_else(|| panic!("{id} is lost"));
            assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} went out with other bytes");
            assert!(
                copies.len() == 1 || *is_doubtful,
                "{id} went out {} times, and nobody is told",
                copies.len()
            );
        }
        for id in &self.letters {
            let answers = by_id.values().filter(|copies| {
                let text = String::from_utf8_lossy(&copies[0]);
                text.lines().any(|line| line.trim_end() == format!("In-Reply-To: <{id}>"))
            });
            assert_eq!(answers.count(), 1, "answers to {id}");
        }
        let doubled = "select count(*) from (select message_id from letter join game on game.id = letter.game
                       where slug = $1 group by message_id having count(*) > 1) twice";
        assert_eq!(self.stage.count(doubled, SLUG).await, 0);
    }
}

#[sqlx::test]
async fn a_season_by_mail_and_web_survives_every_kill(pool: PgPool) {
    let seed = std::env::var("SEASON_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut state: u64 = seed.unwrap_or_else(|| jiff::Timestamp::now().as_microsecond().unsigned_abs());
    println!("SEASON_SEED={state}");
    let began = Instant::now();
    let mut season = Season::begin(pool).await;
    let mut ballots = 0;
    for (nth, year) in [976, 981, 986, 991, 996].into_iter().enumerate() {
        season.kill_soon(&mut state);
        let of_france = if nth == 0 { "976: rule all" } else { "tax all in every year" };
        season.order(year, of_france).await;
        if nth == 1 {
            let ruling =
                [("year", ""), ("words", "Germany: holds Wildcard"), ("reason", "a wish"), ("public", "yes")];
            assert_eq!(season.press(GM, &format!("/gm/g/{SLUG}/rulings"), &ruling).await.0, 303);
            season.write(PLAYERS[0].2, "wish", "981: play wildcard: a saint is born in Saxony").await;
            season.all_read().await;
        }
        season.kill_soon(&mut state);
        season.deadline_passes().await;
        if nth == 2 {
            season.write(PLAYERS[4].2, "late", "986: fortify Mazovia").await;
            season.all_read().await;
        }
        ballots += season.answer().await;
        season.kill_soon(&mut state);
        season.publish(year).await;
        if nth == 2 {
            season.kill_soon(&mut state);
            season.correct().await;
        }
        println!("{year}: {:?}", began.elapsed());
    }
    assert!(ballots >= 5, "five players had a vote: {ballots}");
    assert_eq!(season.voters.len(), PLAYERS.len(), "each has cast a vote: {:?}", season.voters);
    season.amend_at_the_edge().await;
    season.check_correction().await;
    season.check_inputs().await;

    season.spare();
    season.stage.revive().await;
    assert_eq!(season.verify().await, 5 + 3, "five pentades, of which three were played anew");
    season.check_post().await;
    let late = "select count(*) from letter join game on game.id = letter.game
                where slug = $1 and letter.reason = 'it came too late'";
    assert_eq!(season.stage.count(late, SLUG).await, 1);
    println!("{} kills, {ballots} ballots, {:?}", season.kills, began.elapsed());
}
