-- Sample rows after the second migration: an answer corrected once, a ruling withdrawn and one that stands.
insert into answer (pentade, question, answer, account)
select id, 'claim/110/red/lombardy@red', answer, '00000000-0000-7000-8000-000000000002'
from pentade, (values ('yes'), ('no')) as given (answer) where state = 'held';
insert into ruling (pentade, year, words, reason, public, account, withdrawn_at)
select id, year, 'red: points +1', 'a wish', year is null, '00000000-0000-7000-8000-000000000001', gone
from pentade, (values (null::integer, null::timestamptz), (111, '2026-12-02 00:00Z')) as given (year, gone)
where state = 'held';
update game set waiting_players = 2;
