//! Stamps of what everyone may read of games.
//!
//! PostgreSQL gives every version of a row the number of the transaction that wrote it (`xmin`). A stamp is a digest of these
//! numbers: as long as it stands, whatever is made of the rows comes out as before. Whoever takes it before he reads the rows
//! never holds something older than his stamp.

use sqlx::PgConnection;

use super::StoreError;

/// The stamp of one game: its pentades, seats, corrections, GMs, and the names of all who are in it. None where there is no
/// such game, or it is one for its members alone.
pub async fn of_game(db: &mut PgConnection, slug: &str) -> Result<Option<String>, StoreError> {
    let stamp = sqlx::query_scalar!(
        r#"select md5(concat_ws('/', game.xmin,
                      (select string_agg(concat(id, ':', xmin), ',' order by id) from pentade where game = game.id),
                      (select string_agg(concat(position, ':', seat.xmin, ':', account.xmin), ',' order by position)
                       from seat left join account on account.id = seat.account where seat.game = game.id),
                      (select string_agg(concat(id, ':', xmin), ',' order by id) from correction
                       where correction.game = game.id),
                      (select string_agg(concat(account, ':', xmin), ',' order by account) from game_gm
                       where game_gm.game = game.id),
                      (select xmin from account where account.id = game.gm))) as "stamp!"
           from game where slug = $1 and not members_only"#,
        slug
    )
    .fetch_optional(db)
    .await?;
    Ok(stamp)
}

/// The stamp of the list of games: what each is called, how it stands, and who runs it.
pub async fn of_all(db: &mut PgConnection) -> Result<String, StoreError> {
    let stamp = sqlx::query_scalar!(
        r#"select md5(concat_ws('/',
                      (select string_agg(concat(game.id, ':', game.xmin, ':', account.xmin), ',' order by game.id)
                       from game join account on account.id = game.gm),
                      (select string_agg(concat(id, ':', xmin), ',' order by id) from pentade
                       where state <> 'published'))) as "stamp!""#
    )
    .fetch_one(db)
    .await?;
    Ok(stamp)
}
