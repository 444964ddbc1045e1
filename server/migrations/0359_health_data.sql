-- Health data that come as a workbook. A value stands for a day, not for a moment; sent again, it replaces that of the same
-- person, kind and day, and the earlier one is kept beside it. What devices measured is replaced by nothing.
create table health_data_batch (
  id uuid primary key,
  partner_id int not null references partner (id), mid int not null references staff (mid),
  file_hash text not null, total int not null, imported int not null, outcome jsonb not null, at timestamptz not null default now()
);
create index health_data_batch_mine on health_data_batch (mid, at desc);

alter table reading add measured_on date, add batch_id uuid references health_data_batch (id),
  drop constraint reading_source_check,
  add constraint reading_source_check check (source in ('device', 'takeOver', 'batch')),
  add constraint reading_of_day check ((source = 'batch') = (measured_on is not null) and (source = 'batch') = (batch_id is not null));
-- Two institutions may be told the same of one person; each has its own.
drop index reading_once;
create unique index reading_once on reading (pid, kind, measured_at, value, coalesce(diastolic, 0), device_name) where measured_on is null;
create index reading_day on reading (pid, kind, measured_on) where measured_on is not null;

create table reading_version (
  id bigint generated always as identity primary key,
  reading_id bigint not null references reading (id),
  pid int not null, partner_id int not null, unit_id int not null,
  value numeric(7, 2) not null, diastolic smallint, pulse smallint,
  received_at timestamptz not null, recorded_by int not null references staff (mid), batch_id uuid not null references health_data_batch (id),
  replaced_at timestamptz not null, replaced_by int not null references staff (mid),
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
create index reading_version_of on reading_version (reading_id, id);

do $$
declare t text;
begin
  foreach t in array array['health_data_batch', 'reading_version'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select on %I to teleward_app', t);
  end loop;
end $$;
grant insert on health_data_batch to teleward_app;

-- Which values of these people and days are there from a workbook already: that they are, not what they say, for whoever
-- brings health data need not read them. Two lists of one length.
create function app_health_days(pids int[], days date[]) returns table (pid int, kind text, day date)
language plpgsql stable security definer rows 50 set search_path = public as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query select distinct r.pid, r.kind, r.measured_on
    from unnest(pids, days) as a(pid, day) join reading r on r.pid = a.pid and r.measured_on = a.day
    where r.partner_id = app_partner() and app_member_visible(a.pid);
end $$;

-- Puts values in, each in place of an earlier one of the same person, kind and day. Writers of one institution follow each
-- other, so that of two workbooks at once the later stands whole, and the earlier beside it. `place` is that in the list.
create function app_health_put(data jsonb, batch uuid, zone text, at timestamptz)
returns table (place int, reading_id bigint, unit_id int, measured_at timestamptz, outcome text)
language plpgsql security definer rows 500 set search_path = public as $$
#variable_conflict use_column
declare d record; old reading; home int; put bigint;
begin
  if app_kind() is distinct from 'staff' or not exists (select 1 from health_data_batch b where b.id = batch and b.mid = app_mid() and b.partner_id = app_partner()) then
    raise exception 'no batch of the caller' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('health_data:' || app_partner(), 0));
  for d in select x.n::int as n, (x.v ->> 'pid')::int as pid, x.v ->> 'kind' as kind, (x.v ->> 'value')::numeric as value,
      (x.v ->> 'diastolic')::smallint as diastolic, (x.v ->> 'pulse')::smallint as pulse, x.v ->> 'unit' as unit, (x.v ->> 'day')::date as day
    from jsonb_array_elements(data) with ordinality as x(v, n) order by x.n loop
    select min(mu.unit_id) into home from member_unit mu
      where mu.pid = d.pid and mu.partner_id = app_partner() and mu.unit_id = any (app_units()) and mu.status = 'active';
    if home is null or not app_member_visible(d.pid) then
      raise exception 'not a member of the caller' using errcode = '42501';
    end if;
    select r.* into old from reading r where r.pid = d.pid and r.partner_id = app_partner() and r.kind = d.kind and r.measured_on = d.day
      order by r.id desc limit 1 for update;
    if old.id is null then
      insert into reading as r (pid, partner_id, unit_id, kind, value, diastolic, pulse, unit, measured_at, received_at, source, data_type,
          recorded_by, measured_on, batch_id)
        values (d.pid, app_partner(), home, d.kind, d.value, d.diastolic, d.pulse, d.unit, d.day::timestamp at time zone zone, at, 'batch', 'health_data',
          app_mid(), d.day, batch)
        returning r.id, r.measured_at into put, measured_at;
      outcome := 'new';
    elsif old.value = d.value and old.diastolic is not distinct from d.diastolic and old.pulse is not distinct from d.pulse then
      put := old.id; home := old.unit_id; measured_at := old.measured_at;
      outcome := 'same';
    else
      insert into reading_version (reading_id, pid, partner_id, unit_id, value, diastolic, pulse, received_at, recorded_by, batch_id, replaced_at, replaced_by)
        values (old.id, old.pid, old.partner_id, old.unit_id, old.value, old.diastolic, old.pulse, old.received_at, old.recorded_by, old.batch_id, at, app_mid());
      update reading r set value = d.value, diastolic = d.diastolic, pulse = d.pulse, received_at = at, recorded_by = app_mid(), batch_id = batch
        where r.id = old.id;
      update last_measurement l set recorded_by = app_mid() where l.reading_id = old.id;
      put := old.id; home := old.unit_id; measured_at := old.measured_at;
      outcome := 'replaced';
    end if;
    place := d.n; reading_id := put; unit_id := home;
    return next;
  end loop;
end $$;
revoke execute on function app_health_days(int[], date[]), app_health_put(jsonb, uuid, text, timestamptz) from public;
grant execute on function app_health_days(int[], date[]), app_health_put(jsonb, uuid, text, timestamptz) to teleward_app;
