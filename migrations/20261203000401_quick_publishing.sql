-- Worlds, chronicles and letters are long texts. LZ4 packs them several times as fast as PostgreSQL's older method, and most
-- of the time that a pentade took to be kept went into that. A PostgreSQL built without LZ4 keeps the older method.
-- And a server finds the pentades that it has claimed, those that are played, and the letters that are due to a domain,
-- without looking at all of them.

create index on outbox (domain, due_at, id) where sent_at is null and failed_at is null and held_at is null;
create index on pentade (game) where state <> 'published';
create index on pentade (claimed_by) where claimed_by is not null;

do $$
begin
    alter table pentade
        alter column world_before set compression lz4,
        alter column inputs set compression lz4,
        alter column world_after set compression lz4,
        alter column chronicle set compression lz4;
    alter table withdrawn_draft
        alter column world_before set compression lz4,
        alter column inputs set compression lz4,
        alter column world_after set compression lz4,
        alter column chronicle set compression lz4;
    alter table outbox
        alter column plain set compression lz4,
        alter column bytes set compression lz4;
    alter table letter alter column raw set compression lz4;
    alter table drawing
        alter column png set compression lz4,
        alter column svg set compression lz4;
exception
    when feature_not_supported then
        raise notice 'this PostgreSQL has no LZ4';
end $$;
