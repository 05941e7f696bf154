-- Sample rows after the migration on who wrote: a letter held for its writer's word, one that he stands by, a new
-- reply address, and a mailbox half read.
insert into letter (identity, recipient, envelope_from, raw, received_at, game, state, way, peer, greeting,
                    addressed_to, proof, confirm_hash, confirmed_at)
values ('b', 'orders+g1@gm.example', 'anna@example.net', '\x00', '2026-12-01 00:00Z',
        '00000000-0000-7000-8000-000000000003', 'held', 'smtp', '192.0.2.7', 'mx.example.net',
        'orders+g1@gm.example', null, '\x01', null),
       ('c', 'orders+g1@gm.example', 'anna@example.net', '\x00', '2026-12-01 00:00Z',
        '00000000-0000-7000-8000-000000000003', 'received', 'imap', null, '', 'orders+g1@gm.example',
        'confirmed', '\x02', '2026-12-01 01:00Z');
update seat set reply_turn = 1 where side = 'red';
insert into mailbox_place (mailbox, uid_validity, uid) values ('imap.example/anna/INBOX', 4294967295, 7);
