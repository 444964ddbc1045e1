-- An alert that is muted calls again where it gets clearly worse, whether or not somebody has taken it; what arrives late is an alert
-- of its own; the unit is told at once where nobody who cares for the member can take one.

-- How bad the alert was when it was muted, as `alert_size` counts: kept with the first that strikes after that.
alter table monitor_alert_mute add column size numeric;

-- As before, and:
-- What arrives more than a day late has an alert of its own: nobody had seen it, and it says nothing of how the member is now. So it
-- neither takes the place of what a fresh alert tells, nor opens one again that somebody has taken.
-- A muted alert that nobody has taken waits again by the same measure as one that was taken, from how bad it was when it was muted. A
-- silence has no measure: its muting ends where something came since and then nothing for the hours anew, which is when it is struck.
create or replace function limit_struck(fresh_id uuid, patient int, house int, rule uuid, struck_by float8, measured timestamptz,
  base float8, base_measured timestamptz, moment timestamptz, as_measure text)
returns table (id uuid, fresh boolean, reopened boolean, state text)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  here int;
  l record;
  a monitor_alert;
  hush monitor_alert_mute;
  came_late boolean := coalesce(moment - measured > interval '24 hours', false);
  size numeric;
  worst numeric;
  much numeric;
  again boolean;
begin
  if not app_watches(patient, house) then raise exception 'not watched' using errcode = '42501'; end if;
  select mu.partner_id into here from member_unit mu where mu.pid = patient and mu.unit_id = house for no key update;
  select * into l from monitor_limits(patient, house) r where r.id = rule;
  if not found then return; end if;
  select * into a from monitor_alert x where x.pid = patient and x.unit_id = house and x.rule_id = rule and x.state <> 'resolved'
    and (x.measure, x.test, x.severity) = (coalesce(as_measure, l.measure), l.test, l.severity) and (x.late_from is not null) = came_late
    order by x.raised_at limit 1 for update;
  if not found then
    return query
      insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, group_name, measure, test, severity, limit_value, inclusive, direction,
        hours, value, measured_at, raised_at, last_value, last_at, worst_value, worst_at, base_value, base_at, late_from)
      values (fresh_id, patient, here, house, l.id, l.source, l."groupName", coalesce(as_measure, l.measure), l.test, l.severity, l.value, l.inclusive, l.direction,
        l.hours, struck_by, measured, moment, struck_by, coalesce(measured, moment), struck_by, measured, base, base_measured,
        case when came_late then measured end)
      returning monitor_alert.id, true, false, monitor_alert.state;
    return;
  end if;
  size := alert_size(a.test, struck_by::numeric, base::numeric);
  worst := coalesce(alert_size(a.test, coalesce(a.worst_value, a.value), a.base_value), a.limit_value);
  much := abs(a.limit_value) / case a.test when 'change' then 4 else 40 end;
  select * into hush from monitor_alert_mute x where x.alert_id = a.id and x.ended_at is null and x.until > now()
    and (a.reopened_at is null or x.at >= a.reopened_at) order by x.id desc limit 1;
  again := case when hush.id is not null and a.test = 'noData' then true
    when a.state = 'acknowledged' then coalesce(size >= coalesce(a.taken_size, worst) + much, false)
    else hush.id is not null and coalesce(size >= coalesce(hush.size, worst) + much, false) end;
  if hush.id is not null and hush.size is null then
    update monitor_alert_mute x set size = worst where x.id = hush.id;
  end if;
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
      acks_before = case when again and u.state = 'acknowledged'
        then u.acks_before || jsonb_build_array(jsonb_build_object('mid', u.acked_by, 'at', u.acked_at, 'note', coalesce(u.ack_note, '')))
        else u.acks_before end,
      acked_by = case when again then null else u.acked_by end,
      acked_at = case when again then null else u.acked_at end,
      ack_note = case when again then null else u.ack_note end
    where u.id = a.id
    returning u.id, false, again, u.state;
end $$;

-- Alerts that nobody has taken and that got clearly worse while they were muted until now: they wait again. The first value stands for
-- how bad it was when it was muted, of which nothing was kept.
update monitor_alert a set reopened_at = now()
from monitor_alert_mute x
where x.alert_id = a.id and x.ended_at is null and x.until > now() and a.state = 'open' and a.test in ('above', 'below')
  and (a.reopened_at is null or x.at >= a.reopened_at) and a.worst_at > x.at
  and alert_size(a.test, a.worst_value, null) >= alert_size(a.test, a.value, null) + abs(a.limit_value) / 40;

-- As before, and of accounts that are not closed.
create or replace function app_alert_carers(patient int, house int) returns table (mid int)
language plpgsql stable security definer set search_path = public rows 5 as $$
#variable_conflict use_column
begin
  return query
    with grouped as (
      select distinct gs.mid from monitor_group_member gm join monitor_group g on g.id = gm.group_id and g.ended_at is null
        join monitor_group_staff gs on gs.group_id = g.id
      where gm.pid = patient and gm.unit_id = house and gm.removed_at is null),
    told as (
      select mid from grouped
      union
      select o.set_by from (select * from monitor_own w where w.pid = patient and w.unit_id = house order by w.id desc limit 1) o
      where not exists (select 1 from grouped))
    select t.mid from told t join staff s on s.mid = t.mid join staff_unit su on su.mid = t.mid and su.unit_id = house
      join staff_partner sp on sp.mid = t.mid and sp.partner_id = (select u.partner_id from unit u where u.id = house)
    where s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard';
