-- Templates of notes: what its parts begin with, with blanks to fill. They say nothing of any patient. A template is its maker's
-- own; with a division, whoever is of that division in the institution puts it in, and its maker alone changes it.
create table note_template (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  owner_mid int not null references staff (mid),
  name text not null check (char_length(name) between 1 and 80),
  -- As it is compared: width, case and forms of characters folded by the service.
  name_key text not null check (char_length(name_key) between 1 and 400),
  code text check (char_length(code) between 1 and 20),
  division text,
  division_en text,
  parts jsonb not null check (jsonb_typeof(parts) = 'object'),
  version int not null default 1,
  updated_at timestamptz not null
);
create unique index note_template_own_name on note_template (partner_id, owner_mid, name_key);
create unique index note_template_own_code on note_template (partner_id, owner_mid, lower(code)) where code is not null;
create index note_template_division on note_template (partner_id, division);
alter table note_template enable row level security;
create policy system_all on note_template to teleward_system using (true) with check (true);
grant select, insert, update, delete on note_template to teleward_system;
grant select, insert, delete on note_template to teleward_app;
grant update (name, name_key, code, division, division_en, parts, version, updated_at) on note_template to teleward_app;
