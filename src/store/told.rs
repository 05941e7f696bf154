//! What everyone may read of published pentades, as pages that tell of a whole game need it.
//!
//! It is made from the pentades, which never change once they are published, and can be made anew at any time.

use sqlx::PgConnection;

use super::StoreError;

/// What everyone may read of a published pentade, as text that the desk wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTold<'a> {
    /// How every side stood when it began.
    pub standings: &'a str,
    /// Whose every area was when it began.
    pub land: &'a str,
    /// The figures of every place and side when it began: an object of `places` and `sides` by id.
    pub states: &'a str,
    /// Its entries: a list of objects with the fields of [`EntryRow`] but its pentade, and `words` in small letters.
    pub entries: &'a str,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRow {
    /// Number of the pentade.
    pub pentade: i64,
    /// Its place in the chronicle.
    pub nth: i32,
    /// Its year.
    pub year: Option<i32>,
    /// The part of the pentade that it stands in.
    pub part: String,
    /// Id of the subject that it tells of.
    pub subject: Option<String>,
    /// Whether it is great.
    pub is_headline: bool,
    /// Ids of the sides that it is about.
    pub sides: Vec<String>,
    /// Ids of the places that it is about.
    pub places: Vec<String>,
    /// Their names.
    pub place_names: Vec<String>,
    /// The rules that it follows from.
    pub rules: Vec<String>,
    /// Its words with rules, and what stands beneath, as the desk wrote it.
    pub item: String,
}

/// Which entries are sought; every one of these must be so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sought<'a> {
    /// They tell of this subject.
    pub subject: Option<&'a str>,
    /// They are about this side.
    pub side: Option<&'a str>,
    /// They are about this place.
    pub place: Option<&'a str>,
    /// They are great.
    pub headlines: bool,
    /// Their words, in small letters, hold these.
    pub words: Option<&'a str>,
}

/// Those of the pentades of which nothing is kept that `made_by` made, in their order.
pub async fn missing(db: &mut PgConnection, pentades: &[i64], made_by: &str) -> Result<Vec<i64>, StoreError> {
    let missing = sqlx::query_scalar!(
        r#"select asked.id as "id!" from unnest($1::bigint[]) with ordinality asked (id, place)
           where not exists (select 1 from told where told.pentade = asked.id and told.made_by = $2)
           order by place"#,
        pentades,
        made_by
    )
    .fetch_all(db)
    .await?;
    Ok(missing)
}

/// Keeps what is told of a pentade, in place of what was kept before.
pub async fn keep(
    db: &mut PgConnection,
    pentade: i64,
    made_by: &str,
    new: &NewTold<'_>,
) -> Result<(), StoreError> {
    let mut tx = sqlx::Connection::begin(db).await?;
    sqlx::query!(
        "insert into told (pentade, made_by, standings, land, states) values ($1, $2, $3, $4, $5::text::jsonb)
         on conflict (pentade) do update
         set made_by = excluded.made_by, standings = excluded.standings, land = excluded.land, states = excluded.states",
        pentade,
        made_by,
        new.standings,
        new.land,
        new.states
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from told_entry where pentade = $1", pentade).execute(&mut *tx).await?;
    sqlx::query!(
        "insert into told_entry (pentade, nth, year, part, subject, is_headline, sides, places, place_names, rules, words, item)
         select $1, * from jsonb_to_recordset($2::text::jsonb)
             as entry (nth integer, year integer, part text, subject text, is_headline boolean, sides text[], places text[],
                       place_names text[], rules text[], words text, item text)",
        pentade,
        new.entries
    )
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

/// How sides stood at the beginning of pentades.
pub async fn standings(db: &mut PgConnection, pentades: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
    let rows = sqlx::query!("select pentade, standings from told where pentade = any($1)", pentades)
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().map(|row| (row.pentade, row.standings)).collect())
}

/// Whose the land was at the beginning of pentades.
pub async fn land(db: &mut PgConnection, pentades: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
    let rows = sqlx::query!("select pentade, land from told where pentade = any($1)", pentades)
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().map(|row| (row.pentade, row.land)).collect())
}

