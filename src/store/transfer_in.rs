//! Rows of an exported game, put into the database. What the database cannot take is an error in its own words.

use serde_json::Value;
use sqlx::PgConnection;
use sqlx::postgres::PgQueryResult;
use uuid::Uuid;

use super::StoreError;
use super::games::GameId;
use super::transfer::Part;

/// Puts in the settings of a game that was added before, and the rest of its row. Its clock stands, unless it is over.
pub async fn settings(db: &mut PgConnection, game: GameId, row: &Value) -> Result<(), StoreError> {
    sqlx::query!(
        "update game set
             status = case r.status when 'over' then 'over' else 'paused' end,
             paused_at = case r.status when 'over' then null else now() end,
             edition_name = r.edition_name, edition_hash = r.edition_hash,
             pentade_days = r.pentade_days, due_clock = r.due_clock, due_zone = r.due_zone, grace_hours = r.grace_hours,
             reminder_days = r.reminder_days, reminds_all = r.reminds_all, closes_when_ready = r.closes_when_ready,
             blackouts = r.blackouts, missing_orders = r.missing_orders, vacant_orders = r.vacant_orders,
             answer_days = r.answer_days, absent_votes = r.absent_votes, gm_votes = r.gm_votes, publishes = r.publishes,
             anonymous_press = r.anonymous_press, stand_ins = r.stand_ins, departed_sheet = r.departed_sheet,
             opens_waiting = r.opens_waiting, members_only = r.members_only,
             waiting_players = r.waiting_players, created_at = r.created_at
         from jsonb_to_record($2) as r(status text, edition_name text, edition_hash text, pentade_days int,
              due_clock time, due_zone text, grace_hours int, reminder_days int[], reminds_all bool,
              closes_when_ready bool, blackouts text[], missing_orders text, vacant_orders text, answer_days int,
              absent_votes text, gm_votes text, publishes text, anonymous_press bool, stand_ins text, departed_sheet text,
              opens_waiting bool, members_only bool, waiting_players int, created_at timestamptz)
         where game.id = $1",
        game.0,
        row
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts in a correction and returns its number.
pub async fn correction(db: &mut PgConnection, game: GameId, row: &Value) -> Result<i64, StoreError> {
    let id = sqlx::query_scalar!(
        "insert into correction (game, account, state, explanation, first_year, begun_at, published_at)
         select $1, r.person, r.state, r.explanation, r.first_year, r.begun_at, r.published_at
         from jsonb_to_record($2) as r(person uuid, state text, explanation text, first_year int,
              begun_at timestamptz, published_at timestamptz)
         returning id",
        game.0,
        row
    )
    .fetch_one(db)
    .await?;
    Ok(id)
}

/// Puts in a row of any other part. False when what it belongs to is not there.
pub async fn add(db: &mut PgConnection, game: GameId, part: Part, row: &Value) -> Result<bool, StoreError> {
    let id = game.0;
    let done = match part {
        Part::Game | Part::People | Part::Corrections => return Ok(false),
        Part::Seats => seats(db, id, row).await?,
        Part::Gms => {
            // Who owns the new game may have helped with the old one, and is not its helper.
            gms(db, id, row).await?;
            return Ok(true);
        }
        Part::Pentades => pentades(db, id, row).await?,
        Part::Amendments => amendments(db, id, row).await?,
        Part::Sheets => sheets(db, id, row).await?,
        Part::Seals => seals(db, id, row).await?,
        Part::EarlySheets => early_sheets(db, id, row).await?,
        Part::Answers => answers(db, id, row).await?,
        Part::Rulings => rulings(db, id, row).await?,
        Part::Press => press(db, id, row).await?,
        Part::FilledIn => filled_in(db, id, row).await?,
        Part::Vacations => vacations(db, id, row).await?,
        Part::StandIns => stand_ins(db, id, row).await?,
        Part::Waiting => waiting(db, id, row).await?,
        Part::Letters => letters(db, id, row).await?,
    };
    Ok(done.rows_affected() == 1)
}

/// What the database did.
type Done = Result<PgQueryResult, sqlx::Error>;

async fn seats(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into seat (game, side, position, name, aliases, playable, account)
         select $1, r.side, r.position, r.name, r.aliases, r.playable, r.person
         from jsonb_to_record($2) as r(side text, position int, name text, aliases text[], playable bool,
              person uuid)",
        id,
        row
    )
    .execute(db)
    .await
}

async fn gms(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into game_gm (game, account, role, added_by, added_at)
         select $1, r.person, r.role, game.gm, r.added_at
         from jsonb_to_record($2) as r(person uuid, role text, added_at timestamptz)
         join game on game.id = $1 and game.gm <> r.person",
        id,
        row
    )
    .execute(db)
    .await
}

