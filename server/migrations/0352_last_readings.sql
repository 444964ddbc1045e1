-- The last of each kind that was measured of one member, and what led to it, oldest first; of two units with one kind the
-- newer. Whether that is open to the caller is what `app_readings_of` says; under the policies each reading would be asked
-- about by itself, which costs a member of many years a tenth of a second.
create function app_last_readings(patient int) returns table (last jsonb)
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
    select p.id, p.value::float8 as value, p.measured_at from reading p where p.pid = l.pid and p.unit_id = l.unit_id and p.kind = l.kind
    order by p.measured_at desc, p.id desc limit 12) x) c
  where l.pid = patient and l.partner_id = here and l.unit_id = any (mine) and (held is null or l.unit_id <> all (held))
  order by r.kind, r.measured_at desc;
end $$;
revoke execute on function app_last_readings(int) from public;
grant execute on function app_last_readings(int) to teleward_app, teleward_system;