/// The figures of one place or side (`kind` is `places` or `sides`) at the beginning of those pentades that had it.
pub async fn states(
    db: &mut PgConnection,
    pentades: &[i64],
    (kind, id): (&str, &str),
) -> Result<Vec<(i64, Vec<String>)>, StoreError> {
    let rows = sqlx::query!(
        r#"select pentade, array(select jsonb_array_elements_text(states #> array[$2, $3])) as "figures!"
           from told where pentade = any($1) and states #> array[$2, $3] is not null"#,
        pentades,
        kind,
        id
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.pentade, row.figures)).collect())
}

/// The entries of pentades that are sought: at most `limit`, the last ones of the first pentade first, and how many
/// there are.
pub async fn entries(
    db: &mut PgConnection,
    pentades: &[i64],
    sought: Sought<'_>,
    limit: Option<i64>,
) -> Result<(Vec<EntryRow>, usize), StoreError> {
    let rows = sqlx::query!(
        r#"select pentade, nth, year, part, subject, is_headline, sides, places, place_names, rules, item,
                  count(*) over () as "count!"
           from told_entry join unnest($1::bigint[]) with ordinality asked (id, place) on asked.id = pentade
           where ($2::text is null or subject = $2) and ($3::text is null or $3 = any(sides))
                 and ($4::text is null or $4 = any(places)) and (not $5 or is_headline)
                 and ($6::text is null or strpos(words, $6) > 0)
           order by asked.place, nth desc limit $7"#,
        pentades,
        sought.subject,
        sought.side,
        sought.place,
        sought.headlines,
        sought.words,
        limit
    )
    .fetch_all(db)
    .await?;
    let count = rows.first().map_or(0, |row| usize::try_from(row.count).unwrap_or(usize::MAX));
    let row = rows.into_iter().map(|row| EntryRow {
        pentade: row.pentade,
        nth: row.nth,
        year: row.year,
        part: row.part,
        subject: row.subject,
        is_headline: row.is_headline,
        sides: row.sides,
        places: row.places,
        place_names: row.place_names,
        rules: row.rules,
        item: row.item,
    });
    Ok((row.collect(), count))
}

/// How many entries of each pentade tell of each subject.
pub async fn subjects(
    db: &mut PgConnection,
    pentades: &[i64],
) -> Result<Vec<(i64, String, i64)>, StoreError> {
    let rows = sqlx::query!(
        r#"select pentade, subject as "subject!", count(*) as "count!" from told_entry
           where pentade = any($1) and subject is not null group by pentade, subject"#,
        pentades
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.pentade, row.subject, row.count)).collect())
}

/// How many entries of each pentade tell of a subject, and of a side if one is given.
pub async fn counts(
    db: &mut PgConnection,
    pentades: &[i64],
    (subject, side): (&str, Option<&str>),
) -> Result<Vec<(i64, i64)>, StoreError> {
    let rows = sqlx::query!(
        r#"select pentade, count(*) as "count!" from told_entry
           where pentade = any($1) and subject = $2 and ($3::text is null or $3 = any(sides)) group by pentade"#,
        pentades,
        subject,
        side
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.pentade, row.count)).collect())
}

/// The sides that entries of a subject are about.
pub async fn sides(
    db: &mut PgConnection,
    pentades: &[i64],
    subject: &str,
) -> Result<Vec<String>, StoreError> {
    let sides = sqlx::query_scalar!(
        r#"select distinct side as "side!" from told_entry, unnest(sides) side
           where pentade = any($1) and subject = $2 order by 1"#,
        pentades,
        subject
    )
    .fetch_all(db)
    .await?;
    Ok(sides)
}

/// Published pentades in force of which nothing is kept, of games of these editions, the newest first: game and first year.
/// Those published within the last minute wait.
pub async fn unmade(
    db: &mut PgConnection,
    editions: &[String],
    limit: i64,
) -> Result<Vec<(String, i32)>, StoreError> {
    let rows = sqlx::query!(
        "select game.slug, pentade.first_year from pentade join game on game.id = pentade.game
         where state = 'published' and published_at < now() - interval '1 minute' and game.edition_hash = any($1)
               and not exists (select 1 from told where told.pentade = pentade.id)
               and not exists (select 1 from pentade later where later.game = pentade.game and later.state = 'published'
                                     and later.first_year = pentade.first_year and later.revision > pentade.revision)
         order by published_at desc limit $2",
        editions,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.first_year)).collect())
}
