-- An ECG that was measured remotely: curves, and not a number; in millionths of a volt, sixteen bits each, lead after lead.
create table ecg (
  id bigint primary key generated always as identity,
  pid int not null, partner_id int not null, unit_id int not null,
  measured_at timestamptz not null, received_at timestamptz not null,
  rate int not null check (rate between 50 and 1000),
  leads text[] not null check (cardinality(leads) between 1 and 12),
  wave bytea not null check (octet_length(wave) between 2 and 400000 and octet_length(wave) % (2 * cardinality(leads)) = 0),
  -- As the device counted it, or as it was found in the curve; none where neither is known.
  heart_rate smallint check (heart_rate between 10 and 400), counted boolean not null default false,
  device_name text not null default '', device_type text not null default '',
  recorded_by int not null references staff (mid),
  -- Whose it was when it came: by this the same one is known again, also after a merge of two members.
  first_pid int not null,
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
create unique index ecg_once on ecg (first_pid, measured_at, device_name);
create index ecg_time on ecg (pid, unit_id, measured_at desc, id desc);

-- Measured is measured: nothing is changed or removed.
grant select, insert on ecg to teleward_app;
grant select, insert, update, delete on ecg to teleward_system;
alter table ecg enable row level security;
create policy system_all on ecg to teleward_system using (true) with check (true);
