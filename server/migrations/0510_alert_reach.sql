-- A critical alert finds its person: its carers at once, after the minutes of its group everybody who may act in the unit. Carers
-- also learn of an alert that waits behind a record which is not open to them.

alter table monitor_group add column reach_minutes int not null default 15 check (reach_minutes between 1 and 240);
create index monitor_alert_critical on monitor_alert (unit_id) where severity = 'critical' and state = 'open';

-- After how many minutes the unit is told: the soonest of the member's groups; of a member in none as a new group has it.
create function alert_reach_minutes(patient int, house int) returns int
language plpgsql stable security definer set search_path = public as $$
begin
  return coalesce((select min(g.reach_minutes) from monitor_group_member gm join monitor_group g on g.id = gm.group_id and g.ended_at is null
    where gm.pid = patient and gm.unit_id = house and gm.removed_at is null), 15);
end $$;

-- The critical alerts that nobody has taken, of whom the caller is told: who cares for the member from when on it waits, everybody
-- of the unit (`wide`) once the minutes are over, or at once where nobody cares. `shut`: its record is not open to the caller, who
-- learns that it waits, and nothing of what was measured.
create function alerts_told(moment timestamptz)
returns table (id uuid, pid int, unit_id int, since timestamptz, wide boolean, shut boolean)
language plpgsql stable security definer set search_path = public rows 10 as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query
    select a.id, a.pid, a.unit_id, w.since, w.wide, not record_open(a.pid, app_partner(), app_units(), app_mid(), app_appt() = 'y')
    from monitor_alert a
      cross join lateral (select array_agg(c.mid) as mids from app_alert_carers(a.pid, a.unit_id) c) t
      cross join lateral (select coalesce(a.reopened_at, a.raised_at) as since,
        t.mids is null or coalesce(a.reopened_at, a.raised_at) + make_interval(mins => alert_reach_minutes(a.pid, a.unit_id)) <= moment as wide) w
    where a.severity = 'critical' and a.state = 'open' and a.partner_id = app_partner() and a.unit_id = any (app_units())
      and (w.wide or app_mid() = any (t.mids))
      and (app_monitor() = 'y' or (app_monitor() = 'o' and app_own_patient(a.pid)))
      and ((a.unit_id::bigint << 32) | a.pid) <> all ((select app_held_back())::bigint[]) and app_member_visible(a.pid);
end $$;

-- The running alerts of members in the caller's groups whose record is not open to the caller: that they wait, and nothing else.
create function alerts_shut() returns table (id uuid, pid int, unit_id int)
language plpgsql stable security definer set search_path = public rows 10 as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query
    select a.id, a.pid, a.unit_id
    from (select distinct gm.pid, gm.unit_id from monitor_group_staff gs join monitor_group g on g.id = gs.group_id and g.ended_at is null
          join monitor_group_member gm on gm.group_id = g.id and gm.removed_at is null
        where gs.mid = app_mid() and gs.partner_id = app_partner() and gm.unit_id = any (app_units())) mine
      join monitor_alert a on a.pid = mine.pid and a.unit_id = mine.unit_id and a.state <> 'resolved'
    where mine.pid not in (select app_open_records()) and (app_monitor() = 'y' or (app_monitor() = 'o' and app_own_patient(mine.pid)))
      and ((mine.unit_id::bigint << 32) | mine.pid) <> all ((select app_held_back())::bigint[]) and app_member_visible(mine.pid);
end $$;

-- Numbers of a group's running alerts that wait behind a record which no authorisation opens: for who makes the group.
create function group_alerts_shut(which uuid) returns table (pid int, shut int)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select a.pid, count(*)::int from monitor_group g
      join monitor_alert a on a.unit_id = g.at_unit and a.state <> 'resolved'
    where g.id = which and g.partner_id = app_partner() and app_groups_unit(g.at_unit)
      and exists (select 1 from monitor_group_member gm
        where gm.group_id = g.id and gm.pid = a.pid and gm.unit_id = a.unit_id and gm.removed_at is null)
      and not exists (select 1 from consent c where c.pid = a.pid and c.partner_id = g.partner_id and c.unit_id = g.at_unit and c.kind = 'record' and c.state = 'active'
        and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now()))
    group by a.pid;
end $$;

-- What was done of an alert besides its steps: who came second keeps their words beside it.
create table monitor_alert_note (
  id bigint generated always as identity primary key,
  alert_id uuid not null references monitor_alert (id) on delete cascade,
  mid int not null references staff (mid),
  at timestamptz not null,
  note text not null check (char_length(note) between 1 and 500)
);
create index monitor_alert_note_alert on monitor_alert_note (alert_id);
alter table monitor_alert_note enable row level security;
create policy system_all on monitor_alert_note to teleward_system using (true) with check (true);
grant select, insert, update, delete on monitor_alert_note to teleward_system;
grant select, insert on monitor_alert_note to teleward_app;

-- Muted until then, by whom and why; the last one counts. It ends by itself, by a person, and where the alert waits again.
create table monitor_alert_mute (
  id bigint generated always as identity primary key,
  alert_id uuid not null references monitor_alert (id) on delete cascade,
  mid int not null references staff (mid),
  at timestamptz not null,
  until timestamptz not null check (until > at and until <= at + interval '30 days'),
  note text not null check (char_length(note) between 1 and 500),
  ended_by int references staff (mid), ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);
create index monitor_alert_mute_alert on monitor_alert_mute (alert_id, id desc);
alter table monitor_alert_mute enable row level security;
create policy system_all on monitor_alert_mute to teleward_system using (true) with check (true);
grant select, insert, update, delete on monitor_alert_mute to teleward_system;
grant select, insert, update (ended_by, ended_at) on monitor_alert_mute to teleward_app;
create function alert_muted(which uuid, reopened timestamptz) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from monitor_alert_mute x where x.alert_id = which and x.ended_at is null and x.until > now()
    and (reopened is null or x.at >= reopened));
end $$;

-- Does a limit still hold as an alert has it? A group's does not where an own one of its kind stands in its place all day.
create function alert_limit_holds(patient int, house int, rule uuid, of_measure text, of_test text, of_severity text, of_value numeric, of_hours int)
returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from monitor_limits(patient, house) l
    where l.id = rule and l.measure = of_measure and l.test = of_test and l.severity = of_severity
      and l.value::numeric is not distinct from of_value and l.hours is not distinct from of_hours
      and (l.source = 'own' or not exists (select 1 from monitor_limits(patient, house) o
        where o.source = 'own' and o.measure = of_measure and o.test = of_test and o.severity = of_severity and o."toHour" - o."fromHour" = 24)));
end $$;

do $$
declare f text;
begin
  foreach f in array array['alert_reach_minutes(int, int)', 'alerts_told(timestamptz)', 'alerts_shut()', 'alert_muted(uuid, timestamptz)',
    'alert_limit_holds(int, int, uuid, text, text, text, numeric, int)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app, teleward_system', f);
  end loop;
  revoke execute on function group_alerts_shut(uuid) from public;
  grant execute on function group_alerts_shut(uuid) to teleward_app;
end $$;
