-- The last of each kind of a page of members in one of their units, and what led to it, oldest first: as `app_last_readings` says
-- for one. Under the policies each reading that led to one would be asked about by itself, and the index not be gone along.
create function app_last_of(pids int[], at_units int[], from_at timestamptz, most int) returns table (pid int, unit_id int, last jsonb)
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
      select p.id, p.value::float8 as value, p.measured_at from reading p where p.pid = l.pid and p.unit_id = l.unit_id and p.kind = l.kind
      order by p.measured_at desc, p.id desc limit most) x) c
    where l.pid = a.pid and l.unit_id = a.unit and l.measured_at > coalesce(from_at, '-infinity'))
  from unnest(pids, at_units) as a(pid, unit)
  join member_unit mu on mu.pid = a.pid and mu.unit_id = a.unit and mu.partner_id = here and mu.status = 'active' and mu.unit_id = any (mine)
  cross join lateral (select case when appt = 'y' and monitor = 'y' then true else app_own_patient(a.pid) end as known) k
  cross join lateral (select array_agg(x.unit_id) as living from member_unit x
    where x.pid = a.pid and x.partner_id = here and x.unit_id = any (mine) and x.status = 'active') w
  where k.known and (select s.state <> 'notAuthorised' from record_state(a.pid, here, w.living, me) s);
end $$;
revoke execute on function app_last_of(int[], int[], timestamptz, int) from public;
grant execute on function app_last_of(int[], int[], timestamptz, int) to teleward_app, teleward_system;
