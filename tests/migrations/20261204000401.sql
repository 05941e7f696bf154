-- Sample rows after what is told of the past: one published pentade with two events.
insert into told (pentade, made_by, standings, land, states)
select id, 'house', '[]', '[]', '{"places": {"rome": ["Red"]}}' from pentade where state = 'published' and revision = 1;
insert into told_entry (pentade, nth, year, part, subject, is_headline, sides, places, place_names, rules, words, item)
select pentade, nth, year, 'part', subject, nth = 0, '{red}', '{rome}', '{Rome}', '{10.2}', 'Rome falls.', '{"spans": [], "details": []}'
from told, (values (0, 976, 'wars'), (1, null, null)) as given (nth, year, subject);
