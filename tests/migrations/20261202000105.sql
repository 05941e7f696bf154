-- Sample rows after erasure: somebody who is gone.
insert into account (id, name, email) values
    ('00000000-0000-7000-8000-000000000014', 'Dora', 'dora2@example.com');
select erase_person('00000000-0000-7000-8000-000000000014');
