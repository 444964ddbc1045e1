-- A limit says whether its value belongs to it, and of a change which way; an alert keeps the first, the worst and the last of
-- what was measured, and waits again where it gets clearly worse after somebody has taken it.

-- Unsaid, as in all limits from before and in those that the version before writes: of a change the value belongs to it, above and
-- below it does not; a change is of either way.
alter table monitor_rule add column inclusive boolean, add column direction text;
alter table monitor_alert
  add column inclusive boolean, add column direction text,
  add column worst_value numeric(7, 2), add column worst_at timestamptz,
  -- Of a change: from what on it is the worst.
  add column base_value numeric(7, 2), add column base_at timestamptz,
  -- How bad it was when it was taken, as `alert_size` counts.
  add column taken_size numeric,
  add column reopened_at timestamptz,
  -- Who had taken it until it was opened again, oldest first: `mid`, `at` and `note` of each.
  add column acks_before jsonb not null default '[]';

-- How bad a value is for a limit: more is worse. Of a change its size, from what it is the worst.
create function alert_size(of_test text, value numeric, base numeric) returns numeric language sql immutable as $$
  select case of_test when 'above' then value when 'below' then -value when 'change' then abs(value - base) end $$;

-- As before; besides what was measured moves with what arrives, and who had taken an alert is kept where it is opened again, which
-- the function below does alone.
create or replace function guard_monitor_alert() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  moving text[] := array['times', 'last_value', 'last_at', 'state', 'acked_by', 'acked_at', 'ack_note', 'resolved_by', 'resolved_at', 'resolution'];
  opened boolean := false;
begin
  if current_user <> 'teleward_app' then
    moving := moving || array['pid', 'value', 'measured_at', 'worst_value', 'worst_at', 'base_value', 'base_at', 'taken_size', 'reopened_at', 'acks_before'];
    opened := old.state = 'acknowledged' and new.state = 'open' and new.acked_by is null and new.reopened_at is not null
      and new.acks_before = old.acks_before || jsonb_build_array(jsonb_build_object('mid', old.acked_by, 'at', old.acked_at, 'note', coalesce(old.ack_note, '')));
  end if;
  if was - moving <> now_is - moving
    or (not opened and new.acks_before <> old.acks_before)
    or (not opened and old.acked_by is not null and (old.acked_by, old.acked_at, old.ack_note) is distinct from (new.acked_by, new.acked_at, new.ack_note))
    or (old.state = 'resolved' and was - '{pid}'::text[] <> now_is - '{pid}'::text[])
    or (not opened and old.state = 'acknowledged' and new.state = 'open')
    or (current_user = 'teleward_app' and (
      (old.acked_by is null and new.acked_by is not null and new.acked_by <> app_mid())
      or (old.resolved_by is null and new.resolved_by is not null and new.resolved_by <> app_mid()))) then
    raise exception 'an alert goes forward alone' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Of the alerts that run the worst is known as far as the first and the last tell it.
update monitor_alert a set worst_value = x.value, worst_at = x.at
from (select distinct on (b.id) b.id, v.value, v.at from monitor_alert b
    cross join lateral (values (b.value, b.measured_at), (b.last_value, b.last_at)) v(value, at)
  where b.state <> 'resolved' and v.value is not null
  order by b.id, case when b.test = 'change' then extract(epoch from v.at) else alert_size(b.test, v.value, null) end desc) x
where x.id = a.id;

-- Limits that are set for a member in a unit: the own ones and those of the groups. None where monitoring is off.
create function monitor_limits(patient int, house int)
returns table (id uuid, measure text, test text, value float8, inclusive boolean, direction text, hours int, severity text, "fromHour" int, "toHour" int,
  source text, "groupName" text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not app_watches(patient, house)
    or exists (select 1 from monitor_off o where o.pid = patient and o.unit_id = house and o.on_at is null) then return; end if;
  return query
    select r.id, r.measure, r.test, r.value::float8, coalesce(r.inclusive, r.test = 'change'), r.direction, r.hours, r.severity, r."fromHour", r."toHour",
      'own', null::text
    from (select o.rules from monitor_own o where o.pid = patient and o.unit_id = house order by o.id desc limit 1) last,
      jsonb_to_recordset(last.rules) as r(id uuid, measure text, test text, value numeric, inclusive boolean, direction text, hours int, severity text,
        "fromHour" int, "toHour" int);
  return query
    select r.id, r.measure, r.test, r.value::float8, coalesce(r.inclusive, r.test = 'change'), r.direction, r.hours, r.severity, r.from_hour, r.to_hour,
      'group', g.name
    from monitor_group g join monitor_rule r on r.group_id = g.id
    where g.at_unit = house and g.ended_at is null and exists (select 1 from monitor_group_member gm
      where gm.group_id = g.id and gm.pid = patient and gm.unit_id = house and gm.removed_at is null)
    order by g.name, r.place;
end $$;

-- A limit is struck: one running alert per limit, severity and person, whoever comes at the same time. What was measured counts by
-- the hour of measuring, in whichever order it arrives. An alert that somebody has taken waits again once it is worse than it was
-- then by a fortieth of the limit, of a change by a quarter of it: less is the same state, measured again.
create function alert_struck(fresh_id uuid, patient int, house int, rule uuid, struck_by float8, measured timestamptz,
  base float8, base_measured timestamptz, moment timestamptz)
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
    and (x.measure, x.test, x.severity) = (l.measure, l.test, l.severity) order by x.raised_at limit 1 for update;
  if not found then
    return query
      insert into monitor_alert (id, pid, partner_id, unit_id, rule_id, source, group_name, measure, test, severity, limit_value, inclusive, direction,
        hours, value, measured_at, raised_at, last_value, last_at, worst_value, worst_at, base_value, base_at)
      values (fresh_id, patient, here, house, l.id, l.source, l."groupName", l.measure, l.test, l.severity, l.value, l.inclusive, l.direction,
        l.hours, struck_by, measured, moment, struck_by, coalesce(measured, moment), struck_by, measured, base, base_measured)
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

-- As the version before asks for it: of a change it does not know from what on.
create or replace function app_alert_struck(fresh_id uuid, patient int, house int, rule uuid, struck_by float8, measured timestamptz, moment timestamptz)
returns table (id uuid, fresh boolean, state text)
language sql security definer set search_path = public as $$
  select s.id, s.fresh, s.state from alert_struck(fresh_id, patient, house, rule, struck_by, measured, null, null, moment) s $$;

-- How many alerts run of each member of a group, for who makes the group: numbers, and nothing of what was measured.
create function group_member_alerts(which uuid) returns table (pid int, running int)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select a.pid, count(*)::int from monitor_group g
      join monitor_alert a on a.unit_id = g.at_unit and a.state <> 'resolved'
    where g.id = which and g.partner_id = app_partner() and app_groups_unit(g.at_unit)
      and exists (select 1 from monitor_group_member gm
        where gm.group_id = g.id and gm.pid = a.pid and gm.unit_id = a.unit_id and gm.removed_at is null)
    group by a.pid;
end $$;
do $$
declare f text;
begin
  foreach f in array array['monitor_limits(int, int)',
    'alert_struck(uuid, int, int, uuid, float8, timestamptz, float8, timestamptz, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app, teleward_system', f);
  end loop;
  revoke execute on function group_member_alerts(uuid) from public;
  grant execute on function group_member_alerts(uuid) to teleward_app;
end $$;
