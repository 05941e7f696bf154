//! Every migration runs over a database that is in use.
//!
//! `tests/migrations/<stamp>.sql` holds sample rows that are laid in right after the migration of that stamp; the
//! migrations behind it must take them.

use pentade::store::MIGRATIONS;
use sqlx::{Connection, PgPool};

#[sqlx::test(migrations = false)]
async fn each_migration_takes_the_rows_of_those_before(pool: PgPool) {
    let mut connection = pool.acquire().await.expect("a connection");
    for migration in MIGRATIONS.iter() {
        sqlx::raw_sql(migration.sql.clone())
            .execute(&mut *connection)
            .await
            .unwrap_or_else(|error| panic!("{}: {error}", migration.description));
        let rows = format!("{}/tests/migrations/{}.sql", env!("CARGO_MANIFEST_DIR"), migration.version);
        let rows = std::fs::read_to_string(&rows).unwrap_or_else(|error| panic!("{rows}: {error}"));
        let mut tx = connection.begin().await.expect("a transaction");
        sqlx::raw_sql(sqlx::AssertSqlSafe(rows))
            .execute(&mut *tx)
            .await
            .unwrap_or_else(|error| panic!("the rows of {}: {error}", migration.description));
        tx.commit().await.expect("the rows are in");
    }
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables where table_schema = 'public' order by 1",
    )
    .fetch_all(&mut *connection)
    .await
    .expect("the tables");
    for table in tables {
        let count = format!("select count(*) from \"{table}\"");
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
            .fetch_one(&mut *connection)
            .await
            .expect("counted");
        assert!(count > 0, "no sample row for {table}");
    }
}

#[sqlx::test(migrations = false)]
async fn several_processes_may_bring_the_schema_up_to_date_at_once(pool: PgPool) {
    let runs = futures::future::join_all((0..3).map(|_| MIGRATIONS.run(&pool))).await;
    assert!(runs.iter().all(Result::is_ok), "{runs:?}");
}
