-- Letters of a draft that its GM holds back when it is published, by the key that the preview gives them.
create table letter_hold (
    pentade bigint not null references pentade (id),
    letter  text not null,
    account uuid not null references account (id),
    held_at timestamptz not null default now(),
    primary key (pentade, letter)
);
