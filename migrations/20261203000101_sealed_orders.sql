-- Orders of GMs who play too, sealed before they can see those of others: the hash that is published at once, and what it was
-- made from, which is revealed with the turn.

create table seal (
    id        bigint generated always as identity primary key,
    pentade   bigint not null references pentade (id) on delete cascade,
    account   uuid not null references account (id),
    hash      text not null check (hash ~ '^[0-9a-f]{64}$'),
    nonce     text not null check (nonce ~ '^[0-9a-f]{64}$'),
    sheets    text not null,
    sealed_at timestamptz not null default now(),
    opened_at timestamptz,
    broken_at timestamptz
);
-- One of an account counts at a time: another only when the former was taken back, or read again after a correction.
create unique index on seal (pentade, account) where broken_at is null;
create index on seal (pentade);
