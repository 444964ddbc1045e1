-- What a person tells of oneself, part by part: each part has its version, so that two tabs on two parts do not meet.
alter table staff_profile
  add column versions jsonb not null default '{}' check (jsonb_typeof(versions) = 'object'),
  add column uiastaff boolean not null default false,                -- serves emergency lists
  add constraint staff_profile_enable check (doctor_enable in (0, 1, 2));

-- Bank accounts: each change is a row of its own and holds from the next settlement on; nothing is overwritten.
create table staff_bank (
  id int generated always as identity primary key,
  mid int not null references staff (mid), partner_id int not null references partner (id),
  kind text not null check (kind in ('local', 'foreign')),
  bank_code text, branch_code text, bank_name text not null, branch_name text, address text not null,
  account text not null, account_name text not null, swift text,
  valid_from date not null, created_at timestamptz not null,
  foreign key (mid, partner_id) references staff_partner (mid, partner_id),
  check (case kind when 'local' then bank_code is not null and branch_name is not null else swift is not null end)
);
create index staff_bank_own on staff_bank (mid, partner_id, id desc);

-- Photo, licence, bank book, signature. The bytes lie in the storage under `key`, which nobody outside ever names.
create table staff_photo (
  id uuid primary key,
  mid int not null references staff (mid), partner_id int not null references partner (id),
  kind text not null check (kind in ('avatar', 'licenseImage', 'bankImage', 'personsign')),
  key text not null unique, mime text not null check (mime in ('image/jpeg', 'image/png')),
  bytes int not null check (bytes > 0), width int not null, height int not null, sha256 text not null,
  state text not null default 'inForce' check (state in ('inForce', 'replaced')),
  created_at timestamptz not null, replaced_at timestamptz
);
create unique index staff_photo_in_force on staff_photo (mid, kind) where state = 'inForce';

-- Who may see a picture: a face, the colleagues; a licence, oneself and who reviews the person; a bank book, oneself and who
-- settles; a signature, oneself alone. `app_administers` asks for a shared unit.
create function app_sees_photo(of_kind text, person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return person = app_mid() or case of_kind when 'avatar' then app_colleague(person)
    when 'licenseImage' then app_administers(person) when 'bankImage' then app_administers(person) else false end;
end $$;
revoke execute on function app_sees_photo(text, int) from public;
grant execute on function app_sees_photo(text, int) to teleward_app, teleward_system;

do $$
declare t text;
begin
  foreach t in array array['staff_bank', 'staff_photo'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to teleward_system', t);
  end loop;
end $$;
create policy own on staff_bank for select to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()));
create policy own_new on staff_bank for insert to teleward_app
  with check ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()));
grant select, insert on staff_bank to teleward_app;
create policy seen on staff_photo for select to teleward_app using ((select app_kind()) = 'staff' and app_sees_photo(kind, mid));
create policy own_new on staff_photo for insert to teleward_app
  with check ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()));
create policy own_replaced on staff_photo for update to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid())) with check (mid = (select app_mid()));
grant select, insert on staff_photo to teleward_app;
grant update (state, replaced_at) on staff_photo to teleward_app;

-- The own row, and of it what is one's own to say. Neither account, phone, state nor type is among it.
create policy own_row on staff for update to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid())) with check (mid = (select app_mid()));
grant update (name, name_en, family_name, avatar, servicelang, version) on staff to teleward_app;
grant insert (mid), update (education, career, versions, uiastaff, doctor_enable, bank_image, license_image, person_sign, version)
  on staff_profile to teleward_app;
-- Services, title and division are kept with the membership, which administrators may write: by a function, for oneself alone.
create function app_own_membership(flags jsonb, own_title text, own_division text, own_division_en text) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  if app_kind() is distinct from 'staff' then return; end if;
  update staff_partner set service_flags = coalesce(flags, service_flags),
    title = case when flags is null then own_title else title end,
    division = case when flags is null then own_division else division end,
    division_en = case when flags is null then own_division_en else division_en end
  where mid = app_mid() and partner_id = app_partner();
end $$;
revoke execute on function app_own_membership(jsonb, text, text, text) from public;
grant execute on function app_own_membership(jsonb, text, text, text) to teleward_app, teleward_system;
-- Of the profile, what colleagues may know: who serves emergency lists, and who is enabled.
create function app_staff_serving(institution int) returns table (mid int, uiastaff boolean, doctor_enable smallint)
language plpgsql stable security definer set search_path = public as $$
begin
  if app_kind() is distinct from 'staff' or institution is distinct from app_partner() then return; end if;
  return query select f.mid, f.uiastaff, f.doctor_enable from staff_profile f join staff_partner sp on sp.mid = f.mid and sp.partner_id = institution;
end $$;
revoke execute on function app_staff_serving(int) from public;
grant execute on function app_staff_serving(int) to teleward_app, teleward_system;
