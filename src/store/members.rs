//! Who may see a game that is for its members alone.

use sqlx::PgConnection;

use super::StoreError;
use super::accounts::AccountId;

/// Whether a reader may see the game with this short name; false where there is none.
pub async fn may_read(
    db: &mut PgConnection,
    slug: &str,
    viewer: Option<AccountId>,
) -> Result<bool, StoreError> {
    let may = sqlx::query_scalar!(
        r#"select exists (select from game where slug = $1 and (not members_only or is_member(id, $2))) as "may!""#,
        slug,
        viewer.map(|viewer| viewer.0)
    )
    .fetch_one(db)
    .await?;
    Ok(may)
}
