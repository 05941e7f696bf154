-- When orders of a game are due, in the game's own time zone; grace, reminders, one side's own time; who has said that he
-- is ready; and a stopped clock.

alter table game
    add column due_clock         time not null default '20:00',
    add column due_zone          text not null default 'UTC',
    add column grace_hours       integer not null default 0 check (grace_hours between 0 and 336),
    add column reminder_days     integer[] not null default '{3,1}',
    add column reminds_all       boolean not null default false,
    add column closes_when_ready boolean not null default false,
    add column blackouts         text[] not null default '{}',
    add column paused_at         timestamptz;
update game set paused_at = now() where status = 'paused';

-- A reminder that lies before this was no reminder of this deadline.
alter table pentade add column scheduled_at timestamptz not null default now();

-- The latest row of a side counts; without an end the side has no time of its own any more.
create table extension (
    id       bigint generated always as identity primary key,
    pentade  bigint not null references pentade (id),
    side     text not null,
    until_at timestamptz,
    account  uuid not null references account (id),
    made_at  timestamptz not null default now()
);
create index on extension (pentade, side, id);

create table ready (
    pentade bigint not null references pentade (id),
    side    text not null,
    account uuid not null references account (id),
    said_at timestamptz not null default now(),
    primary key (pentade, side)
);

-- One row a reminder, laid in by whoever sends it: a second one finds it there.
create table reminder (
    pentade bigint not null references pentade (id),
    due_at  timestamptz not null,
    days    integer not null,
    sent_at timestamptz not null default now(),
    letters integer not null,
    primary key (pentade, due_at)
);
