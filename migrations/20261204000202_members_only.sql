-- A game may be for its members alone: those who run it, watch it at the desk, hold a seat, stand in, or have ordered in it.
alter table game add column members_only boolean not null default false;

create function is_member(which uuid, who uuid) returns boolean language sql stable as $$
    select exists (select from game where id = which and gm = who)
        or exists (select from game_gm where game = which and account = who)
        or exists (select from seat where game = which and account = who)
        or exists (select from stand_in
                   where game = which and account = who and confirmed_at is not null and ended_at is null
                         and last_day >= (now() at time zone 'UTC')::date)
        or exists (select from sheet join pentade on pentade.id = sheet.pentade
                   where pentade.game = which and sheet.account = who)
$$;
