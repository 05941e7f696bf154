//! What is held of a person, and how it goes.

use serde_json::{Map, Value};
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;

/// Everything that is held of an account, by kind.
pub async fn held(db: &mut PgConnection, account: AccountId) -> Result<Map<String, Value>, StoreError> {
    let mut held = Map::new();
    let mut keep = |kind: &str, rows: Vec<Value>| held.insert(kind.to_owned(), Value::Array(rows));
    keep("account", own(db, account).await?);
    keep("addresses", addresses(db, account).await?);
    keep("games", games(db, account).await?);
    keep("letters_received", letters_in(db, account).await?);
    keep("letters_sent", letters_out(db, account).await?);
    keep("orders", orders(db, account).await?);
    keep("words_and_answers", words(db, account).await?);
    keep("absence_and_waiting", absence(db, account).await?);
    keep("passkeys", passkeys(db, account).await?);
    keep("audit", acts(db, account).await?);
    Ok(held)
}

async fn own(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select id, name, email, zone, plain_letters, password_hash is not null as has_password, is_operator, created_at,
                    (select json_agg(created_at order by created_at) from login_link where account = $1) as links_mailed,
                    (select json_agg(expiry) from session where data ->> 'account' = $1::uuid::text) as sessions_until
             from account where id = $1) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn addresses(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select one.address, added_at, verified_at, bad_address.since as bad_since, bad_address.reason as bad_reason
             from (select email as address, created_at as added_at, created_at as verified_at from account where id = $1
                   union all select address, added_at, verified_at from further_address where account = $1) one
             left join bad_address on bad_address.address = one.address) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn games(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select slug, title, 'owner' as role, null as side from game where gm = $1
             union all select slug, title, role, null from game_gm join game on game.id = game_gm.game where account = $1
             union all select slug, title, 'player', side from seat join game on game.id = seat.game where account = $1
             union all select slug, title, 'stand-in until ' || last_day, side
                       from stand_in join game on game.id = stand_in.game
                       where account = $1 or email = (select email from account where id = $1)
             union all select slug, title, 'follower', null from follower join game on game.id = follower.game
                       where address = (select email from account where id = $1)
                             or address in (select address from further_address where account = $1)) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn letters_in(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select (select slug from game where game.id = letter.game) as game, received_at, envelope_from, from_address,
                    subject, state, kind, reason, body, encode(raw, 'base64') as raw
             from letter
             where account = $1
                   or lower(envelope_from) in (select email from account where id = $1
                                               union select address from further_address where account = $1)
             order by id) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn letters_out(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select (select slug from game where game.id = outbox.game) as game, kind, envelope_to, subject, plain, created_at,
                    sent_at, failed_at, last_error, bounce
             from outbox
             where kind <> 'link'
                   and envelope_to in (select email from account where id = $1
                                       union select address from further_address where account = $1)
             order by id) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn orders(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select slug as game, pentade.first_year, side, version, source, text, received_at
             from sheet join pentade on pentade.id = sheet.pentade join game on game.id = pentade.game where account = $1
             union all
             select slug, first_year, side, null, 'early', text, received_at
             from early_sheet join game on game.id = early_sheet.game where account = $1) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn words(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select slug as game, 'message' as what, press.text as words, sent_at as at
             from press join pentade on pentade.id = press.pentade join game on game.id = pentade.game
             where press.account = $1
             union all
             select slug, 'answer to ' || question, answer, answered_at
             from answer join pentade on pentade.id = answer.pentade join game on game.id = pentade.game
             where answer.account = $1
             union all
             select slug, 'ruling', words, made_at
             from ruling join pentade on pentade.id = ruling.pentade join game on game.id = pentade.game
             where ruling.account = $1) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn absence(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select slug as game, 'away' as what, first_day || ' to ' || last_day as words, made_at as at
             from vacation join game on game.id = vacation.game where account = $1
             union all
             select slug, 'waits', note, added_at from waiting join game on game.id = waiting.game
             where email = (select email from account where id = $1)
             union all
             select slug, 'invitation, ' || state, side, invited_at from invitation join game on game.id = invitation.game
             where email = (select email from account where id = $1)) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn passkeys(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select encode(id, 'hex') as id, name, credential, made_at, used_at from passkey where account = $1
             order by made_at) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

async fn acts(db: &mut PgConnection, account: AccountId) -> Result<Vec<Value>, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"select to_jsonb(t) as "row!" from (
             select at, action, (select slug from game where game.id = audit.game) as game, detail
             from audit where account = $1 or about = $1 order by id) t"#,
        account.0
    )
    .fetch_all(db)
    .await?)
}

/// Takes a person's name and addresses out of every row. What stands under a side stays there.
pub async fn erase(db: &mut PgConnection, account: AccountId) -> Result<(), StoreError> {
    sqlx::query!("select erase_person($1)", account.0).execute(db).await?;
    Ok(())
}
