-- A version of a sheet may be a former one brought back, or orders that came before their pentade opened.

alter table sheet drop constraint sheet_source_check;
alter table sheet add constraint sheet_source_check check (source in ('letter', 'form', 'back', 'early'));
alter table sheet add column restores integer;
alter table sheet add constraint sheet_restores_check check ((source = 'back') = (restores is not null));

-- Orders for the pentade after the one that is played. Rows are only ever added: the latest of a side counts.
create table early_sheet (
    id          bigint generated always as identity primary key,
    game        uuid not null references game (id),
    side        text not null,
    first_year  integer not null,
    letter      bigint references letter (id),
    account     uuid references account (id),
    text        text not null,
    data        text not null,
    words       text not null,
    received_at timestamptz not null
);
create index on early_sheet (game, first_year, side, id);
create trigger append_only before update or delete on early_sheet for each row execute function refuse_change();
