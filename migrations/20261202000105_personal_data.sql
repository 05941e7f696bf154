-- A person goes: name and addresses from every row that names them, whole letters where they cannot be taken out of them.
-- What was ordered, answered and written under an empire stays with the empire.

alter table account add column erased_at timestamptz;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and tg_table_name <> 'audit'
       and current_setting('pentade.deletes_a_game', true) = 'yes' then
        return old;
    end if;
    -- Only words that a person typed may change, and only to take a name out of them.
    if tg_op = 'UPDATE' and tg_table_name in ('sheet', 'early_sheet', 'press')
       and current_setting('pentade.erases_a_person', true) = 'yes'
       and to_jsonb(new) - 'text' - 'press' - 'complaints' = to_jsonb(old) - 'text' - 'press' - 'complaints' then
        return new;
    end if;
    raise exception '% rows are append-only', tg_table_name;
end $$;

-- `words` is a pattern of a name and addresses as whole words; what it finds is replaced.
create function without_person(told text, words text) returns text language sql immutable as $$
    select regexp_replace(told, words, 'a former player', 'gi')
$$;

create function erase_person(gone uuid) returns void language plpgsql as $$
declare
    addresses text[] := array(select email from account where id = gone
                              union select address from further_address where account = gone);
    called    text := (select name from account where id = gone);
    named     text;
    one       text;
begin
    select string_agg('(?<![[:alnum:]])' || regexp_replace(each, '([^[:alnum:][:space:]])', '\\\1', 'g')
                      || '(?![[:alnum:]])', '|')
    into named from unnest(addresses || called) as each;
    perform set_config('pentade.erases_a_person', 'yes', true);

    delete from login_link where account = gone;
    delete from session where data ->> 'account' = gone::text;
    delete from further_address where account = gone;
    delete from follower where address = any (addresses);
    delete from game_gm where account = gone;
    delete from bad_address where address = any (addresses);
    update waiting set name = 'A former player', email = gone || '@erased.invalid', note = '',
                       left_at = coalesce(left_at, now()) where email = any (addresses);
    update invitation set name = 'A former player', email = gone || '@erased.invalid',
                          state = case state when 'open' then 'withdrawn' else state end,
                          answered_at = coalesce(answered_at, now()) where email = any (addresses);
    update stand_in set email = gone || '@erased.invalid', ended_at = coalesce(ended_at, now())
    where email = any (addresses) or account = gone;
    delete from pending where account = gone;

    update letter set raw = '', envelope_from = '', from_address = null, message_id = null, greeting = '', peer = null,
                      addressed_to = null, subject = without_person(subject, named), body = without_person(body, named),
                      reason = without_person(reason, named)
    where account = gone or envelope_from = any (addresses) or lower(from_address) = any (addresses);
    foreach one in array addresses loop
        update letter set raw = '' where raw <> '' and position(convert_to(one, 'UTF8') in raw) > 0;
    end loop;
    update letter set raw = '', subject = without_person(subject, named), body = without_person(body, named),
                      reason = without_person(reason, named), greeting = without_person(greeting, named),
                      proof = without_person(proof, named)
    where concat_ws(' ', subject, body, reason, greeting, proof) ~* named
          or position(convert_to(called, 'UTF8') in raw) > 0;

    update outbox set failed_at = coalesce(failed_at, now()) where envelope_to = any (addresses) and sent_at is null;
    update outbox set bytes = '', signature = '', plain = without_person(plain, named),
                      subject = without_person(subject, named), last_error = without_person(last_error, named),
                      bounce = without_person(bounce, named)
    where envelope_to = any (addresses) or concat_ws(' ', plain, subject, last_error, bounce) ~* named;
    update outbox set envelope_to = gone || '@erased.invalid' where envelope_to = any (addresses);

    update sheet set text = without_person(text, named), press = without_person(press::text, named)::jsonb,
                     complaints = without_person(complaints::text, named)::jsonb
    where text || press::text || complaints::text ~* named;
    update early_sheet set text = without_person(text, named) where text ~* named;
    update press set text = without_person(text, named) where text ~* named;
    update ruling set words = without_person(ruling.words, named),
                      reason = without_person(reason, named)
    where concat_ws(' ', ruling.words, reason) ~* named
          and exists (select from pentade where pentade.id = ruling.pentade and state <> 'published');
    update ruling set reason = without_person(reason, named) where reason ~* named;
    update amendment set reason = without_person(reason, named), told = without_person(told, named),
                         sent = without_person(sent, named) where concat_ws(' ', reason, told, sent) ~* named;
    update correction set explanation = without_person(explanation, named) where explanation ~* named;
    update waiting set note = without_person(note, named) where note ~* named;
    update job set last_error = without_person(last_error, named) where last_error ~* named;

    update account set name = 'A former player', email = gone || '@erased.invalid', zone = 'UTC', password_hash = null,
                       is_operator = false, erased_at = now() where id = gone;
    perform set_config('pentade.erases_a_person', '', true);
end $$;
