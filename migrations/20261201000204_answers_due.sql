-- Until when the players of a held pentade may answer, and what is done for those who do not.

alter table game
    add column answer_days  integer not null default 3 check (answer_days between 1 and 60),
    add column absent_votes text not null default 'gm' check (absent_votes in ('gm', 'default')),
    add column gm_votes     text not null default 'anytime' check (gm_votes in ('anytime', 'late'));

alter table pentade
    add column asked_at    timestamptz,
    add column answers_due timestamptz,
    add check ((asked_at is null) = (answers_due is null));

-- An answer of nobody is the default, which stood when the time was over.
alter table answer alter column account drop not null;
