-- What was measured is doubted where it has to be: a glucose of which nobody stated the meal is a kind of its own, what came late says
-- so with the alert it raises, the same reading under another name is one, and one that was entered in error is withdrawn.

-- Entered in error: the row stays as it was, with by whom and why it counts no more. Withdrawn once, and never put back: the policies
-- say so. The list of kinds is wider than it was.
alter table reading drop constraint reading_kind_check;
alter table reading
  add column withdrawn_at timestamptz
    constraint reading_kinds check (kind in ('blood_pressure', 'weight', 'temperature', 'pulse', 'blood_oxygen',
      'glucose_fasting', 'glucose_before_meal', 'glucose_after_meal', 'glucose_unspecified')),
  add column withdrawn_by int references staff (mid),
  add column withdrawal text check (char_length(withdrawal) between 1 and 300
    and (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawal is null));
create index reading_withdrawn_pid on reading (pid, measured_at desc) where withdrawn_at is not null;
grant update (withdrawn_at, withdrawn_by, withdrawal) on reading to teleward_app;

create or replace function reading_last() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.withdrawn_at is not null then return null; end if;
  insert into last_measurement as l (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
  values (new.pid, new.partner_id, new.unit_id, new.kind, new.id, new.measured_at, new.recorded_by)
  on conflict (pid, unit_id, kind) do update
    set reading_id = excluded.reading_id, measured_at = excluded.measured_at, recorded_by = excluded.recorded_by
    where l.measured_at <= excluded.measured_at;
  return null;
end $$;
-- The one before it is the last again.
create function reading_withdrawn() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from last_measurement l where l.reading_id = new.id;
  insert into last_measurement (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
    select r.pid, r.partner_id, r.unit_id, r.kind, r.id, r.measured_at, r.recorded_by from reading r
    where r.pid = new.pid and r.unit_id = new.unit_id and r.kind = new.kind and r.withdrawn_at is null
    order by r.measured_at desc, r.id desc limit 1
  on conflict (pid, unit_id, kind) do nothing;
  return null;
end $$;
create trigger reading_withdrawn after update of withdrawn_at on reading for each row
  when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function reading_withdrawn();

-- The reading that this one is already: of the same person, kind and values within a minute, whatever the device is called. A pulse
-- that was missing is filled in. Whoever stores readings asks, whatever they may read; two who come at once follow each other.
create function reading_again(patient int, of_kind text, of_value numeric, of_diastolic int, of_pulse int, measured timestamptz, span interval)
returns table (id bigint, unit_id int, at timestamptz, filled boolean)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  same reading;
begin
  if app_kind() is distinct from 'staff' or not app_member_visible(patient) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('reading:' || patient || ':' || of_kind, 0));
  select r.* into same from reading r
    where r.pid = patient and r.partner_id = app_partner() and r.unit_id = any (app_units()) and r.kind = of_kind and r.measured_on is null
      and r.measured_at > measured - span and r.measured_at < measured + span
      and r.value = of_value and r.diastolic is not distinct from of_diastolic
      and (r.pulse is null or of_pulse is null or r.pulse = of_pulse)
    order by greatest(r.measured_at - measured, measured - r.measured_at), r.id limit 1;
  if same.id is null then return; end if;
  filled := same.pulse is null and of_pulse is not null and same.withdrawn_at is null;
  if filled then update reading r set pulse = of_pulse where r.id = same.id and r.pulse is null; end if;
  id := same.id; unit_id := same.unit_id; at := same.measured_at;
  return next;
end $$;

-- What counts leaves out what was withdrawn; nothing else of these functions is other than it was.
create or replace function member_readings_anew(pids int[], at_units int[]) returns void language sql set search_path = public as $$
  delete from last_measurement l where l.pid = any (pids) and l.unit_id = any (at_units);
  insert into last_measurement (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
    select distinct on (r.pid, r.unit_id, r.kind) r.pid, r.partner_id, r.unit_id, r.kind, r.id, r.measured_at, r.recorded_by
    from reading r where r.pid = any (pids) and r.unit_id = any (at_units) and r.withdrawn_at is null
    order by r.pid, r.unit_id, r.kind, r.measured_at desc, r.id desc $$;
create or replace function app_last_readings(patient int) returns table (last jsonb)
language plpgsql stable security definer rows 8 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  held int[];
begin
  if app_kind() is distinct from 'staff' then return; end if;
  if not coalesce((select o.open from app_readings_of(patient, null, null, 'infinity', 0, 0) o limit 1), false) then return; end if;
  select array_agg(mu.unit_id) into held
    from member_unit mu where mu.pid = patient and mu.partner_id = here and mu.unit_id = any (mine) and mu.status <> 'active';
  return query
  select distinct on (r.kind) jsonb_build_object('kind', r.kind, 'value', r.value, 'diastolic', r.diastolic, 'pulse', r.pulse, 'unit', r.unit,
    'at', r.measured_at, 'before', c.course[cardinality(c.course) - 1], 'course', to_jsonb(c.course))
  from last_measurement l join reading r on r.id = l.reading_id
  cross join lateral (select array_agg(x.value order by x.measured_at, x.id) as course from (
    select p.id, p.value::float8 as value, p.measured_at from reading p where p.pid = l.pid and p.unit_id = l.unit_id and p.kind = l.kind and p.withdrawn_at is null
    order by p.measured_at desc, p.id desc limit 12) x) c
  where l.pid = patient and l.partner_id = here and l.unit_id = any (mine) and (held is null or l.unit_id <> all (held))
  order by r.kind, r.measured_at desc;
end $$;
create or replace function app_last_of(pids int[], at_units int[], from_at timestamptz, most int) returns table (pid int, unit_id int, last jsonb)
language plpgsql stable security definer rows 20 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  me int := app_mid();
  monitor text := app_monitor();
  appt text := app_appt();
begin
  if app_kind() is distinct from 'staff' or monitor not in ('y', 'o') then return; end if;
  return query
  select a.pid, a.unit, (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'value', r.value, 'diastolic', r.diastolic, 'pulse', r.pulse,
      'unit', r.unit, 'at', r.measured_at, 'before', c.course[cardinality(c.course) - 1], 'course', to_jsonb(c.course)) order by r.kind), '[]')
    from last_measurement l join reading r on r.id = l.reading_id
    cross join lateral (select array_agg(x.value order by x.measured_at, x.id) as course from (
      select p.id, p.value::float8 as value, p.measured_at from reading p where p.pid = l.pid and p.unit_id = l.unit_id and p.kind = l.kind and p.withdrawn_at is null
      order by p.measured_at desc, p.id desc limit most) x) c
    where l.pid = a.pid and l.unit_id = a.unit and l.measured_at > coalesce(from_at, '-infinity'))
  from unnest(pids, at_units) as a(pid, unit)
  join member_unit mu on mu.pid = a.pid and mu.unit_id = a.unit and mu.partner_id = here and mu.status = 'active' and mu.unit_id = any (mine)
  cross join lateral (select case when appt = 'y' and monitor = 'y' then true else app_own_patient(a.pid) end as known) k
  cross join lateral (select array_agg(x.unit_id) as living from member_unit x
    where x.pid = a.pid and x.partner_id = here and x.unit_id = any (mine) and x.status = 'active') w
  where k.known and (select s.state <> 'notAuthorised' from record_state(a.pid, here, w.living, me) s);