end $$;

-- How long the unit waits for who cares: not at all where none of these may take an alert by their profession, as those who set own
-- limits may not. `professions`: who may.
create function alert_unit_waits(patient int, house int, professions text[]) returns interval
language plpgsql stable security definer set search_path = public as $$
begin
  return case when exists (select 1 from app_alert_carers(patient, house) c
      join staff_partner sp on sp.mid = c.mid and sp.partner_id = (select u.partner_id from unit u where u.id = house)
      where sp.doctortype = any (professions))
    then make_interval(mins => alert_reach_minutes(patient, house)) else interval '0' end;
end $$;

-- As `alerts_told(timestamptz)`, which the version before asks, with the professions that may take an alert.
create function alerts_told(moment timestamptz, professions text[])
returns table (id uuid, pid int, unit_id int, since timestamptz, wide boolean, shut boolean)
language plpgsql stable security definer set search_path = public rows 10 as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query
    select a.id, a.pid, a.unit_id, w.since, w.wide, not record_open(a.pid, app_partner(), app_units(), app_mid(), app_appt() = 'y')
    from monitor_alert a
      cross join lateral (select coalesce(a.reopened_at, a.raised_at) as since,
        coalesce(a.reopened_at, a.raised_at) + alert_unit_waits(a.pid, a.unit_id, professions) <= moment as wide) w
    where a.severity = 'critical' and a.state = 'open' and a.partner_id = app_partner() and a.unit_id = any (app_units())
      and (w.wide or app_mid() in (select c.mid from app_alert_carers(a.pid, a.unit_id) c))
      and (app_monitor() = 'y' or (app_monitor() = 'o' and app_own_patient(a.pid)))
      and ((a.unit_id::bigint << 32) | a.pid) <> all ((select app_held_back())::bigint[]) and app_member_visible(a.pid);
end $$;

-- Does a limit still hold as an alert has it? A glucose of which nobody stated the meal struck the limit of one: it goes by that one.
create or replace function alert_limit_holds(patient int, house int, rule uuid, of_measure text, of_test text, of_severity text, of_value numeric, of_hours int)
returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from monitor_limits(patient, house) l
    where l.id = rule and l.test = of_test and l.severity = of_severity
      and (l.measure = of_measure or (of_measure = 'glucose_unspecified' and l.measure like 'glucose\_%'))
      and l.value::numeric is not distinct from of_value and l.hours is not distinct from of_hours
      and (l.source = 'own' or not exists (select 1 from monitor_limits(patient, house) o
        where o.source = 'own' and o.measure = l.measure and o.test = of_test and o.severity = of_severity and o."toHour" - o."fromHour" = 24)));
end $$;

-- What was measured of the kind before and after, as `app_monitor_before` tells it, with what was sent: limits on change go by that.
create function monitor_around(patient int, house int, of_kind text, since timestamptz, until timestamptz)
returns table (value float8, diastolic int, pulse int, original jsonb, at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not app_watches(patient, house) then return; end if;
  return query select r.value::float8, r.diastolic::int, r.pulse::int, r.original, r.measured_at from reading r
    where r.pid = patient and r.unit_id = house and r.kind = of_kind and r.measured_at >= since and r.measured_at < until and r.withdrawn_at is null;
end $$;

-- As `app_group_readings`, with what was sent: a limit that is tried is held against the same as one that is set.
create function group_readings(which uuid, since timestamptz)
returns table (who int, kind text, value float8, diastolic int, pulse int, original jsonb, at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    select m.who::int, r.kind, r.value::float8, r.diastolic::int, r.pulse::int, r.original, r.measured_at
    from (select x.pid, x.unit_id, row_number() over (order by x.pid) as who from (
        select distinct gm.pid, gm.unit_id from monitor_group g join monitor_group_member gm on gm.group_id = g.id and gm.removed_at is null
          join member_unit mu on mu.pid = gm.pid and mu.unit_id = gm.unit_id and mu.status = 'active'
        where g.id = which and g.partner_id = app_partner() and app_groups_unit(g.at_unit)) x) m
      left join reading r on r.pid = m.pid and r.unit_id = m.unit_id and r.measured_at >= since and r.withdrawn_at is null;
end $$;
revoke execute on function group_readings(uuid, timestamptz) from public;
grant execute on function group_readings(uuid, timestamptz) to teleward_app;

do $$
declare f text;
begin
  foreach f in array array['alert_unit_waits(int, int, text[])', 'alerts_told(timestamptz, text[])',
    'monitor_around(int, int, text, timestamptz, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app, teleward_system', f);
  end loop;
end $$;
