-- Sample rows after corrections: one published, with the revision it made, one open; a draft made void.
insert into correction (game, account, state, explanation, first_year, published_at)
select id, gm, 'published', 'a sheet was misread', 100, '2026-12-03 00:00Z' from game;
insert into correction (game, account) select id, gm from game;
insert into amendment (correction, first_year, change, told, reason, account)
select id, 100, '{"sheet":{"side":"red","data":null}}', 'red: no orders', 'misread', account from correction;
insert into pentade (game, first_year, last_year, revision, state, deadline, world_before, inputs, inputs_hash, seed,
                     commitment, world_after, chronicle, result_hash, published_at, correction, set_aside)
select game, first_year, last_year, 2, state, deadline, world_before, inputs, inputs_hash, seed, commitment,
       world_after, chronicle, result_hash, '2026-12-03 00:00Z',
       (select id from correction where state = 'published'), '{"green": "{}"}'
from pentade where state = 'published';
insert into withdrawn_draft (pentade, correction, state, world_before, inputs, inputs_hash, world_after, chronicle,
                             result_hash)
select pentade.id, correction.id, 'draft', 'w', 'i', 'h', 'w', 'c', 'r'
from pentade, correction where pentade.state = 'draft' and correction.state = 'published';
insert into sheet (pentade, side, version, source, text, data, words, complaints, press, orders_read, received_at)
select id, 'red', 2, 'correction', 'guess 7', '{}', 'guess 7', '[]', '[]', 1, '2026-12-03 00:00Z'
from pentade where state = 'open';
