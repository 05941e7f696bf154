-- Sample rows after versions and early orders: a version brought back, early orders put into force, and some that wait.
insert into sheet (pentade, side, version, source, restores, account, text, data, words, complaints, press, orders_read,
                   received_at)
select id, 'blue', version, source, restores, '00000000-0000-7000-8000-000000000002', 'guess 7', '{}', 'guess 7', '[]',
       '[]', 1, '2026-11-30 09:00Z'
from pentade, (values (1, 'early', null::integer), (2, 'back', 1)) as given (version, source, restores)
where state = 'draft';
insert into early_sheet (game, side, first_year, account, text, data, words, received_at)
values ('00000000-0000-7000-8000-000000000003', 'red', 115, '00000000-0000-7000-8000-000000000002', 'guess 8', '{}',
        'guess 8', '2026-11-30 09:00Z');
