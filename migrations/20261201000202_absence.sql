-- What is done for a side without orders, and what was done; players who wait for a seat, by name.

alter table game
    add column missing_orders text not null default 'hold' check (missing_orders in ('hold', 'standing', 'caretaker')),
    add column vacant_orders  text not null default 'hold' check (vacant_orders in ('hold', 'standing', 'caretaker'));

-- Every revision of a pentade has what was done in the first.
create table filled_in (
    game       uuid not null references game (id),
    first_year integer not null,
    side       text not null,
    custom     text not null check (custom in ('hold', 'standing', 'caretaker')),
    words      text not null,
    primary key (game, first_year, side)
);

create table waiting (
    id       bigint generated always as identity primary key,
    game     uuid not null references game (id),
    name     text not null check (length(name) between 1 and 100),
    email    text not null check (email = lower(email) and email like '%_@_%'),
    note     text not null,
    added_at timestamptz not null default now(),
    left_at  timestamptz
);
create unique index on waiting (game, email) where left_at is null;
