-- Games that are put away, and games that are deleted whole. What was sent in or kept is still never edited; it goes only
-- with its whole game, and the audit stays even then.

alter table game drop constraint game_status_check;
alter table game add column archived_from text check (archived_from in ('running', 'paused', 'over'));
alter table game add constraint game_status_check check (status in ('running', 'paused', 'over', 'archived'));
alter table game add constraint game_archived_check check ((status = 'archived') = (archived_from is not null));

alter table audit drop constraint audit_game_fkey;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and tg_table_name <> 'audit'
       and current_setting('pentade.deletes_a_game', true) = 'yes' then
        return old;
    end if;
    raise exception '% rows are append-only', tg_table_name;
end $$;
create trigger never_emptied before truncate on audit for each statement execute function refuse_change();
create trigger never_emptied before truncate on sheet for each statement execute function refuse_change();

create function delete_game(gone uuid) returns void language plpgsql as $$
declare
    turns   bigint[] := array(select id from pentade where game = gone);
    letters bigint[] := array(select id from letter where game = gone);
    posts   bigint[] := array(select id from outbox where game = gone);
begin
    perform set_config('pentade.deletes_a_game', 'yes', true);
    delete from letter_hold where pentade = any (turns);
    delete from withdrawn_draft where pentade = any (turns);
    delete from reminder where pentade = any (turns);
    delete from ready where pentade = any (turns);
    delete from extension where pentade = any (turns);
    delete from answer where pentade = any (turns);
    delete from ruling where pentade = any (turns);
    delete from press where pentade = any (turns);
    delete from sheet where pentade = any (turns);
    delete from early_sheet where game = gone;
    delete from filled_in where game = gone;
    delete from pentade where game = gone;
    delete from amendment where correction in (select id from correction where game = gone);
    delete from correction where game = gone;
    delete from waiting where game = gone;
    delete from vacation where game = gone;
    delete from pending where game = gone;
    delete from stand_in where game = gone;
    delete from invitation where game = gone;
    delete from follower where game = gone;
    delete from game_gm where game = gone;
    update bad_address set letter = null where letter = any (posts);
    update outbox set copy_of = null where copy_of = any (posts);
    delete from outbox where id = any (posts);
    delete from drawing where pentade = any (turns);
    delete from job where kind = 'read-letter' and subject = any (array(select unnest(letters)::text));
    delete from letter where id = any (letters);
    delete from seat where game = gone;
    delete from game where id = gone;
    perform set_config('pentade.deletes_a_game', '', true);
end $$;
