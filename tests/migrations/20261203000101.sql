-- Sample rows after sealed orders: a seal that was taken back, and the one in its place, after which the GM has looked.
insert into seal (pentade, account, hash, nonce, sheets, opened_at, broken_at)
select pentade.id, game.gm, repeat('a', 64), repeat('b', 64), '{"red":"{}"}', null, timestamptz '2026-12-02 00:00Z'
from pentade join game on game.id = pentade.game order by pentade.id limit 1;
insert into seal (pentade, account, hash, nonce, sheets, opened_at)
select pentade.id, game.gm, repeat('c', 64), repeat('d', 64), '{"red":"{}"}', timestamptz '2026-12-02 00:01Z'
from pentade join game on game.id = pentade.game order by pentade.id limit 1;
