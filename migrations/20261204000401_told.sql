-- What everyone may read of a published pentade, as pages that tell of a whole game need it: made from the pentade, and made
-- anew when another edition or program tells it otherwise.

create table told (
    pentade   bigint primary key references pentade (id) on delete cascade,
    -- The edition and the form of telling that made it.
    made_by   text not null,
    -- How every side stood when it began.
    standings text not null,
    -- Whose every area was when it began.
    land      text not null,
    -- The figures of every place and side when it began, by id.
    states    jsonb not null
);

create table told_entry (
    pentade     bigint not null references told (pentade) on delete cascade,
    -- Its place in the chronicle.
    nth         integer not null,
    year        integer,
    part        text not null,
    subject     text,
    is_headline boolean not null,
    sides       text[] not null,
    places      text[] not null,
    place_names text[] not null,
    rules       text[] not null,
    -- Its words alone.
    words       text not null,
    -- Its words with rules, and what stands beneath.
    item        text not null,
    primary key (pentade, nth)
);
