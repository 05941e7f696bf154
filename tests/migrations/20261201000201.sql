-- Sample rows after the calendar: a clock that was stopped, time of one's own given and taken, a side that is ready, a
-- reminder sent and one passed over.
update game set due_clock = '21:30', due_zone = 'Europe/Vienna', grace_hours = 12, reminder_days = '{7,2}',
    reminds_all = true, closes_when_ready = true, blackouts = '{sunday,"2026-12-24 to 2027-01-01"}',
    status = 'paused', paused_at = '2026-12-01 00:00Z';
insert into extension (pentade, side, until_at, account)
select id, 'red', until_at, '00000000-0000-7000-8000-000000000001'
from pentade, (values ('2026-12-05 20:00Z'::timestamptz), (null)) as given (until_at) where state = 'open';
insert into ready (pentade, side, account)
select id, 'red', '00000000-0000-7000-8000-000000000002' from pentade where state = 'open';
insert into reminder (pentade, due_at, days, letters)
select id, due_at, days, letters
from pentade, (values ('2026-11-28 20:00Z'::timestamptz, 3, 2), ('2026-11-30 20:00Z', 1, 0)) as sent (due_at, days, letters)
where state = 'open';
