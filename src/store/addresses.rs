//! Further addresses of an account, and addresses that take no mail.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;

/// An address of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The address, lower case.
    pub address: String,
    /// Whether its owner has shown that it is read; the first one counts as such.
    pub is_verified: bool,
    /// Why it takes no mail, if that was told.
    pub bad: Option<String>,
}

/// The addresses of an account in the order in which they are tried, the first being its own.
pub async fn of_account(db: &mut PgConnection, account: AccountId) -> Result<Vec<Address>, StoreError> {
    let rows = sqlx::query_as!(
        Address,
        r#"select address as "address!", is_verified as "is_verified!", bad_address.reason as "bad?"
           from (select email as address, true as is_verified, 0 as rank, created_at as since
                 from account where id = $1
                 union all
                 select address, verified_at is not null, 1, added_at from further_address where account = $1
                ) as mine left join bad_address using (address)
           order by rank, mine.since, address"#,
        account.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows)
}

/// The account that has an address, as its first or as a further one that is verified.
pub async fn owner(db: &mut PgConnection, address: &str) -> Result<Option<AccountId>, StoreError> {
    let found = sqlx::query_scalar!(
        r#"select id as "id!: AccountId" from account where email = lower($1)
           union all
           select account from further_address where address = lower($1) and verified_at is not null
           limit 1"#,
        address
    )
    .fetch_optional(db)
    .await?;
    Ok(found)
}

/// Adds a further address, not verified yet. False when somebody has it already.
pub async fn add(db: &mut PgConnection, account: AccountId, address: &str) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "insert into further_address (address, account)
         select lower($1), $2 where not exists (select from account where email = lower($1))
         on conflict (address) do nothing",
        address,
        account.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes a further address. False when the account has no such.
pub async fn remove(db: &mut PgConnection, account: AccountId, address: &str) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "delete from further_address where address = lower($1) and account = $2",
        address,
        account.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that mail to an address of the account is read, and so takes mail. False when it is none of its addresses.
pub async fn verify(
    db: &mut PgConnection,
    account: AccountId,
    address: &str,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let further = sqlx::query!(
        "update further_address set verified_at = coalesce(verified_at, $3)
         where address = lower($1) and account = $2",
        address,
        account.0,
        at.to_sqlx() as _
    )
    .execute(&mut *db)
    .await?;
    let first =
        sqlx::query!("select id from account where id = $2 and email = lower($1)", address, account.0)
            .fetch_optional(&mut *db)
            .await?;
    if further.rows_affected() == 0 && first.is_none() {
        return Ok(false);
    }
    sqlx::query!("delete from bad_address where address = lower($1)", address).execute(db).await?;
    Ok(true)
}

/// Notes that an address takes no mail.
pub async fn mark_bad(
    db: &mut PgConnection,
    address: &str,
    reason: &str,
    letter: i64,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into bad_address (address, since, reason, letter) values (lower($1), $2, $3, $4)
         on conflict (address) do update set since = excluded.since, reason = excluded.reason,
                                             letter = excluded.letter",
        address,
        at.to_sqlx() as _,
        reason,
        letter
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Those of some addresses that take no mail, each with the one to write to instead: the next verified one of the same
/// account that does take mail. Addresses of accounts without such a one are missing.
pub async fn in_use(
    db: &mut PgConnection,
    addresses: &[&str],
) -> Result<BTreeMap<String, String>, StoreError> {
    let rows = sqlx::query!(
        r#"select distinct on (asked.address) asked.address as "address!", further_address.address as instead
           from unnest($1::text[]) as asked (address)
           join bad_address on bad_address.address = lower(asked.address)
           join account on account.email = bad_address.address
           join further_address on further_address.account = account.id and verified_at is not null
           where not exists (select from bad_address as other where other.address = further_address.address)
           order by asked.address, further_address.added_at, further_address.address"#,
        addresses as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.address, row.instead)).collect())
}

/// Those of some addresses whose owners want letters of plain text alone, as they were asked for.
pub async fn want_plain(db: &mut PgConnection, addresses: &[&str]) -> Result<BTreeSet<String>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"select asked.address as "address!" from unnest($1::text[]) as asked (address)
           where exists (select from account where plain_letters and email = lower(asked.address))
                 or exists (select from further_address join account on account.id = further_address.account
                            where plain_letters and verified_at is not null
                                  and further_address.address = lower(asked.address))"#,
        addresses as _
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().collect())
}
