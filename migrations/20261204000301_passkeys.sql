-- Passkeys: a person signs in by a key that his own device holds. What is kept of it is its public part, and it goes with him.

create table passkey (
    id          bytea primary key,
    account     uuid not null references account (id),
    name        text not null,
    credential  jsonb not null,
    made_at     timestamptz not null default now(),
    used_at     timestamptz
);
create index on passkey (account);

create function forget_passkeys() returns trigger language plpgsql as $$
begin
    delete from passkey where account = new.id;
    return null;
end $$;
create trigger forget_passkeys after update of erased_at on account
    for each row when (new.erased_at is not null) execute function forget_passkeys();
