-- Sample rows after invitations: one that is open, one that was declined.
update game set opens_waiting = true;
insert into invitation (id, game, side, name, email, token_hash, state, answered_at) values
    ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000003', 'red', 'Cleo',
     'cleo@example.com', '\x01', 'open', null),
    ('00000000-0000-7000-8000-000000000012', '00000000-0000-7000-8000-000000000003', 'red', 'Dora',
     'dora@example.com', '\x02', 'declined', '2026-12-01 00:00Z');
