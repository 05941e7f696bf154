-- Seats that are offered by letter and filled when the person accepts; and games whose waiting list anyone may join.

create table invitation (
    id          uuid primary key,
    game        uuid not null,
    side        text not null,
    name        text not null check (length(name) between 1 and 100),
    email       text not null check (email = lower(email) and email like '%_@_%'),
    token_hash  bytea not null unique,
    state       text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
    invited_at  timestamptz not null default now(),
    sent_at     timestamptz not null default now(),
    answered_at timestamptz,
    foreign key (game, side) references seat (game, side),
    check ((state = 'open') = (answered_at is null))
);
create unique index one_open_invitation on invitation (game, side) where state = 'open';

alter table game add column opens_waiting boolean not null default false;
