insert into passkey (id, account, name, credential)
select '\x01', id, 'A laptop', '{}' from account limit 1;
