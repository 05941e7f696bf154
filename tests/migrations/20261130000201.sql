-- Sample rows after the commands: a message to one and an anonymous one to all, a vacation kept and one withdrawn, a stand-in
-- asked for, one confirmed and one whose time is over, and two things to confirm.
insert into press (pentade, side, account, everybody, recipients, to_gm, anonymous, text)
select id, 'red', '00000000-0000-7000-8000-000000000002', everybody, recipients, false, everybody, 'meet me'
from pentade, (values (false, '{bank}'::text[]), (true, '{}')) as given (everybody, recipients) where state = 'open';
insert into vacation (game, account, first_day, last_day, withdrawn_at) values
    ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000002', '2026-12-20', '2027-01-05', null),
    ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000002', '2026-12-20', '2026-12-20',
     '2026-12-01 00:00Z');
insert into stand_in (game, side, asked_by, email, last_day, account, confirmed_at, ended_at)
select '00000000-0000-7000-8000-000000000003', 'red', '00000000-0000-7000-8000-000000000002', email, '2027-01-05',
       account, confirmed_at, ended_at
from (values ('cleo@example.com', null::uuid, null::timestamptz, null::timestamptz),
             ('gm@gm.example', '00000000-0000-7000-8000-000000000001', '2026-12-01 00:00Z', null),
             ('gm@gm.example', '00000000-0000-7000-8000-000000000001', '2026-12-01 00:00Z', '2026-12-02 00:00Z'))
     as given (email, account, confirmed_at, ended_at);
insert into pending (code_hash, game, side, account, action, detail, expires_at, used_at) values
    ('\x01', '00000000-0000-7000-8000-000000000003', 'red', '00000000-0000-7000-8000-000000000002', 'resign', '',
     '2026-12-08 00:00Z', null),
    ('\x02', '00000000-0000-7000-8000-000000000003', 'red', '00000000-0000-7000-8000-000000000002', 'press', '{}',
     '2026-12-08 00:00Z', '2026-12-02 00:00Z');
update game set anonymous_press = false, stand_ins = 'free', departed_sheet = 'kept';