async fn pentades(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into pentade (game, first_year, last_year, revision, state, deadline, scheduled_at, closed_at,
                              world_before, inputs, inputs_hash, seed, commitment, world_after, chronicle,
                              result_hash, held_reason, questions, edition_name, edition_hash, drafted_at,
                              published_at, correction, set_aside, asked_at, answers_due)
         select $1, r.first_year, r.last_year, r.revision, r.state, r.deadline, r.scheduled_at, r.closed_at,
                r.world_before, r.inputs, r.inputs_hash, r.seed, r.commitment, r.world_after, r.chronicle,
                r.result_hash, r.held_reason, r.questions, r.edition_name, r.edition_hash, r.drafted_at,
                r.published_at, r.correction, r.set_aside, r.asked_at, r.answers_due
         from jsonb_to_record($2) as r(first_year int, last_year int, revision int, state text,
              deadline timestamptz, scheduled_at timestamptz, closed_at timestamptz, world_before text, inputs text,
              inputs_hash text, seed text, commitment text, world_after text, chronicle text, result_hash text,
              held_reason text, questions text, edition_name text, edition_hash text, drafted_at timestamptz,
              published_at timestamptz, correction bigint, set_aside text, asked_at timestamptz,
              answers_due timestamptz)",
        id,
        row
    )
    .execute(db)
    .await
}

async fn amendments(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into amendment (correction, first_year, change, told, sent, complaints, reason, account, made_at,
                                withdrawn_at)
         select correction.id, r.first_year, r.change, r.told, r.sent, r.complaints, r.reason, r.person, r.made_at,
                r.withdrawn_at
         from jsonb_to_record($2) as r(correction bigint, first_year int, change text, told text, sent text,
              complaints jsonb, reason text, person uuid, made_at timestamptz, withdrawn_at timestamptz)
         join correction on correction.game = $1 and correction.id = r.correction",
        id,
        row
    )
    .execute(db)
    .await
}

async fn sheets(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into sheet (pentade, side, version, source, restores, account, text, data, words, complaints, press,
                            orders_read, received_at)
         select pentade.id, r.side, r.version, r.source, r.restores, r.person, r.text, r.data, r.words, r.complaints,
                r.press, r.orders_read, r.received_at
         from jsonb_to_record($2) as r(first_year int, revision int, side text, version int, source text,
              restores int, person uuid, text text, data text, words text, complaints jsonb, press jsonb,
              orders_read int, received_at timestamptz)
         join pentade on pentade.game = $1 and pentade.first_year = r.first_year
                         and pentade.revision = r.revision
         join seat on seat.game = $1 and seat.side = r.side",
        id,
        row
    )
    .execute(db)
    .await
}

async fn seals(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into seal (pentade, account, hash, nonce, sheets, sealed_at, opened_at, broken_at)
         select pentade.id, r.person, r.hash, r.nonce, r.sheets, r.sealed_at, r.opened_at, r.broken_at
         from jsonb_to_record($2) as r(first_year int, revision int, person uuid, hash text, nonce text, sheets text,
              sealed_at timestamptz, opened_at timestamptz, broken_at timestamptz)
         join pentade on pentade.game = $1 and pentade.first_year = r.first_year
                         and pentade.revision = r.revision",
        id,
        row
    )
    .execute(db)
    .await
}

async fn early_sheets(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into early_sheet (game, side, first_year, account, text, data, words, received_at)
         select $1, r.side, r.first_year, r.person, r.text, r.data, r.words, r.received_at
         from jsonb_to_record($2) as r(side text, first_year int, person uuid, text text, data text, words text,
              received_at timestamptz)
         join seat on seat.game = $1 and seat.side = r.side",
        id,
        row
    )
    .execute(db)
    .await
}