end $$;
create or replace function app_readings_of(patient int, only_unit int, kinds text[], since timestamptz, rows_wanted int, rows_skipped int)
returns table (
  open boolean, off boolean, total int, name text, "memberNo" text, "unitId" int, "unitName" text,
  id bigint, kind text, value numeric, diastolic smallint, pulse smallint, unit text, "measuredAt" timestamptz, "receivedAt" timestamptz,
  "dataType" text, "deviceName" text, "deviceType" text, source text, flagged boolean)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  me int := app_mid();
  monitor text := app_monitor();
  appt text := app_appt();
  held int[];
  living int[];
  at_unit int;
  own boolean := false;
  may_read boolean := false;
  is_off boolean;
  many int;
begin
  if app_kind() is distinct from 'staff' then return; end if;
  select array_agg(mu.unit_id) filter (where mu.status <> 'active'), array_agg(mu.unit_id) filter (where mu.status = 'active'),
      min(mu.unit_id) filter (where mu.status = 'active' and (only_unit is null or mu.unit_id = only_unit))
    into held, living, at_unit
    from member_unit mu where mu.pid = patient and mu.partner_id = here and mu.unit_id = any (mine);
  if at_unit is null then return; end if;
  if appt <> 'y' or monitor <> 'y' then own := app_own_patient(patient); end if;
  if appt <> 'y' and not own then return; end if;
  if monitor = 'y' or (monitor = 'o' and own) then
    may_read := (select s.state <> 'notAuthorised' from record_state(patient, here, living, me) s);
  end if;
  if not may_read then
    open := false;
    return next;
    return;
  end if;
  select true, exists (select 1 from monitor_off o where o.pid = patient and o.on_at is null and o.partner_id = here and o.unit_id = any (mine)
        and (held is null or o.unit_id <> all (held))),
      (select count(*)::int from reading r where r.pid = patient and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held))
        and (kinds is null or r.kind = any (kinds)) and r.measured_at > coalesce(since, '-infinity') and r.withdrawn_at is null),
      m.name, m.member_no, u.id, u.name
    into open, off, total, name, "memberNo", "unitId", "unitName"
    from member m, unit u where m.pid = patient and u.id = at_unit;
  return next;
  return query
    select null::boolean, null::boolean, null::int, null::text, null::text, null::int, null::text,
      r.id, r.kind, r.value, r.diastolic, r.pulse, r.unit, r.measured_at, r.received_at, r.data_type, r.device_name, r.device_type, r.source, r.flagged
    from reading r
    where r.pid = patient and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held))
      and (kinds is null or r.kind = any (kinds)) and r.measured_at > coalesce(since, '-infinity') and r.withdrawn_at is null
    order by r.measured_at desc, r.id desc limit rows_wanted offset rows_skipped;
