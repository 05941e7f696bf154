update game set readings = '{"S1": "farthest"}' where id = (select id from game order by created_at, slug limit 1);