async fn answers(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into answer (pentade, question, answer, account, answered_at)
         select pentade.id, r.question, r.answer, r.person, r.answered_at
         from jsonb_to_record($2) as r(first_year int, revision int, question text, answer text, person uuid,
              answered_at timestamptz)
         join pentade on pentade.game = $1 and pentade.first_year = r.first_year
                         and pentade.revision = r.revision",
        id,
        row
    )
    .execute(db)
    .await
}

async fn rulings(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into ruling (pentade, year, words, reason, public, account, made_at, withdrawn_at)
         select pentade.id, r.year, r.words, r.reason, r.public, r.person, r.made_at, r.withdrawn_at
         from jsonb_to_record($2) as r(first_year int, revision int, year int, words text, reason text, public bool,
              person uuid, made_at timestamptz, withdrawn_at timestamptz)
         join pentade on pentade.game = $1 and pentade.first_year = r.first_year
                         and pentade.revision = r.revision",
        id,
        row
    )
    .execute(db)
    .await
}

async fn press(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into press (pentade, side, account, everybody, recipients, to_gm, anonymous, text, sent_at)
         select pentade.id, r.side, r.person, r.everybody, r.recipients, r.to_gm, r.anonymous, r.text, r.sent_at
         from jsonb_to_record($2) as r(first_year int, revision int, side text, person uuid, everybody bool,
              recipients text[], to_gm bool, anonymous bool, text text, sent_at timestamptz)
         join pentade on pentade.game = $1 and pentade.first_year = r.first_year
                         and pentade.revision = r.revision",
        id,
        row
    )
    .execute(db)
    .await
}

async fn filled_in(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into filled_in (game, first_year, side, custom, words)
         select $1, r.first_year, r.side, r.custom, r.words
         from jsonb_to_record($2) as r(first_year int, side text, custom text, words text)",
        id,
        row
    )
    .execute(db)
    .await
}

async fn vacations(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into vacation (game, account, first_day, last_day, made_at, withdrawn_at)
         select $1, r.person, r.first_day, r.last_day, r.made_at, r.withdrawn_at
         from jsonb_to_record($2) as r(person uuid, first_day date, last_day date, made_at timestamptz,
              withdrawn_at timestamptz)",
        id,
        row
    )
    .execute(db)
    .await
}

async fn stand_ins(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into stand_in (game, side, asked_by, email, last_day, account, asked_at, confirmed_at, ended_at)
         select $1, r.side, r.asked_by, r.email, r.last_day, r.person, r.asked_at, r.confirmed_at, r.ended_at
         from jsonb_to_record($2) as r(side text, asked_by uuid, email text, last_day date, person uuid,
              asked_at timestamptz, confirmed_at timestamptz, ended_at timestamptz)
         join seat on seat.game = $1 and seat.side = r.side",
        id,
        row
    )
    .execute(db)
    .await
}

async fn waiting(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into waiting (game, name, email, note, added_at, left_at)
         select $1, r.name, r.email, r.note, r.added_at, r.left_at
         from jsonb_to_record($2) as r(name text, email text, note text, added_at timestamptz,
              left_at timestamptz)",
        id,
        row
    )
    .execute(db)
    .await
}

/// The recipient names the game under its new name, so that the same letter may be in the database twice.
async fn letters(db: &mut PgConnection, id: Uuid, row: &Value) -> Done {
    sqlx::query!(
        "insert into letter (identity, recipient, envelope_from, raw, received_at, game, state, kind, reason,
                             from_address, subject, message_id, body, account, side, read_at, way)
         select r.identity, 'import+' || $1::uuid::text, r.envelope_from, decode(r.raw, 'base64'), r.received_at, $1,
                r.state, r.kind, r.reason, r.from_address, r.subject, r.message_id, r.body, r.person, r.side,
                r.read_at, r.way
         from jsonb_to_record($2) as r(identity text, envelope_from text, raw text, received_at timestamptz,
              state text, kind text, reason text, from_address text, subject text, message_id text, body text,
              person uuid, side text, read_at timestamptz, way text)
         where r.state in ('read', 'held', 'ignored')",
        id,
        row
    )
    .execute(db)
    .await
}
