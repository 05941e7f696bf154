-- Sample rows after long names: as long as they may be.
update account set name = repeat('W', 200) where id = (select id from account order by id limit 1);
update waiting set name = repeat('W', 200);
update invitation set name = repeat('W', 200) where state = 'open';
