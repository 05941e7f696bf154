-- What players ask for beside their orders, by letter or on a page: messages to each other, days on which they are away,
-- stand-ins; and what they have asked for and must still confirm. How a game takes these is for its GM to set.

alter table game
    add column anonymous_press boolean not null default true,
    add column stand_ins text not null default 'gm' check (stand_ins in ('gm', 'free')),
    add column departed_sheet text not null default 'withdrawn' check (departed_sheet in ('withdrawn', 'kept'));

create table press (
    id         bigint generated always as identity primary key,
    pentade    bigint not null references pentade (id),
    side       text not null,
    account    uuid not null references account (id),
    everybody  boolean not null,
    recipients text[] not null,
    to_gm      boolean not null,
    anonymous  boolean not null,
    text       text not null check (text <> ''),
    sent_at    timestamptz not null default now()
);
create index on press (pentade, id);
create trigger append_only before update or delete on press for each row execute function refuse_change();

create table vacation (
    id           bigint generated always as identity primary key,
    game         uuid not null references game (id),
    account      uuid not null references account (id),
    first_day    date not null,
    last_day     date not null check (last_day >= first_day),
    made_at      timestamptz not null default now(),
    withdrawn_at timestamptz
);
create index on vacation (game, last_day) where withdrawn_at is null;

-- A person who may order in the stead of a side's player, from his confirmation until the end of a day in UTC.
create table stand_in (
    id           bigint generated always as identity primary key,
    game         uuid not null,
    side         text not null,
    asked_by     uuid not null references account (id),
    email        text not null check (email = lower(email)),
    last_day     date not null,
    account      uuid references account (id),
    asked_at     timestamptz not null default now(),
    confirmed_at timestamptz,
    ended_at     timestamptz,
    foreign key (game, side) references seat (game, side),
    check (confirmed_at is null or account is not null)
);
create index on stand_in (game, side) where ended_at is null;
create index on stand_in (account) where ended_at is null;

-- Asked for, and done only when its writer confirms it by the code.
create table pending (
    code_hash  bytea primary key,
    game       uuid not null references game (id),
    side       text not null,
    account    uuid not null references account (id),
    action     text not null check (action in ('resign', 'press')),
    detail     text not null,
    expires_at timestamptz not null,
    used_at    timestamptz
);

create index on outbox (envelope_to, created_at) where kind = 'answer';
