-- Those who run a game beside its owner, game.gm: assistants do all but what is the owner's alone, observers only look.
create table game_gm (
    game     uuid not null references game (id),
    account  uuid not null references account (id),
    role     text not null check (role in ('assistant', 'observer')),
    added_by uuid not null references account (id),
    added_at timestamptz not null default now(),
    primary key (game, account)
);
create index on game_gm (account);
