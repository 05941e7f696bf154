-- Names have up to 200 characters. What a name may hold is looked at where it is typed.
alter table account drop constraint account_name_check, add check (length(name) between 1 and 200);
alter table waiting drop constraint waiting_name_check, add check (length(name) between 1 and 200);
alter table invitation drop constraint invitation_name_check, add check (length(name) between 1 and 200);
