-- Whoever likes gets letters of plain text alone: without the HTML part, and without the map that it shows.
alter table account add column plain_letters boolean not null default false;
