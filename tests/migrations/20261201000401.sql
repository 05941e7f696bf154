-- Sample rows after the index of unread letters: two of one sender to one game, the one unread, the other not.
insert into letter (identity, recipient, envelope_from, raw, received_at, game, state, way, greeting, addressed_to)
values ('d', 'orders+g1@gm.example', 'anna@example.org', '\x00', '2026-12-01 00:00Z',
        '00000000-0000-7000-8000-000000000003', 'received', 'smtp', '', 'orders+g1@gm.example'),
       ('e', 'orders+g1@gm.example', 'anna@example.org', '\x00', '2026-12-01 00:01Z',
        '00000000-0000-7000-8000-000000000003', 'read', 'smtp', '', 'orders+g1@gm.example');
