-- What becomes of our letters on their way: signature, return path, the moment they are handed over, doubts, bounces.
-- Further addresses of players, addresses that take no mail, followers of a game, and the secret that signs tokens.

alter table outbox
    add column domain       text generated always as (lower(substring(envelope_to from '[^@]*$'))) stored,
    add column signature    text not null default '',
    add column return_path  text,
    -- Set before the letter's text goes over the line, taken back when the answer is stored. Left standing by a
    -- process that died in between: then nobody knows whether the letter was taken.
    add column begun_at     timestamptz,
    add column tried_at     timestamptz,
    add column doubtful_at  timestamptz,
    add column held_at      timestamptz,
    add column done_at      timestamptz,
    add column bounced_at   timestamptz,
    add column bounce       text,
    add column copy_of      bigint references outbox (id);
create index on outbox (domain, tried_at) where tried_at is not null;
create index on outbox (game, id) where failed_at is not null or doubtful_at is not null or bounced_at is not null;

create table server_secret (
    one    boolean primary key default true check (one),
    secret bytea not null check (length(secret) = 32)
);

-- Addresses of an account behind its first one, which is account.email.
create table further_address (
    address     text primary key check (address = lower(address) and address like '%_@_%'),
    account     uuid not null references account (id),
    added_at    timestamptz not null default now(),
    verified_at timestamptz
);
create index on further_address (account, added_at);

create table bad_address (
    address text primary key check (address = lower(address)),
    since   timestamptz not null,
    reason  text not null,
    letter  bigint references outbox (id)
);

create table follower (
    id           uuid primary key,
    game         uuid not null references game (id),
    address      text not null check (address = lower(address)),
    asked_at     timestamptz not null,
    confirmed_at timestamptz,
    gone_at      timestamptz,
    unique (game, address)
);
create index on follower (address, asked_at);

-- Letters from us to us: they show that mail still goes round.
create table self_test (
    id          bigint generated always as identity primary key,
    sent_at     timestamptz not null,
    returned_at timestamptz
);
