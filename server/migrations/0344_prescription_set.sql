-- Prescription sets: lines that one prescribes together, by a name and a short code. They say nothing of any patient. A set
-- is its maker's own; shared, all who prescribe in the institution put it in, and its maker alone changes it.
create table prescription_set (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  owner_mid int not null references staff (mid),
  name text not null check (char_length(name) between 1 and 80),
  code text not null check (char_length(code) between 1 and 20),
  -- As they are compared: width, case and forms of characters folded by the service.
  name_key text not null check (char_length(name_key) between 1 and 400),
  code_key text not null check (char_length(code_key) between 1 and 100),
  shared boolean not null default false,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  version int not null default 1,
  updated_at timestamptz not null
);
-- Nobody has two of a name or of a code, and of those that all see there is one.
create unique index prescription_set_own_name on prescription_set (partner_id, owner_mid, name_key);
create unique index prescription_set_own_code on prescription_set (partner_id, owner_mid, code_key);
create unique index prescription_set_shared_name on prescription_set (partner_id, name_key) where shared;
create unique index prescription_set_shared_code on prescription_set (partner_id, code_key) where shared;
alter table prescription_set enable row level security;
create policy system_all on prescription_set to teleward_system using (true) with check (true);
grant select, insert, update, delete on prescription_set to teleward_system;
grant select, insert, delete on prescription_set to teleward_app;
grant update (name, code, name_key, code_key, shared, lines, version, updated_at) on prescription_set to teleward_app;