end $$;
create or replace function app_monitor_before(patient int, house int, of_kind text, since timestamptz, until timestamptz)
returns table (value float8, diastolic int, pulse int, at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not app_watches(patient, house) then return; end if;
  return query select r.value::float8, r.diastolic::int, r.pulse::int, r.measured_at from reading r
    where r.pid = patient and r.unit_id = house and r.kind = of_kind and r.measured_at >= since and r.measured_at < until and r.withdrawn_at is null;
end $$;
create or replace function app_group_readings(which uuid, since timestamptz)
returns table (who int, kind text, value float8, diastolic int, pulse int, at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select m.who::int, r.kind, r.value::float8, r.diastolic::int, r.pulse::int, r.measured_at
    from (select x.pid, x.unit_id, row_number() over (order by x.pid) as who from (
        select distinct gm.pid, gm.unit_id from monitor_group g join monitor_group_member gm on gm.group_id = g.id and gm.removed_at is null
          join member_unit mu on mu.pid = gm.pid and mu.unit_id = gm.unit_id and mu.status = 'active'
        where g.id = which and g.partner_id = app_partner() and app_groups_unit(g.at_unit)) x) m
      left join reading r on r.pid = m.pid and r.unit_id = m.unit_id and r.measured_at >= since and r.withdrawn_at is null;
end $$;
create or replace function app_health_days(pids int[], days date[]) returns table (pid int, kind text, day date)
language plpgsql stable security definer rows 50 set search_path = public as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query select distinct r.pid, r.kind, r.measured_on
    from unnest(pids, days) as a(pid, day) join reading r on r.pid = a.pid and r.measured_on = a.day and r.withdrawn_at is null
    where r.partner_id = app_partner() and app_member_visible(a.pid);
end $$;
create or replace function app_health_put(data jsonb, batch uuid, zone text, at timestamptz)
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
    select r.* into old from reading r where r.pid = d.pid and r.partner_id = app_partner() and r.kind = d.kind and r.measured_on = d.day and r.withdrawn_at is null
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

-- When that was measured which raised the alert, where it came more than a day later: who looks at it knows that nobody had seen it.
alter table monitor_alert add column late_from timestamptz;

-- As before; `as_measure` names what struck where that is not what the limit is set on: a glucose of which nobody stated the meal.
create function limit_struck(fresh_id uuid, patient int, house int, rule uuid, struck_by float8, measured timestamptz,
  base float8, base_measured timestamptz, moment timestamptz, as_measure text)
returns table (id uuid, fresh boolean, reopened boolean, state text)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  here int;
  l record;
  a monitor_alert;
  size numeric;
  worst numeric;
  again boolean;
begin
  if not app_watches(patient, house) then raise exception 'not watched' using errcode = '42501'; end if;
  select mu.partner_id into here from member_unit mu where mu.pid = patient and mu.unit_id = house for no key update;
  select * into l from monitor_limits(patient, house) r where r.id = rule;
  if not found then return; end if;
  select * into a from monitor_alert x where x.pid = patient and x.unit_id = house and x.rule_id = rule and x.state <> 'resolved'
    and (x.measure, x.test, x.severity) = (coalesce(as_measure, l.measure), l.test, l.severity) order by x.raised_at limit 1 for update;
  if not found then
    return query
      insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, group_name, measure, test, severity, limit_value, inclusive, direction,
        hours, value, measured_at, raised_at, last_value, last_at, worst_value, worst_at, base_value, base_at, late_from)
      values (fresh_id, patient, here, house, l.id, l.source, l."groupName", coalesce(as_measure, l.measure), l.test, l.severity, l.value, l.inclusive, l.direction,
        l.hours, struck_by, measured, moment, struck_by, coalesce(measured, moment), struck_by, measured, base, base_measured,
        case when moment - measured > interval '24 hours' then measured end)
      returning monitor_alert.id, true, false, monitor_alert.state;
    return;
  end if;
  size := alert_size(a.test, struck_by::numeric, base::numeric);
  worst := coalesce(alert_size(a.test, coalesce(a.worst_value, a.value), a.base_value), a.limit_value);
  again := a.state = 'acknowledged' and coalesce(size >= coalesce(a.taken_size, worst) + abs(a.limit_value) / case a.test when 'change' then 4 else 40 end, false);
  return query
    update monitor_alert u set
      -- One reading counts once, also where what arrives late makes more of it.
      times = u.times + case when coalesce((measured, struck_by::numeric) in ((u.measured_at, u.value), (u.worst_at, u.worst_value), (u.last_at, u.last_value)), false)
        then 0 else 1 end,
      value = case when measured < u.measured_at then struck_by else u.value end,
      measured_at = case when measured < u.measured_at then measured else u.measured_at end,
      last_value = case when coalesce(measured, moment) >= u.last_at then struck_by else u.last_value end,
      last_at = greatest(u.last_at, coalesce(measured, moment)),
      worst_value = case when size > worst then struck_by else coalesce(u.worst_value, u.value) end,
      worst_at = case when size > worst then measured else coalesce(u.worst_at, u.measured_at) end,
      base_value = case when size > worst then base else u.base_value end,
      base_at = case when size > worst then base_measured else u.base_at end,
      taken_size = case when u.state = 'acknowledged' and not again then coalesce(u.taken_size, worst) end,
      state = case when again then 'open' else u.state end,
      reopened_at = case when again then moment else u.reopened_at end,
      acks_before = case when again then u.acks_before || jsonb_build_array(jsonb_build_object('mid', u.acked_by, 'at', u.acked_at, 'note', coalesce(u.ack_note, '')))
        else u.acks_before end,
      acked_by = case when again then null else u.acked_by end,
      acked_at = case when again then null else u.acked_at end,
      ack_note = case when again then null else u.ack_note end
    where u.id = a.id
    returning u.id, false, again, u.state;
end $$;
-- As the version before asks for it.
create or replace function alert_struck(fresh_id uuid, patient int, house int, rule uuid, struck_by float8, measured timestamptz,
  base float8, base_measured timestamptz, moment timestamptz)
returns table (id uuid, fresh boolean, reopened boolean, state text)
language sql security definer set search_path = public as $$
  select s.id, s.fresh, s.reopened, s.state from limit_struck(fresh_id, patient, house, rule, struck_by, measured, base, base_measured, moment, null) s $$;
do $$
begin
  revoke execute on function limit_struck(uuid, int, int, uuid, float8, timestamptz, float8, timestamptz, timestamptz, text) from public;
  grant execute on function limit_struck(uuid, int, int, uuid, float8, timestamptz, float8, timestamptz, timestamptz, text) to teleward_app, teleward_system;
  revoke execute on function reading_again(int, text, numeric, int, int, timestamptz, interval) from public;
  grant execute on function reading_again(int, text, numeric, int, int, timestamptz, interval) to teleward_app;
end $$;
