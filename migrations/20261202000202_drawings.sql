-- The maps that letters show are drawn when the first of those letters is sent, once for all who see the same, and kept, so
-- that a letter which is sent again is the same letter. A letter says how far before its end the two files are to be put in.

create table drawing (
    id       bigint generated always as identity primary key,
    pentade  bigint not null references pentade (id),
    is_after boolean not null,
    side     text,
    png      bytea,
    svg      bytea,
    drawn_at timestamptz,
    check ((drawn_at is null) = (png is null) and (png is null) = (svg is null))
);
create index on drawing (pentade);

alter table outbox
    add column drawing bigint references drawing (id),
    add column png_at  integer,
    add column svg_at  integer,
    add check ((drawing is null) = (png_at is null) and (png_at is null) = (svg_at is null));
