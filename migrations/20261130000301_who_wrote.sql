-- Who wrote a letter: the door it came by, what proves its writer, and the word that is asked of him when nothing
-- does. A player's own reply address is made of his seat's turn, so that a new one can be had.

alter table letter add column way          text not null default 'smtp'
                                            check (way in ('smtp', 'lmtp', 'pipe', 'imap', 'http'));
alter table letter add column peer         text;
alter table letter add column greeting     text not null default '';
alter table letter add column addressed_to text;
alter table letter add column proof        text;
alter table letter add column confirm_hash bytea unique;
alter table letter add column confirmed_at timestamptz;
-- Large letters are written and read in pieces, which packed columns cannot do without being unpacked whole.
alter table letter alter column raw set storage external;
create index on letter (received_at) where game is null;

create index on outbox (envelope_to, created_at) where kind in ('acknowledgement', 'ask');

alter table seat add column reply_turn integer not null default 0;

-- How far a mailbox has been read.
create table mailbox_place (
    mailbox      text primary key,
    uid_validity bigint not null,
    uid          bigint not null,
    kept_at      timestamptz not null default now()
);
