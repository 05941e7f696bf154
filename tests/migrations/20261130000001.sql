-- Sample rows after the first migration: one row of everything, pentades in each state.
insert into account (id, name, email, zone, password_hash, is_operator) values
    ('00000000-0000-7000-8000-000000000001', 'Greta', 'gm@gm.example', 'Europe/Vienna', 'hash', true),
    ('00000000-0000-7000-8000-000000000002', 'Anna', 'anna@example.org', 'UTC', null, false);
insert into login_link (token_hash, account, expires_at) values
    ('\x00', '00000000-0000-7000-8000-000000000002', '2026-12-01 00:00Z');
insert into session (id, data, expiry) values ('one', '{"who": "anna"}', '2026-12-01 00:00Z');
insert into game (id, slug, kind, scenario, title, edition_name, edition_hash, master_secret, gm, pentade_days)
values ('00000000-0000-7000-8000-000000000003', 'g1', 'guessing', 'two', 'A guess', 'first', 'hash',
        decode(repeat('ab', 32), 'hex'), '00000000-0000-7000-8000-000000000001', 7);
insert into seat (game, side, position, name, aliases, playable, account) values
    ('00000000-0000-7000-8000-000000000003', 'red', 0, 'The Reds', '{red}', true,
     '00000000-0000-7000-8000-000000000002'),
    ('00000000-0000-7000-8000-000000000003', 'bank', 1, 'The Bank', '{}', false, null);
insert into pentade (game, first_year, last_year, state, deadline, world_before, inputs, inputs_hash, seed,
                     commitment, world_after, chronicle, result_hash, held_reason, published_at)
values ('00000000-0000-7000-8000-000000000003', 100, 104, 'published', '2026-12-01 00:00Z', 'w', 'i', 'h', 's',
        'c', 'w', 'c', 'r', null, '2026-12-02 00:00Z'),
       ('00000000-0000-7000-8000-000000000003', 105, 109, 'draft', '2026-12-01 00:00Z', 'w', 'i', 'h', 's', 'c',
        'w', 'c', 'r', null, null),
       ('00000000-0000-7000-8000-000000000003', 110, 114, 'held', '2026-12-01 00:00Z', 'w', 'i', 'h', 's', 'c',
        null, null, null, 'a reason', null),
       ('00000000-0000-7000-8000-000000000003', 115, 119, 'open', '2026-12-01 00:00Z', 'w', null, null, 's', 'c',
        null, null, null, null, null);
insert into letter (identity, recipient, envelope_from, raw, received_at, game, state) values
    ('a', 'orders+g1@gm.example', '', '\x00ff', '2026-12-01 00:00Z', '00000000-0000-7000-8000-000000000003',
     'held'),
    ('a', 'postmaster@gm.example', 'anna@example.org', '', '2026-12-01 00:00Z', null, 'received');
insert into sheet (pentade, side, version, source, letter, text, data, words, complaints, press, orders_read,
                   received_at)
select pentade.id, 'red', 1, 'letter', letter.id, 'guess 7', '{}', 'guess 7', '[]', '[]', 1, '2026-12-01 00:00Z'
from pentade, letter where pentade.state = 'open' and letter.game is not null;
insert into outbox (message_id, kind, game, side, envelope_from, envelope_to, subject, plain, bytes, due_at)
values ('a@gm.example', 'report', '00000000-0000-7000-8000-000000000003', 'red', '', 'anna@example.org', 's', 'p',
        '\x00', '2026-12-01 00:00Z');
insert into job (kind, subject, due_at) values ('read-letter', '1', '2026-12-01 00:00Z');
insert into audit (account, action, game, detail) values
    (null, 'close', '00000000-0000-7000-8000-000000000003', 'inputs');
insert into heartbeat (at) values ('2026-12-01 00:00Z');
