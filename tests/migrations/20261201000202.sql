-- Sample rows after absence: a side that a caretaker ordered for, one that held; somebody who waits and somebody who was seated.
update game set missing_orders = 'caretaker', vacant_orders = 'standing';
insert into filled_in (game, first_year, side, custom, words) values
    ('00000000-0000-7000-8000-000000000003', 100, 'red', 'caretaker', 'guess 10'),
    ('00000000-0000-7000-8000-000000000003', 105, 'red', 'hold', '');
insert into waiting (game, name, email, note, left_at) values
    ('00000000-0000-7000-8000-000000000003', 'Cleo', 'cleo@example.com', 'wants Poland', null),
    ('00000000-0000-7000-8000-000000000003', 'Cleo', 'cleo@example.com', '', '2026-12-01 00:00Z');
