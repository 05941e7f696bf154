-- Sample rows after the letters of a draft: one held back.
insert into letter_hold (pentade, letter, account)
select id, 'red', '00000000-0000-7000-8000-000000000001' from pentade where state = 'draft';
