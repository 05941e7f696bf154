-- The desk: accounts, games, pentades, letters, sheets, the outbox and the jobs.
-- Texts that are hashed (worlds, inputs, chronicles) are `text`, never `jsonb`, which would rewrite them.

create table account (
    id            uuid primary key,
    name          text not null check (length(name) between 1 and 100),
    email         text not null unique check (email = lower(email)),
    zone          text not null default 'UTC',
    password_hash text,
    is_operator   boolean not null default false,
    created_at    timestamptz not null default now()
);

create table login_link (
    token_hash bytea primary key,
    account    uuid not null references account (id),
    expires_at timestamptz not null,
    used_at    timestamptz,
    created_at timestamptz not null default now()
);
create index on login_link (account, created_at);

create table session (
    id     text primary key,
    data   jsonb not null,
    expiry timestamptz not null
);
create index on session (expiry);

create table game (
    id            uuid primary key,
    slug          text not null unique check (slug ~ '^[a-z][a-z0-9]{0,19}$'),
    kind          text not null,
    scenario      text not null,
    title         text not null,
    edition_name  text not null,
    edition_hash  text not null,
    master_secret bytea not null check (length(master_secret) = 32),
    gm            uuid not null references account (id),
    status        text not null default 'running' check (status in ('running', 'paused', 'over')),
    pentade_days  integer not null check (pentade_days between 1 and 366),
    created_at    timestamptz not null default now()
);

create table seat (
    game     uuid not null references game (id),
    side     text not null,
    position integer not null,
    name     text not null,
    aliases  text[] not null,
    playable boolean not null,
    account  uuid references account (id),
    primary key (game, side)
);
create index on seat (account);

-- One row a revision of a pentade. `world_after` and what belongs to it are there from the draft on.
create table pentade (
    id           bigint generated always as identity primary key,
    game         uuid not null references game (id),
    first_year   integer not null,
    last_year    integer not null,
    revision     integer not null default 1,
    state        text not null check (state in ('open', 'closing', 'draft', 'published', 'held')),
    deadline     timestamptz not null,
    closed_at    timestamptz,
    world_before text not null,
    inputs       text,
    inputs_hash  text,
    seed         text not null,
    commitment   text not null,
    world_after  text,
    chronicle    text,
    result_hash  text,
    held_reason  text,
    questions    text,
    edition_name text,
    edition_hash text,
    drafted_at   timestamptz,
    published_at timestamptz,
    unique (game, first_year, revision),
    check (state not in ('draft', 'published')
           or (inputs is not null and world_after is not null and chronicle is not null and result_hash is not null)),
    check ((state = 'published') = (published_at is not null)),
    check ((state = 'held') = (held_reason is not null))
);

create table letter (
    id            bigint generated always as identity primary key,
    identity      text not null,
    recipient     text not null,
    envelope_from text not null,
    raw           bytea not null,
    received_at   timestamptz not null,
    game          uuid references game (id),
    state         text not null default 'received' check (state in ('received', 'read', 'held', 'ignored')),
    kind          text,
    reason        text,
    from_address  text,
    subject       text,
    message_id    text,
    body          text,
    account       uuid references account (id),
    side          text,
    read_at       timestamptz,
    unique (recipient, identity)
);
create index on letter (game, received_at);
create index on letter (received_at) where state = 'received';

-- Append-only: the sheet in force of a side is its highest version.
create table sheet (
    id          bigint generated always as identity primary key,
    pentade     bigint not null references pentade (id),
    side        text not null,
    version     integer not null check (version >= 1),
    source      text not null check (source in ('letter', 'form')),
    letter      bigint references letter (id),
    account     uuid references account (id),
    text        text not null,
    data        text not null,
    words       text not null,
    complaints  jsonb not null,
    press       jsonb not null,
    orders_read integer not null,
    received_at timestamptz not null,
    unique (pentade, side, version)
);

create table outbox (
    id            bigint generated always as identity primary key,
    message_id    text not null unique,
    kind          text not null,
    game          uuid references game (id),
    side          text,
    envelope_from text not null,
    envelope_to   text not null,
    subject       text not null,
    plain         text not null,
    bytes         bytea not null,
    created_at    timestamptz not null default now(),
    due_at        timestamptz not null,
    attempts      integer not null default 0,
    claimed_by    text,
    claimed_until timestamptz,
    sent_at       timestamptz,
    failed_at     timestamptz,
    last_error    text
);
create index on outbox (due_at, id) where sent_at is null and failed_at is null;
create index on outbox (game, created_at);
create index on outbox (envelope_to, created_at) where kind = 'acknowledgement';

-- Work to be done once: the key makes asking twice the same as asking once.
create table job (
    id            bigint generated always as identity primary key,
    kind          text not null,
    subject       text not null,
    due_at        timestamptz not null,
    attempts      integer not null default 0,
    claimed_by    text,
    claimed_until timestamptz,
    done_at       timestamptz,
    failed_at     timestamptz,
    last_error    text,
    unique (kind, subject)
);
create index on job (due_at, id) where done_at is null and failed_at is null;

create table audit (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default now(),
    account uuid references account (id),
    action  text not null,
    game    uuid references game (id),
    detail  text not null
);
create index on audit (game, at);

-- A process shows that it lives, so that an outage over a deadline can be told from a quiet evening.
create table heartbeat (
    one     boolean primary key default true check (one),
    at      timestamptz not null
);

create function wake_outbox() returns trigger language plpgsql as $$
begin
    perform pg_notify('outbox', '');
    return null;
end $$;
create trigger wake after insert on outbox for each statement execute function wake_outbox();

create function wake_job() returns trigger language plpgsql as $$
begin
    perform pg_notify('job', '');
    return null;
end $$;
create trigger wake after insert on job for each statement execute function wake_job();

-- What was sent in or kept is never edited.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% rows are append-only', tg_table_name;
end $$;
create trigger append_only before update or delete on sheet for each row execute function refuse_change();
create trigger append_only before update or delete on audit for each row execute function refuse_change();
