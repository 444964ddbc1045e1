-- A person has one account, wherever they work (AUTH-15): whoever has one already is not registered a second time, but invited into the
-- institution, and joins by accepting it. Until then the institution knows the account that it typed, and nothing of the person.
create table staff_invitation (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  mid int not null references staff (mid),
  account text not null,
  staff_type smallint not null, doctortype text not null, title text,
  units int[] not null check (cardinality(units) between 1 and 200),
  invited_by int not null references staff (mid), invited_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create unique index staff_invitation_open on staff_invitation (partner_id, mid) where state = 'open';
create index staff_invitation_person on staff_invitation (mid) where state = 'open';
alter table staff_invitation enable row level security;
create policy system_all on staff_invitation to teleward_system using (true) with check (true);
grant select, insert, update on staff_invitation to teleward_system;
grant select, update (state, ended_at) on staff_invitation to teleward_app;

-- Invites the person of an account, or says anew how: the row's number, null where they belong to the institution; no row where nobody
-- has the account. The caller sees no people of other institutions, so that the account is looked up here.
create function app_invite_known_staff(institution int, login text, kind text, type smallint, known_as text, houses int[], moment timestamptz)
returns table (invitation int) language plpgsql security definer set search_path = public as $$
declare person int;
begin
  if not app_may('partner') or cardinality(houses) = 0 or not (app_operator() or institution = app_partner())
    or exists (select 1 from unnest(houses) h where not app_administers_unit(h)
      or not exists (select 1 from unit u where u.id = h and u.partner_id = institution)) then
    raise exception 'not administered' using errcode = '42501';
  end if;
  -- As at a sign-in: by the account, else by the mobile.
  select s.mid into person from staff s where (lower(s.account) = login or s.phone = login) and s.status = 'active' and s.mobilecode = 1
    order by (lower(s.account) = login) desc limit 1;
  if person is null then return; end if;
  if exists (select 1 from staff_partner sp where sp.mid = person and sp.partner_id = institution) then
    return query select null::int;
    return;
  end if;
  return query insert into staff_invitation as i (partner_id, mid, account, staff_type, doctortype, title, units, invited_by, invited_at)
    values (institution, person, login, type, kind, known_as, houses, app_mid(), moment)
    on conflict (partner_id, mid) where state = 'open' do update set staff_type = excluded.staff_type, doctortype = excluded.doctortype,
      title = excluded.title, units = excluded.units, invited_by = excluded.invited_by, invited_at = excluded.invited_at
    returning i.id;
end $$;
revoke execute on function app_invite_known_staff(int, text, text, smallint, text, int[], timestamptz) from public;
grant execute on function app_invite_known_staff(int, text, text, smallint, text, int[], timestamptz) to teleward_app;
