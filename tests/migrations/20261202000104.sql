-- Sample rows after the audit: an act about somebody.
insert into audit (account, action, game, detail, about) values
    ('00000000-0000-7000-8000-000000000001', 'give-seat', '00000000-0000-7000-8000-000000000003', 'red',
     '00000000-0000-7000-8000-000000000002');
