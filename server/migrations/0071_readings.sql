-- What was measured of a member: blood pressure, weight, temperature and so on.

create function app_monitor() returns text language sql stable as $$ select coalesce(current_setting('app.monitor', true), '-') $$;

create table reading (
  id bigint generated always as identity primary key,
  pid int not null, partner_id int not null, unit_id int not null,
  kind text not null check (kind in ('blood_pressure', 'weight', 'temperature', 'pulse', 'blood_oxygen',
    'glucose_fasting', 'glucose_before_meal', 'glucose_after_meal')),
  value numeric(7, 2) not null,                       -- of blood pressure the systolic one
  diastolic smallint, pulse smallint,
  unit text not null,
  measured_at timestamptz not null, received_at timestamptz not null,
  source text not null check (source in ('device', 'takeOver')),
  data_type text not null, device_name text not null default '', device_type text not null default '',
  flagged boolean not null default false,             -- outside what a body usually has, and confirmed by a person
  recorded_by int not null references staff (mid),
  check ((kind = 'blood_pressure') = (diastolic is not null)),
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
-- The same reading twice is one; and a member's readings of a kind in the order of time.
create unique index reading_once on reading (pid, kind, measured_at, value, coalesce(diastolic, 0), device_name);
create index reading_time on reading (pid, measured_at desc, id desc);

-- The last of each kind, for overviews of many members.
create table last_measurement (
  pid int not null, partner_id int not null, unit_id int not null, kind text not null,
  reading_id bigint not null references reading (id), measured_at timestamptz not null, recorded_by int not null,
  primary key (pid, unit_id, kind)
) with (fillfactor = 60);
create index last_measurement_unit on last_measurement (unit_id);
create function reading_last() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into last_measurement as l (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
  values (new.pid, new.partner_id, new.unit_id, new.kind, new.id, new.measured_at, new.recorded_by)
  on conflict (pid, unit_id, kind) do update
    set reading_id = excluded.reading_id, measured_at = excluded.measured_at, recorded_by = excluded.recorded_by
    where l.measured_at <= excluded.measured_at;
  return null;
end $$;
create trigger reading_last after insert on reading for each row execute function reading_last();

-- What a device said and nobody took over.
create table device_log (
  id bigint generated always as identity primary key,
  pid int not null, partner_id int not null, unit_id int not null,
  said jsonb not null, at timestamptz not null, recorded_by int not null references staff (mid),
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
create index device_log_pid on device_log (pid, at desc);

-- Measured is measured: nothing is changed or removed.
grant select, insert on reading, device_log to teleward_app;
grant select on last_measurement to teleward_app;
grant select, insert, update, delete on reading, last_measurement, device_log to teleward_system;
do $$
declare t text;
begin
  foreach t in array array['reading', 'last_measurement', 'device_log'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    -- One's own entry; others' with the right to records or to monitoring, while the patient's authorisation or one's own
    -- emergency access stands. The rows of both that the caller may see say so.
    execute format($p$ create policy record_open on %1$I for select to teleward_app
      using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and (recorded_by = (select app_mid()) or (
          ((select app_emr()) = 'y' or (select app_monitor()) = 'y'
            or (((select app_emr()) = 'o' or (select app_monitor()) = 'o') and app_own_patient(pid)))
          and (exists (select 1 from consent c where c.pid = %1$I.pid and c.kind = 'record' and c.state = 'active'
              and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now()))
            or exists (select 1 from emergency_access e where e.pid = %1$I.pid and e.mid = (select app_mid()) and e.until > now())))))
      $p$, t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_appt()) = 'y' or recorded_by = (select app_mid()) or app_takes_part(pid)) $p$, t);
  end loop;
  foreach t in array array['reading', 'device_log'] loop
    execute format($p$ create policy own_entries on %I for insert to teleward_app
      with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and recorded_by = (select app_mid()) and app_member_visible(pid)) $p$, t);
  end loop;
end $$;
