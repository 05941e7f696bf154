//! A long past for benches: pentades as the built-in policies play them, laid in as published.

use std::collections::BTreeMap;

use pentade::desk::Desk;
use pentade::desk::views::{Calendar, Customs, NewGame, NewPlayer};
use pentade::empires::policy::{self, Policy};
use pentade::empires::rulebook::Rulebook;
use pentade::empires::world::World;
use pentade::postal::chronicle::SideId;
use pentade::postal::dice::{Dice, Seed};
use pentade::postal::game::{Game, Inputs, Outcome, Side, WorldText, result_hash};
use pentade::postal::history::Played;
use sqlx::PgPool;

pub const SCENARIO: &str = "postal-grand-771";
pub const GM: &str = "gm@gm.example";

/// The pentades of a game as the policies play it, behind the first ones.
pub fn history(rulebook: &Rulebook, game: &dyn Game, (before, kept): (usize, usize)) -> Vec<Played> {
    let mut world = game.begin(SCENARIO).expect("the scenario");
    let mut history = Vec::new();
    for nth in 0..before + kept {
        let played = played(rulebook, game, &world);
        world = played.after.clone();
        if nth >= before {
            history.push(played);
        }
    }
    history
}

fn played(rulebook: &Rulebook, game: &dyn Game, before: &WorldText) -> Played {
    let span = game.span(before).expect("a world");
    let seed = Seed::derive(&[7; 32], span.first_year);
    let world: World = serde_json::from_str(before.as_str()).expect("a world");
    let sheets = policy::sheets(rulebook, &world, &Dice::new(seed.clone()), Policy::Mixed);
    let sheets = sheets.into_iter().map(|(empire, sheet)| {
        (SideId::new(empire.as_str()), serde_json::to_string(&sheet).expect("a sheet"))
    });
    let mut inputs = Inputs { sheets: sheets.collect(), ..Inputs::default() };
    loop {
        match game.adjudicate(before, &inputs, &seed).expect("a sound world") {
            Outcome::Complete { world: after, chronicle } => {
                let set_aside = BTreeMap::new();
                return Played { span, before: before.clone(), inputs, set_aside, seed, after, chronicle };
            }
            Outcome::Undecided { questions } => {
                for question in questions {
                    let answer = question.stands_by_default().to_owned();
                    inputs.answers.extend(question.keys().into_iter().map(|key| (key, answer.clone())));
                }
            }
        }
    }
}

/// A begun game `g1` with the history laid in as published.
pub async fn begin(desk: &Desk, pool: &PgPool, players: Vec<NewPlayer>, history: &[Played]) {
    let new = NewGame {
        slug: "g1".to_owned(),
        kind: "empires".to_owned(),
        scenario: SCENARIO.to_owned(),
        title: "The long game".to_owned(),
        gm: ("Greta".to_owned(), GM.to_owned()),
        customs: Customs::default(),
        players,
        calendar: Calendar::every(14),
        invites: false,
        readings: BTreeMap::new(),
    };
    desk.create_game(&new).await.expect("the game begins");
    let last = history.last().expect("a history");
    sqlx::query("update pentade set first_year = $1, last_year = $2, world_before = $3 where state = 'open'")
        .bind(last.span.last_year + 1)
        .bind(last.span.last_year + 5)
        .bind(last.after.as_str())
        .execute(pool)
        .await
        .expect("the present");
    for played in history {
        let hash = result_hash(&played.after, &played.chronicle);
        sqlx::query(
            "insert into pentade (game, first_year, last_year, state, deadline, closed_at, world_before, inputs,
                                  inputs_hash, seed, commitment, world_after, chronicle, result_hash, published_at,
                                  edition_name, edition_hash)
             select id, $1, $2, 'published', now(), now(), $3, $4, 'hash', $5, $6, $7, $8, $9, now(), edition_name,
                    edition_hash
             from game where slug = 'g1'",
        )
        .bind(played.span.first_year)
        .bind(played.span.last_year)
        .bind(played.before.as_str())
        .bind(serde_json::to_string(&played.inputs).expect("inputs"))
        .bind(played.seed.to_hex())
        .bind(played.seed.commitment())
        .bind(played.after.as_str())
        .bind(played.chronicle.as_str())
        .bind(hash)
        .execute(pool)
        .await
        .expect("laid in");
    }
}

/// As many players as the scenario allows, for sides that a player may hold.
pub fn sides_to_play(desk: &Desk, game: &dyn Game) -> Vec<NewPlayer> {
    let scenarios = desk.offers().into_iter().flat_map(|offer| offer.scenarios);
    let scenario = scenarios.into_iter().find(|one| one.id == SCENARIO).expect("the scenario");
    let count = usize::try_from(scenario.players.1).expect("few");
    let opening = game.begin(SCENARIO).expect("the scenario");
    let sides = game.sides(&opening).expect("a world").into_iter().filter(|side| side.playable);
    let player = |(nth, side): (usize, Side)| NewPlayer {
        side: side.id,
        name: format!("Player {nth}"),
        email: format!("player{nth}@example.org"),
    };
    sides.enumerate().take(count).map(player).collect()
}
