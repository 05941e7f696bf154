//! Maps that letters show: promised when the letter is written, drawn when it is first sent, and kept.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::StoreError;
use crate::postal::chronicle::SideId;

/// What a drawing shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// Kind of the game.
    pub kind: String,
    /// Short name of the game.
    pub slug: String,
    /// The world.
    pub world: String,
    /// Whose view it is; none for everybody's.
    pub side: Option<SideId>,
    /// PNG and SVG, once they are drawn.
    pub files: Option<(Vec<u8>, Vec<u8>)>,
}

/// Promises the map of a pentade, as it began or as it ended, in the view of a side or of everybody.
pub async fn promise(
    db: &mut PgConnection,
    pentade: i64,
    is_after: bool,
    side: Option<&SideId>,
) -> Result<i64, StoreError> {
    let id = sqlx::query_scalar!(
        "insert into drawing (pentade, is_after, side) values ($1, $2, $3) returning id",
        pentade,
        is_after,
        side.map(SideId::as_str)
    )
    .fetch_one(db)
    .await?;
    Ok(id)
}

/// The files of a drawing, if they are drawn.
pub async fn files(db: &mut PgConnection, id: i64) -> Result<Option<(Vec<u8>, Vec<u8>)>, StoreError> {
    let row = sqlx::query!("select png, svg from drawing where id = $1", id).fetch_one(db).await?;
    Ok(row.png.zip(row.svg))
}

/// A drawing, locked until the transaction ends, so that it is drawn once.
///
/// Errors: the database; a pentade that has lost the world which is shown.
pub async fn lock(db: &mut PgConnection, id: i64) -> Result<Drawing, StoreError> {
    let row = sqlx::query!(
        "select game.kind, game.slug, case when is_after then world_after else world_before end as world, side, png, svg
         from drawing join pentade on pentade.id = drawing.pentade join game on game.id = pentade.game
         where drawing.id = $1 for update of drawing",
        id
    )
    .fetch_one(db)
    .await?;
    let world = row
        .world
        .ok_or_else(|| StoreError::Unreadable { what: "drawing", reason: format!("{id} has no world") })?;
    Ok(Drawing {
        kind: row.kind,
        slug: row.slug,
        world,
        side: row.side.map(|side| SideId::new(&side)),
        files: row.png.zip(row.svg),
    })
}

/// Keeps the files of a drawing.
pub async fn keep(
    db: &mut PgConnection,
    id: i64,
    (png, svg): (&[u8], &[u8]),
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query!(
        "update drawing set png = $2, svg = $3, drawn_at = $4 where id = $1 and drawn_at is null",
        id,
        png,
        svg,
        at.to_sqlx() as _
    )
    .execute(db)
    .await?;
    Ok(())
}
