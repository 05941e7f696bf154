-- Sample rows: a letter in doubt, a bounced one and its copy, a further address, a bad one, a follower, the secret.
update outbox set begun_at = now(), tried_at = now(), doubtful_at = now(), signature = 'DKIM-Signature: x';
insert into outbox (message_id, kind, game, side, envelope_from, envelope_to, subject, plain, bytes, due_at, copy_of)
select message_id || '.2', kind, game, side, envelope_from, 'anna@example.net', subject, plain, bytes, due_at, id
from outbox;
update outbox set bounced_at = now(), bounce = '5.1.1' where copy_of is null;
insert into server_secret (secret) values (decode(repeat('cd', 32), 'hex'));
insert into further_address (address, account, verified_at) values
    ('anna@example.net', '00000000-0000-7000-8000-000000000002', '2026-12-01 00:00Z');
insert into bad_address (address, since, reason, letter)
select 'anna@example.org', now(), '5.1.1', id from outbox where copy_of is null;
insert into follower (id, game, address, asked_at, confirmed_at) values
    ('00000000-0000-7000-8000-000000000009', '00000000-0000-7000-8000-000000000003', 'fan@example.org', now(), now());
insert into self_test (sent_at) values ('2026-12-01 00:00Z');
