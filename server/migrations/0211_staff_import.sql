-- An import of staff is one job, whoever repeats it. Passwords are kept nowhere.
create table staff_import (
  id uuid primary key,
  partner_id int not null references partner (id), mid int not null references staff (mid),
  file_hash text not null, total int not null, imported int not null, outcome jsonb not null, at timestamptz not null default now()
);
create index staff_import_mine on staff_import (mid, at desc);
alter table staff_import enable row level security;
create policy system_all on staff_import to teleward_system using (true) with check (true);
grant select, insert, update, delete on staff_import to teleward_system;
create policy own on staff_import to teleward_app
  using (mid = (select app_mid()) and (select app_may('partner')))
  with check (mid = (select app_mid()) and (select app_may('partner')));
grant select, insert, update (imported, outcome) on staff_import to teleward_app;

-- Which of these accounts and mobiles somebody has already; whose they are stays untold, as when one is invited alone.
create function app_staff_taken(logins text[], mobiles text[]) returns table (value text)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_may('partner') then return; end if;
  return query select lower(s.account) from staff s where lower(s.account) = any (logins)
    union select s.phone from staff s where s.phone = any (mobiles);
end $$;
revoke execute on function app_staff_taken(text[], text[]) from public;
grant execute on function app_staff_taken(text[], text[]) to teleward_app;
