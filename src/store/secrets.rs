//! The server's own secret, from which tokens in addresses and links are made.

use sqlx::PgConnection;

use super::StoreError;

/// The secret; `fresh` becomes it when there is none yet. Every process gets the same one.
pub async fn server_secret(db: &mut PgConnection, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
    sqlx::query!("insert into server_secret (secret) values ($1) on conflict (one) do nothing", fresh)
        .execute(&mut *db)
        .await?;
    Ok(sqlx::query_scalar!("select secret from server_secret").fetch_one(db).await?)
}
