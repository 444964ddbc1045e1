-- Monitoring groups: members of a unit, the staff who care for them, and the limits that hold there. Made by whoever
-- administers the unit; the patients in them are seen by people of the unit alone, as everywhere (decision 13).

-- A unit whose groups the caller makes: one of the own units, and any of the institution for who holds its root.
create function app_groups_unit(house int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('monitor') and exists (select 1 from unit u where u.id = house and u.partner_id = app_partner()
    and (u.id = any (app_units()) or app_holds_root()));
end $$;

create table monitor_group (
  id uuid primary key,
  partner_id int not null references partner (id), at_unit int not null references unit (id),
  name text not null check (char_length(name) between 1 and 60),
  version int not null default 1,
  created_by int not null references staff (mid), created_at timestamptz not null, updated_at timestamptz not null,
  ended_by int references staff (mid), ended_at timestamptz,
  unique (id, partner_id, at_unit),
  check ((ended_by is null) = (ended_at is null))
);
create unique index monitor_group_name on monitor_group (at_unit, lower(name)) where ended_at is null;

-- Whoever leaves the unit leaves its groups.
create table monitor_group_staff (
  group_id uuid not null, partner_id int not null, at_unit int not null, mid int not null,
  primary key (group_id, mid),
  foreign key (group_id, partner_id, at_unit) references monitor_group (id, partner_id, at_unit),
  foreign key (mid, at_unit) references staff_unit (mid, unit_id) on delete cascade
);
create index monitor_group_staff_mid on monitor_group_staff (mid, at_unit);

-- Who was in it, and when. Two rows of one patient are possible after a merge of two members: they count once.
create table monitor_group_member (
  id bigint generated always as identity primary key,
  group_id uuid not null, pid int not null, partner_id int not null, unit_id int not null,
  added_by int not null references staff (mid), added_at timestamptz not null,
  removed_by int references staff (mid), removed_at timestamptz,
  foreign key (group_id, partner_id, unit_id) references monitor_group (id, partner_id, at_unit),
  foreign key (pid, unit_id) references member_unit (pid, unit_id),
  check ((removed_by is null) = (removed_at is null))
);
create index monitor_group_member_open on monitor_group_member (group_id) where removed_at is null;
create index monitor_group_member_pid on monitor_group_member (pid, unit_id);

-- Remote monitoring switched off for a member of a unit, with the reason, and on again.
create table monitor_off (
  id bigint generated always as identity primary key,
  pid int not null, partner_id int not null, unit_id int not null,
  reason text not null check (char_length(reason) between 1 and 300),
  off_by int not null references staff (mid), off_at timestamptz not null,
  on_by int references staff (mid), on_at timestamptz,
  foreign key (pid, unit_id) references member_unit (pid, unit_id),
  check ((on_by is null) = (on_at is null))
);
create index monitor_off_open on monitor_off (unit_id, pid) where on_at is null;
create index monitor_off_pid on monitor_off (pid, unit_id);

-- The limits of a group. `hours`: over how long a value changes, or nothing came; the hours of the day in which it holds.
create table monitor_rule (
  id uuid primary key,
  group_id uuid not null, partner_id int not null, at_unit int not null, place int not null,
  measure text not null check (measure in ('systolic', 'diastolic', 'bp_pulse', 'weight', 'temperature', 'pulse', 'blood_oxygen',
    'glucose_fasting', 'glucose_before_meal', 'glucose_after_meal')),
  test text not null check (test in ('above', 'below', 'change', 'noData')),
  value numeric(7, 2), hours int check (hours between 1 and 720),
  severity text not null check (severity in ('critical', 'warning', 'notice')),
  from_hour int not null check (from_hour between 0 and 23), to_hour int not null check (to_hour between 1 and 24),
  foreign key (group_id, partner_id, at_unit) references monitor_group (id, partner_id, at_unit),
  check (from_hour < to_hour), check ((value is null) = (test = 'noData')), check ((hours is null) = (test in ('above', 'below')))
);
create unique index monitor_rule_once on monitor_rule (group_id, measure, test, severity);

-- An ended group is over; what was written of the past stays. A merge of two members moves their rows (it is no `app`).
create function guard_monitor_group() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (new.id, new.partner_id, new.at_unit, new.created_by, new.created_at)
      is distinct from (old.id, old.partner_id, old.at_unit, old.created_by, old.created_at) then
    raise exception 'a group stays where it is, and ended it is over' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_monitor_group before update on monitor_group for each row execute function guard_monitor_group();
create function guard_monitor_past() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  closing text[] := case tg_table_name when 'monitor_off' then array['on_by', 'on_at'] else array['removed_by', 'removed_at'] end;
begin
  if current_user <> 'teleward_app' then closing := closing || '{pid}'::text[]; end if;
  if was - closing <> now_is - closing
    or (was ->> closing[1] is not null and (was -> closing[1], was -> closing[2]) is distinct from (now_is -> closing[1], now_is -> closing[2])) then
    raise exception 'only its end is added' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_monitor_past before update on monitor_group_member for each row execute function guard_monitor_past();
create trigger guard_monitor_past before update on monitor_off for each row execute function guard_monitor_past();

grant select, insert, update on monitor_group to teleward_app;
grant select, insert, delete on monitor_group_staff to teleward_app;
grant select, insert, update on monitor_group_member, monitor_off to teleward_app;
grant select, insert, update, delete on monitor_rule to teleward_app;
do $$
declare t text;
begin
  foreach t in array array['monitor_group', 'monitor_group_staff', 'monitor_group_member', 'monitor_off', 'monitor_rule'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
  foreach t in array array['monitor_group', 'monitor_group_staff', 'monitor_rule'] loop
    execute format($p$ create policy administered on %I to teleward_app
      using (partner_id = (select app_partner()) and app_groups_unit(at_unit))
      with check (partner_id = (select app_partner()) and app_groups_unit(at_unit)) $p$, t);
  end loop;
  -- That a patient is monitored is known to the unit; who changes it makes its groups.
  foreach t in array array['monitor_group_member', 'monitor_off'] loop
    execute format($p$ create policy in_reach on %I for select to teleward_app
      using (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) $p$, t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_sees_all()) or app_takes_part(pid)) $p$, t);
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using (((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
    execute format($p$ create policy entered on %I for insert to teleward_app
      with check (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and (select app_may('monitor'))) $p$, t);
    execute format($p$ create policy closed on %I for update to teleward_app
      using (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and (select app_may('monitor')))
      with check (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]) and (select app_may('monitor'))) $p$, t);
  end loop;
end $$;

-- How many are in a group, also for who makes the groups of a unit and sees none of its patients: a number, and nobody.
create function app_group_sizes() returns table (group_id uuid, members int)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select g.id, (select count(distinct gm.pid)::int from monitor_group_member gm
      join member_unit mu on mu.pid = gm.pid and mu.unit_id = gm.unit_id and mu.status = 'active'
      where gm.group_id = g.id and gm.removed_at is null)
    from monitor_group g where g.partner_id = app_partner() and app_groups_unit(g.at_unit);
end $$;
-- An ended group has nobody, whoever ends it.
create function app_group_emptied(which uuid, who int, moment timestamptz) returns void
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select 1 from monitor_group g where g.id = which and g.partner_id = app_partner() and app_groups_unit(g.at_unit)) then
    raise exception 'not administered' using errcode = '42501';
  end if;
  update monitor_group_member gm set removed_by = who, removed_at = moment where gm.group_id = which and gm.removed_at is null;
end $$;
do $$
declare f text;
begin
  foreach f in array array['app_group_sizes()', 'app_group_emptied(uuid, int, timestamptz)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app', f);
  end loop;
end $$;
