-- The audit names people by their accounts alone, so that a name which goes from its account goes from every row: addresses
-- that older rows spell out are taken out of them, once, before they are closed for good.

alter table audit disable trigger append_only;
update audit set detail = regexp_replace(detail, '[^[:space:]<>"]+@[^[:space:]<>",;:]+', 'an address', 'g')
where detail like '%@%';
update audit set detail = '' where action = 'waiting';
alter table audit enable trigger append_only;

alter table audit add column about uuid references account (id);
create index on audit (account, id);
create index on audit (game, id);
