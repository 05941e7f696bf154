-- Sample rows after the time for answers: a held pentade whose answers are due, and an answer that stood by default.
update game set answer_days = 2, absent_votes = 'default', gm_votes = 'late';
update pentade set asked_at = '2026-12-01 00:00Z', answers_due = '2026-12-03 20:00Z' where state = 'held';
insert into answer (pentade, question, answer, account) select id, 'really@red', 'yes', null from pentade where state = 'held';
