-- A member's readings of the last days are found in the index, and not by going through all there ever were: under a plan that
-- is made once for every caller, `since is null or ...` is no condition of an index, and each opening of a record of 100,000
-- readings read all of them. Nothing else of the function is other than it was.
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
        and (kinds is null or r.kind = any (kinds)) and r.measured_at > coalesce(since, '-infinity')),
      m.name, m.member_no, u.id, u.name
    into open, off, total, name, "memberNo", "unitId", "unitName"
    from member m, unit u where m.pid = patient and u.id = at_unit;
  return next;
  return query
    select null::boolean, null::boolean, null::int, null::text, null::text, null::int, null::text,
      r.id, r.kind, r.value, r.diastolic, r.pulse, r.unit, r.measured_at, r.received_at, r.data_type, r.device_name, r.device_type, r.source, r.flagged
    from reading r
    where r.pid = patient and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held))
      and (kinds is null or r.kind = any (kinds)) and r.measured_at > coalesce(since, '-infinity')
    order by r.measured_at desc, r.id desc limit rows_wanted offset rows_skipped;
end $$;
