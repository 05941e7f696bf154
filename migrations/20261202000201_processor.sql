-- Whoever adjudicates a due pentade claims it for a while, and a claim that runs out is anybody's; whether what the deadline's
-- job has adjudicated waits for a look of the game's GM.

alter table pentade
    add column claimed_by    text,
    add column claimed_until timestamptz,
    add column look_again_at timestamptz,
    add column tries         integer not null default 0,
    add check ((claimed_by is null) = (claimed_until is null));
create index on pentade (deadline, id) where state in ('open', 'closing');

alter table game
    add column publishes text not null default 'review' check (publishes in ('review', 'at_once'));
