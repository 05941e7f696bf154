-- Sample rows after the processor: a pentade that somebody is at, one that was tried in vain, and a game that needs no review.
update pentade set claimed_by = 'one', claimed_until = '2026-12-01 00:00Z', tries = 1 where state = 'open';
update pentade set look_again_at = '2026-12-01 00:00Z', tries = 2 where state = 'draft';
update game set publishes = 'at_once';
