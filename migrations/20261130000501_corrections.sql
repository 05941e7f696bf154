-- Corrections: what the GM amends in the past, and the revisions that came of it. A revision is a row of its own; a draft
-- that a correction made void is kept beside.

create table correction (
    id           bigint generated always as identity primary key,
    game         uuid not null references game (id),
    account      uuid not null references account (id),
    state        text not null default 'open' check (state in ('open', 'published', 'dropped')),
    explanation  text,
    first_year   integer,
    begun_at     timestamptz not null default now(),
    published_at timestamptz,
    check ((state = 'published') = (published_at is not null)),
    check (state <> 'published' or (explanation is not null and first_year is not null))
);
create unique index one_open_correction on correction (game) where state = 'open';

create table amendment (
    id           bigint generated always as identity primary key,
    correction   bigint not null references correction (id),
    first_year   integer not null,
    change       text not null,
    told         text not null,
    sent         text,
    complaints   jsonb not null default '[]',
    reason       text not null check (reason <> ''),
    account      uuid not null references account (id),
    made_at      timestamptz not null default now(),
    withdrawn_at timestamptz
);
create index on amendment (correction, id);

alter table pentade add column correction bigint references correction (id),
                    add column set_aside text;

create table withdrawn_draft (
    id           bigint generated always as identity primary key,
    pentade      bigint not null references pentade (id),
    correction   bigint not null references correction (id),
    state        text not null,
    world_before text not null,
    inputs       text,
    inputs_hash  text,
    world_after  text,
    chronicle    text,
    result_hash  text,
    held_reason  text,
    questions    text,
    edition_name text,
    edition_hash text,
    withdrawn_at timestamptz not null default now()
);
create index on withdrawn_draft (pentade);
create trigger append_only before update or delete on withdrawn_draft
    for each row execute function refuse_change();

-- Sheets that are read anew against a corrected world are versions like any other.
alter table sheet drop constraint sheet_source_check;
alter table sheet add constraint sheet_source_check check (source in ('letter', 'form', 'back', 'early', 'correction'));
