-- Whoever reads a letter first reads those of its sender to the same game that came before it; they are few among all.
create index on letter (game, envelope_from, received_at) where state = 'received';
