-- Sample rows after the GMs' roles: an assistant.
insert into game_gm (game, account, role, added_by) values
    ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000002', 'assistant',
     '00000000-0000-7000-8000-000000000001');
