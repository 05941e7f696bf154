-- Sample rows after the drawings: one that is drawn, one that is not, and a letter that shows it.
insert into drawing (pentade, is_after, side, png, svg, drawn_at)
select id, true, side, png, png, drawn_at
from pentade, (values ('red', '\x89'::bytea, '2026-12-03 00:00Z'::timestamptz), (null, null, null)) as given (side, png, drawn_at)
where state = 'published' and revision = 1;
update outbox set drawing = (select max(id) from drawing), png_at = 90, svg_at = 45 where copy_of is null;
