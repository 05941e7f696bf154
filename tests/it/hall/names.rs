//! Names and addresses that only look like those of somebody in the game.

use pentade::desk::DeskError;
use pentade::desk::views::LetterState;
use sqlx::PgPool;

use super::{ANNA, Hall, account, desk, letter, new_game};

impl Hall {
    /// Why the letter of a stranger, who is called so, is held.
    async fn held_because(&self, id: &str, name: &str, address: &str) -> String {
        let raw = letter(&format!("=?utf-8?B?{}?= <{address}>", base64(name)), id, "g1", "guess 20");
        self.raw_letter(address, &raw).await;
        let row = self.letters().await.remove(0);
        assert_eq!(row.state, LetterState::Held);
        row.reason.expect("a reason")
    }
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let three = |chunk: &[u8]| {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let letter = |nth: usize| match nth <= chunk.len() {
            true => char::from(LETTERS[(bits >> (18 - 6 * nth)) as usize & 63]),
            false => '=',
        };
        (0..4).map(letter).collect::<String>()
    };
    text.as_bytes().chunks(3).map(three).collect()
}

#[sqlx::test]
async fn the_gm_is_warned_of_a_stranger_who_looks_like_somebody(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let table = [
        ("\u{410}nn\u{430}", "eve@example.com", "only looks like Anna"),
        ("Gret\u{3b1}", "eve@example.com", "only looks like Greta"),
        ("B\u{3bf}ris", "boris@elsewhere.example", "only looks like Boris"),
        ("An\u{200b}na", "eve@example.com", "its name An na only looks like Anna"),
        ("Anna", "eve@example.com", "bears the name of Anna"),
        ("Eve", "anna@ex\u{430}mple.org", "its address only looks like anna@example.org, that of Anna"),
    ];
    for (nth, (name, address, wanted)) in table.into_iter().enumerate() {
        let reason = hall.held_because(&format!("s{nth}"), name, address).await;
        assert!(
            reason.contains("plays no side of this game; beware: ") && reason.contains(wanted),
            "{reason}"
        );
    }
    let reason = hall.held_because("eve", "Eve", "eve@example.com").await;
    assert_eq!(reason, "eve@example.com plays no side of this game");
    assert_eq!(hall.count("select count(*) from sheet").await, 0);
    assert_eq!(hall.count("select count(*) from outbox where envelope_to not in ('anna@example.org', 'boris@example.net', 'gm@gm.example')").await, 0);
}

#[sqlx::test]
async fn nobody_takes_a_name_that_looks_like_anothers(pool: PgPool) {
    let hall = Hall::begin(pool).await;
    let anna = account(&hall.pool, ANNA).await;
    for name in ["B\u{43e}ris", "Boris", "boris", "Gret\u{430}", "GRETA", "\u{ff22}oris"] {
        let refused = hall.desk.set_name(anna, name).await;
        let Err(DeskError::Refused(why)) = refused else { panic!("{name}: {refused:?}") };
        assert!(why.contains("looks the same: add something that tells you apart"), "{why}");
    }
    hall.desk.set_name(anna, "Anna of the Reds\u{202e}\u{200b}").await.expect("her own");
    let name: String = sqlx::query_scalar("select name from account where email = $1")
        .bind(ANNA)
        .fetch_one(&hall.pool)
        .await
        .expect("a name");
    assert_eq!(name, "Anna of the Reds");
}

#[sqlx::test]
async fn a_game_with_names_that_look_alike_is_not_begun(pool: PgPool) {
    let desk = desk(&pool);
    let mut new = new_game("g1");
    new.players[1].name = "\u{410}nna".to_owned();
    let refused = desk.create_game(&new).await;
    let Err(DeskError::Refused(why)) = refused else { panic!("{refused:?}") };
    assert!(why.contains("look the same though their letters differ"), "{why}");
    new.players[1].name = "Anna".to_owned();
    desk.create_game(&new).await.expect("two may bear one name");
}
