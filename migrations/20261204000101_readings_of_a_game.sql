-- A GM chooses for each game how the switches of its rules are read. Kept are the readings that are other than those of the
-- game's edition, by switch; a game that was begun before has none.

alter table game
    add readings jsonb not null default '{}'
        check (jsonb_typeof(readings) = 'object');
