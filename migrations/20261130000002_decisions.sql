-- What a pentade's questions were answered, what its GM laid down, and how many players wait for a side of a game.
-- Answers are only ever added: the latest one to a question counts.

create table answer (
    id          bigint generated always as identity primary key,
    pentade     bigint not null references pentade (id),
    question    text not null,
    answer      text not null,
    account     uuid not null references account (id),
    answered_at timestamptz not null default now()
);
create index on answer (pentade, question, id);

create table ruling (
    id           bigint generated always as identity primary key,
    pentade      bigint not null references pentade (id),
    year         integer,
    words        text not null check (words <> ''),
    reason       text not null check (reason <> ''),
    public       boolean not null,
    account      uuid not null references account (id),
    made_at      timestamptz not null default now(),
    withdrawn_at timestamptz
);
create index on ruling (pentade, id);

alter table game add column waiting_players integer not null default 0 check (waiting_players between 0 and 99);
