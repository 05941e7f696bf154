//! How far mailboxes have been read.

use sqlx::PgConnection;

use super::StoreError;

/// Validity and number of the last letter that was taken from a mailbox.
pub async fn place(db: &mut PgConnection, mailbox: &str) -> Result<Option<(u32, u32)>, StoreError> {
    let row = sqlx::query!("select uid_validity, uid from mailbox_place where mailbox = $1", mailbox)
        .fetch_optional(db)
        .await?;
    let number = |value: i64| {
        u32::try_from(value)
            .map_err(|_| StoreError::Unreadable { what: "place in a mailbox", reason: value.to_string() })
    };
    row.map(|row| Ok((number(row.uid_validity)?, number(row.uid)?))).transpose()
}

/// Keeps that place.
pub async fn keep_place(
    db: &mut PgConnection,
    mailbox: &str,
    (uid_validity, uid): (u32, u32),
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into mailbox_place (mailbox, uid_validity, uid) values ($1, $2, $3)
         on conflict (mailbox) do update
         set uid_validity = excluded.uid_validity, uid = excluded.uid, kept_at = now()",
        mailbox,
        i64::from(uid_validity),
        i64::from(uid)
    )
    .execute(db)
    .await?;
    Ok(())
}
