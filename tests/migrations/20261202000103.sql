-- Sample rows after games as a whole: one that is put away.
insert into game (id, slug, kind, scenario, title, edition_name, edition_hash, master_secret, gm, pentade_days, status,
                  archived_from)
values ('00000000-0000-7000-8000-000000000013', 'g3', 'guessing', 'two', 'Put away', 'first', 'hash',
        decode(repeat('ab', 32), 'hex'), '00000000-0000-7000-8000-000000000001', 7, 'archived', 'running');
